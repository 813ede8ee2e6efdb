"""Processes of the cell itself, beside those of its households."""

import logging
import os
import signal
from collections.abc import Callable
from contextlib import suppress

log = logging.getLogger(__name__)
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 30.0
STABLE_SECONDS = 60.0


class Worker:
    """A process that is started again when it ends, later each time. Moments are of the monotonic clock."""

    def __init__(self, name: str, start: Callable[[], int]):
        """`start` forks it, and answers its id."""
        self.pid: int | None = None
        # The exit status of the last one.
        self.code: int | None = None
        self._name, self._start = name, start
        self._started_at = self._not_before = float("-inf")
        self._pause = FIRST_PAUSE_SECONDS

    def keep(self, now: float) -> None:
        """Start it unless it runs, or ended a moment ago."""
        if self.pid is None and now >= self._not_before:
            self.pid, self._started_at = self._start(), now

    def restart(self) -> None:
        """Kill it, so that `keep` starts it again after the shortest pause."""
        self._started_at = float("-inf")
        self.send(signal.SIGKILL)

    def on_end(self, pid: int, code: int, now: float) -> bool:
        """Note that a process has ended; False when it was another one."""
        if pid != self.pid:
            return False
        # What it started is in its session.
        signal_group(pid, signal.SIGKILL)
        self.pid, self.code = None, code
        self._pause = FIRST_PAUSE_SECONDS if now - self._started_at >= STABLE_SECONDS else self._pause * 2
        self._pause = min(self._pause, LONGEST_PAUSE_SECONDS)
        self._not_before = now + self._pause
        if code > 0:
            log.warning("the process %s ended with status %d", self._name, code)
        return True

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it runs. One that kills also reaches what it started."""
        if self.pid is not None:
            if number == signal.SIGKILL:
                signal_group(self.pid, number)
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)


def signal_group(pid: int, number: signal.Signals) -> None:
    """Signal a process and what it started, if they are there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
