"""What a sync could not read is said at the calendar, until a sync reads it."""

from typing import Any

from appliance.app import Application
from appliance.calendar.calendars import queries
from appliance.health import rules as health
from tests.calendar.sync.test_sync import LESSONS, row, starts, tick
from tests.calendar.sync.web import FEED, Web
from tests.client import Client, Loop
from tests.fakes import FakeClock

BROKEN = b"BEGIN:VEVENT\r\nSUMMARY:Dentist\r\nDTSTART:20261399T100000Z\r\nEND:VEVENT\r\n"
LOST = {"code": "events_unreadable", "count": 3, "reasons": ", ".join(["Dentist (DTSTART:20261399T100000Z)"] * 3)}


def said(client: Client, calendar_id: str) -> tuple[Any, Any]:
    """What the calendar says of its last sync."""
    found = row(client, calendar_id)
    return found["lastError"], found["lastErrorDetails"]


def with_broken(feed: bytes) -> bytes:
    """A feed with three events that cannot be read."""
    return feed.replace(b"END:VCALENDAR", BROKEN * 3 + b"END:VCALENDAR")


def test_lost_events_are_said_until_they_can_be_read(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    web.body, web.etag = with_broken(FEED), '"1"'
    tick(application, loop, clock)

    assert LESSONS == starts(client)
    message, details = said(client, school)
    assert message.startswith("3 events could not be read: Dentist (DTSTART:20261399T100000Z)")
    assert LOST == details

    tick(application, loop, clock)
    assert "if-none-match" in web.requests[-1]
    assert LOST == said(client, school)[1]

    web.status, web.etag = 503, None
    tick(application, loop, clock)
    assert "source_failed" == said(client, school)[1]["code"]
    web.status = 200
    tick(application, loop, clock)
    assert LOST == said(client, school)[1]

    web.body = FEED
    tick(application, loop, clock)
    assert (None, None) == said(client, school)


def test_an_unknown_zone_is_said(client: Client, school: str, web: Web) -> None:
    web.body = FEED.replace(b"Europe/Berlin", b"Middle-earth/Shire")

    client.post(f"/api/calendars/{school}/sync")

    message, details = said(client, school)
    assert "the time zone Middle-earth/Shire is not known; its times are read as local ones" == message
    assert {"code": "zone_unknown", "zones": "Middle-earth/Shire"} == details
    assert LESSONS == starts(client)


def test_a_calendar_that_lost_events_has_not_failed(
    client: Client, application: Application, school: str, web: Web
) -> None:
    web.body = with_broken(FEED)
    client.post(f"/api/calendars/{school}/sync")

    sync = health.last_sync(queries.calendars(application.database.read))

    assert [] == sync.failing
    assert None is not sync.at


def test_another_address_forgets_what_was_lost(client: Client, school: str, web: Web) -> None:
    web.body = with_broken(FEED)
    client.post(f"/api/calendars/{school}/sync")

    client.patch(f"/api/calendars/{school}", {"url": "http://127.0.0.1:9/other.ics"})

    assert "events_unreadable" != (said(client, school)[1] or {}).get("code")
