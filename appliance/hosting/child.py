"""What a forked process does before it serves: it gives up what belongs to the parent, then what it shall not have."""

import ctypes
import logging
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from appliance.hosting.rules import WATCHDOG_SECONDS
from appliance.hosting.settings import HostSettings
from appliance.kernel import child_process
from appliance.kernel.logging import configure
from appliance.maintenance import error_message

log = logging.getLogger(__name__)
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
# The exit status of a server whose household was replaced.
AGAIN = 75
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD, signal.SIGHUP)


def fork(run: Callable[[], int]) -> int:
    """The id of a new process, which runs a function and ends with the status that it returns.

    Raises RuntimeError when this process has threads: a lock that one of them holds would stay locked in the copy.
    Raises OSError when the system has no room for a process.
    """
    threads = len(os.listdir("/proc/self/task"))
    if threads > 1:
        raise RuntimeError(f"a process with {threads} threads cannot be forked")
    sys.stdout.flush()
    sys.stderr.flush()
    # A signal that came too early would run the parent's handler in the child.
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        pid = os.fork()
    except OSError:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        raise
    if pid == 0:
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in SIGNALS:
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            status = run()
        except Exception as problem:
            message = error_message(problem)
            log.error("the process failed: %s", message or problem, exc_info=None if message else problem)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    return pid


def begin(parent: int, name: str | None, notify_address: str, descriptors: Iterable[int]) -> None:
    """Give up what belongs to the parent: its descriptors, its session, its environment, its name in the log."""
    for descriptor in descriptors:
        os.close(descriptor)
    os.setsid()
    end_with(parent)
    kept = child_process.environment()
    os.environ.clear()
    # As in a container: a household's admin does not update the program of all.
    os.environ.update(kept | {"container": "mantel-host"})
    os.environ["NOTIFY_SOCKET"] = notify_address
    os.environ["WATCHDOG_USEC"] = str(int(WATCHDOG_SECONDS * 1_000_000))
    configure()

    def with_name(record: logging.LogRecord) -> bool:
        record.household = name
        return True

    for handler in logging.getLogger().handlers if name else ():
        handler.addFilter(with_name)


def confine(parent: int, settings: HostSettings, uid: int | None) -> None:
    """Limit this process, and give it a user of its own. Raises OSError."""
    memory = settings.memory_mb * 2**20
    # Not the address space, of which Rust and SQLite reserve far more than they use.
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    resource.setrlimit(resource.RLIMIT_NOFILE, (settings.files, settings.files))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if uid is not None:
        # It counts all processes of a user, so without users of their own households would share it.
        resource.setrlimit(resource.RLIMIT_NPROC, (settings.processes, settings.processes))
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        # A change of the user clears it.
        end_with(parent)
    ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def give_folder(folder: Path, uid: int | None, mode: int, gid: int | None = None) -> None:
    """Make a folder, and give it with all it contains to a user. Raises OSError.

    What a household's own user has is left as it is: a link there must not make root change another file.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if uid is not None and folder.stat().st_uid != uid:
        for path, folders, files in os.walk(folder):
            for name in (*folders, *files):
                os.lchown(Path(path, name), uid, uid)
        os.chown(folder, uid, uid)
    if gid is not None:
        os.chown(folder, -1, gid)
    folder.chmod(mode)


def end_with(parent: int, number: signal.Signals = signal.SIGTERM) -> None:
    """Let the kernel send a signal when the parent ends, however it ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
