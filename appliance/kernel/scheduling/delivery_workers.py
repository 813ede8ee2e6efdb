"""One queue for each receiver, worked off in the background, so that a slow receiver delays no other."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any

log = logging.getLogger(__name__)


class DeliveryWorkers:
    """Tasks by the id of their receiver, at most one each. What waits is kept elsewhere, in rows."""

    def __init__(self, waiting: Callable[[], Iterable[str]], send_all: Callable[[str], Coroutine[Any, Any, None]]):
        """`waiting` names the receivers that something waits for now; `send_all` sends one all of its own."""
        self._waiting = waiting
        self._send_all = send_all
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Send what waits, in the background. For the event loop's thread."""
        for receiver in self._waiting():
            if receiver not in self._tasks:
                self._tasks[receiver] = task = asyncio.ensure_future(self._send_all(receiver))
                task.add_done_callback(partial(self._ended, receiver))

    async def settled(self, receivers: Iterable[str] | None = None) -> None:
        """Wait until nothing is under way, for these receivers or for any."""
        only = None if receivers is None else set(receivers)
        while tasks := [task for receiver, task in self._tasks.items() if only is None or receiver in only]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Give up what is under way; what was not sent stays in its row."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, receiver: str, task: "asyncio.Task[None]") -> None:
        del self._tasks[receiver]
        if task.cancelled():
            return
        if task.exception():
            log.error("a queue stopped", exc_info=task.exception(), extra={"receiver": receiver})
        else:
            self.wake()  # something may have been planned since the queue looked last
