"""Streaks are kept from one read to the next; after every write they are what a new server reads."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest

from appliance.app import Application
from appliance.chores.jobs import TurnsJob
from appliance.kernel.database.database import Database
from appliance.people.models import Person
from appliance.points.streaks import actions, rules
from appliance.points.streaks.models import Streaks
from tests.chores.test_kept_day import AWAY, BINS, CHORES, DISHES, DOG, PLANTS, ROOM, TODAY, YESTERDAY, named
from tests.chores.test_kept_day import WRITES as OF_A_DAY
from tests.client import Client, Loop
from tests.fakes import FakeClock

DAYS = [date.fromisoformat(TODAY) - timedelta(days=back) for back in range(10)]
EARLIER, MISSED, BEGIN = str(DAYS[4]), str(DAYS[7]), str(DAYS[-1])
# How many days ago each was done: as often as it was due, and the dishes of one day were forgotten.
DONE = {DISHES: (1, 2, 3, 4, 5, 6, 8, 9), PLANTS: (1, 3, 5, 7, 9), DOG: (0, 1), BINS: (0, 1)}
LATE = {"date": EARLIER}
REWARD = str(UUID(int=100))
# What concerns streaks: after each of these writes they are others than before.
WRITES: dict[str, list[tuple[str, str, Any]]] = {
    "a chore is added": [("POST", "/api/chores", {"title": "Bed", "memberId": "<Ana>", "dueDate": EARLIER})],
    "a chore is paused and due again": [
        ("PATCH", f"/api/chores/{DISHES}", {"active": False}),
        ("PATCH", f"/api/chores/{DISHES}", {"active": True}),
    ],
    "a chore is deleted": [("DELETE", f"/api/chores/{DISHES}", None)],
    "a chore is copied": [("POST", f"/api/chores/{DISHES}/copy", {"memberId": "<Cleo>"})],
    "a chore is unticked and ticked": [
        ("DELETE", f"/api/chores/{DISHES}/complete?date={EARLIER}", None),
        ("POST", f"/api/chores/{DISHES}/complete", LATE),
    ],
    "one that counts from its last time is unticked": [
        ("DELETE", f"/api/chores/{PLANTS}/complete?date={DAYS[5]}", None)
    ],
    "a turn is unticked": [("DELETE", f"/api/chores/{DOG}/complete?date={TODAY}", None)],
    "a turn that ends when it is done is unticked": [("DELETE", f"/api/chores/{BINS}/complete?date={TODAY}", None)],
    "a copy is unticked, waits, is sent back and waits for a yes": [
        ("DELETE", f"/api/chores/{ROOM}/complete?date={EARLIER}&memberId=<Cleo>", None),
        ("DISPLAY", f"/api/chores/{ROOM}/complete", LATE | {"memberId": "<Cleo>"}),
        ("POST", f"/api/chores/{ROOM}/reject", LATE | {"memberId": "<Cleo>"}),
        ("DISPLAY", f"/api/chores/{ROOM}/complete", LATE | {"memberId": "<Cleo>"}),
    ],
    "a member was away, and a tick of that day is taken back": [
        ("POST", "/api/away", {"id": AWAY, "from": MISSED, "until": MISSED, "memberId": "<Ana>"}),
        ("DELETE", f"/api/chores/{PLANTS}/complete?date={MISSED}", None),
    ],
    "a member is deleted": [("DELETE", "/api/members/<Ben>", None)],
    "a day is forgiven": [("PATCH", "/api/settings", {"streakGraceDays": 1})],
    "the time zone is changed": [("PATCH", "/api/settings", {"timezone": "Pacific/Kiritimati"})],
}
# What changes a chore from today on: what was due before stays, and so do the streaks.
FROM_TODAY: dict[str, list[tuple[str, str, Any]]] = {
    "a chore has another rule": [("PATCH", f"/api/chores/{DISHES}", {"rrule": "FREQ=WEEKLY"})],
    "a chore is given away": [("PATCH", f"/api/chores/{DISHES}", {"memberId": "<Dan>"})],
    "a chore is shared": [("PATCH", f"/api/chores/{ROOM}", {"share": "anyone"})],
}
# What concerns no streak: what is kept is the same object afterwards.
OTHERS: dict[str, list[tuple[str, str, Any]]] = {
    "an item of a checklist is added": [("POST", "/api/lists/<list>/items", {"title": "Pens"})],
    "a checklist is deleted": [("DELETE", "/api/lists/<list>", None)],
    "points are awarded": [("POST", "/api/points/awards", {"memberId": "<Ana>", "points": 20})],
    "a reward is redeemed": [
        ("POST", "/api/rewards", {"id": REWARD, "name": "Film", "price": 1}),
        ("POST", f"/api/rewards/{REWARD}/redeem", {"memberId": "<Ana>"}),
    ],
    "a goal is chosen": [("PUT", "/api/family-goal", {"title": "Zoo", "target": 100})],
}


@pytest.fixture
def ids(client: Client, family: dict[str, Person]) -> dict[str, str]:
    """What stands in angle brackets in requests. Chores of all kinds are due for ten days; most days are done."""
    found = {name: person.id for name, person in family.items()}
    found["list"] = client.post("/api/lists", {"name": "Bag", "kind": "reusable"}).json()["id"]
    client.patch("/api/settings", {"streakGraceDays": 0})
    for chore in CHORES:
        body = {"title": "Chore", "points": 2, "rrule": "FREQ=DAILY", "dueDate": BEGIN} | chore
        assert client.post("/api/chores", named(body, found)).status_code < 300
        copies = named(chore, found).get("memberIds", []) if chore.get("share") == "each" else [None]
        for back in sorted(DONE.get(chore["id"], range(1, 10)), reverse=True):
            for copy in copies:
                sent = {"date": str(DAYS[back])} | ({"memberId": copy} if copy else {})
                assert 200 == client.post(f"/api/chores/{chore['id']}/complete", sent).status_code
    return found


@pytest.mark.parametrize("what", WRITES)
def test_after_every_change_the_streaks_are_what_a_new_server_reads(
    database: Database, client: Client, display: Client, ids: dict[str, str], what: str
) -> None:
    for each in WRITES[what]:
        before = history(kept(database))
        send(client, display, ids, each)
        assert before != history(kept(database)) == fresh(database)


@pytest.mark.parametrize("what", FROM_TODAY)
def test_a_change_of_a_chore_leaves_what_was_earned(
    database: Database, client: Client, display: Client, ids: dict[str, str], what: str
) -> None:
    for each in FROM_TODAY[what]:
        before = kept(database)
        send(client, display, ids, each)
        assert before is not kept(database)
        assert history(before) == history(kept(database)) == fresh(database)


@pytest.mark.parametrize("what", OF_A_DAY)
def test_after_every_change_of_the_day_too(
    database: Database, client: Client, display: Client, ids: dict[str, str], what: str
) -> None:
    for each in OF_A_DAY[what]:
        kept(database)
        send(client, display, ids, each)
        assert history(kept(database)) == fresh(database)


@pytest.mark.parametrize("what", OTHERS)
def test_a_change_of_something_else_leaves_them(
    database: Database, client: Client, display: Client, ids: dict[str, str], what: str
) -> None:
    before = kept(database)
    for each in OTHERS[what]:
        send(client, display, ids, each)
    assert before is kept(database)


def test_they_are_kept_for_all_who_show_them(database: Database, client: Client, ids: dict[str, str]) -> None:
    before = kept(database)
    for path in ("/api/leaderboard", "/api/board", "/api/weekly-summary"):
        assert 200 == client.get(path).status_code
    assert before is kept(database)


def test_they_follow_the_clock(
    database: Database, client: Client, ids: dict[str, str], clock: FakeClock, application: Application, loop: Loop
) -> None:
    before = history(kept(database))
    for _ in range(4):
        clock.turn(hours=24)
        assert before != history(kept(database)) == fresh(database)
        loop.run(TurnsJob().run(database, clock.now()))
        assert history(kept(database)) == fresh(database)


def test_imported_days_away_count(database: Database, client: Client, ids: dict[str, str]) -> None:
    client.request("DELETE", f"/api/chores/{DISHES}/complete?date={YESTERDAY}")
    file = client.get("/api/export").json()
    nothing = {name: type(value)() if isinstance(value, list | dict) else value for name, value in file.items()}
    away = {"id": AWAY, "from": YESTERDAY, "until": YESTERDAY, "memberId": None, "note": ""}
    before = history(kept(database))
    answer = client.post("/api/import", nothing | {"away": [away]})
    assert 200 == answer.status_code, answer.text
    assert before != history(kept(database)) == fresh(database)


def kept(database: Database) -> Streaks:
    return actions.streaks(database.read, database.derived)


def fresh(database: Database) -> list[dict[str, int]]:
    return history(actions.streaks(database.read))


def history(found: Streaks) -> list[dict[str, int]]:
    """The streaks of members as they are, and as they were on each of ten days."""
    lengths = [found.by_member, *(rules.streaks(found.days, day) for day in DAYS)]
    return [{member_id: length for member_id, length in each.items() if length} for each in lengths]


def send(client: Client, display: Client, ids: dict[str, str], write: tuple[str, str, Any]) -> None:
    method, path, body = write
    caller, method = (display, "POST") if method == "DISPLAY" else (client, method)
    answer = caller.request(method, named(path, ids), **({} if body is None else {"json": named(body, ids)}))
    assert answer.status_code < 300, answer.text
