"""A lock on the data folder, and whether the last server on it was interrupted."""

import fcntl
import os
from pathlib import Path
from types import TracebackType

LOCK_FILE = "mantel.lock"
SERVING = b"serving\n"


class DataDirInUse(Exception):
    """Another process uses the data folder."""


class DataDirLock:
    """Exclusive use of a data folder until the block or the process ends, however it ends."""

    def __init__(self, folder: Path):
        """Raises DataDirInUse, OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self._file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise DataDirInUse(
                f"data folder {folder} is already in use by another Mantel process; stop it or set another DATA_DIR"
            ) from None

    @property
    def was_interrupted(self) -> bool:
        """True when the last server was killed, or lost power."""
        return os.pread(self._file, len(SERVING), 0) == SERVING

    def serving(self, details: bytes) -> None:
        """Mark the folder as served, with `details` for other processes. An end without `ended` is an interruption."""
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, SERVING + details, 0)
        os.fsync(self._file)

    def ended(self) -> None:
        """Mark the folder as closed in order."""
        os.ftruncate(self._file, 0)

    def fileno(self) -> int:
        """For a forked process, which closes its copy: the lock would outlive the one that took it."""
        return self._file

    def __enter__(self) -> "DataDirLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)


def server_details(folder: Path) -> bytes | None:
    """The details of the server that runs on a data folder; None without one, or when the lock cannot be read."""
    try:
        with (folder / LOCK_FILE).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                content = file.read()
                return content.removeprefix(SERVING) if content.startswith(SERVING) else None
    except OSError:
        pass
    return None
