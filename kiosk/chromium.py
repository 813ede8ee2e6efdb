"""Chromium as a program: find it, build its arguments, prepare its profile, start it and end it."""

import fcntl
import itertools
import json
import os
import shutil
import signal
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PROGRAM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

UNREACHABLE_URL = "http://127.0.0.1:9/"
DISABLED_FEATURES = (
    "DialMediaRouteProvider",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationGuideModelDownloading",
    "OptimizationHints",
    "OptimizationHintsFetching",
    "OptimizationTargetPrediction",
    "Translate",
)

FLAGS = (
    "--kiosk",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--noerrdialogs",
    "--hide-crash-restore-bubble",
    "--disable-session-crashed-bubble",
    "--disable-pinch",
    "--overscroll-history-navigation=0",
    "--autoplay-policy=no-user-gesture-required",
    "--password-store=basic",
    # The wall contacts no server on the internet on its own.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    # These two services are contacted in spite of the flags above, so their addresses lead nowhere.
    f"--component-updater=url-source={UNREACHABLE_URL}",
    f"--gaia-url={UNREACHABLE_URL}",
)

MAX_RESTART_DELAY_SECONDS = 30
SHARED_MEMORY = Path("/dev/shm")
CACHE_BYTES = 32 * 1024 * 1024


def find(program: str | None = None) -> str | None:
    """The path of `program`; without it, the first known browser on PATH. None when it does not exist."""
    names = [program] if program else PROGRAM_NAMES
    return next((path for name in names if (path := shutil.which(name))), None)


def default_profile_dir(environment: Mapping[str, str]) -> Path:
    """The folder of the kiosk's Chromium profile, in the XDG state directory."""
    state = environment.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state, "mantel", "kiosk")


def memory_cache_dir(environment: Mapping[str, str]) -> Path | None:
    """A folder in memory for Chromium's disk cache, which would wear out an SD card. None when there is none."""
    runtime_dir = environment.get("XDG_RUNTIME_DIR")
    for parent in (Path(runtime_dir) if runtime_dir else SHARED_MEMORY, SHARED_MEMORY):
        if parent.is_dir() and os.access(parent, os.W_OK):
            return parent / f"mantel-kiosk-{os.geteuid()}"
    return None


def build_arguments(
    profile_dir: Path, *, root: bool, wayland: bool, cache_dir: Path | None = None, extra: Sequence[str] = ()
) -> list[str]:
    """The command-line arguments of Chromium. `extra` comes last and overrides the others."""
    arguments = [*FLAGS, f"--user-data-dir={profile_dir}"]
    if cache_dir is not None:
        arguments += [f"--disk-cache-dir={cache_dir}", f"--disk-cache-size={CACHE_BYTES}"]
    if root:
        # As root, Chromium does not start with its sandbox.
        arguments.append("--no-sandbox")
    if wayland:
        arguments.append("--ozone-platform=wayland")
    return [*arguments, *extra, "about:blank"]


def restart_delays() -> Iterator[int]:
    """Seconds to wait before each restart: 1, 2, 4 … 30, 30."""
    return (min(2**attempt, MAX_RESTART_DELAY_SECONDS) for attempt in itertools.count())


def lock_profile(profile_dir: Path) -> int | None:
    """Lock a profile until the returned file descriptor is closed. None when another kiosk has locked it."""
    profile_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = os.open(profile_dir / "kiosk.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


def clear_crash_state(profile_dir: Path) -> None:
    """Mark the last exit in a profile as normal, so that Chromium shows no dialog after a power cut."""
    preferences = profile_dir / "Default" / "Preferences"
    # Chromium replaces a missing or damaged file itself.
    with suppress(OSError, ValueError, AttributeError):
        stored = json.loads(preferences.read_text("utf-8"))
        stored.setdefault("profile", {}).update(exit_type="Normal", exited_cleanly=True)
        new_file = preferences.with_suffix(".new")
        new_file.write_text(json.dumps(stored), "utf-8")
        new_file.replace(preferences)

    # Chromium removes a stale lock of this machine itself, but shows a dialog for one with another host name.
    lock = profile_dir / "SingletonLock"
    with suppress(OSError):
        if str(lock.readlink()).rpartition("-")[0] != socket.gethostname():
            lock.unlink()


@dataclass(frozen=True)
class Process:
    """A running Chromium with its own process group. `read` and `write` are our ends of its DevTools pipe."""

    pid: int
    read: int
    write: int

    def terminate(self) -> None:
        """Ask the browser to quit (SIGTERM)."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """Kill the whole process group."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for Chromium to end, then kill the rest of its group. Returns the exit code, negative for a signal."""
        # The group is killed before its leader is reaped: after that the kernel may give its id to another process.
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        self.kill()
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def start(program: str, arguments: Sequence[str], environment: Mapping[str, str]) -> Process:
    """Start Chromium, which reads DevTools commands from descriptor 3 and answers on 4. Raises OSError."""
    child_read, write = os.pipe()
    read, child_write = os.pipe()
    # The copies are above 4, so that moving one end to its place cannot overwrite the other.
    copies = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (child_read, child_write)]
    try:
        moves = [(os.POSIX_SPAWN_DUP2, end, place) for place, end in enumerate(copies, start=3)]
        pid = os.posix_spawn(program, [program, *arguments], environment, file_actions=moves, setpgroup=0)
    except OSError:
        os.close(read)
        os.close(write)
        raise
    finally:
        for end in (child_read, child_write, *copies):
            os.close(end)
    return Process(pid, read, write)
