"""Where a page's time goes: Chromium's own trace of its main thread, and what it would be on a slower processor."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

CATEGORIES = ["toplevel", "blink.user_timing"]
TASK = "ThreadControllerImpl::RunTask"


class Stretch(NamedTuple):
    """From something that happened to the end of the frame that shows it; milliseconds."""

    wall: float
    processor: float

    def slower(self, times: float) -> float:
        """How long it takes where the page's main thread works so many times slower and waits as long as here."""
        return self.wall + (times - 1) * self.processor


@dataclass
class Trace:
    events: list[dict[str, Any]] = field(default_factory=list)

    def stretches(self, name: str) -> list[Stretch]:
        """Between each pair of the page's own marks `<name> begins` and `<name> ends`, in their order."""
        pairs = zip(self._marks(f"{name} begins"), self._marks(f"{name} ends"), strict=True)
        return [_stretch(self._tasks(end["pid"], end["tid"]), begin["ts"], end["ts"]) for begin, end in pairs]

    def _tasks(self, process: int, thread: int) -> list[dict[str, Any]]:
        return [
            one
            for one in self.events
            if one["name"] == TASK and one["pid"] == process and one["tid"] == thread and "tdur" in one
        ]

    def _marks(self, name: str) -> list[dict[str, Any]]:
        return sorted((one for one in self.events if one["name"] == name), key=lambda one: float(one["ts"]))


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[Trace]:
    """The trace is there after the block."""
    session, found, ended = browser.new_browser_cdp_session(), Trace(), list[object]()
    session.on("Tracing.dataCollected", lambda told: found.events.extend(told["value"]))
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": CATEGORIES}})
    yield found
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    session.detach()


def _stretch(tasks: list[dict[str, Any]], begin: float, end: float) -> Stretch:
    """A task that is only partly within it counts in part."""
    processor = 0.0
    for task in tasks:
        within = min(task["ts"] + task["dur"], end) - max(task["ts"], begin)
        if within > 0:
            processor += task["tdur"] * within / max(task["dur"], 1)
    return Stretch((end - begin) / 1000, processor / 1000)
