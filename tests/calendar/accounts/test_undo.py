"""Undoing a write to an event of a CalDAV calendar: another write at its server, and the old annotations."""

from typing import Any

import httpx

from appliance.app import Application
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import Connected, events, titles
from tests.client import Client, Loop

SECOND = "2026-12-01T17:00"
PARTY = {"title": "Party", "start": "2026-12-05T14:00:00.000Z", "end": "2026-12-05T17:00:00.000Z", "allDay": False}


def starting(client: Client, start: str) -> dict[str, Any]:
    return next(each for each in events(client) if each["start"].startswith(start))


def undo(client: Client, answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, answer.text
    return client.post("/api/events/undo", {"token": answer.headers["Mantel-Undo"]})


def test_a_change_of_one_occurrence(
    client: Client, application: Application, loop: Loop, choir: Connected, family: dict[str, Person]
) -> None:
    before = events(client)
    answer = client.patch(
        f"/api/events/{starting(client, SECOND)['id']}",
        {
            "title": "Concert",
            "location": "Hall",
            "start": "2026-12-01T18:30:00.000Z",
            "end": "2026-12-01T20:00:00.000Z",
            "memberIds": [family["Ana"].id],
            "travelMinutes": 10,
        },
    )

    assert 200 == undo(client, answer).status_code

    for _ in range(2):
        assert before == events(client)
        loop.run(application.syncer.sync(choir.calendar_id))
    assert 404 == undo(client, answer).status_code


def test_a_change_of_the_whole_series(client: Client, choir: Connected, family: dict[str, Person]) -> None:
    second = starting(client, SECOND)["id"]
    client.patch(f"/api/events/{second}", {"memberIds": [family["Ben"].id]})
    before = events(client)
    answer = client.patch(f"/api/events/{second}", {"title": "Band", "memberIds": [family["Ana"].id], "apply": "all"})
    assert before != events(client)

    assert 200 == undo(client, answer).status_code

    assert before == events(client)


def test_a_change_of_the_whole_series_by_an_occurrence_with_a_title_of_its_own(
    client: Client, application: Application, loop: Loop, choir: Connected
) -> None:
    second = starting(client, SECOND)["id"]
    client.patch(f"/api/events/{second}", {"title": "Concert"})
    before = events(client)
    answer = client.patch(f"/api/events/{second}", {"title": "Band", "apply": "all"})
    assert before != events(client)

    assert 200 == undo(client, answer).status_code

    for _ in range(2):
        assert before == events(client)
        loop.run(application.syncer.sync(choir.calendar_id))


def test_members_from_one_occurrence_on(client: Client, choir: Connected, family: dict[str, Person]) -> None:
    before = events(client)
    answer = client.patch(
        f"/api/events/{starting(client, SECOND)['id']}", {"memberIds": [family["Ana"].id], "apply": "following"}
    )
    assert before != events(client)

    assert 200 == undo(client, answer).status_code

    assert before == events(client)
    assert [] == choir.server.requests  # type: ignore[attr-defined]


def test_a_new_event_and_a_removed_one(
    client: Client, application: Application, loop: Loop, choir: Connected, family: dict[str, Person]
) -> None:
    before = titles(client)
    made = client.post("/api/events", {**PARTY, "calendarId": choir.calendar_id, "memberIds": [family["Ana"].id]})
    client.post("/api/notes", {"target": f"event:{made.json()['id']}", "body": "Bring a cake"})
    shopping = client.post("/api/lists", {"name": "Shopping", "kind": "shopping"}).json()["id"]
    client.post(f"/api/lists/{shopping}/items", {"title": "Cake", "eventId": made.json()["id"]})
    party = starting(client, "2026-12-05")

    removed = client.delete(f"/api/events/{party['id']}")
    assert before == titles(client)
    assert 200 == undo(client, removed).status_code

    for _ in range(2):
        assert party == starting(client, "2026-12-05")
        loop.run(application.syncer.sync(choir.calendar_id))
    assert 200 == undo(client, made).status_code
    assert before == titles(client)


def test_a_new_event_is_removed_again(client: Client, choir: Connected) -> None:
    before = titles(client)
    made = client.post("/api/events", {**PARTY, "calendarId": choir.calendar_id})

    assert 200 == undo(client, made).status_code

    assert before == titles(client)


def test_what_was_changed_since_stays(client: Client, choir: Connected) -> None:
    second = starting(client, SECOND)["id"]
    answer = client.patch(f"/api/events/{second}", {"title": "Concert"})
    client.patch(f"/api/events/{second}", {"title": "Gala"})

    assert 409 == undo(client, answer).status_code
    assert "Gala" == starting(client, SECOND)["title"]
    before = events(client)
    whole = client.delete(f"/api/events/{second}", params={"apply": "all"})
    assert before != events(client)
    assert 200 == undo(client, whole).status_code
    assert before == events(client)


def test_a_removed_occurrence(
    client: Client, application: Application, loop: Loop, choir: Connected, family: dict[str, Person]
) -> None:
    second = starting(client, SECOND)["id"]
    client.patch(f"/api/events/{second}", {"title": "Concert", "memberIds": [family["Ana"].id]})
    client.post("/api/notes", {"target": f"event:{second}", "body": "Bring flowers"})
    before = events(client)
    removed = client.delete(f"/api/events/{second}", params={"apply": "this"})
    assert before != events(client)

    assert 200 == undo(client, removed).status_code

    for _ in range(2):
        assert before == events(client)
        loop.run(application.syncer.sync(choir.calendar_id))
    notes = client.get("/api/notes", params={"target": f"event:{second}"}).json()
    assert ["Bring flowers"] == [each["body"] for each in notes]


def test_all_that_were_removed_from_one_date_on(
    client: Client, application: Application, loop: Loop, choir: Connected, family: dict[str, Person]
) -> None:
    third = starting(client, "2026-12-08T17:00")["id"]
    client.patch(f"/api/events/{third}", {"title": "Concert", "memberIds": [family["Ana"].id]})
    client.post("/api/notes", {"target": f"event:{third}", "body": "Bring flowers"})
    before = events(client)
    removed = client.delete(f"/api/events/{starting(client, SECOND)['id']}", params={"apply": "following"})
    assert before != events(client)

    assert 200 == undo(client, removed).status_code

    for _ in range(2):
        assert before == events(client)
        loop.run(application.syncer.sync(choir.calendar_id))
    notes = client.get("/api/notes", params={"target": f"event:{third}"}).json()
    assert ["Bring flowers"] == [each["body"] for each in notes]


def test_a_removed_occurrence_of_a_series_that_was_changed_since(client: Client, choir: Connected) -> None:
    removed = client.delete(f"/api/events/{starting(client, SECOND)['id']}")
    client.patch(f"/api/events/{events(client)[0]['id']}", {"title": "Band", "apply": "all"})

    assert 409 == undo(client, removed).status_code
    assert 0 == len([each for each in events(client) if each["start"].startswith(SECOND)])


def test_when_the_server_fails_it_can_be_tried_again(client: Client, choir: Connected) -> None:
    before = events(client)
    answer = client.patch(f"/api/events/{starting(client, SECOND)['id']}", {"title": "Concert"})
    choir.server.disturb = lambda method, path: (500, {}, b"")  # type: ignore[attr-defined]
    assert 502 == undo(client, answer).status_code

    choir.server.disturb = lambda method, path: None  # type: ignore[attr-defined]
    assert 200 == undo(client, answer).status_code
    assert before == events(client)
