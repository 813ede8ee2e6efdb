"""What reading one calendar may cost, checked while its occurrences are made, so that no event can cost more."""

import time
from collections.abc import Callable

from appliance.kernel.errors import BadGateway

# As much as one transaction should replace.
MAX_OCCURRENCES = 100_000
READ_SECONDS = 60.0


class TooMuch(BadGateway):
    """A calendar that is more than is read of one."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="calendar_too_large")


class Budget:
    """The occurrences and the time that are left. Every method raises TooMuch when there is nothing left."""

    def __init__(self, is_late: Callable[[], bool] = lambda: False, most: int = MAX_OCCURRENCES):
        self._is_late = is_late
        self._most = most
        self._taken = 0

    @classmethod
    def of_this_thread(cls) -> "Budget":
        """A budget of READ_SECONDS of this thread's processor time."""
        end = time.thread_time() + READ_SECONDS
        return cls(lambda: time.thread_time() > end)

    def take(self, occurrences: int = 1) -> None:
        """Count occurrences."""
        self._taken += occurrences
        self.check_count(self._taken)

    def check_count(self, occurrences: int) -> None:
        """Check a number of occurrences that are in memory at the same time."""
        if occurrences > self._most:
            raise TooMuch(f"the calendar has more than {self._most:,} events within a year")

    def check_pairs(self, events: int, changes: int) -> None:
        """Check how many changed occurrences have to be compared with how many events of the same UID."""
        if events * changes > 2 * self._most:
            raise self._too_long()

    def check_time(self) -> None:
        """Check that there is time left."""
        if self._is_late():
            raise self._too_long()

    def _too_long(self) -> TooMuch:
        return TooMuch("the calendar takes too long to read; it has too many or too complicated repeating events")
