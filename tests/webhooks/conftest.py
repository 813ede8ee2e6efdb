"""A household that may call receivers in the home network, and one of those."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from appliance.app import Application
from appliance.settings import Settings
from tests.client import Client, Loop
from tests.webhooks.receiver import Receiver, receiving

Told = Callable[[], None]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Private addresses are allowed: the receivers and feeds of the tests are on this machine."""
    return Settings(
        data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_webhook_urls=True, allow_private_feed_urls=True
    )


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that answers 200."""
    with receiving() as running:
        yield running


@pytest.fixture
def told(application: Application, loop: Loop) -> Iterator[Told]:
    """Plans and sends everything there is to tell, and waits for it."""

    async def tell() -> None:
        await application.consumer_loop.drain()
        await application.deliverer.settled()

    yield lambda: loop.run(tell())
    loop.run(application.deliverer.close())
    loop.run(application.net.close())


@pytest.fixture
def hook(client: Client, receiver: Receiver, told: Told) -> str:
    """The id of a webhook that hears everything; the receiver knows its secret."""
    made = client.post("/api/webhooks", {"url": receiver.url, "events": [], "secret": "s3cret"})
    assert 201 == made.status_code, made.text
    receiver.secrets.append("s3cret")
    return str(made.json()["id"])
