"""A house whose channel is open, and what reaches it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from appliance.app import Application
from appliance.wall.channel import Channel
from tests.client import Loop
from tests.wall.kiosk import Kiosk

Attach = Callable[..., Kiosk]


@pytest.fixture
def socket_path(settings: Any) -> Path:
    """Where the kiosk comes in."""
    return Path(settings.data_dir) / "wall.sock"


@pytest.fixture
def channel(application: Application, loop: Loop, socket_path: Path) -> Iterator[Channel]:
    """The house's channel, open; commits wake it, as in a served house."""
    application.database.on_commit = lambda: loop.loop.call_soon_threadsafe(application.channel.wake)
    running = asyncio.run_coroutine_threadsafe(application.channel.run(), loop.loop)
    loop.run(there(socket_path))
    yield application.channel
    application.database.on_commit = None
    running.cancel()
    with suppress(asyncio.CancelledError):
        loop.run(asyncio.sleep(0))


async def there(path: Path) -> None:
    """Wait until something listens."""
    for _ in range(500):
        with suppress(OSError):
            _, writer = await asyncio.open_unix_connection(str(path))
            writer.close()
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"nobody listens at {path}")


@pytest.fixture
def attach(channel: Channel, socket_path: Path) -> Iterator[Attach]:
    """Attaches kiosks, and takes them away at the end."""
    attached: list[Kiosk] = []

    def another(**options: Any) -> Kiosk:
        attached.append(Kiosk(socket_path, **options))
        return attached[-1]

    yield another
    for each in attached:
        each.close()


@pytest.fixture
def eventually(loop: Loop) -> Callable[[Callable[[], Any]], Any]:
    """Asks again until the answer is true; answers it."""

    def ask(question: Callable[[], Any]) -> Any:
        for _ in range(500):
            if answer := question():
                return answer
            loop.run(asyncio.sleep(0.02))
        raise AssertionError("it never came true")

    return ask
