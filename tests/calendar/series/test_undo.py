"""Undoing a write to local events with the token of its answer."""

from typing import Any

import httpx
import pytest

from appliance.kernel.database.database import Database
from tests.calendar.fixtures import Changes, between, calendar, event
from tests.client import Client
from tests.fakes import FakeClock

FIRST, SECOND, THIRD = (f"2026-{day}T09:00:00.000Z" for day in ("11-23", "11-30", "12-07"))
TABLES = ("events", "event_members", "notes", "items")


@pytest.fixture
def home(client: Client) -> str:
    return calendar(client, name="Home")


@pytest.fixture
def series(client: Client, home: str) -> str:
    """Swimming every Monday, with a member, a note, a linked item, a changed date and a removed one."""
    ana = client.post("/api/members", {"name": "Ana", "color": "#112233"}).json()["id"]
    made = event(client, home, rrule="FREQ=WEEKLY;BYDAY=MO", title="Swimming")["id"]
    client.patch(f"/api/events/{made}", {"memberIds": [ana]})
    client.post("/api/notes", {"target": f"event:{made}", "body": "Bring goggles"})
    shopping = client.post("/api/lists", {"name": "Shopping", "kind": "shopping"}).json()["id"]
    client.post(f"/api/lists/{shopping}/items", {"title": "Goggles", "eventId": made})
    gala = client.patch(f"/api/events/{made}", {"occurrence": THIRD, "apply": "this", "title": "Gala"}).json()["id"]
    client.post("/api/notes", {"target": f"event:{gala}", "body": "Bring a medal"})
    client.delete(f"/api/events/{made}", params={"occurrence": "2026-12-14T09:00:00.000Z", "apply": "this"})
    return str(made)


def stored(database: Database) -> dict[str, list[Any]]:
    """Every row that a write to events may change."""
    rows = {name: list(database.read.records(f"SELECT * FROM {name}")) for name in TABLES}
    return {name: sorted(found, key=str) for name, found in rows.items()}


def undo(client: Client, answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, answer.text
    return client.post("/api/events/undo", {"token": answer.headers["Mantel-Undo"]})


MOVED = {"start": "2026-12-01T12:00:00Z", "end": "2026-12-01T13:00:00Z", "title": "Dive", "memberIds": []}


@pytest.mark.parametrize("apply", ["this", "following", "all"])
@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_everything_is_as_before(
    client: Client, database: Database, series: str, home: str, recorded: Changes, method: str, apply: str
) -> None:
    before, shown = stored(database), between(client, "2026-11-01", "2027-02-01")
    named = {"occurrence": SECOND, "apply": apply}
    how = {"json": MOVED | named} if method == "PATCH" else {"params": named}
    answer = client.request(method, f"/api/events/{series}", **how)
    assert shown != between(client, "2026-11-01", "2027-02-01")
    recorded()

    undone = undo(client, answer)

    assert (200, {"ok": True}) == (undone.status_code, undone.json())

    assert before == stored(database)
    assert shown == between(client, "2026-11-01", "2027-02-01")
    assert [("events.changed", {"calendarId": home})] == recorded()
    assert 404 == undo(client, answer).status_code


def test_a_whole_series_comes_back_with_what_hangs_on_it(client: Client, database: Database, series: str) -> None:
    before = stored(database)
    removed = client.delete(f"/api/events/{series}")
    assert [] == stored(database)["events"] == stored(database)["notes"]

    assert 200 == undo(client, removed).status_code

    assert before == stored(database)


def test_a_new_event_is_removed_again(client: Client, database: Database, home: str) -> None:
    made = client.post(
        "/api/events", {"calendarId": home, "title": "Dentist", "start": FIRST, "end": SECOND, "allDay": False}
    )

    assert 200 == undo(client, made).status_code

    assert [] == stored(database)["events"]
    assert 404 == undo(client, made).status_code


def test_what_was_changed_since_stays(client: Client, database: Database, series: str) -> None:
    answer = client.patch(f"/api/events/{series}", {"title": "Dive"})
    client.patch(f"/api/events/{series}", {"location": "Lake"})
    now = stored(database)

    failed = undo(client, answer)

    assert (409, "this was changed since, so it cannot be undone") == (failed.status_code, failed.json()["error"])
    assert now == stored(database)


def test_a_series_removed_in_another_time_zone_keeps_its_time_of_day(client: Client, series: str) -> None:
    client.patch("/api/settings", {"timezone": "Asia/Tokyo"})
    in_tokyo = between(client, "2026-11-01", "2027-02-01")
    client.patch("/api/settings", {"timezone": "Europe/Berlin"})
    removed = client.delete(f"/api/events/{series}")
    client.patch("/api/settings", {"timezone": "Asia/Tokyo"})

    assert 200 == undo(client, removed).status_code

    assert in_tokyo == between(client, "2026-11-01", "2027-02-01")


def test_a_note_written_since_is_not_lost(client: Client, home: str) -> None:
    made = client.post(
        "/api/events", {"calendarId": home, "title": "Dentist", "start": FIRST, "end": SECOND, "allDay": False}
    )
    edited = client.patch(f"/api/events/{made.json()['id']}", {"title": "Doctor"})
    client.post("/api/notes", {"target": f"event:{made.json()['id']}", "body": "Bring the card"})

    assert 200 == undo(client, edited).status_code
    assert 409 == undo(client, made).status_code
    assert [("Dentist", 1)] == [
        (each["title"], each["noteCount"]) for each in between(client, "2026-11-01", "2026-12-20")
    ]


def test_what_it_needs_may_be_gone(client: Client, home: str) -> None:
    category = client.post("/api/categories", {"name": "Health", "color": "red"}).json()["id"]
    kept = event(client, home, categoryId=category)["id"]
    answer = client.delete(f"/api/events/{kept}")
    client.delete(f"/api/categories/{category}")

    assert 200 == undo(client, answer).status_code
    assert [None] == [each["categoryId"] for each in between(client, "2026-11-01", "2026-12-20")]

    answer = client.delete(f"/api/events/{kept}")
    client.delete(f"/api/calendars/{home}")
    assert (409, "deleted_meanwhile") == ((failed := undo(client, answer)).status_code, failed.json()["code"])


def test_a_token_is_of_one_key_and_of_ten_minutes(
    client: Client, display: Client, clock: FakeClock, series: str
) -> None:
    answer = display.patch(f"/api/events/{series}", {"title": "Dive"})
    assert 404 == undo(client, answer).status_code
    assert 404 == display.post("/api/events/undo", {"token": "unknown"}).status_code
    assert 400 == display.post("/api/events/undo", {}).status_code

    clock.turn(minutes=10)
    assert 200 == undo(display, answer).status_code
    answer = display.patch(f"/api/events/{series}", {"title": "Dive"})
    clock.turn(minutes=10, seconds=1)
    assert 404 == undo(display, answer).status_code


def test_a_failed_write_has_no_token(client: Client, series: str) -> None:
    assert "Mantel-Undo" not in client.patch(f"/api/events/{series}", {"title": ""}).headers
