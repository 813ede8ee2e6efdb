"""The live feed, asked of the application itself and of the real server process."""

import asyncio
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from appliance.access import actions as access
from appliance.access.models import MadeKey, NewKey
from appliance.app import Application
from appliance.kernel.database.transactions import Tx
from appliance.kernel.http import limits, server_sent_events
from tests.served import ALONE


class Stream:
    """A request for the feed, made to the application: `heard` is what has come so far."""

    def __init__(self, application: Application, key: str, **headers: str) -> None:
        lines = {"authorization": f"Bearer {key}", **headers}
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.heard = b""
        self.ended = False
        self.blocked = False
        self._house = application
        self._gone = asyncio.Event()
        self.scope: dict[str, Any] = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": "/api/live", "raw_path": b"/api/live", "query_string": b"", "root_path": "",
            "headers": [(name.lower().replace("_", "-").encode(), value.encode()) for name, value in lines.items()],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8080), "extensions": {},
        }  # fmt: skip

    async def run(self) -> None:
        await self._house.app(self.scope, self._receive, self._send)
        self.ended = True

    def leave(self) -> None:
        self._gone.set()

    async def hears(self, text: str) -> None:
        """Wait until a text has come."""
        async with asyncio.timeout(20):
            while text.encode() not in self.heard:
                await asyncio.sleep(0.005)

    async def ends(self) -> None:
        """Wait for the end."""
        async with asyncio.timeout(20):
            while not self.ended:
                await asyncio.sleep(0.005)

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        elif self.blocked:
            await asyncio.Event().wait()
        else:
            self.heard += message["body"]


@asynccontextmanager
async def streams(application: Application) -> AsyncIterator[Any]:
    """Opens streams; as in the server, every commit wakes them."""
    loop = asyncio.get_running_loop()
    application.database.on_commit = lambda: loop.call_soon_threadsafe(application.change_streams.wake)
    tasks: list[asyncio.Task[None]] = []

    async def opened(key: str, **headers: str) -> Stream:
        stream = Stream(application, key, **headers)
        tasks.append(asyncio.create_task(stream.run()))
        while not stream.status:
            await asyncio.sleep(0.005)
        return stream

    try:
        yield opened
    finally:
        application.change_streams.close()
        await asyncio.gather(*tasks)


@pytest.fixture
def wall(application: Application) -> MadeKey:
    return application.database.write_now(access.make_key, NewKey(name="Wall"))


def touch(tx: Tx) -> int:
    return tx.touch()


def event(rev: int) -> str:
    return f'id: {rev}\ndata: {{"rev":{rev}}}\n\n'


def test_rev_is_told_at_the_start_and_at_every_move(application: Application, wall: MadeKey) -> None:
    async def follow() -> None:
        async with streams(application) as opened:
            stream = await opened(wall.key)
            first = application.database.rev
            await stream.hears(event(first))
            await application.database.write(touch)
            await stream.hears(event(first + 1))
            assert event(first) + event(first + 1) == stream.heard.decode()
            assert 200 == stream.status
            assert b"text/event-stream; charset=utf-8" == stream.headers[b"content-type"]
            assert b"no-store" == stream.headers[b"cache-control"]
            assert b"etag" not in stream.headers

    asyncio.run(follow())


def test_it_goes_on_from_the_last_event_that_was_heard(application: Application, wall: MadeKey) -> None:
    async def follow() -> None:
        async with streams(application) as opened:
            rev = application.database.rev
            behind, level, ahead = [await opened(wall.key, last_event_id=str(n)) for n in (rev - 1, rev, rev + 7)]
            await behind.hears(event(rev))
            await ahead.hears(event(rev))
            await level.hears(": ")
            assert "data" not in level.heard.decode()
            await application.database.write(touch)
            await level.hears(event(rev + 1))

    asyncio.run(follow())


def test_a_silent_feed_gives_signs_of_life(
    application: Application, wall: MadeKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "KEEP_ALIVE_SECONDS", 0.01)

    async def follow() -> None:
        async with streams(application) as opened:
            stream = await opened(wall.key)
            await stream.hears(": keep-alive\n\n: keep-alive\n\n")

    asyncio.run(follow())


def test_the_feed_of_a_revoked_key_ends_and_the_others_go_on(application: Application, wall: MadeKey) -> None:
    async def follow() -> None:
        async with streams(application) as opened:
            other = await application.database.write(access.make_key, NewKey(name="Phone", scope="admin"))
            revoked, kept = await opened(wall.key), await opened(other.key)
            await application.database.write(access.revoke_key, wall.id)
            await revoked.ends()
            assert event(application.database.rev) not in revoked.heard.decode()
            await kept.hears(event(application.database.rev))
            assert not kept.ended

    asyncio.run(follow())


def test_streams_are_limited_for_a_key_and_altogether(
    application: Application, wall: MadeKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "STREAMS", limits.STREAMS_PER_KEY + 1)

    async def follow() -> None:
        async with streams(application) as opened:
            phone = await application.database.write(access.make_key, NewKey(name="Phone"))
            open_ones = [await opened(wall.key) for _ in range(limits.STREAMS_PER_KEY)]
            refused = await opened(wall.key)
            await refused.ends()
            assert 429 == refused.status
            assert "poll /api/rev" in json.loads(refused.heard)["error"]

            assert 200 == (await opened(phone.key)).status
            assert 429 == (await opened(phone.key)).status

            open_ones[0].leave()
            await open_ones[0].ends()
            assert 200 == (await opened(phone.key)).status

    asyncio.run(follow())
    assert 0 == application.change_streams.count


def test_a_client_that_takes_nothing_is_dropped(
    application: Application, wall: MadeKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "SEND_TIMEOUT_SECONDS", 0.02)

    async def follow() -> None:
        async with streams(application) as opened:
            slow, quick = await opened(wall.key), await opened(wall.key)
            await slow.hears(event(application.database.rev))
            slow.blocked = True
            await application.database.write(touch)
            await slow.ends()
            await quick.hears(event(application.database.rev))
            assert 1 == application.change_streams.count

    asyncio.run(follow())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A real server process and its port; the admin key is `owner`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = {"PATH": os.environ["PATH"], "PORT": str(port), **ALONE, "DATA_DIR": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "appliance", "serve"], env=environment | {"ADMIN_API_KEY": "owner"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=Path(__file__).parent.parent.parent,
    )  # fmt: skip
    try:
        for _ in range(400):
            try:
                urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5).close()
                break
            except OSError:
                time.sleep(0.05)
        yield process, port
    finally:
        process.kill()
        process.wait()


def call(port: int, method: str, path: str, body: object = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Authorization": "Bearer owner", "Content-Type": "application/json"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    found = json.loads(connection.getresponse().read())
    connection.close()
    return found


def followed(port: int, key: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/api/live", headers={"Authorization": f"Bearer {key}"})
    return connection.getresponse()


def next_rev(stream: http.client.HTTPResponse) -> int:
    lines = [stream.readline().decode() for _ in range(3)]
    found = re.fullmatch(r'id: (\d+)\ndata: {"rev":\1}\n\n', "".join(lines))
    assert found, lines
    return int(found[1])


def test_the_real_server_tells_ends_and_stops(server: tuple[subprocess.Popen[bytes], int]) -> None:
    process, port = server
    stream = followed(port, "owner")
    first = next_rev(stream)
    wall = call(port, "POST", "/api/keys", {"name": "Wall"})
    assert first + 1 == next_rev(stream)

    walls = followed(port, wall["key"])
    assert first + 1 == next_rev(walls)
    call(port, "DELETE", f"/api/keys/{wall['id']}")
    assert b"" == walls.read()
    assert first + 2 == next_rev(stream)

    others = [followed(port, "owner") for _ in range(limits.STREAMS_PER_KEY - 1)]
    assert {200} == {each.status for each in others}
    assert 429 == followed(port, "owner").status

    process.terminate()
    assert b"" == stream.read()
    assert 0 == process.wait(20)
