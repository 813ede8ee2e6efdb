"""The instant of the newest write, by which a clock that is behind is recognised."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from appliance.kernel.scheduling.clock import moment

# A write so much later than the one before may come from a clock that was ahead.
JUMP = timedelta(days=1)


class WriteTimes:
    """Keeps the newest instant of all writes, and forgets one of a clock that was ahead for a while.

    Such an instant lies far after the write before it, and the writes that follow continue from that earlier write:
    at 10:00, one year later, at 10:05. Writes that go back further than that come from a clock that is behind.
    """

    def __init__(self, instants: Iterable[str] = ()):
        """`instants` of earlier writes, in the order in which they were made."""
        self._newest: str | None = None
        self._before_jump: str | None = None
        for at in instants:
            self.add(at)

    def add(self, at: str) -> None:
        """Note the instant of the write that was made last."""
        if self._newest is None:
            self._newest = at
        elif at >= self._newest:
            if moment(at) - moment(self._newest) > JUMP:
                self._before_jump = self._newest
            self._newest = at
        elif self._before_jump is not None and at >= self._before_jump:
            self._newest, self._before_jump = at, None

    def is_before_newest(self, now: datetime) -> bool:
        """Whether something was written later than `now`."""
        return self._newest is not None and now < moment(self._newest)
