import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.app import Application, end_background
from appliance.kernel.database.transactions import Tx
from appliance.kernel.net.client import Net
from appliance.settings import Settings
from appliance.webhooks import service
from appliance.webhooks.service import SECONDS as FIVE
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.webhooks.conftest import Deliver
from tests.webhooks.receiver import Receiver, receiving


def record(tx: Tx, *names: str) -> None:
    for name in names:
        tx.record("list.changed", {"id": name})


def ids(receiver: Receiver) -> list[str]:
    return [each["data"]["id"] for each in receiver.recorded]


def log(client: Client, hook: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = client.get(f"/api/webhooks/{hook}/deliveries").json()
    return found


def tables(application: Application) -> list[object]:
    """The rows that consumers write: cursors and deliveries."""
    return list(
        application.database.read.rows("SELECT consumer, rev FROM cursors UNION SELECT webhook_id, id FROM deliveries")
    )


def test_changes_are_sent_signed_in_order_and_logged(
    client: Client, application: Application, receiver: Receiver, hook: str, deliver_all: Deliver
) -> None:
    application.database.write_now(record, "a", "b")
    deliver_all()

    expected = {"type": "list.changed", "data": {"id": "a"}, "at": "2026-11-20T15:24:00.000Z"}
    assert expected == receiver.recorded[0]
    assert ["a", "b"] == ids(receiver)
    assert ["s3cret", "s3cret"] == receiver.signed
    assert ["s3cret", "s3cret"] == receiver.signed_for_reference
    assert "application/json" == receiver.headers[0]["content-type"]
    newest, oldest = log(client, hook)
    assert ["b", "a"] == [each["data"]["id"] for each in (newest, oldest)]  # type: ignore[index]
    assert ("delivered", 200, None, "list.changed") == tuple(
        newest[name] for name in ("state", "status", "error", "type")
    )
    assert isinstance(newest["ms"], int)
    assert newest["at"] == newest["sentAt"] == "2026-11-20T15:24:00.000Z"


def test_earlier_changes_are_not_sent(
    client: Client, application: Application, receiver: Receiver, deliver_all: Deliver
) -> None:
    application.database.write_now(record, "before")
    client.post("/api/webhooks", {"url": receiver.url, "events": []})
    application.database.write_now(record, "after")
    deliver_all()
    assert ["after"] == ids(receiver)


def test_only_subscribed_types_are_sent(
    client: Client, application: Application, receiver: Receiver, deliver_all: Deliver
) -> None:
    client.post("/api/webhooks", {"url": receiver.url, "events": ["chore.changed", "list.changed"]})
    client.patch("/api/settings", {"familyName": "Linden"})
    application.database.write_now(record, "a")
    deliver_all()
    assert ["list.changed"] == [each["type"] for each in receiver.recorded]


def test_a_change_of_events_counts_from_then_on(
    client: Client, application: Application, receiver: Receiver, deliver_all: Deliver, hook: str
) -> None:
    application.database.write_now(record, "sent")
    client.patch(f"/api/webhooks/{hook}", {"events": ["chore.changed"]})
    application.database.write_now(record, "not sent")
    client.patch(f"/api/webhooks/{hook}", {"events": []})
    deliver_all()
    assert ["sent"] == ids(receiver)


def test_a_disabled_webhook_receives_nothing_and_later_only_new_changes(
    client: Client, application: Application, receiver: Receiver, hook: str, deliver_all: Deliver
) -> None:
    application.database.write_now(record, "waits")
    client.patch(f"/api/webhooks/{hook}", {"enabled": False})
    application.database.write_now(record, "meanwhile")
    deliver_all()
    assert [] == receiver.recorded
    assert [("skipped", "the webhook was switched off")] == [(e["state"], e["error"]) for e in log(client, hook)]

    client.patch(f"/api/webhooks/{hook}", {"enabled": True})
    application.database.write_now(record, "new")
    deliver_all()
    assert ["new"] == ids(receiver)


def test_a_rotated_secret_counts_at_once_also_for_what_waits(
    client: Client, application: Application, receiver: Receiver, hook: str, deliver_all: Deliver
) -> None:
    application.database.write_now(record, "a")
    receiver.secrets.append(client.post(f"/api/webhooks/{hook}/rotate").json()["secret"])
    deliver_all()
    assert receiver.secrets[1:] == receiver.signed


def test_what_waits_for_a_removed_webhook_is_not_sent(
    client: Client, application: Application, receiver: Receiver, hook: str, deliver_all: Deliver
) -> None:
    application.database.write_now(record, "a")
    client.delete(f"/api/webhooks/{hook}")
    deliver_all()
    assert [] == receiver.recorded


@pytest.mark.parametrize(
    ("status", "location", "error"),
    [
        (500, None, "answered 500"),
        (302, "/elsewhere", "answered 302, a redirect; redirects are not followed"),
        (307, "/elsewhere", "answered 307, a redirect; redirects are not followed"),
    ],
)
def test_a_rejected_delivery_is_logged_and_not_repeated(
    client: Client,
    application: Application,
    receiver: Receiver,
    hook: str,
    deliver_all: Deliver,
    status: int,
    location: str | None,
    error: str,
) -> None:
    receiver.status, receiver.location = status, location
    application.database.write_now(record, "a")
    deliver_all()
    deliver_all()
    assert ["a"] == ids(receiver)
    assert [("failed", status, error)] == [(e["state"], e["status"], e["error"]) for e in log(client, hook)]


def test_a_receiver_that_is_not_there_is_logged(client: Client, application: Application, deliver_all: Deliver) -> None:
    made = client.post("/api/webhooks", {"url": "http://ana:pw@127.0.0.1:9/hook?token=t0k", "events": []}).json()
    application.database.write_now(record, "a")
    deliver_all()
    [line] = log(client, made["id"])
    assert ("failed", None) == (line["state"], line["status"])
    assert "127.0.0.1 could not be reached" in str(line["error"])
    assert not any(secret in str(line["error"]) for secret in ("pw", "t0k"))


def test_a_slow_receiver_delays_no_other_and_keeps_its_own_order(
    client: Client, application: Application, receiver: Receiver, hook: str, deliver_all: Deliver, loop: Loop
) -> None:
    with receiving() as quick:
        client.post("/api/webhooks", {"url": quick.url, "events": []})
        receiver.release.clear()
        application.database.write_now(record, "a", "b")
        loop.run(application.consumer_loop.drain())
        assert receiver.arrived.wait(60)

        async def quick_is_done() -> None:
            while len(quick.recorded) < 2:
                await asyncio.sleep(0.01)

        loop.run(quick_is_done())
        assert ["a", "b"] == ids(quick)
        assert ["a"] == ids(receiver)
        receiver.release.set()
        deliver_all()
        assert ["a", "b"] == ids(receiver)


def test_a_receiver_that_never_answers_is_given_up_after_five_seconds(
    client: Client,
    application: Application,
    receiver: Receiver,
    hook: str,
    deliver_all: Deliver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert 5 == FIVE
    monkeypatch.setattr(service, "SECONDS", FIVE)
    receiver.release.clear()
    application.database.write_now(record, "a")
    deliver_all()
    [line] = log(client, hook)
    assert ("failed", None, "127.0.0.1 did not answer in time") == (line["state"], line["status"], line["error"])
    assert ["a"] == ids(receiver)


def test_the_log_keeps_the_last_fifty(
    client: Client, application: Application, receiver: Receiver, hook: str, deliver_all: Deliver
) -> None:
    application.database.write_now(record, *(str(number) for number in range(60)))
    deliver_all()
    assert 60 == len(receiver.recorded)
    assert [str(number) for number in range(59, 9, -1)] == [e["data"]["id"] for e in log(client, hook)]  # type: ignore[index]
    assert 50 == application.database.read.value("SELECT count(*) FROM deliveries")


class TestByTheAddressReallyConnectedTo:
    """A name that was public when it was stored, and points into the home when it is called."""

    @pytest.fixture
    def application(self, tmp_path: Path, clock: FakeClock, loop: Loop) -> Iterator[Application]:
        async def rebound(host: str, port: int) -> list[str]:
            return ["127.0.0.1"]

        settings = Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_feed_urls=True)
        built = build(settings, clock=clock, net=Net(resolve=rebound))
        yield built
        loop.run(end_background(built))
        built.database.close()

    def test_it_is_not_called(
        self, client: Client, application: Application, receiver: Receiver, deliver_all: Deliver
    ) -> None:
        url = receiver.url.replace("127.0.0.1", "rebind.example.com")
        made = client.post("/api/webhooks", {"url": url, "events": []}).json()
        application.database.write_now(record, "a")
        deliver_all()
        assert [] == receiver.recorded
        [line] = log(client, made["id"])
        assert ("failed", "rebind.example.com is not at a public address") == (line["state"], line["error"])


def restart(application: Application, clock: FakeClock) -> Application:
    application.database.close()
    return build(application.settings, clock=clock)


def started(application: Application, loop: Loop) -> None:
    """What a start does: recover, plan deliveries, send them."""

    async def start() -> None:
        await application.deliverer.recover()
        await application.consumer_loop.drain()
        await application.deliverer.settled()
        await application.net.close()

    loop.run(start())


def test_a_waiting_delivery_is_sent_after_a_power_cut(
    client: Client, application: Application, receiver: Receiver, hook: str, clock: FakeClock, loop: Loop
) -> None:
    application.database.write_now(record, "a")
    clock.turn(minutes=14)
    again = restart(application, clock)
    started(again, loop)
    started(again, loop)
    again.database.close()
    assert ["a"] == ids(receiver)
    assert ["s3cret"] == receiver.signed


def test_a_delivery_too_old_after_a_power_cut_is_skipped_with_a_reason(
    client: Client, application: Application, receiver: Receiver, hook: str, clock: FakeClock, loop: Loop
) -> None:
    application.database.write_now(record, "old")
    clock.turn(minutes=16)
    application.database.write_now(record, "new")
    again = restart(application, clock)
    started(again, loop)
    found = [tuple(row) for row in again.database.read.rows("SELECT state, error FROM deliveries ORDER BY id")]
    again.database.close()
    assert ["new"] == ids(receiver)
    assert [("skipped", "it waited longer than 15 minutes and was not sent"), ("delivered", None)] == found


def test_an_interrupted_delivery_is_not_sent_again(
    client: Client, application: Application, receiver: Receiver, hook: str, clock: FakeClock, loop: Loop
) -> None:
    receiver.release.clear()
    application.database.write_now(record, "a", "b")
    loop.run(application.consumer_loop.drain())
    assert receiver.arrived.wait(60)
    loop.run(application.deliverer.close())
    receiver.release.set()
    again = restart(application, clock)
    started(again, loop)
    found = [tuple(row) for row in again.database.read.rows("SELECT state, error FROM deliveries ORDER BY id")]
    again.database.close()
    assert ["a", "b"] == ids(receiver)
    assert [("failed", "the server stopped while it was being sent"), ("delivered", None)] == found


def test_a_secret_that_cannot_be_decrypted_is_an_error_in_the_log(
    client: Client, application: Application, receiver: Receiver, hook: str, deliver_all: Deliver
) -> None:
    application.database.write_now(lambda tx: tx.run("UPDATE webhooks SET secret = 'v1:AAAA:AAAA'"))
    application.database.write_now(record, "a")
    deliver_all()
    assert [] == receiver.recorded
    [line] = log(client, hook)
    assert "failed" == line["state"]
    assert "cannot be decrypted" in str(line["error"])


def test_without_a_subscribed_webhook_nothing_is_written(
    client: Client, application: Application, receiver: Receiver, deliver_all: Deliver
) -> None:
    for number in range(20):
        application.database.write_now(record, str(number))
        deliver_all()
    assert [] == tables(application)

    client.post("/api/webhooks", {"url": receiver.url, "events": ["chore.changed"]})
    deliver_all()
    before = tables(application)
    application.database.write_now(record, "a")
    deliver_all()
    assert before == tables(application)
