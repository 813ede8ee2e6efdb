"""One program at a time in a data folder, and whether the last one that served from it was cut off."""

import fcntl
import os
from pathlib import Path
from types import TracebackType

CLAIM = "mantel.lock"
SERVING = b"serving\n"


class DataDirInUse(Exception):
    """Another program works in the folder."""


class DataDirLock:
    """A data folder of one's own until the end of the block, or of the process, however it ends."""

    def __init__(self, folder: Path):
        """Raises Taken, OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self._file = os.open(folder / CLAIM, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise DataDirInUse(f"another Mantel works in {folder}; stop it first, or choose another DATA_DIR") from None

    @property
    def was_interrupted(self) -> bool:
        """True when whoever served last did not come to its end."""
        return os.pread(self._file, len(SERVING), 0) == SERVING

    def serving(self) -> None:
        """From now on, an end without `ended` is one that was not wanted."""
        os.pwrite(self._file, SERVING, 0)
        os.fsync(self._file)

    def ended(self) -> None:
        """Everything is closed in good order."""
        os.ftruncate(self._file, 0)

    def __enter__(self) -> "DataDirLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)
