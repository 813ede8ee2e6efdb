"""The items of a list are kept from one read to the next; after every write the list is what a new server reads."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.database.derived_values import DerivedValues
from appliance.lists.models import Item
from appliance.notes.items import actions
from appliance.people.models import Person
from tests.calendar.fixtures import calendar, event
from tests.chores.test_kept_day import named
from tests.client import Client
from tests.fakes import FakeClock

TODAY, TOMORROW = "2026-11-20", "2026-11-21"
LIST, OTHER, CHORE = (str(UUID(int=number)) for number in (1, 2, 3))
MILK, EGGS, PLAN, STEP = (str(UUID(int=number)) for number in range(11, 15))
PATH = f"/api/lists/{LIST}"
ITEMS: list[dict[str, Any]] = [
    {"id": MILK, "title": "Milk", "store": "Market", "memberId": "<Ana>", "dueDate": TODAY},
    {"id": EGGS, "title": "Eggs", "category": "Fresh", "eventId": "<event>"},
    {"id": PLAN, "title": "Plan", "steps": ["one", "two"]},
]
WRITES: dict[str, list[tuple[str, str, Any]]] = {
    "items are added": [("POST", f"{PATH}/items", [{"title": "Tea"}, {"title": "Oil", "priority": "urgent"}])],
    "an item is edited": [("PATCH", f"{PATH}/items/{EGGS}", {"title": "Ten eggs", "store": "Farm"})],
    "an item is ticked and unticked": [
        ("PATCH", f"{PATH}/items/{PLAN}", {"done": True, "doneBy": "<Ben>"}),
        ("PATCH", f"{PATH}/items/{PLAN}", {"done": False}),
    ],
    "an item is removed": [("DELETE", f"{PATH}/items/{EGGS}", None)],
    "an item is removed and added again": [
        ("DELETE", f"{PATH}/items/{MILK}", None),
        ("POST", f"{PATH}/items", {"id": MILK, "title": "Milk"}),
    ],
    "a step is added, ticked and removed": [
        ("POST", f"{PATH}/items/{PLAN}/steps", {"id": STEP, "title": "three"}),
        ("PATCH", f"{PATH}/items/{PLAN}/steps/{STEP}", {"done": True}),
        ("DELETE", f"{PATH}/items/{PLAN}/steps/{STEP}", None),
    ],
    "items are put in order": [("POST", f"{PATH}/reorder", {"itemIds": [PLAN, EGGS, MILK]})],
    "ticked items are removed": [
        ("PATCH", f"{PATH}/items/{MILK}", {"done": True}),
        ("POST", f"{PATH}/clear-completed", None),
    ],
    "the list is reset": [("PATCH", f"{PATH}/items/{MILK}", {"done": True}), ("POST", f"{PATH}/reset", None)],
    "a chore resets it": [
        ("PATCH", f"{PATH}/items/{MILK}", {"done": True}),
        ("PATCH", f"{PATH}/items/{EGGS}", {"done": True}),
        ("PATCH", f"{PATH}/items/{PLAN}", {"done": True}),
        ("POST", f"/api/chores/{CHORE}/complete", {"date": TODAY}),
    ],
    "the list is renamed and sorted": [("PATCH", PATH, {"name": "Food", "sortBy": "alpha"})],
    "its groups are put in order": [("PUT", f"{PATH}/groups", {"groups": [{"kind": "store", "name": "Market"}]})],
    "an item of another list has a new store": [
        ("POST", f"/api/lists/{OTHER}/items", {"title": "Nails", "store": "Depot"})
    ],
    "a note is written on an item": [("POST", "/api/notes", {"target": f"list_item:{EGGS}", "body": "Brown ones"})],
    "the event of an item is deleted": [("DELETE", "/api/events/<event>", None)],
    "the calendar of an event is deleted": [("DELETE", "/api/calendars/<calendar>", None)],
    "a member is deleted": [("DELETE", "/api/members/<Ana>", None)],
}


@pytest.fixture
def ids(client: Client, family: dict[str, Person]) -> dict[str, str]:
    """What stands in angle brackets in requests. Two lists and a chore with a checklist are there."""
    found = {name: person.id for name, person in family.items()} | {"calendar": calendar(client)}
    found["event"] = event(client, found["calendar"], start=TODAY, end=TOMORROW, allDay=True)["id"]
    for list_id in (LIST, OTHER):
        client.post("/api/lists", {"id": list_id, "name": "Bag", "kind": "reusable"})
    for item in ITEMS:
        assert client.post(f"{PATH}/items", named(item, found)).status_code < 300
    chore = {"id": CHORE, "title": "Pack", "listId": LIST, "dueDate": TODAY}
    assert client.post("/api/chores", chore).status_code < 300
    return found


@pytest.mark.parametrize("what", WRITES)
def test_after_every_write_the_list_is_what_a_new_server_reads(
    database: Database, client: Client, ids: dict[str, str], what: str
) -> None:
    for method, path, body in WRITES[what]:
        before = client.get(PATH).json()
        sent = {} if body is None else {"json": named(body, ids)}
        answer = client.request(method, named(path, ids), **sent)
        assert answer.status_code < 300, answer.text
        assert before != client.get(PATH).json() == fresh(database)


def test_an_imported_list_is_shown(database: Database, client: Client, ids: dict[str, str]) -> None:
    file = client.get("/api/export").json()
    client.request("DELETE", f"{PATH}/items/{EGGS}")
    before = client.get(PATH).json()
    assert 200 == client.post("/api/import", file).status_code
    assert before != client.get(PATH).json() == fresh(database)


def test_items_that_became_overdue_come_first(
    database: Database, client: Client, ids: dict[str, str], clock: FakeClock
) -> None:
    client.request("POST", f"{PATH}/reorder", json={"itemIds": [PLAN, EGGS, MILK]})
    assert PLAN == client.get(PATH).json()["items"][0]["id"]
    clock.turn(days=1)
    assert MILK == client.get(PATH).json()["items"][0]["id"] == fresh(database)["items"][0]["id"]


def test_only_written_items_are_read_again(database: Database, client: Client, ids: dict[str, str]) -> None:
    before = items(database)
    client.patch("/api/settings", {"weekStart": 1})
    client.post(f"/api/lists/{OTHER}/items", {"title": "Nails"})
    client.post(f"/api/chores/{CHORE}/complete", {"date": TOMORROW, "memberId": ids["Ana"]})
    client.patch(f"{PATH}/items/{EGGS}", {"title": "Ten eggs"})
    after = items(database)
    assert [EGGS] == [item_id for item_id, item in before.items() if after[item_id] is not item]


def test_each_list_has_its_own_items(database: Database, client: Client, ids: dict[str, str]) -> None:
    for path, titles in [(PATH, ["Milk", "Eggs", "Plan"]), (f"/api/lists/{OTHER}", [])] * 2:
        assert titles == [item["title"] for item in client.get(path).json()["items"]]
    assert 404 == client.get("/api/lists/none").status_code


def fresh(database: Database) -> Any:
    """The list with nothing kept."""
    return msgspec.json.decode(msgspec.json.encode(actions.whole_list(database.read, LIST, DerivedValues())))


def items(database: Database) -> dict[str, Item]:
    return {item.id: item for item in actions.whole_list(database.read, LIST, database.derived).items}
