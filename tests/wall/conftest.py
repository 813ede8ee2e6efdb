"""A server that listens for kiosks, and fake kiosks that connect to it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from appliance.app import Application
from appliance.wall.kiosk_ipc import KioskConnection
from tests.client import Loop
from tests.wall.fake_kiosk import FakeKiosk

Connect = Callable[..., FakeKiosk]


@pytest.fixture
def socket_path(settings: Any) -> Path:
    """The path of the kiosk's socket."""
    return Path(settings.data_dir) / "wall.sock"


@pytest.fixture
def kiosk_connection(application: Application, loop: Loop, socket_path: Path) -> Iterator[KioskConnection]:
    """The server's side, listening. A commit sends changes, as in the real server."""
    application.database.on_commit = lambda: loop.loop.call_soon_threadsafe(application.kiosk.send_changes)
    with listening(application.kiosk, loop, socket_path):
        yield application.kiosk
        application.database.on_commit = None


@contextmanager
def listening(connection: KioskConnection, loop: Loop, path: Path) -> Iterator[Callable[[], None]]:
    """The server's side listens at a path until the end, or until the function is called, which waits for its end."""

    async def started() -> "asyncio.Task[None]":
        return asyncio.create_task(connection.run())

    async def stopped() -> None:
        running.cancel()
        await asyncio.wait([running])

    running = loop.run(started())
    loop.run(wait_for_socket(path))
    yield lambda: loop.run(stopped())
    loop.run(stopped())


async def wait_for_socket(path: Path) -> None:
    """Wait until a server accepts connections."""
    for _ in range(6_000):
        with suppress(OSError):
            _, writer = await asyncio.open_unix_connection(str(path))
            writer.close()
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"no server listens at {path}")


@pytest.fixture
def connect(kiosk_connection: KioskConnection, socket_path: Path) -> Iterator[Connect]:
    """Connects fake kiosks and closes them at the end."""
    kiosks: list[FakeKiosk] = []

    def connect_kiosk(**options: Any) -> FakeKiosk:
        kiosks.append(FakeKiosk(socket_path, **options))
        return kiosks[-1]

    yield connect_kiosk
    for kiosk in kiosks:
        kiosk.close()


@pytest.fixture
def eventually(loop: Loop) -> Callable[[Callable[[], Any]], Any]:
    """Calls a function until its result is true, and returns the result."""

    def poll(condition: Callable[[], Any]) -> Any:
        for _ in range(3_000):
            if result := condition():
                return result
            loop.run(asyncio.sleep(0.02))
        raise AssertionError("the condition did not become true")

    return poll
