"""A household that may send to this machine, and a push service on it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from appliance.app import Application
from appliance.notifications.push import service as push_service
from appliance.notifications.push import webpush
from appliance.settings import Settings
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.notifications.service import Browser, PushService, pushing

Sent = Callable[[], None]
Tick = Callable[[], None]
Subscribe = Callable[..., tuple[str, Browser]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Private addresses are allowed: the push service of the tests is on this machine."""
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_push_urls=True)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loaded machine may answer late."""
    monkeypatch.setattr(webpush, "SECONDS", 60.0)
    monkeypatch.setattr(push_service, "PATIENCE_SECONDS", 60.0)


@pytest.fixture
def service(clock: FakeClock) -> Iterator[PushService]:
    """A push service that takes everything that is right."""
    with pushing() as running:
        running.now = lambda: clock.now().timestamp()
        yield running
        assert [] == running.faults


@pytest.fixture
def sent(application: Application, loop: Loop) -> Iterator[Sent]:
    """Plans and sends every message that is due, and waits until all are sent."""

    async def send() -> None:
        await application.consumer_loop.drain()
        await application.pusher.settled()

    yield lambda: loop.run(send())
    loop.run(application.pusher.close())
    loop.run(application.net.close())


@pytest.fixture
def tick(application: Application, sent: Sent, loop: Loop) -> Tick:
    """What the scheduler does every two minutes, and the messages that follow."""

    def ticked() -> None:
        loop.run(application.reminders.tick())
        sent()

    return ticked


@pytest.fixture
def subscribe(client: Client, service: PushService, sent: Sent) -> Subscribe:
    """Subscribes a fresh browser with an admin key, or another client's; answers its id and the browser."""

    def made(by: Client | None = None, **request: Any) -> tuple[str, Browser]:
        browser = Browser(service)
        body = {"subscription": browser.subscription, "deviceName": "Phone", **request}
        answer = (by or client).post("/api/push/subscriptions", body)
        assert 201 == answer.status_code, answer.text
        return answer.json()["id"], browser

    return made
