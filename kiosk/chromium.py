"""Chromium as a program: where it is, its flags and profile, how it is started, waited for and ended."""

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

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

NOWHERE = "http://127.0.0.1:9/"
UNWANTED = (
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
    # A wall asks nobody outside the house for anything of its own accord.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    f"--disable-features={','.join(UNWANTED)}",
    # It asks for components and for signed-in accounts all the same; these say whom.
    f"--component-updater=url-source={NOWHERE}",
    f"--gaia-url={NOWHERE}",
)

LONGEST_PAUSE = 30
SHARED_MEMORY = Path("/dev/shm")
CACHE_BYTES = 32 * 1024 * 1024


def find(wanted: str | None = None) -> str | None:
    """The path of `wanted`, or of the first browser on PATH that will do."""
    return next((found for name in ([wanted] if wanted else NAMES) if (found := shutil.which(name))), None)


def home(environment: Mapping[str, str]) -> Path:
    """The folder of the kiosk's own profile."""
    state = environment.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state, "mantel", "kiosk")


def cache(environment: Mapping[str, str]) -> Path | None:
    """A folder in memory for what Chromium can fetch again, so that it does not wear out a card. None without one."""
    own = environment.get("XDG_RUNTIME_DIR")
    for memory in (Path(own) if own else SHARED_MEMORY, SHARED_MEMORY):
        if memory.is_dir() and os.access(memory, os.W_OK):
            return memory / f"mantel-kiosk-{os.geteuid()}"
    return None


def arguments(
    profile: Path, *, root: bool, wayland: bool, cache: Path | None = None, extra: Sequence[str] = ()
) -> list[str]:
    """What Chromium is started with. `extra` comes last and so wins."""
    own = [*FLAGS, f"--user-data-dir={profile}"]
    if cache is not None:
        own += [f"--disk-cache-dir={cache}", f"--disk-cache-size={CACHE_BYTES}"]
    if root:
        # Chromium does not start its sandbox as root.
        own.append("--no-sandbox")
    if wayland:
        own.append("--ozone-platform=wayland")
    return [*own, *extra, "about:blank"]


def pauses() -> Iterator[int]:
    """Seconds to wait before each new start: 1, 2, 4 … 30, 30."""
    return (min(2**attempt, LONGEST_PAUSE) for attempt in itertools.count())


def claim(profile: Path) -> int | None:
    """Hold a profile until the returned descriptor is closed. None when another kiosk holds it."""
    profile.mkdir(parents=True, exist_ok=True, mode=0o700)
    held = os.open(profile / "kiosk.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        return None
    return held


def tidy(profile: Path) -> None:
    """Make a profile look as if Chromium had ended well, so that it opens without questions after a power cut."""
    preferences = profile / "Default" / "Preferences"
    # A file that is missing or was half written is Chromium's to make anew.
    with suppress(OSError, ValueError, AttributeError):
        stored = json.loads(preferences.read_text("utf-8"))
        stored.setdefault("profile", {}).update(exit_type="Normal", exited_cleanly=True)
        whole = preferences.with_suffix(".tidy")
        whole.write_text(json.dumps(stored), "utf-8")
        whole.replace(preferences)

    # Chromium takes over a dead lock of this machine by itself, but asks about one made under another host name.
    lock = profile / "SingletonLock"
    with suppress(OSError):
        if str(lock.readlink()).rpartition("-")[0] != socket.gethostname():
            lock.unlink()


@dataclass(frozen=True)
class Process:
    """A Chromium that leads a process group of its own. `read` and `write` are this side's ends of its pipe."""

    pid: int
    read: int
    write: int

    def ask_to_end(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Block until it ended, with its whole group. Its exit code, negative for a signal."""
        # The group is ended before its leader is reaped: until then nobody else can have been given its number.
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        self.end()
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def start(program: str, given: Sequence[str], environment: Mapping[str, str]) -> Process:
    """Start Chromium; it finds its pipe at descriptors 3 (to read) and 4 (to write). Raises OSError."""
    theirs_to_read, write = os.pipe()
    read, theirs_to_write = os.pipe()
    # Lifted above 4, so that putting one end in its place cannot overwrite the other.
    lifted = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (theirs_to_read, theirs_to_write)]
    try:
        moves = [(os.POSIX_SPAWN_DUP2, end, place) for place, end in enumerate(lifted, start=3)]
        pid = os.posix_spawn(program, [program, *given], environment, file_actions=moves, setpgroup=0)
    except OSError:
        os.close(read)
        os.close(write)
        raise
    finally:
        for end in (theirs_to_read, theirs_to_write, *lifted):
            os.close(end)
    return Process(pid, read, write)
