"""Notes over REST: what each request answers, stores and records."""

from typing import Any

import pytest

from appliance.kernel.database.database import Database
from appliance.people.models import Person
from tests.client import Client
from tests.fakes import FakeClock
from tests.lists.fixtures import NOW, Changes, a_list, add, local_event, on

MINE = "33333333-3333-4333-8333-333333333333"


@pytest.fixture
def milk(client: Client) -> dict[str, Any]:
    """An item to talk about."""
    return add(client, a_list(client), "Milk")[0]


def about(item: dict[str, Any]) -> str:
    return f"list_item:{item['id']}"


def read(client: Client, target: str) -> list[dict[str, Any]]:
    notes: list[dict[str, Any]] = client.get("/api/notes", params={"target": target}).json()
    return notes


def test_a_discussion_is_written_changed_and_removed(
    display: Client, milk: dict[str, Any], family: dict[str, Person], clock: FakeClock, recorded: Changes
) -> None:
    recorded()
    first = display.post("/api/notes", {"target": about(milk), "body": " Two bottles \n", "memberId": family["Ana"].id})
    expected = {
        "id": first.json()["id"],
        "targetType": "list_item",
        "targetId": milk["id"],
        "memberId": family["Ana"].id,
        "body": "Two bottles",
        "createdAt": NOW,
        "updatedAt": NOW,
    }
    assert (201, expected) == (first.status_code, first.json())

    clock.turn(minutes=1)
    second = display.post("/api/notes", {"target": about(milk), "body": "Or three?"}).json()
    assert None is second["memberId"]
    changed = display.patch(f"/api/notes/{first.json()['id']}", {"body": " Four ", "memberId": None})
    assert (200, expected | {"body": "Four", "updatedAt": "2026-11-20T15:25:00.000Z"}) == (
        changed.status_code,
        changed.json(),
    )
    assert [changed.json(), second] == read(display, about(milk))
    assert [2] == [it["noteCount"] for it in on(display, milk["listId"])]

    assert {"ok": True} == display.delete(f"/api/notes/{second['id']}").json()
    assert [changed.json()] == read(display, about(milk))
    assert [("list.item.changed", {"listId": milk["listId"], "id": milk["id"]})] * 4 == recorded()


def test_an_event_has_a_discussion_too(client: Client, database: Database, recorded: Changes) -> None:
    series = database.write_now(local_event)
    recorded()
    note = client.post("/api/notes", {"target": f"event:{series}", "body": "Bring water"}).json()
    assert ("event", series) == (note["targetType"], note["targetId"])
    assert [note] == read(client, f"event:{series}")
    client.patch(f"/api/notes/{note['id']}", {"body": "Bring juice"})
    client.delete(f"/api/notes/{note['id']}")
    assert [] == read(client, f"event:{series}")
    assert [("events.changed", {"eventId": series})] * 3 == recorded()


@pytest.mark.parametrize(
    ("change", "status", "error"),
    [
        ({"target": "list_item:nothing"}, 404, "list item not found"),
        ({"target": "event:nothing"}, 404, "event not found"),
        ({"target": "list:1"}, 400, "target: must be event:<id> or list_item:<id>"),
        ({"target": "event:"}, 400, "target: must be event:<id> or list_item:<id>"),
        ({"target": ""}, 400, "target: must be event:<id> or list_item:<id>"),
        ({"target": None}, 400, "target: Expected `str`, got `null`"),
        ({"memberId": "nobody"}, 400, "member not found"),
        ({"memberId": ""}, 400, "member not found"),
        ({"body": ""}, 400, "body: must not be empty"),
        ({"body": " \n "}, 400, "body: must not be empty"),
        ({"body": "x" * 2001}, 400, "body: must have at most 2000 characters"),
        ({"body": 1}, 400, "body: Expected `str`, got `int`"),
    ],
)
def test_a_bad_note_is_rejected(
    client: Client, milk: dict[str, Any], recorded: Changes, change: dict[str, Any], status: int, error: str
) -> None:
    recorded()
    answer = client.post("/api/notes", {"target": about(milk), "body": "Two"} | change)
    assert (status, error) == (answer.status_code, answer.json()["error"])
    assert [] == read(client, about(milk))
    assert [] == recorded()


@pytest.mark.parametrize("body", ["", "  ", "x" * 2001, None])
def test_bad_words_leave_a_note_as_it_is(client: Client, milk: dict[str, Any], recorded: Changes, body: object) -> None:
    note = client.post("/api/notes", {"target": about(milk), "body": "Two"}).json()
    recorded()
    answer = client.patch(f"/api/notes/{note['id']}", {"body": body})
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith("body: ")
    assert [note] == read(client, about(milk))
    assert [] == recorded()


def test_an_unknown_target_has_no_notes(client: Client) -> None:
    assert [] == read(client, "list_item:nothing")
    assert [] == read(client, "event:nothing")
    assert 400 == client.get("/api/notes").status_code
    for target in ("", "milk", "list_item:", "list:1"):
        answer = client.get("/api/notes", params={"target": target})
        assert (400, {"error": "target: must be event:<id> or list_item:<id>"}) == (answer.status_code, answer.json())
    assert 404 == client.patch("/api/notes/nothing", {"body": "x"}).status_code
    assert 404 == client.delete("/api/notes/nothing").status_code


def test_a_note_with_the_clients_own_id_may_be_sent_again(
    client: Client, milk: dict[str, Any], recorded: Changes
) -> None:
    request = {"target": about(milk), "body": "Two", "id": MINE}
    note = client.post("/api/notes", request).json()
    assert MINE == note["id"]
    recorded()
    again = client.post("/api/notes", request)
    assert (201, note) == (again.status_code, again.json())
    assert [note] == read(client, about(milk))

    [bread] = add(client, milk["listId"], "Bread")
    elsewhere = client.post("/api/notes", request | {"target": about(bread)})
    assert (409, {"error": "this note id is in use elsewhere"}) == (elsewhere.status_code, elsewhere.json())
    assert [("list.item.changed", {"listId": milk["listId"], "ids": [bread["id"]]})] == recorded()


@pytest.mark.parametrize("way", ["item", "clear", "list"])
def test_a_discussion_goes_with_its_item(client: Client, database: Database, milk: dict[str, Any], way: str) -> None:
    [bread] = add(client, milk["listId"], "Bread")
    gone = client.post("/api/notes", {"target": about(milk), "body": "Two"}).json()
    kept = client.post("/api/notes", {"target": about(bread), "body": "Dark"}).json()
    path = f"/api/lists/{milk['listId']}"
    client.patch(f"{path}/items/{milk['id']}", {"done": True})
    if way == "item":
        client.delete(f"{path}/items/{milk['id']}")
    elif way == "clear":
        client.post(f"{path}/clear-completed")
    else:
        client.delete(path)

    left = {note_id for (note_id,) in database.read.rows("SELECT id FROM notes")}
    assert ({kept["id"]} if way != "list" else set()) == left
    assert 404 == client.patch(f"/api/notes/{gone['id']}", {"body": "x"}).status_code


def test_a_range_of_events_counts_open_items_and_notes(client: Client, database: Database) -> None:
    series = database.write_now(local_event)
    for _ in range(2):
        client.post("/api/notes", {"target": f"event:{series}", "body": "Bring water"})
    list_id = a_list(client)
    boots, *_ = add(client, list_id, *({"title": title, "eventId": series} for title in ("Boots", "Ball", "Towel")))
    client.patch(f"/api/lists/{list_id}/items/{boots['id']}", {"done": True})

    weeks = client.get("/api/events?from=2026-11-20&to=2026-12-04").json()
    assert [(2, 2), (2, 2)] == [(each["linkedItemCount"], each["noteCount"]) for each in weeks]
    alone = client.get(f"/api/events/{series}").json()
    assert set() == {"linkedItemCount", "noteCount"} & alone.keys()

    assert 200 == client.delete(f"/api/events/{series}").status_code
    assert [] == read(client, f"event:{series}")
    assert [None, None, None] == [it["eventId"] for it in on(client, list_id)]
