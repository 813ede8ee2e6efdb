"""Whatever is deleted from a household that uses everything, restoring it gives back the same household."""

import random
from typing import Any

import pytest

from appliance.kernel.database.database import Database
from tests.client import Client
from tests.fakes import FakeClock
from tests.transfer.household import live

OPEN = ["events", "lists", "items", "chores", "members", "recipes"]


def household(client: Client, database: Database) -> Any:
    """The export in a fixed order, and what follows from it."""
    exported = client.get("/api/export").json()
    exported.pop("exportedAt", None)
    members = [member["id"] for member in exported["members"]]
    balances = [client.get(f"/api/members/{member}/points").json()["balance"] for member in members]
    sums = [list(database.read.rows(f"SELECT * FROM {name} ORDER BY 1")) for name in ("table_sizes", "list_counts")]
    days = sorted(map(str, client.get("/api/events", params={"from": "2026-11-01", "to": "2027-02-01"}).json()))
    return ordered(exported), balances, sums, days


def waiting(client: Client) -> list[str]:
    """The ids of what can be restored, newest first."""
    return [each["id"] for each in client.get("/api/deleted").json()["deleted"]]


def ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: ordered(each) for name, each in sorted(value.items())}
    return sorted(map(ordered, value), key=str) if isinstance(value, list) else value


def delete_one(client: Client, database: Database, choice: random.Random) -> None:
    kind = choice.choice(OPEN)
    name = "title" if kind in ("events", "items", "chores", "recipes") else "name"
    found = list(database.read.records(f"SELECT * FROM {kind} ORDER BY created_at, {name}"))
    found = [row for row in found if row.get("external_id") is None]
    if not found:
        return
    chosen = choice.choice(found)
    path = f"/api/lists/{chosen['list_id']}/items/{chosen['id']}" if kind == "items" else f"/api/{kind}/{chosen['id']}"
    params = {}
    if kind == "events" and chosen["rrule"] and choice.random() < 0.7:
        params = {"occurrence": chosen["starts"], "apply": choice.choice(["this", "following", "all"])}
    answer = client.delete(path, params=params)
    # The first date may be excluded already.
    assert 200 == answer.status_code or answer.json()["code"] == "occurrence_unknown", answer.text


@pytest.mark.parametrize("keeps_points", [False, True])
def test_restoring_in_the_other_order_gives_everything_back(
    client: Client, display: Client, clock: FakeClock, database: Database, keeps_points: bool
) -> None:
    live(client, display, clock)
    client.patch("/api/settings", {"keepPointsOfDeletedChores": keeps_points})
    before, earlier = household(client, database), waiting(client)
    for seed in range(12):
        choice = random.Random(seed)
        for _ in range(choice.randint(1, 5)):
            delete_one(client, database, choice)
            clock.turn(minutes=1)

        for each in waiting(client):
            if each not in earlier:
                restored = client.post(f"/api/deleted/{each}/restore")
                assert 200 == restored.status_code, (seed, restored.text)

        assert earlier == waiting(client)
        after = household(client, database)
        for old, new in zip(before, after, strict=True):
            assert old == new, (seed, difference(old, new))


def test_any_order_restores_everything(client: Client, display: Client, clock: FakeClock, database: Database) -> None:
    live(client, display, clock)
    choice, earlier = random.Random(7), waiting(client)
    counts = {kind: database.read.value(f"SELECT count(*) FROM {kind}") for kind in OPEN}
    for _ in range(40):
        delete_one(client, database, choice)
        clock.turn(minutes=1)

    left = [each for each in waiting(client) if each not in earlier]
    assert len(left) > 10
    while left:
        asked = choice.choice(left)
        answer = client.post(f"/api/deleted/{asked}/restore")
        if answer.status_code == 409:
            assert "restore_first" == answer.json()["code"], answer.text
            assert answer.json()["deletedId"] in left
            continue
        assert 200 == answer.status_code, answer.text
        left.remove(asked)

    assert counts == {kind: database.read.value(f"SELECT count(*) FROM {kind}") for kind in OPEN}
    assert [] == list(database.read.rows("PRAGMA foreign_key_check"))


def difference(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return {name: difference(old.get(name), new.get(name)) for name in old | new if old.get(name) != new.get(name)}
    if isinstance(old, list) and isinstance(new, list):
        return [each for each in old if each not in new], [each for each in new if each not in old]
    return old, new
