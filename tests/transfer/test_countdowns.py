"""Countdown marks in an export and an import."""

from appliance.app import Application
from appliance.kernel.database.database import Database
from tests.calendar.fixtures import between, calendar, event, occurrence, sync
from tests.client import Client

EVENTS = [occurrence("trip", "Trip", "2026-12-01"), occurrence("a", day="2026-12-02", series="s")]


def titles(client: Client) -> list[str]:
    return [each["title"] for each in client.get("/api/countdowns").json()]


def test_marks_are_exported_and_imported(client: Client, database: Database, other: tuple[Application, Client]) -> None:
    feed = calendar(client, "ics")
    sync(database, feed, *EVENTS)
    trip, choir = between(client, "2026-12-01", "2026-12-03")
    event(client, calendar(client), countdown=True)
    client.patch(f"/api/events/{trip['id']}", {"countdown": True})
    client.patch(f"/api/events/{choir['id']}", {"countdown": True, "scope": "series"})

    file = client.get("/api/export").json()
    assert [True] == [each.get("countdown") for each in file["events"]]
    assert [{"calendarId": feed, "externalId": "trip", "countdown": True}] == file["eventCountdownOverrides"]
    assert [{"calendarId": feed, "seriesId": "s", "countdown": True}] == file["eventSeriesCountdownOverrides"]

    application, there = other
    assert 200 == there.post("/api/import", file).status_code
    sync(application.database, feed, *EVENTS)
    assert ["Dentist", "Trip", "Choir"] == titles(client) == titles(there)
