"""What is due is kept from one read of the day to the next; after every change the day is what a new server reads."""

import json
from datetime import date
from typing import Any
from uuid import UUID

import msgspec
import pytest

from appliance.app import Application
from appliance.chores import chore_day
from appliance.chores.jobs import TurnsJob
from appliance.kernel.database.database import Database
from appliance.people.models import Person
from tests.client import Client, Loop
from tests.fakes import FakeClock

TODAY, YESTERDAY, TOMORROW = "2026-11-20", "2026-11-19", "2026-11-21"
DAY = f"/api/chores/day?date={TODAY}"
DISHES, DOG, PLANTS, BINS, ROOM, BAG, TEETH, AWAY, STEP = (str(UUID(int=number)) for number in range(1, 10))
CHORES: list[dict[str, Any]] = [
    {"id": DISHES, "memberId": "<Ana>", "dueBy": "18:00"},
    {"id": DOG, "memberIds": ["<Ben>", "<Cleo>", "<Dan>"], "share": "turn"},
    {"id": PLANTS, "memberId": "<Ana>", "rrule": None, "afterDays": 2},
    {"id": BINS, "memberIds": ["<Ben>", "<Cleo>"], "share": "turn", "turnBy": "completion"},
    {"id": ROOM, "memberIds": ["<Cleo>", "<Dan>"], "share": "each", "needsApproval": True},
    {"id": BAG, "memberId": "<Dan>", "listId": "<list>"},
    {"id": TEETH, "memberId": "<Dan>", "steps": [{"id": STEP, "title": "Brush"}]},
]
SWAP = ("POST", f"/api/chores/{DOG}/swap", {"date": TODAY, "memberId": "<Dan>"})
GO_AWAY = ("POST", "/api/away", {"id": AWAY, "from": TODAY, "until": TOMORROW, "memberId": "<Ana>"})
WAIT = ("DISPLAY", f"/api/chores/{ROOM}/complete", {"date": TODAY, "memberId": "<Cleo>"})
OF_CLEO = {"date": TODAY, "memberId": "<Cleo>"}
WRITES: dict[str, list[tuple[str, str, Any]]] = {
    "a chore is added": [("POST", "/api/chores", {"title": "Bed", "rrule": "FREQ=DAILY", "dueDate": TODAY})],
    "a chore is edited": [("PATCH", f"/api/chores/{DISHES}", {"title": "Plates", "dueBy": "08:00"})],
    "a chore is paused": [("PATCH", f"/api/chores/{DISHES}", {"active": False})],
    "a chore is deleted": [("DELETE", f"/api/chores/{DISHES}", None)],
    "a chore is copied": [("POST", f"/api/chores/{DISHES}/copy", {"memberId": "<Cleo>"})],
    "a chore is ticked and unticked": [
        ("POST", f"/api/chores/{DISHES}/complete", {"date": TODAY}),
        ("DELETE", f"/api/chores/{DISHES}/complete?date={TODAY}", None),
    ],
    "one that counts from its last time was done yesterday": [
        ("POST", f"/api/chores/{PLANTS}/complete", {"date": YESTERDAY}),
        ("DELETE", f"/api/chores/{PLANTS}/complete?date={YESTERDAY}", None),
    ],
    "a turn is swapped and given back": [SWAP, ("DELETE", f"/api/chores/{DOG}/swap?date={TODAY}", None)],
    "a new order of turns": [("PATCH", f"/api/chores/{DOG}", {"memberIds": ["<Dan>", "<Ana>"]})],
    "a member is away and back": [GO_AWAY, ("DELETE", f"/api/away/{AWAY}", None)],
    "whose turn it is goes away": [("POST", "/api/away", {"from": TODAY, "until": TODAY, "memberId": "<Ben>"})],
    "the days away move": [GO_AWAY, ("PATCH", f"/api/away/{AWAY}", {"memberId": None})],
    "a tick waits, is approved and undone": [
        WAIT,
        ("POST", f"/api/chores/{ROOM}/approve", OF_CLEO),
        ("DELETE", f"/api/chores/{ROOM}/complete?date={TODAY}&memberId=<Cleo>", None),
    ],
    "a tick is sent back": [WAIT, ("POST", f"/api/chores/{ROOM}/reject", OF_CLEO | {"note": "Not yet"})],
    "a step is done": [("POST", f"/api/chores/{TEETH}/steps/{STEP}/complete", {"date": TODAY})],
    "an item of a checklist is added": [("POST", "/api/lists/<list>/items", {"title": "Pens"})],
    "a checklist is renamed": [("PATCH", "/api/lists/<list>", {"name": "Satchel"})],
    "a checklist is deleted": [("DELETE", "/api/lists/<list>", None)],
    "a member is deleted": [("DELETE", "/api/members/<Ben>", None)],
    "the time zone is changed": [("PATCH", "/api/settings", {"timezone": "Asia/Tokyo"})],
}


@pytest.fixture
def ids(client: Client, family: dict[str, Person]) -> dict[str, str]:
    """What stands in angle brackets in requests. The chores are there, and the day was read."""
    found = {name: person.id for name, person in family.items()}
    found["list"] = client.post("/api/lists", {"name": "Bag", "kind": "reusable"}).json()["id"]
    client.post(f"/api/lists/{found['list']}/items", {"title": "Book"})
    for chore in CHORES:
        body = {"title": "Chore", "points": 2, "rrule": "FREQ=DAILY", "dueDate": TODAY} | chore
        assert client.post("/api/chores", named(body, found)).status_code < 300
    assert 8 == len(client.get(DAY).json())
    return found


@pytest.mark.parametrize("what", WRITES)
def test_after_every_change_the_day_is_what_a_new_server_reads(
    database: Database, client: Client, display: Client, ids: dict[str, str], what: str
) -> None:
    for method, path, body in WRITES[what]:
        before = client.get(DAY).json()
        caller, method = (display, "POST") if method == "DISPLAY" else (client, method)
        sent = {} if body is None else {"json": named(body, ids)}
        answer = caller.request(method, named(path, ids), **sent)
        assert answer.status_code < 300, answer.text
        assert before != client.get(DAY).json() == fresh(database)


@pytest.mark.parametrize(
    "more",
    [
        {"away": [{"id": AWAY, "from": TODAY, "until": TODAY, "memberId": None, "note": ""}]},
        {"chores": [{"id": "bed", "title": "Bed", "dueDate": TODAY, "createdAt": f"{TODAY}T08:00:00.000Z"}]},
    ],
    ids=lambda more: next(iter(more)),
)
def test_what_is_imported_is_shown(
    database: Database, client: Client, ids: dict[str, str], more: dict[str, Any]
) -> None:
    file = client.get("/api/export").json()
    nothing = {name: type(value)() if isinstance(value, list | dict) else value for name, value in file.items()}
    before = client.get(DAY)
    answer = client.post("/api/import", nothing | more)
    assert 200 == answer.status_code, answer.text
    after = client.get(DAY, headers={"If-None-Match": before.headers["etag"]})
    assert 200 == after.status_code
    assert before.json() != after.json() == fresh(database)


def test_the_day_follows_the_clock(
    database: Database, client: Client, ids: dict[str, str], clock: FakeClock, application: Application, loop: Loop
) -> None:
    assert not any(each["late"] for each in client.get(DAY).json())
    clock.turn(hours=3)
    assert [DISHES] == [each["id"] for each in client.get(DAY).json() if each["late"]]
    for _ in range(4):
        clock.turn(hours=12)
        before = client.get(DAY).json()
        assert before == fresh(database)
        loop.run(TurnsJob().run(database, clock.now()))
        assert before == client.get(DAY).json() == fresh(database)
    # The plants were not done: they are due every day until they are.
    assert PLANTS in [each["id"] for each in before]


def test_a_turn_that_passes_on_when_it_is_done(
    database: Database, client: Client, ids: dict[str, str], clock: FakeClock
) -> None:
    clock.turn(days=1)
    path = f"/api/chores/day?date={TOMORROW}"
    before = client.get(path).json()
    client.post(f"/api/chores/{BINS}/complete", {"date": TODAY})
    assert before != client.get(path).json() == fresh(database, TOMORROW)


def test_a_rotation_that_the_job_begins_is_shown(
    database: Database, client: Client, ids: dict[str, str], clock: FakeClock, loop: Loop
) -> None:
    database.write_now(lambda tx: tx.run("DELETE FROM chore_rotations"))
    database.write_now(lambda tx: tx.touch())
    before = client.get(DAY)
    assert not any(each["turn"] for each in before.json())
    loop.run(TurnsJob().run(database, clock.now()))
    after = client.get(DAY, headers={"If-None-Match": before.headers["etag"]})
    assert 200 == after.status_code
    assert before.json() != after.json() == fresh(database)


def test_each_date_has_its_own_day(database: Database, client: Client, ids: dict[str, str]) -> None:
    for day in (TOMORROW, TODAY, YESTERDAY, TODAY):
        assert client.get(f"/api/chores/day?date={day}").json() == fresh(database, day)


def fresh(database: Database, day: str = TODAY) -> Any:
    """The day with nothing kept."""
    found = database.write_now(lambda tx: chore_day.day(tx, date.fromisoformat(day)))
    return msgspec.json.decode(msgspec.json.encode(found))


def named(value: Any, ids: dict[str, str]) -> Any:
    """A path or a body with the ids of what it names."""
    text = json.dumps(value)
    for name, known in ids.items():
        text = text.replace(f"<{name}>", known)
    return json.loads(text)
