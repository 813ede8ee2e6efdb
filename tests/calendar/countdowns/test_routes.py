"""Countdowns over HTTP: events marked, the next occurrence of a series and synced events."""

from typing import Any

import pytest

from appliance.kernel.database.database import Database
from tests.calendar.fixtures import between, calendar, event, occurrence, sync
from tests.client import Client

SEA = {"start": "2026-11-29", "end": "2026-12-06", "allDay": True}


@pytest.fixture
def home(client: Client) -> str:
    return calendar(client, name="Home", color="#112233")


def countdowns(client: Client) -> list[dict[str, Any]]:
    """GET /api/countdowns."""
    answer = client.get("/api/countdowns")
    assert 200 == answer.status_code, answer.text
    return list(answer.json())


def titles(client: Client) -> list[tuple[str, int]]:
    return [(each["title"], each["days"]) for each in countdowns(client)]


def test_the_days_to_a_marked_event_are_counted(client: Client, display: Client, home: str) -> None:
    travel = client.post("/api/categories", {"name": "Travel", "emoji": "🏖️", "color": "#00AACC"}).json()["id"]
    made = event(display, home, "The sea", **SEA, countdown=True, categoryId=travel)
    event(display, home, "Dentist")

    assert made["countdown"] is True
    assert [
        {
            "eventId": made["id"],
            "calendarId": home,
            "title": "The sea",
            "emoji": "🏖️",
            "color": "#112233",
            "memberIds": [],
            "start": "2026-11-29",
            "allDay": True,
            "occurrenceStart": None,
            "date": "2026-11-29",
            "days": 9,
        }
    ] == countdowns(display)


def test_the_mark_is_set_and_taken_away(client: Client, home: str) -> None:
    made = event(client, home)
    assert "countdown" not in made

    marked = client.patch(f"/api/events/{made['id']}", {"countdown": True}).json()
    assert marked["countdown"] is True
    assert [True] == [each["countdown"] for each in between(client, "2026-11-23", "2026-11-24")]
    assert [("Dentist", 3)] == titles(client)

    assert "countdown" not in client.patch(f"/api/events/{made['id']}", {"countdown": False}).json()
    assert [] == titles(client)
    assert 400 == client.patch(f"/api/events/{made['id']}", {"countdown": 1}).status_code


def test_a_series_counts_to_its_next_occurrence(client: Client, home: str) -> None:
    start = {"start": "2026-10-02T16:00:00.000Z", "end": "2026-10-02T17:00:00.000Z"}
    made = event(client, home, "Film night", **start, rrule="FREQ=WEEKLY", countdown=True)
    event(client, home, "Leap", start="2024-02-29", end="2024-03-01", allDay=True, rrule="FREQ=YEARLY", countdown=True)
    event(client, home, "Over", **start, rrule="FREQ=DAILY;COUNT=3", countdown=True)

    assert [
        (made["id"], "2026-11-20", "2026-11-20T17:00:00.000Z", 0),
        ("2028-02-29", 466),
    ] == [
        (each["eventId"], each["date"], each["occurrenceStart"], each["days"])
        if each["title"] == "Film night"
        else (each["date"], each["days"])
        for each in countdowns(client)
    ]


def test_what_has_started_before_today_is_over(client: Client, home: str) -> None:
    event(client, home, "Today", start="2026-11-20", end="2026-11-22", allDay=True, countdown=True)
    event(client, home, "Yesterday", start="2026-11-19", end="2026-11-22", allDay=True, countdown=True)
    event(client, home, "Morning", start="2026-11-20T07:00:00Z", end="2026-11-20T08:00:00Z", countdown=True)

    assert [("Today", 0), ("Morning", 0)] == titles(client)


def test_a_calendar_that_is_switched_off_counts_nothing(client: Client, home: str) -> None:
    event(client, home, countdown=True)
    client.patch(f"/api/calendars/{home}", {"enabled": False})

    assert [] == titles(client)


def test_the_mark_of_a_synced_event_survives_its_sync(client: Client, database: Database) -> None:
    feed = calendar(client, "ics")
    sync(database, feed, occurrence("trip", "School trip", "2026-12-01"), occurrence("play", "Play"))
    trip = next(each["id"] for each in between(client, "2026-12-01", "2026-12-02"))

    assert client.patch(f"/api/events/{trip}", {"countdown": True}).json()["countdown"] is True
    sync(database, feed, occurrence("trip", "School trip!", "2026-12-02"))
    assert [("School trip!", 12)] == titles(client)

    client.patch(f"/api/events/{trip}", {"countdown": False})
    assert [] == titles(client)
    assert 0 == database.read.value("SELECT count(*) FROM annotations")


def test_a_synced_series_counts_to_its_next_marked_occurrence(client: Client, database: Database) -> None:
    feed = calendar(client, "ics")
    days = ("2026-11-13", "2026-11-23", "2026-11-30")
    sync(database, feed, *(occurrence(f"choir-{day}", day=day, series="choir") for day in days))
    ids = {each["start"][:10]: each["id"] for each in between(client, "2026-11-01", "2026-12-31")}

    client.patch(f"/api/events/{ids['2026-11-30']}", {"countdown": True, "scope": "series"})
    assert [("Choir", 3)] == titles(client)

    client.patch(f"/api/events/{ids['2026-11-23']}", {"countdown": False})
    assert [("Choir", 10)] == titles(client)

    client.patch(f"/api/events/{ids['2026-11-30']}", {"countdown": False, "scope": "series"})
    assert [] == titles(client)
    assert 0 == database.read.value("SELECT count(*) FROM annotations")


def test_a_series_counts_past_removed_dates_and_to_changed_ones(client: Client, home: str) -> None:
    week = {"start": "2026-11-23T16:00:00.000Z", "end": "2026-11-23T17:00:00.000Z", "rrule": "FREQ=WEEKLY"}
    made = event(client, home, "Choir", **week, countdown=True)
    removed = client.request(
        "DELETE", f"/api/events/{made['id']}", params={"apply": "this", "occurrence": "2026-11-23T16:00:00.000Z"}
    )
    assert 200 == removed.status_code, removed.text
    assert [("Choir", 10)] == titles(client)

    moved = {"start": "2026-12-01T16:00:00Z", "end": "2026-12-01T17:00:00Z", "title": "Concert"}
    which = {"apply": "this", "occurrence": "2026-11-30T16:00:00.000Z"}
    assert 200 == client.patch(f"/api/events/{made['id']}", which | moved).status_code
    assert [("Concert", 11)] == titles(client)
