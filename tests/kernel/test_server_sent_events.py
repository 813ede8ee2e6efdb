"""The event stream `/api/live`, of the application in the test process and of a real server process."""

import asyncio
import http.client
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from appliance.access import actions as access
from appliance.access.models import MadeKey, NewKey
from appliance.app import Application
from appliance.kernel.database.transactions import Tx
from appliance.kernel.http import limits, server_sent_events
from tests.machine import ADMIN_KEY, Machine


class Stream:
    """A request for the event stream, sent to the ASGI application. `received` is the body so far."""

    def __init__(self, application: Application, key: str, address: str = "127.0.0.1", **headers: str) -> None:
        all_headers = {"authorization": f"Bearer {key}", **headers}
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.received = b""
        self.ended = False
        self.blocked = False
        self._application = application
        self._disconnected = asyncio.Event()
        self.scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": "/api/live",
            "raw_path": b"/api/live",
            "query_string": b"",
            "root_path": "",
            "headers": [
                (name.lower().replace("_", "-").encode(), value.encode()) for name, value in all_headers.items()
            ],
            "client": (address, 1),
            "server": ("127.0.0.1", 8080),
            "extensions": {},
        }

    async def run(self) -> None:
        await self._application.app(self.scope, self._receive, self._send)
        self.ended = True

    def disconnect(self) -> None:
        self._disconnected.set()

    async def wait_for(self, text: str) -> None:
        """Wait until the text has arrived."""
        async with asyncio.timeout(120):
            while text.encode() not in self.received:
                await asyncio.sleep(0.005)

    async def wait_for_end(self) -> None:
        """Wait until the response has ended."""
        async with asyncio.timeout(120):
            while not self.ended:
                await asyncio.sleep(0.005)

    async def _receive(self) -> dict[str, Any]:
        await self._disconnected.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        elif self.blocked:
            await asyncio.Event().wait()
        else:
            self.received += message["body"]


@asynccontextmanager
async def streams(application: Application) -> AsyncIterator[Any]:
    """Give a function that opens streams. As in the server, every commit wakes them."""
    loop = asyncio.get_running_loop()
    application.database.on_commit = lambda: loop.call_soon_threadsafe(application.change_streams.wake)
    tasks: list[asyncio.Task[None]] = []

    async def open_stream(key: str, address: str = "127.0.0.1", **headers: str) -> Stream:
        stream = Stream(application, key, address, **headers)
        tasks.append(asyncio.create_task(stream.run()))
        while not stream.status:
            await asyncio.sleep(0.005)
        return stream

    try:
        yield open_stream
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


def test_rev_is_sent_at_the_start_and_after_every_change(application: Application, wall: MadeKey) -> None:
    async def follow() -> None:
        async with streams(application) as open_stream:
            stream = await open_stream(wall.key)
            first = application.database.rev
            await stream.wait_for(event(first))
            await application.database.write(touch)
            await stream.wait_for(event(first + 1))
            assert event(first) + event(first + 1) == stream.received.decode()
            assert 200 == stream.status
            assert b"text/event-stream; charset=utf-8" == stream.headers[b"content-type"]
            assert b"no-store" == stream.headers[b"cache-control"]
            assert b"etag" not in stream.headers

    asyncio.run(follow())


def test_a_stream_continues_after_the_last_event_id(application: Application, wall: MadeKey) -> None:
    async def follow() -> None:
        async with streams(application) as open_stream:
            rev = application.database.rev
            behind, level, ahead = [await open_stream(wall.key, last_event_id=str(n)) for n in (rev - 1, rev, rev + 7)]
            await behind.wait_for(event(rev))
            await ahead.wait_for(event(rev))
            await level.wait_for(": ")
            assert "data" not in level.received.decode()
            await application.database.write(touch)
            await level.wait_for(event(rev + 1))

    asyncio.run(follow())


def test_an_idle_stream_sends_keep_alive_comments(
    application: Application, wall: MadeKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "KEEP_ALIVE_SECONDS", 0.01)

    async def follow() -> None:
        async with streams(application) as open_stream:
            stream = await open_stream(wall.key)
            await stream.wait_for(": keep-alive\n\n: keep-alive\n\n")

    asyncio.run(follow())


def test_the_stream_of_a_revoked_key_ends_and_others_continue(application: Application, wall: MadeKey) -> None:
    async def follow() -> None:
        async with streams(application) as open_stream:
            other = await application.database.write(access.make_key, NewKey(name="Phone", scope="admin"))
            revoked, kept = await open_stream(wall.key), await open_stream(other.key)
            await application.database.write(access.revoke_key, wall.id)
            await revoked.wait_for_end()
            assert event(application.database.rev) not in revoked.received.decode()
            await kept.wait_for(event(application.database.rev))
            assert not kept.ended

    asyncio.run(follow())


def test_streams_are_limited_per_key_and_in_total(
    application: Application, wall: MadeKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "STREAMS", limits.STREAMS_PER_KEY + 1)

    async def follow() -> None:
        async with streams(application) as open_stream:
            phone = await application.database.write(access.make_key, NewKey(name="Phone"))
            open_ones = [await open_stream(wall.key) for _ in range(limits.STREAMS_PER_KEY)]
            rejected = await open_stream(wall.key)
            await rejected.wait_for_end()
            assert 429 == rejected.status
            assert "poll /api/rev" in json.loads(rejected.received)["error"]

            assert 200 == (await open_stream(phone.key)).status
            assert 429 == (await open_stream(phone.key)).status

            open_ones[0].disconnect()
            await open_ones[0].wait_for_end()
            assert 200 == (await open_stream(phone.key)).status

    asyncio.run(follow())
    assert 0 == application.change_streams.count


def test_a_household_with_many_tabs_behind_one_proxy_opens_all_its_streams(application: Application) -> None:
    async def follow() -> None:
        async with streams(application) as open_stream:
            for name in [f"Phone {n}" for n in range(20)] + [f"Wall {n}" for n in range(6)]:
                device = await application.database.write(access.make_key, NewKey(name=name))
                assert [200] * 6 == [(await open_stream(device.key, "192.0.2.1")).status for _ in range(6)]

    asyncio.run(follow())


def test_no_address_takes_all_streams_and_loopback_has_room(
    application: Application, wall: MadeKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "STREAMS", 8)
    monkeypatch.setattr(server_sent_events, "STREAMS_PER_ADDRESS", 3)
    monkeypatch.setattr(server_sent_events, "STREAMS_RESERVED_FOR_LOOPBACK", 2)

    async def follow() -> None:
        async with streams(application) as open_stream:

            async def open_from(*addresses: str) -> list[int]:
                return [(await open_stream(wall.key, address)).status for address in addresses]

            assert [200, 200, 200, 429] == await open_from(*["192.0.2.1"] * 4)
            assert [200, 200, 200] == await open_from("2001:db8::1", "2001:db8::2", "2001:db8::3")
            assert [429, 429] == await open_from("2001:db8::4", "192.0.2.2")
            assert [200, 200, 429] == await open_from("127.0.0.1", "::1", "127.0.0.1")

    asyncio.run(follow())
    assert 0 == application.change_streams.count


def test_a_client_that_does_not_read_is_disconnected(
    application: Application, wall: MadeKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "SEND_TIMEOUT_SECONDS", 0.02)

    async def follow() -> None:
        async with streams(application) as open_stream:
            slow, quick = await open_stream(wall.key), await open_stream(wall.key)
            await slow.wait_for(event(application.database.rev))
            slow.blocked = True
            await application.database.write(touch)
            await slow.wait_for_end()
            await quick.wait_for(event(application.database.rev))
            assert 1 == application.change_streams.count

    asyncio.run(follow())


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A real server process that answers."""
    machine = Machine(tmp_path / "data", tmp_path / "log")
    try:
        machine.start()
        yield machine
    finally:
        machine.kill()


def open_live(machine: Machine, key: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", machine.port, timeout=120)
    connection.request("GET", "/api/live", headers={"Authorization": f"Bearer {key}"})
    return connection.getresponse()


def next_rev(stream: http.client.HTTPResponse) -> int:
    lines = [stream.readline().decode() for _ in range(3)]
    found = re.fullmatch(r'id: (\d+)\ndata: {"rev":\1}\n\n', "".join(lines))
    assert found, lines
    return int(found[1])


def test_the_real_server_sends_events_and_ends_streams(machine: Machine) -> None:
    stream = open_live(machine, ADMIN_KEY)
    first = next_rev(stream)
    _, wall = machine.request("POST", "/api/keys", {"name": "Wall"})
    assert first + 1 == next_rev(stream)

    walls = open_live(machine, wall["key"])
    assert first + 1 == next_rev(walls)
    machine.request("DELETE", f"/api/keys/{wall['id']}")
    assert b"" == walls.read()
    assert first + 2 == next_rev(stream)

    others = [open_live(machine, ADMIN_KEY) for _ in range(limits.STREAMS_PER_KEY - 1)]
    assert {200} == {each.status for each in others}
    assert 429 == open_live(machine, ADMIN_KEY).status

    assert machine.server
    machine.server.terminate()
    assert b"" == stream.read()
    assert 0 == machine.server.wait(300)
