"""What the keeper of the lease knows, in memory that all processes of a cell read, and only the host's own write."""

import mmap
import os
import struct
import time

VALUE = struct.Struct("d")
SIZE = 4 * VALUE.size
UNTIL, EPOCH, MUST_RESTORE, HANDING_OVER = range(4)


def now() -> float:
    """Seconds since the start of the system, also while it was suspended."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class SharedLease:
    """The lease of this cell.

    A process of a household has the pages, which it cannot make writable, but not the descriptor.
    """

    def __init__(self) -> None:
        self._file = os.memfd_create("mantel-lease", os.MFD_CLOEXEC)
        os.ftruncate(self._file, SIZE)
        # Else the user of a household could open it again, by the descriptor that belongs to the pages.
        os.fchmod(self._file, 0o600)
        readable = os.open(f"/proc/self/fd/{self._file}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            self._values = memoryview(mmap.mmap(readable, SIZE, prot=mmap.PROT_READ)).cast("d")
        finally:
            os.close(readable)

    def fileno(self) -> int:
        """The descriptor with which it is written."""
        return self._file

    @property
    def is_held(self) -> bool:
        """Whether this cell has the lease now."""
        return now() < self._values[UNTIL]

    @property
    def may_write(self) -> bool:
        """Whether a write may be answered now."""
        return self.is_held and not self._values[HANDING_OVER]

    @property
    def epoch(self) -> int:
        """The epoch of the lease; 0 before the first."""
        return int(self._values[EPOCH])

    @property
    def must_restore(self) -> bool:
        """Whether another folder had the lease before."""
        return bool(self._values[MUST_RESTORE])

    def taken(self, epoch: int, *, must_restore: bool) -> None:
        """Store what the lease is; `held_until` makes it hold."""
        self._write(EPOCH, epoch)
        self._write(MUST_RESTORE, must_restore)

    def held_until(self, moment: float) -> None:
        """Let the lease hold until a moment of `now`."""
        self._write(UNTIL, moment)

    def hand_over(self) -> None:
        """Let no write be answered any more."""
        self._write(HANDING_OVER, 1)

    def _write(self, index: int, value: float) -> None:
        os.pwrite(self._file, VALUE.pack(value), index * VALUE.size)
