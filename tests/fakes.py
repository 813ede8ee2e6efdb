"""Fakes that tests pass to `build`: a clock that the test sets."""

from datetime import UTC, datetime, timedelta

from appliance.kernel.scheduling.clock import Clock

FRIDAY = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


class FakeClock(Clock):
    """Stands still until it is turned."""

    def __init__(self, at: datetime = FRIDAY):
        self.at = at
        self.right: bool | None = None

    def now(self) -> datetime:
        return self.at

    def is_right(self) -> bool | None:
        return self.right

    def turn(self, **by: float) -> None:
        """Move on, or back, by a timedelta's arguments."""
        self.at += timedelta(**by)
