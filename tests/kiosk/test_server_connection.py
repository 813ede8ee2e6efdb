"""The connection to the server, over a real Unix socket."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kiosk.server_connection import MAX_LINE_BYTES, ServerConnection
from tests.kiosk.fake_server import FakeServer, Message
from tests.kiosk.harness import run_in_thread

KEY = {"type": "key", "key": "mtl_wall"}


def run_connection(path: Path, script: Callable[[FakeServer, list[Message]], None]) -> None:
    """Run a connection while `script` plays the server in another thread. It gets the list of received messages."""

    async def connect() -> None:
        received: list[Message] = []
        connection = ServerConnection(path, received.append, lambda: None, retry_seconds=0.05)
        task = asyncio.create_task(connection.run())
        with FakeServer(path).running() as server:
            await asyncio.to_thread(script, server, received)
        task.cancel()

    run_in_thread(connect())


def wait_until(condition: Callable[[], Any]) -> None:
    async def poll() -> None:
        while not condition():
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(poll(), 60))


def test_it_sends_hello_and_receives_one_message_a_line(tmp_path: Path) -> None:
    def script(server: FakeServer, received: list[Message]) -> None:
        server.accept()
        assert "hello" == server.receive(lambda _: True)["type"]
        server.send(b'{"type": "house', b'hold"}\n{"type": "set', b'tings", "name": "K\xc3\xbcche"}\n')
        wait_until(lambda: len(received) == 2)
        assert [{"type": "household"}, {"type": "settings", "name": "Küche"}] == received

    run_connection(tmp_path / "wall.sock", script)


def test_invalid_messages_are_ignored(tmp_path: Path) -> None:
    def script(server: FakeServer, received: list[Message]) -> None:
        server.accept()
        server.send(b"{\n", b"[1]\n", b"\xff\xfe\n", b"\n", KEY)
        wait_until(lambda: received)
        assert [KEY] == received

    run_connection(tmp_path / "wall.sock", script)


def send_too_long_line(server: FakeServer) -> None:
    # The kiosk disconnects before it has received all of it.
    with suppress(OSError):
        server.send(b"x" * 2 * MAX_LINE_BYTES)


@pytest.mark.parametrize("interrupt", [FakeServer.disconnect, send_too_long_line])
def test_it_reconnects(tmp_path: Path, interrupt: Callable[[FakeServer], None]) -> None:
    def script(server: FakeServer, received: list[Message]) -> None:
        server.accept()
        interrupt(server)
        server.accept()
        server.send(KEY)
        wait_until(lambda: received)
        assert [KEY] == received

    run_connection(tmp_path / "wall.sock", script)


def test_it_connects_to_a_server_that_starts_later(tmp_path: Path) -> None:
    async def connect() -> None:
        received: list[Message] = []
        connected = asyncio.Event()
        connection = ServerConnection(tmp_path / "wall.sock", received.append, connected.set, retry_seconds=0.05)
        assert not connection.send({"type": "request-key"})
        task = asyncio.create_task(connection.run())
        await asyncio.sleep(0.2)
        with FakeServer(tmp_path / "wall.sock").running() as server:
            await connected.wait()
            assert connection.send({"type": "request-key"})
            await asyncio.to_thread(server.receive, lambda message: message.get("type") == "request-key")
            task.cancel()
            # The connection must close before the server's socket does.
            await asyncio.wait({task})

    run_in_thread(connect())
