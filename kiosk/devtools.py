"""Chromium's DevTools protocol over a pair of pipes: JSON messages that each end in a NUL."""

import asyncio
import itertools
import json
import os
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

LARGEST_MESSAGE = 64 * 1024 * 1024
ANSWER_SECONDS = 10.0
LOOK_SECONDS = 0.1

Listener = Callable[[dict[str, Any]], None]


class DevToolsError(Exception):
    """Chromium refused a command, did not answer in time, or hung up."""


class DevTools:
    """One conversation with one Chromium. Commands may overlap: each gets the answer that carries its number."""

    def __init__(self, read: int, write: int) -> None:
        self._read = os.fdopen(read, "rb", buffering=0)
        self._write = os.fdopen(write, "wb", buffering=0)
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: defaultdict[tuple[str, str | None], list[Listener]] = defaultdict(list)

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=LARGEST_MESSAGE)
        self._hearing, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), self._read)
        self._speaking, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self._write)
        self._listening = asyncio.create_task(self._listen(reader))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listening.cancel()
        self._hearing.close()
        self._speaking.close()

    @property
    def hung_up(self) -> bool:
        """Whether Chromium has closed the pipe."""
        return self._listening.done()

    async def call(
        self, method: str, session: str | None = None, *, within: float = ANSWER_SECONDS, **params: Any
    ) -> dict[str, Any]:
        """Chromium's answer to one command. Raises DevToolsError, also after `within` seconds without one."""
        if self.hung_up:
            raise DevToolsError("Chromium hung up")
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._speaking.write(json.dumps(message).encode() + b"\0")
        try:
            return await asyncio.wait_for(answer, within)
        except TimeoutError:
            raise DevToolsError(f"no answer to {method} within {within:g} s") from None
        finally:
            del self._waiting[number]

    def on(self, event: str, session: str | None, listener: Listener) -> None:
        """Call `listener` with the parameters of each `event` of a session, in the order they come."""
        self._listeners[event, session].append(listener)

    async def attach(self) -> str:
        """The session of the first page; waits until there is one."""
        while True:
            targets = (await self.call("Target.getTargets"))["targetInfos"]
            if page := next((target for target in targets if target["type"] == "page"), None):
                session = await self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
                return str(session["sessionId"])
            await asyncio.sleep(LOOK_SECONDS)

    async def close_browser(self, within: float) -> None:
        """Ask Chromium to end in good order and wait until it has hung up, at most `within` seconds."""
        with suppress(DevToolsError):
            await self.call("Browser.close", within=within)
        await asyncio.wait({self._listening}, timeout=within)

    async def evaluate(self, expression: str, session: str, *, within: float = ANSWER_SECONDS) -> Any:
        """The value of a JavaScript expression in the page. Raises DevToolsError when it throws."""
        answer = await self.call("Runtime.evaluate", session, within=within, expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise DevToolsError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                message = json.loads((await reader.readuntil(b"\0"))[:-1])
                for listener in self._listeners.get((message.get("method"), message.get("sessionId")), ()):
                    listener(message["params"])
                answer = self._waiting.get(message.get("id"))
                if answer is None or answer.done():
                    continue
                if "error" in message:
                    answer.set_exception(DevToolsError(message["error"]["message"]))
                else:
                    answer.set_result(message["result"])
        except (asyncio.IncompleteReadError, OSError):
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(DevToolsError("Chromium hung up"))
