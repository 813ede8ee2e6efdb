"""Sending push messages: what a real push service answers, and what follows from it."""

import asyncio
import base64
import json

import pytest

from appliance.app import Application
from appliance.notifications.push import actions
from appliance.notifications.push.models import Notice
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.notifications.conftest import Sent, Subscribe, Tick
from tests.notifications.service import Browser, PushService

PATH = "/api/push/subscriptions"


def announce(application: Application, title: str = "Dinner") -> None:
    application.database.write_now(actions.announce, Notice(title=title, body="Now"), ())


def titles(browser: Browser) -> list[str]:
    return [each["title"] for each in browser.seen]


def waiting(application: Application) -> int:
    return int(application.database.read.value("SELECT count(*) FROM pushes"))


def test_a_test_push_answers_whether_it_was_accepted(
    client: Client, service: PushService, subscribe: Subscribe
) -> None:
    device, browser = subscribe()
    assert {"ok": True} == client.post(f"/api/push/test/{device}").json()
    assert ["Notifications work"] == titles(browser)
    [shown] = client.get(PATH).json()
    now = "2026-11-20T15:24:00.000Z"
    assert (now, now, None) == (shown["lastSuccessAt"], shown["lastAttemptAt"], shown["lastError"])

    service.status = 500
    assert {"ok": False} == client.post(f"/api/push/test/{device}").json()
    [shown] = client.get(PATH).json()
    assert (now, "the push service answered 500") == (shown["lastSuccessAt"], shown["lastError"])

    service.forget(browser)
    assert {"ok": False} == client.post(f"/api/push/test/{device}").json()
    assert [] == client.get(PATH).json()
    assert [] == client.get("/api/notifications").json()


def test_a_push_contains_the_fields_of_the_contract(
    client: Client, application: Application, service: PushService, subscribe: Subscribe, sent: Sent
) -> None:
    _, browser = subscribe()
    announce(application)
    sent()
    [headers] = browser.headers
    assert ("3600", "normal", "aes128gcm") == (headers["ttl"], headers["urgency"], headers["content-encoding"])
    assert 32 == len(headers["topic"])
    assert [{"title": "Dinner", "body": "Now"}] == browser.seen
    assert {client.get("/api/push/vapid-public-key").json()["publicKey"]} == service.signers


@pytest.mark.parametrize(
    ("address", "contact"),
    [
        (None, "https://mantel.example"),
        ("http://wall:8080", "https://mantel.example"),
        ("https://home.example.org:8443/mantel", "https://home.example.org:8443"),
    ],
)
def test_the_contact_is_the_outside_address(
    client: Client, subscribe: Subscribe, address: str | None, contact: str
) -> None:
    """Also one that was entered while the server runs. (contract §19, §27.1)"""
    device, browser = subscribe()
    if address:
        assert 200 == client.put("/api/providers/public-url", {"value": address}).status_code

    client.post(f"/api/push/test/{device}")

    [headers] = browser.headers
    claims = headers["authorization"].split(".")[1]
    assert contact == json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_goes(
    client: Client, application: Application, service: PushService, subscribe: Subscribe, sent: Sent, status: int
) -> None:
    _, browser = subscribe()
    announce(application)
    announce(application)
    rev = application.database.rev
    service.status = status
    sent()
    assert ([], 0, 1) == (client.get(PATH).json(), waiting(application), service.requests)
    assert application.database.rev > rev
    assert [] == browser.seen


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_was_not_taken_is_tried_again(
    client: Client,
    application: Application,
    service: PushService,
    subscribe: Subscribe,
    tick: Tick,
    clock: FakeClock,
    status: int,
) -> None:
    _, browser = subscribe()
    service.status = status
    announce(application)
    tick()
    assert (1, f"the push service answered {status}") == (service.requests, client.get(PATH).json()[0]["lastError"])
    tick()
    assert 1 == service.requests

    service.status = 201
    clock.turn(minutes=2)
    tick()
    assert (["Dinner"], 0) == (titles(browser), waiting(application))
    assert "3480" == browser.headers[0]["ttl"]
    assert client.get(PATH).json()[0]["lastError"] is None


def test_a_push_services_retry_after_is_respected(
    application: Application, service: PushService, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    _, browser = subscribe()
    service.status, service.retry_after = 429, "1200"
    announce(application)
    tick()
    service.status = 201
    clock.turn(minutes=19)
    tick()
    assert [] == browser.seen
    clock.turn(minutes=1)
    tick()
    assert ["Dinner"] == titles(browser)


def test_an_old_notice_is_not_pushed(
    client: Client, application: Application, service: PushService, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    _, browser = subscribe()
    service.status = 503
    announce(application)
    for _ in range(29):
        tick()
        clock.turn(minutes=2)
    assert 1 == waiting(application)
    assert 7 > service.requests
    clock.turn(minutes=2)
    service.status = 201
    announce(application, "New")
    tick()
    clock.turn(minutes=32)
    tick()
    assert (["New"], 0) == (titles(browser), waiting(application))


def test_a_rejected_message_is_not_tried_again(
    client: Client, application: Application, service: PushService, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    subscribe()
    service.status = 403
    announce(application)
    tick()
    clock.turn(minutes=30)
    tick()
    assert (1, 0) == (service.requests, waiting(application))
    assert "the push service answered 403" == client.get(PATH).json()[0]["lastError"]


def test_a_push_service_that_is_away_is_tried_again(
    client: Client, application: Application, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    device, browser = subscribe()
    announce(application)
    application.database.write_now(
        lambda tx: tx.run("UPDATE subscriptions SET sealed = ?", elsewhere(tx, device, browser))
    )
    tick()
    assert "127.0.0.1 could not be reached" in client.get(PATH).json()[0]["lastError"]
    assert 1 == waiting(application)


def elsewhere(tx: object, device: str, browser: Browser) -> str:
    import msgspec

    gone = {**browser.subscription, "endpoint": "http://127.0.0.1:9/push"}
    return str(tx.cipher.encrypt(msgspec.json.encode(gone).decode(), device))  # type: ignore[attr-defined]


def test_a_slow_device_delays_no_other_and_its_own_come_in_order(
    application: Application, service: PushService, subscribe: Subscribe, sent: Sent, loop: Loop
) -> None:
    (_, slow), (_, quick) = subscribe(), subscribe()
    service.slow.add(slow.endpoint.removeprefix(service.url))
    announce(application, "a")
    announce(application, "b")
    loop.run(application.consumer_loop.drain())

    async def quick_is_done() -> None:
        while len(quick.seen) < 2:
            await asyncio.sleep(0.01)

    loop.run(quick_is_done())
    assert ([], ["a", "b"]) == (titles(slow), titles(quick))
    service.release.set()
    sent()
    assert ["a", "b"] == titles(slow)


def restarted(application: Application, clock: FakeClock, loop: Loop) -> Application:
    """The server after a power cut: only the database file is left."""
    loop.run(application.pusher.close())
    application.database.close()
    return build(application.settings, clock=clock)


def started(application: Application, loop: Loop) -> None:
    async def start() -> None:
        await application.consumer_loop.drain()
        await application.pusher.settled()
        await application.net.close()

    loop.run(start())


def test_what_was_planned_before_a_power_cut_is_pushed_after_it_once(
    application: Application, service: PushService, subscribe: Subscribe, clock: FakeClock, loop: Loop
) -> None:
    _, browser = subscribe()
    announce(application)
    clock.turn(minutes=14)
    again = restarted(application, clock, loop)
    started(again, loop)
    started(again, loop)
    again.database.close()
    assert ["Dinner"] == titles(browser)
    assert "2760" == browser.headers[0]["ttl"]


def test_what_was_on_its_way_at_a_power_cut_comes_again_under_the_same_topic(
    application: Application, service: PushService, subscribe: Subscribe, clock: FakeClock, loop: Loop
) -> None:
    _, browser = subscribe()
    service.slow.add(browser.endpoint.removeprefix(service.url))
    announce(application)
    loop.run(application.consumer_loop.drain())

    async def is_on_its_way() -> None:
        while not service.requests:
            await asyncio.sleep(0.01)

    loop.run(is_on_its_way())
    again = restarted(application, clock, loop)
    service.release.set()
    assert browser.arrived.wait(60)
    started(again, loop)
    again.database.close()
    assert ["Dinner", "Dinner"] == titles(browser)
    assert 1 == len({headers["topic"] for headers in browser.headers})


def test_the_signing_keys_are_kept_over_a_restart(
    client: Client, application: Application, clock: FakeClock, loop: Loop, sent: Sent
) -> None:
    before = client.get("/api/push/vapid-public-key").json()["publicKey"]
    again = restarted(application, clock, loop)
    assert before == loop.run(again.pusher.keys()).public_key
    again.database.close()


def test_a_body_that_is_too_long_is_cut_and_arrives(
    client: Client, application: Application, service: PushService, subscribe: Subscribe
) -> None:
    _, browser = subscribe()
    body = "Ärgerlich 🎈" * 300
    assert {"ok": True, "sent": 1} == client.post("/api/notify", {"title": "Long", "body": body}).json()
    shown = browser.seen[0]["body"]
    assert shown.endswith("…")
    assert body.startswith(shown[:-1])
    assert 2000 < len(shown.encode())
    assert body == client.get("/api/notifications").json()[0]["body"]


def test_keys_that_cannot_be_decrypted_are_reported(
    client: Client, application: Application, subscribe: Subscribe, tick: Tick
) -> None:
    subscribe()
    application.database.write_now(lambda tx: tx.run("UPDATE subscriptions SET sealed = 'v1:AAAA:AAAA'"))
    announce(application)
    tick()
    assert "cannot be decrypted" in client.get(PATH).json()[0]["lastError"]
    assert 0 == waiting(application)


def test_on_a_wrong_clock_pushes_wait(
    application: Application, service: PushService, subscribe: Subscribe, tick: Tick, clock: FakeClock
) -> None:
    _, browser = subscribe()
    clock.right = False
    announce(application)
    tick()
    assert [] == browser.seen
    clock.right = True
    tick()
    assert ["Dinner"] == titles(browser)


def test_what_cannot_be_noted_as_sent_is_not_sent_again(
    application: Application, service: PushService, subscribe: Subscribe, tick: Tick
) -> None:
    _, browser = subscribe()
    announce(application)
    stuck = "CREATE TRIGGER stuck BEFORE DELETE ON pushes BEGIN SELECT RAISE(ABORT, 'full'); END"
    application.database.write_now(lambda tx: tx.run(stuck))
    for _ in range(3):
        tick()
    assert (["Dinner"], 1) == (titles(browser), waiting(application))
    application.database.write_now(lambda tx: tx.run("DROP TRIGGER stuck"))
    tick()
    assert (["Dinner"], 0) == (titles(browser), waiting(application))
