"""A household that allows private receivers, and one such receiver."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from appliance.app import Application
from appliance.settings import Settings
from appliance.webhooks import service
from tests.client import Client, Loop
from tests.webhooks.receiver import Receiver, receiving

Deliver = Callable[[], None]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Private addresses are allowed: the receivers and feeds of the tests are on this machine."""
    return Settings(
        data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_webhook_urls=True, allow_private_feed_urls=True
    )


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loaded machine may answer late."""
    monkeypatch.setattr(service, "SECONDS", 60.0)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that answers 200."""
    with receiving() as running:
        yield running


@pytest.fixture
def deliver_all(application: Application, loop: Loop) -> Iterator[Deliver]:
    """Plans and sends every waiting delivery, and waits until all are sent."""

    async def deliver() -> None:
        await application.consumer_loop.drain()
        await application.deliverer.settled()

    yield lambda: loop.run(deliver())
    loop.run(application.deliverer.close())
    loop.run(application.net.close())


@pytest.fixture
def hook(client: Client, receiver: Receiver, deliver_all: Deliver) -> str:
    """The id of a webhook for every type; the receiver knows its secret."""
    made = client.post("/api/webhooks", {"url": receiver.url, "events": [], "secret": "s3cret"})
    assert 201 == made.status_code, made.text
    receiver.secrets.append("s3cret")
    return str(made.json()["id"])
