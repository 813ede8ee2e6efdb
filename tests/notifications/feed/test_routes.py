from typing import Any

import pytest

from appliance.app import Application
from appliance.kernel.database.change_log import Change
from appliance.kernel.database.consumers import changes_after
from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.notifications.conftest import Subscribe, Tick


def notify(client: Client, **body: Any) -> Any:
    answer = client.post("/api/notify", {"title": "Dinner", "body": "In ten minutes", **body})
    assert 200 == answer.status_code, answer.text
    return answer.json()


def test_a_message_lands_in_the_feed_and_on_every_device(client: Client, display: Client, subscribe: Subscribe) -> None:
    _, phone = subscribe()
    _, wall = subscribe(display)
    assert {"ok": True, "sent": 2} == notify(client, url="/#/lists")
    expected = {"title": "Dinner", "body": "In ten minutes", "url": "/#/lists"}
    assert [[expected]] * 2 == [phone.seen, wall.seen]
    [entry] = display.get("/api/notifications").json()
    assert entry == {
        "id": entry["id"],
        "at": "2026-11-20T15:24:00.000Z",
        "kind": "message",
        "title": "Dinner",
        "body": "In ten minutes",
        "url": "/#/lists",
        "memberIds": [],
        "source": "api",
    }


def test_a_message_reaches_who_follows_its_members(
    client: Client, subscribe: Subscribe, family: dict[str, Person]
) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    _, of_ana = subscribe(memberIds=[ana])
    _, of_ben = subscribe(memberIds=[ben])
    _, of_all = subscribe()
    assert {"ok": True, "sent": 2} == notify(client, title="For Ana", memberIds=[ana])
    assert {"ok": True, "sent": 3} == notify(client, title="For all")
    assert ["For Ana", "For all"] == [each["title"] for each in of_ana.seen]
    assert ["For all"] == [each["title"] for each in of_ben.seen]
    assert ["For Ana", "For all"] == [each["title"] for each in of_all.seen]
    assert [[], [ana]] == [each["memberIds"] for each in client.get("/api/notifications").json()]


def test_without_devices_nothing_is_sent_and_the_feed_has_it(client: Client) -> None:
    assert {"ok": True, "sent": 0} == notify(client)
    assert 1 == len(client.get("/api/notifications").json())


def test_an_entry_raises_rev_and_calls_no_webhook(client: Client, application: Application) -> None:
    rev = application.database.rev
    notify(client)
    changes: list[Change] = application.database.write_now(changes_after, rev)
    assert [None] == [change.topic for change in changes]
    assert rev + 1 == client.get("/api/rev").json()["rev"]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"title": ""}, "title: must not be empty"),
        ({"body": ""}, "body: must not be empty"),
        ({"body": None}, "body: Expected `str`, got `null`"),
        ({"memberIds": ["nobody"]}, "memberIds.0: is not a member"),
        ({"url": "javascript:alert(1)"}, "url: must begin with /, http:// or https://"),
        ({"title": "x" * 201}, "title: must have at most 200 characters"),
    ],
)
def test_an_invalid_message_is_rejected(client: Client, body: Any, error: str) -> None:
    answer = client.post("/api/notify", {"title": "Dinner", "body": "Now", **body})
    assert (400, error) == (answer.status_code, answer.json()["error"])
    assert [] == client.get("/api/notifications").json()


def test_pages_follow_each_other_without_a_gap(client: Client, clock: FakeClock) -> None:
    for number in range(7):
        notify(client, title=str(number))
        clock.turn(seconds=number // 3)
    whole = client.get("/api/notifications").json()
    assert [str(number) for number in range(6, -1, -1)] == [each["title"] for each in whole]

    first = client.get("/api/notifications?limit=3").json()
    second = client.get(f"/api/notifications?limit=3&before={first[-1]['at']}").json()
    third = client.get(f"/api/notifications?limit=3&before={second[-1]['at']}").json()
    assert whole == first + second + third
    assert [] == client.get(f"/api/notifications?before={third[-1]['at']}").json()
    assert 7 == len({each["at"] for each in whole})


def test_fifty_entries_are_answered_by_default(client: Client) -> None:
    for number in range(51):
        notify(client, title=str(number))
    assert 50 == len(client.get("/api/notifications").json())
    assert 51 == len(client.get("/api/notifications?limit=200").json())


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "limit=", "limit=1.5", "before=yesterday"])
def test_an_invalid_page_is_rejected(client: Client, query: str) -> None:
    answer = client.get(f"/api/notifications?{query}")
    assert 400 == answer.status_code, answer.text
    assert answer.json()["error"].startswith(f"{query.partition('=')[0]}: ")


def test_an_admin_removes_one_or_all(client: Client, display: Client) -> None:
    for number in range(3):
        notify(client, title=str(number))
    newest = client.get("/api/notifications").json()[0]["id"]
    for path in (f"/api/notifications/{newest}", "/api/notifications"):
        assert 403 == display.delete(path).status_code
    assert 403 == display.post("/api/notify", {"title": "a", "body": "b"}).status_code

    assert {"ok": True} == client.delete(f"/api/notifications/{newest}").json()
    gone = client.delete(f"/api/notifications/{newest}")
    assert (404, {"error": "Not found"}) == (gone.status_code, gone.json())
    assert {"ok": True, "deleted": 2} == client.delete("/api/notifications").json()
    assert {"ok": True, "deleted": 0} == client.delete("/api/notifications").json()
    assert [] == display.get("/api/notifications").json()


def test_entries_older_than_ninety_days_are_deleted(
    client: Client, application: Application, clock: FakeClock, tick: Tick
) -> None:
    notify(client, title="Old")
    clock.turn(days=1)
    notify(client, title="Young")
    clock.turn(days=89, seconds=1)
    tick()
    kept = [each["title"] for each in client.get("/api/notifications").json()]
    assert ("Young", False) == (kept[-1], "Old" in kept)
