"""What calendar tests share: the type of the `recorded` fixture, and calendars, events and feeds made in one line."""

from collections.abc import Callable
from typing import Any

from appliance.calendar.events.models import Occurrence
from appliance.calendar.sync import queries
from appliance.kernel.database.database import Database
from tests.client import Client

Changes = Callable[[], list[tuple[str, dict[str, Any]]]]
FEED = "https://feeds.example.org/school.ics"
MONDAY = {"start": "2026-11-23T09:00:00.000Z", "end": "2026-11-23T10:00:00.000Z", "allDay": False}


def calendar(client: Client, kind: str = "local", **more: object) -> str:
    """Add a calendar through the API; its id."""
    feed = {"url": FEED} if kind == "ics" else {}
    answer = client.post("/api/calendars", {"kind": kind, "name": "Family", **feed, **more})
    assert 201 == answer.status_code, answer.text
    return str(answer.json()["id"])


def event(client: Client, calendar_id: str, title: str = "Dentist", **more: object) -> dict[str, Any]:
    """Add an event through the API, on Monday 23 November at 9 UTC by default; the answer."""
    answer = client.post("/api/events", {"calendarId": calendar_id, "title": title, **MONDAY, **more})
    assert 201 == answer.status_code, answer.text
    return dict(answer.json())


def occurrence(
    external_id: str, title: str = "Choir", day: str = "2026-11-23", series: str | None = None
) -> Occurrence:
    """An occurrence of a feed: an hour in the evening of a day."""
    start, end = f"{day}T17:00:00.000Z", f"{day}T18:00:00.000Z"
    return Occurrence(
        external_id=external_id,
        series_id=series,
        title=title,
        start=start,
        end=end,
        all_day=False,
        location=None,
        description=None,
        reminders=None,
    )


def sync(database: Database, calendar_id: str, *occurrences: Occurrence) -> bool:
    """Store these occurrences as a sync does."""
    return bool(database.write_now(queries.replace_synced, calendar_id, occurrences))


def between(client: Client, begin: str, end: str, **more: str) -> list[dict[str, Any]]:
    """GET /api/events."""
    answer = client.get("/api/events", params={"from": begin, "to": end, **more})
    assert 200 == answer.status_code, answer.text
    return list(answer.json())
