"""The mark of a routine series over HTTP: of a local series, and of a synced one."""

from appliance.kernel.database.database import Database
from tests.calendar.fixtures import between, calendar, event, occurrence, sync
from tests.client import Client

SCHOOL = {"start": "2026-11-23T07:00:00.000Z", "end": "2026-11-23T12:00:00.000Z", "rrule": "FREQ=DAILY"}
WEEK = ("2026-11-23", "2026-11-26")


def test_a_local_series_is_marked_on_all_its_dates(client: Client, display: Client) -> None:
    made = event(display, calendar(client), "School", **SCHOOL, routine=True)
    assert made["routine"] is True
    assert [True] * 3 == [each["routine"] for each in between(client, *WEEK)]

    path = f"/api/events/{made['id']}"
    moved = {"apply": "this", "occurrence": "2026-11-24T07:00:00.000Z", "start": "2026-11-24T08:00:00.000Z"}
    client.patch(path, moved | {"end": "2026-11-24T12:00:00.000Z"})
    assert [True] * 3 == [each["routine"] for each in between(client, *WEEK)]

    assert "routine" not in client.patch(path, {"routine": False}).json()
    assert ["routine" in each for each in between(client, *WEEK)] == [False] * 3
    answer = client.patch(path, {"routine": 1})
    assert 400 == answer.status_code
    assert "routine" in answer.text


def test_the_mark_of_a_synced_series_survives_its_sync_and_is_of_every_date(
    client: Client, display: Client, database: Database
) -> None:
    feed = calendar(client, "ics")
    days = ("2026-11-23", "2026-11-24")
    sync(database, feed, *(occurrence(f"school-{day}", day=day, series="school") for day in days))
    first = between(client, *WEEK)[0]["id"]

    assert display.patch(f"/api/events/{first}", {"routine": True}).json()["routine"] is True
    longer = (*days, "2026-11-25")
    sync(database, feed, *(occurrence(f"school-{day}", day=day, series="school") for day in longer))
    assert [True] * 3 == [each["routine"] for each in between(client, *WEEK)]

    client.patch(f"/api/events/{first}", {"routine": False})
    assert [False] * 3 == ["routine" in each for each in between(client, *WEEK)]
    assert 0 == database.read.value("SELECT count(*) FROM annotations")


def test_a_synced_event_without_a_series_cannot_be_marked(client: Client, database: Database) -> None:
    feed = calendar(client, "ics")
    sync(database, feed, occurrence("trip", "School trip", "2026-11-24"))
    trip = between(client, *WEEK)[0]["id"]

    answer = client.patch(f"/api/events/{trip}", {"routine": True})
    assert 400 == answer.status_code
    assert "routine" in answer.text
    assert 200 == client.patch(f"/api/events/{trip}", {"routine": False}).status_code
