"""A client for Chromium's DevTools protocol over a pair of pipes: JSON messages, each followed by a NUL byte."""

import asyncio
import itertools
import json
import os
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

MAX_MESSAGE_BYTES = 64 * 1024 * 1024
TIMEOUT_SECONDS = 10.0
POLL_SECONDS = 0.1

Listener = Callable[[dict[str, Any]], None]


class DevToolsError(Exception):
    """Chromium rejected a command, did not answer in time, or closed the connection."""


class DevTools:
    """One connection to one Chromium. Commands may overlap: an answer carries the id of its command."""

    def __init__(self, read: int, write: int) -> None:
        self._read = os.fdopen(read, "rb", buffering=0)
        self._write = os.fdopen(write, "wb", buffering=0)
        self._ids = itertools.count(1)
        self._pending: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: defaultdict[tuple[str, str | None], list[Listener]] = defaultdict(list)

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=MAX_MESSAGE_BYTES)
        self._read_transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), self._read)
        self._write_transport, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self._write)
        self._receive_task = asyncio.create_task(self._receive(reader))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._receive_task.cancel()
        self._read_transport.close()
        self._write_transport.close()

    @property
    def is_closed(self) -> bool:
        """Whether Chromium has closed the connection."""
        return self._receive_task.done()

    async def call(
        self, method: str, session: str | None = None, *, timeout: float = TIMEOUT_SECONDS, **params: Any
    ) -> dict[str, Any]:
        """Send a command and return its result. Raises DevToolsError, also when no answer comes within `timeout`."""
        if self.is_closed:
            raise DevToolsError("Chromium closed the connection")
        command_id = next(self._ids)
        message = {"id": command_id, "method": method, "params": params} | ({"sessionId": session} if session else {})
        result = self._pending[command_id] = asyncio.get_running_loop().create_future()
        self._write_transport.write(json.dumps(message).encode() + b"\0")
        try:
            return await asyncio.wait_for(result, timeout)
        except TimeoutError:
            raise DevToolsError(f"no answer to {method} within {timeout:g} s") from None
        finally:
            del self._pending[command_id]

    def on(self, event: str, session: str | None, listener: Listener) -> None:
        """Call `listener` with the parameters of each `event` of a session, in the order of arrival."""
        self._listeners[event, session].append(listener)

    async def attach_to_page(self) -> str:
        """Attach to the first page and return the session id. Waits until there is a page."""
        while True:
            targets = (await self.call("Target.getTargets"))["targetInfos"]
            if page := next((target for target in targets if target["type"] == "page"), None):
                session = await self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
                return str(session["sessionId"])
            await asyncio.sleep(POLL_SECONDS)

    async def close_browser(self, timeout: float) -> None:
        """Ask Chromium to quit and wait until it has closed the connection, at most `timeout` seconds."""
        with suppress(DevToolsError):
            await self.call("Browser.close", timeout=timeout)
        await asyncio.wait({self._receive_task}, timeout=timeout)

    async def evaluate(self, expression: str, session: str, *, timeout: float = TIMEOUT_SECONDS) -> Any:
        """Return the value of a JavaScript expression in the page. Raises DevToolsError when it throws."""
        answer = await self.call(
            "Runtime.evaluate", session, timeout=timeout, expression=expression, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise DevToolsError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    async def _receive(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                message = json.loads((await reader.readuntil(b"\0"))[:-1])
                for listener in self._listeners.get((message.get("method"), message.get("sessionId")), ()):
                    listener(message["params"])
                result = self._pending.get(message.get("id"))
                if result is None or result.done():
                    continue
                if "error" in message:
                    result.set_exception(DevToolsError(message["error"]["message"]))
                else:
                    result.set_result(message["result"])
        except (asyncio.IncompleteReadError, OSError):
            for result in self._pending.values():
                if not result.done():
                    result.set_exception(DevToolsError("Chromium closed the connection"))
