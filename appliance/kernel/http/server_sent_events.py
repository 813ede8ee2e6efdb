"""The event stream `/api/live` (SSE). It carries only rev; a client that receives a new one reads again."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from litestar import Response

from appliance.kernel.database.database import Database
from appliance.kernel.http.asgi import Receive, Scope, Send, header, send_json
from appliance.kernel.http.limits import (
    STREAMS,
    STREAMS_PER_ADDRESS,
    STREAMS_PER_KEY,
    STREAMS_RESERVED_FOR_LOOPBACK,
)

KEEP_ALIVE_SECONDS = 25.0
# Changes within this time are sent as one.
PAUSE_SECONDS = 0.25
# A client that reads nothing for so long is disconnected.
SEND_TIMEOUT_SECONDS = 10.0

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class ChangeStreams:
    """All open streams.

    `is_key_valid` tells whether a key, by its SHA-256, is still valid: a stream lasts longer than the request's checks.
    """

    def __init__(self, database: Database):
        self.is_key_valid: Callable[[str], bool] = lambda _: False
        self._database = database
        self._by_key: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()
        self._wakes: set[asyncio.Event] = set()
        self._closed = False

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with a stream, until the client disconnects, its key is revoked or the server stops."""
        key, address = scope["mantel"]["digest"], scope["mantel"]["session"].address
        if not self._has_room(key, address):
            await send_json(send, 429, {"error": "too many event streams are open; poll /api/rev instead"})
            return

        self._count(key, address, 1)
        try:
            await self._until_disconnect(self._stream(key, header(scope, b"last-event-id"), send), receive)
        finally:
            self._count(key, address, -1)

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self._by_key.total()

    def wake(self) -> None:
        """Notify every stream that rev may have changed. For the event loop's thread."""
        for wake in self._wakes:
            wake.set()

    def close(self) -> None:
        """End every stream, also those that are opened later: the server stops."""
        self._closed = True
        self.wake()

    def _has_room(self, key: str, address: str) -> bool:
        most = STREAMS if _is_loopback(address) else STREAMS - STREAMS_RESERVED_FOR_LOOPBACK
        return (
            self.count < most
            and self._by_address[address] < STREAMS_PER_ADDRESS
            and self._by_key[key] < STREAMS_PER_KEY
        )

    def _count(self, key: str, address: str, by: int) -> None:
        for counter, name in ((self._by_key, key), (self._by_address, address)):
            counter[name] += by
            if not counter[name]:
                del counter[name]

    async def _until_disconnect(self, stream: Coroutine[Any, Any, None], receive: Receive) -> None:
        """Run the stream until it ends or the client disconnects, whichever is first."""
        sending, disconnect = asyncio.ensure_future(stream), asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait((sending, disconnect), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
        finally:
            sending.cancel()
            disconnect.cancel()
            await asyncio.gather(sending, disconnect, return_exceptions=True)

    async def _stream(self, key: str, last: bytes | None, send: Send) -> None:
        wake = asyncio.Event()
        self._wakes.add(wake)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            sent = -1
            if last == str(self._database.rev).encode():
                sent = self._database.rev
                await _send_text(send, b": no change\n\n")
            while not self._closed and self.is_key_valid(key):
                wake.clear()
                rev = self._database.rev
                if rev != sent:
                    sent = rev
                    await _send_text(send, b'id: %d\ndata: {"rev":%d}\n\n' % (rev, rev))
                    await asyncio.sleep(PAUSE_SECONDS)
                elif not await _woken(wake):
                    await _send_text(send, b": keep-alive\n\n")
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            return  # a slow client; it reconnects when it can
        finally:
            self._wakes.discard(wake)


def _is_loopback(address: str) -> bool:
    # An IPv6 address is counted by its /64 network, also ::1.
    return address.startswith("127.") or address == "::/64"


async def _send_text(send: Send, text: bytes) -> None:
    async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
        await send({"type": "http.response.body", "body": text, "more_body": True})


async def _woken(wake: asyncio.Event) -> bool:
    """Wait for a change; False when it is time for a keep-alive."""
    with suppress(TimeoutError):
        async with asyncio.timeout(KEEP_ALIVE_SECONDS):
            return await wake.wait()
    return False


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class ChangeStreamResponse(Response[str]):
    """A response with a stream as its body."""

    def __init__(self, change_streams: ChangeStreams):
        super().__init__("", media_type="text/event-stream")
        self._change_streams = change_streams

    def to_asgi_response(self, *_: Any, **__: Any) -> Any:
        """Give the ASGI application that streams the events."""
        return self._change_streams.stream
