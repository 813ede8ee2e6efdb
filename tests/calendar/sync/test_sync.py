from typing import Any

import pytest

from appliance.app import Application
from tests.calendar.sync.web import FEED, Web
from tests.client import Changes, Client, Loop
from tests.fakes import FakeClock

YEAR = "/api/events?from=2026-10-21&to=2027-11-21"
LESSONS = ["2026-11-24T13:00:00.000Z", "2026-12-01T13:00:00.000Z", "2026-12-08T13:00:00.000Z"]


def starts(client: Client) -> list[str]:
    """When the events of a year begin."""
    return [each["start"] for each in client.get(YEAR).json()]


def row(client: Client, calendar_id: str) -> dict[str, Any]:
    """The calendar as answered."""
    [found] = [each for each in client.get("/api/calendars").json() if each["id"] == calendar_id]
    return dict(found)


def tick(application: Application, loop: Loop, clock: FakeClock, **later: float) -> None:
    """A tick of the scheduler, some time later."""
    clock.turn(**(later or {"minutes": 11}))
    loop.run(application.scheduler.tick())


def test_a_feed_is_synced_by_hand(client: Client, school: str, web: Web, recorded: Changes) -> None:
    recorded()
    answer = client.post(f"/api/calendars/{school}/sync")

    assert (200, {"ok": True, "count": 3}) == (answer.status_code, answer.json())
    assert LESSONS == starts(client)
    assert ("2026-11-20T15:24:00.000Z", None) == tuple(
        row(client, school)[name] for name in ("lastSyncedAt", "lastError")
    )
    assert [
        ("calendar.synced", {"calendarId": school, "count": 3}),
        ("events.changed", {"calendarId": school}),
    ] == recorded()
    [event, *_] = client.get(YEAR).json()
    assert ("Swimming", True, False) == (event["title"], event["readOnly"], event["allDay"])
    assert event["seriesId"].startswith("ics:")


def test_a_new_calendar_is_synced_by_the_next_tick_and_again_after_the_interval(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    for minutes, take_requests in ((2, 1), (2, 1), (9, 2)):
        tick(application, loop, clock, minutes=minutes)
        assert take_requests == len(web.requests), minutes
    assert LESSONS == starts(client)


def test_an_unchanged_feed_only_moves_the_time(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web, recorded: Changes
) -> None:
    web.etag, web.headers = '"1"', {"Last-Modified": "Fri, 20 Nov 2026 08:00:00 GMT"}
    tick(application, loop, clock)
    ids = [each["id"] for each in client.get(YEAR).json()]
    recorded()

    tick(application, loop, clock)

    assert ('"1"', "Fri, 20 Nov 2026 08:00:00 GMT") == tuple(
        web.requests[-1][name] for name in ("if-none-match", "if-modified-since")
    )
    unchanged = [("calendar.synced", {"calendarId": school, "count": 0, "notModified": True})]
    assert unchanged == recorded()
    assert "2026-11-20T15:46:00.000Z" == row(client, school)["lastSyncedAt"]

    web.etag, web.body = None, FEED.replace(b"DTSTAMP:20261101", b"DTSTAMP:20261120").replace(b"UID:1", b"UID:2")
    tick(application, loop, clock)
    assert unchanged == recorded()
    assert ids == [each["id"] for each in client.get(YEAR).json()]


def test_a_changed_feed_replaces_its_events(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web, recorded: Changes
) -> None:
    web.etag = '"1"'
    tick(application, loop, clock)
    recorded()

    web.etag, web.body = '"2"', FEED.replace(b"COUNT=3", b"COUNT=2")
    tick(application, loop, clock)

    assert LESSONS[:2] == starts(client)
    assert [
        ("calendar.synced", {"calendarId": school, "count": 2}),
        ("events.changed", {"calendarId": school}),
    ] == recorded()


def test_the_next_day_adds_the_next_day_of_a_rule_without_an_end(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    web.etag, web.body = '"1"', FEED.replace(b"WEEKLY;COUNT=3", b"DAILY")
    tick(application, loop, clock)
    last = starts(client)[-1]

    tick(application, loop, clock, days=1)

    assert "if-none-match" not in web.requests[-1]
    assert ("2027-11-20T13:00:00.000Z", "2027-11-21T13:00:00.000Z") == (
        last,
        client.get("/api/events?from=2026-10-21&to=2027-11-25").json()[-1]["start"],
    )


def test_floating_times_follow_the_household_to_another_zone(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    web.etag, web.body = '"1"', FEED.replace(b";TZID=Europe/Berlin", b"")
    tick(application, loop, clock)
    client.patch("/api/settings", {"timezone": "America/New_York"})

    tick(application, loop, clock)

    assert "2026-11-24T19:00:00.000Z" == starts(client)[0]


def test_the_charset_of_the_content_type_is_used(client: Client, school: str, web: Web) -> None:
    web.body, web.headers = FEED.replace(b"Swimming", "Тренировка".encode("cp1251")), {}
    client.post(f"/api/calendars/{school}/sync")
    web.headers = {"Content-Type": "text/calendar; charset=windows-1251"}

    assert 200 == client.post(f"/api/calendars/{school}/sync").status_code
    assert {"Тренировка"} == {each["title"] for each in client.get(YEAR).json()}


FAILURES: dict[str, tuple[dict[str, Any], str]] = {
    "a web page": ({"body": b"<!doctype html><html>Sign in</html>"}, "web page instead of a calendar"),
    "no calendar": ({"body": b"hello"}, "is not a calendar"),
    "nothing": ({"body": b""}, "answers nothing"),
    "half a feed": ({"body": FEED[:200]}, "ends in the middle"),
    "a body cut short": ({"cut_at": 100}, "broke off"),
    "too large": ({"body": FEED + b" " * 10_000_001}, "more than 10 MB"),
    "password": ({"status": 401}, "asks for a password"),
    "gone": ({"status": 404}, "no calendar at this address"),
    "broken": ({"status": 503}, "problem of its own"),
    "unasked 304": ({"status": 304, "body": b""}, "304"),
}


@pytest.mark.parametrize("what", FAILURES)
def test_a_failure_keeps_the_events_and_stores_the_reason(
    client: Client, clock: FakeClock, school: str, web: Web, recorded: Changes, what: str
) -> None:
    client.post(f"/api/calendars/{school}/sync")
    recorded()
    trouble, words = FAILURES[what]
    for name, value in trouble.items():
        setattr(web, name, value)
    clock.turn(minutes=1)

    answer = client.post(f"/api/calendars/{school}/sync")

    error = answer.json()["error"]
    assert 502 == answer.status_code
    assert words in error
    assert "hush" not in error
    assert LESSONS == starts(client)
    found = row(client, school)
    assert (error, "2026-11-20T15:25:00.000Z") == (found["lastError"], found["lastSyncedAt"])
    said = {name: value for name, value in answer.json().items() if name != "error"}
    assert (said or None) == found["lastErrorDetails"]
    assert [("calendar.synced", {"calendarId": school, "error": error})] == recorded()

    web.status, web.body, web.cut_at, web.chunked, web.compressed = 200, FEED, None, False, False
    assert {"ok": True, "count": 3} == client.post(f"/api/calendars/{school}/sync").json()
    found = row(client, school)
    assert (None, None) == (found["lastError"], found["lastErrorDetails"])


def test_one_failing_feed_does_not_stop_the_others(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    dead = client.post(
        "/api/calendars", {"kind": "ics", "name": "A dead one", "url": "http://127.0.0.1:9/x.ics"}
    ).json()

    tick(application, loop, clock)

    assert LESSONS == starts(client)
    found = row(client, dead["id"])
    assert "could not be reached" in found["lastError"]
    assert "unreachable" == found["lastErrorDetails"]["code"]
    assert None is row(client, school)["lastError"]


def test_a_switched_off_calendar_is_not_synced(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    client.patch(f"/api/calendars/{school}", {"enabled": False})

    tick(application, loop, clock)

    assert [] == web.requests
    answer = client.post(f"/api/calendars/{school}/sync")
    assert 400 == answer.status_code
    assert "switched off" in answer.json()["error"]


def test_calendars_that_cannot_be_synced(client: Client, display: Client, school: str) -> None:
    local = client.post("/api/calendars", {"kind": "local", "name": "Home"}).json()["id"]

    assert 404 == client.post("/api/calendars/nobody/sync").status_code
    assert 400 == client.post(f"/api/calendars/{local}/sync").status_code
    assert 403 == display.post(f"/api/calendars/{school}/sync").status_code
