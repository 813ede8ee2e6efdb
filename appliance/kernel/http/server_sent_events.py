"""The live feed: an event stream that carries rev and nothing else; whoever hears it asks again. (SSE)"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from litestar import Response, Router, get
from litestar.di import NamedDependency

from appliance.kernel.database.database import Database
from appliance.kernel.http.asgi import Receive, Scope, Send, header, send_json
from appliance.kernel.http.limits import STREAMS, STREAMS_PER_KEY

KEEP_ALIVE_SECONDS = 25.0
# Changes that follow each other closely are told as one.
PAUSE_SECONDS = 0.25
# A client that takes nothing for so long has gone without saying so.
SEND_TIMEOUT_SECONDS = 10.0

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class ChangeStreams:
    """Every open stream.

    `admits` says whether a key, by its SHA-256, is still good: a stream outlives the request that opened it.
    """

    def __init__(self, database: Database):
        self.is_key_valid: Callable[[str], bool] = lambda _: False
        self._database = database
        self._open: Counter[str] = Counter()
        self._wakes: set[asyncio.Event] = set()
        self._closed = False

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with a stream, until the client goes, its key is revoked or the server stops."""
        key = scope["mantel"]["digest"]
        if self._open[key] >= STREAMS_PER_KEY or self._open.total() >= STREAMS:
            await send_json(send, 429, {"error": "too many live feeds are open; poll /api/rev instead"})
            return

        self._open[key] += 1
        try:
            await self._until_gone(self._stream(key, header(scope, b"last-event-id"), send), receive)
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self._open.total()

    def wake(self) -> None:
        """Tell every stream that rev may have moved. For the event loop's thread."""
        for wake in self._wakes:
            wake.set()

    def close(self) -> None:
        """End every stream, now and from now on: the server stops."""
        self._closed = True
        self.wake()

    async def _until_gone(self, stream: Coroutine[Any, Any, None], receive: Receive) -> None:
        """Run the stream until it ends or the client has gone, whichever is first."""
        told, gone = asyncio.ensure_future(stream), asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait((told, gone), return_when=asyncio.FIRST_COMPLETED)
            if told.done():
                told.result()
        finally:
            told.cancel()
            gone.cancel()
            await asyncio.gather(told, gone, return_exceptions=True)

    async def _stream(self, key: str, last: bytes | None, send: Send) -> None:
        wake = asyncio.Event()
        self._wakes.add(wake)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            told = -1
            if last == str(self._database.rev).encode():
                told = self._database.rev
                await _tell(send, b": nothing is new\n\n")
            while not self._closed and self.is_key_valid(key):
                wake.clear()
                rev = self._database.rev
                if rev != told:
                    told = rev
                    await _tell(send, b'id: %d\ndata: {"rev":%d}\n\n' % (rev, rev))
                    await asyncio.sleep(PAUSE_SECONDS)
                elif not await _woken(wake):
                    await _tell(send, b": still here\n\n")
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            return  # a slow client: it will ask again when it can
        finally:
            self._wakes.discard(wake)


async def _tell(send: Send, text: bytes) -> None:
    async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
        await send({"type": "http.response.body", "body": text, "more_body": True})


async def _woken(wake: asyncio.Event) -> bool:
    """Wait for news; False when it is time for a sign of life."""
    with suppress(TimeoutError):
        async with asyncio.timeout(KEEP_ALIVE_SECONDS):
            return await wake.wait()
    return False


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class ChangeStreamResponse(Response[str]):
    """The answer that lasts: a stream instead of a body."""

    def __init__(self, change_streams: ChangeStreams):
        super().__init__("", media_type="text/event-stream")
        self._change_streams = change_streams

    def to_asgi_response(self, *_: Any, **__: Any) -> Any:
        return self._change_streams.stream


@get(
    "/live",
    operation_id="followChanges",
    summary="Be told at once when anything changed",
    media_type="text/event-stream",
)
async def stream_changes(change_streams: NamedDependency[ChangeStreams]) -> ChangeStreamResponse:
    """An event stream (SSE): `id: <rev>` and `data: {"rev": n}` whenever rev has moved, and now and then a comment.

    The first event comes at once, unless `Last-Event-ID` names the current rev. 429 when too many are open: poll then.
    """
    return ChangeStreamResponse(change_streams)


ROUTES = Router("/", route_handlers=[stream_changes], tags=["Household"])
