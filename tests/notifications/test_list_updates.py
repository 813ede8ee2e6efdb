"""List updates: at once, once for a list in ten minutes."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.people.models import Person
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.notifications.conftest import Sent, Subscribe

WANTED = {"listUpdates": True}


@pytest.fixture
def shop(client: Client) -> str:
    made = client.post("/api/lists", {"name": "Shop", "kind": "shopping", "emoji": "🛒"})
    return str(made.json()["id"])


def add(client: Client, list_id: str, *titles: str) -> list[Any]:
    answer = client.post(f"/api/lists/{list_id}/items", [{"title": title} for title in titles])
    assert 201 == answer.status_code
    return list(answer.json())


def feed(client: Client) -> list[str]:
    return [each["at"][11:16] for each in reversed(client.get("/api/notifications").json())]


def test_an_addition_is_sent_at_once(client: Client, shop: str, subscribe: Subscribe, sent: Sent) -> None:
    _, phone = subscribe(prefs=WANTED)
    _, without = subscribe()
    add(client, shop, "Milk", "Bread")
    sent()
    expected = {"title": "List updated", "body": "New on 🛒 Shop", "url": "/lists", "tag": f"list:{shop}"}
    assert ([expected], []) == (phone.seen, without.seen)
    [entry] = client.get("/api/notifications").json()
    assert ("list", "New on 🛒 Shop", [], "system") == (
        entry["kind"],
        entry["body"],
        entry["memberIds"],
        entry["source"],
    )


def test_a_list_is_sent_once_in_ten_minutes(
    client: Client, shop: str, subscribe: Subscribe, sent: Sent, clock: FakeClock
) -> None:
    other = client.post("/api/lists", {"name": "Other", "kind": "todo"}).json()["id"]
    _, phone = subscribe(prefs=WANTED)
    for minute in range(0, 24, 3):
        add(client, shop, f"{minute}")
        sent()
        if minute == 6:
            add(client, other, "x")
            sent()
        clock.turn(minutes=3)
    assert ["15:24", "15:30", "15:36"] == feed(client)
    assert ["Shop", "Other", "Shop"] == [each["body"].split()[-1] for each in phone.seen]


def test_only_additions_are_sent(client: Client, shop: str, sent: Sent, clock: FakeClock) -> None:
    [milk] = add(client, shop, "Milk")
    client.delete("/api/notifications")
    sent()
    client.delete("/api/notifications")
    clock.turn(minutes=11)
    path = f"/api/lists/{shop}"
    client.patch(f"{path}/items/{milk['id']}", {"done": True})
    client.patch(path, {"name": "Shopping"})
    client.post(f"{path}/items", [])
    client.post(f"{path}/clear-completed")
    sent()
    assert [] == feed(client)


def test_the_members_of_a_list_decide_who_receives(
    client: Client, family: dict[str, Person], subscribe: Subscribe, sent: Sent
) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    owned = client.post("/api/lists", {"name": "Ana's", "kind": "todo", "memberIds": [ana]}).json()["id"]
    _, of_ana = subscribe(prefs=WANTED, memberIds=[ana])
    _, of_ben = subscribe(prefs=WANTED, memberIds=[ben])
    add(client, owned, "Call")
    sent()
    assert (1, 0) == (len(of_ana.seen), len(of_ben.seen))
    assert [[ana]] == [each["memberIds"] for each in client.get("/api/notifications").json()]


@pytest.mark.parametrize(("minutes", "expected"), [(9, 1), (10, 0)])
def test_after_a_power_cut_only_recent_additions_are_sent(
    client: Client,
    application: Application,
    shop: str,
    sent: Sent,
    clock: FakeClock,
    loop: Loop,
    minutes: int,
    expected: int,
) -> None:
    add(client, shop, "Milk")
    application.database.close()
    clock.turn(minutes=minutes)
    again = build(application.settings, clock=clock)
    for _ in range(2):
        loop.run(again.consumer_loop.drain())
    kept = list(again.database.read.rows("SELECT kind FROM notifications"))
    again.database.close()
    assert [("list",)] * expected == kept


def test_a_deleted_list_is_not_sent(client: Client, shop: str, sent: Sent) -> None:
    add(client, shop, "Milk")
    client.delete(f"/api/lists/{shop}")
    sent()
    assert [] == feed(client)
