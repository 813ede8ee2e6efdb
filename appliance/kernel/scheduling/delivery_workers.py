"""One background task for each recipient, so that a slow recipient delays no other."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any

log = logging.getLogger(__name__)


class DeliveryWorkers:
    """At most one task for each recipient, by its id. Waiting deliveries are rows of the database."""

    def __init__(self, waiting: Callable[[], Iterable[str]], send_all: Callable[[str], Coroutine[Any, Any, None]]):
        """`waiting` returns the recipients with waiting deliveries; `send_all` sends all deliveries of one."""
        self._waiting = waiting
        self._send_all = send_all
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Send waiting deliveries in the background. For the event loop's thread."""
        for recipient in self._waiting():
            if recipient not in self._tasks:
                self._tasks[recipient] = task = asyncio.ensure_future(self._send_all(recipient))
                task.add_done_callback(partial(self._ended, recipient))

    async def settled(self, recipients: Iterable[str] | None = None) -> None:
        """Wait until no task runs, for these recipients or for all."""
        only = None if recipients is None else set(recipients)
        while tasks := [task for recipient, task in self._tasks.items() if only is None or recipient in only]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Cancel the running tasks. What was not sent stays in its row."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, recipient: str, task: "asyncio.Task[None]") -> None:
        del self._tasks[recipient]
        if task.cancelled():
            return
        if task.exception():
            log.error("delivery failed", exc_info=task.exception(), extra={"recipient": recipient})
        else:
            self.wake()  # deliveries may have been planned since the task looked last
