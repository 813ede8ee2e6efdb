"""The requests of a sync with Google and Microsoft, and what is stored."""

import re
from datetime import date

import pytest

from appliance.app import Application
from appliance.kernel.database.database import Database
from appliance.kernel.errors import BadGateway
from tests.calendar.accounts.fixtures import events, row, titles
from tests.calendar.fixtures import Changes, between
from tests.calendar.hosted.fixtures import HOUR, Followed, Hosted, add, at, connect, enter_app, follow, named, tick
from tests.calendar.hosted.google import GoogleStandIn
from tests.calendar.hosted.standin import Answer
from tests.client import Client, Loop
from tests.fakes import FakeClock

ALL = [
    ("2026-11-24T17:00", "Choir"),
    ("2026-11-26T09:00", "Dentist"),
    ("2026-12-01T17:00", "Choir"),
    ("2026-12-08T17:00", "Choir"),
]


def test_the_providers_events_are_here(client: Client, family_calendar: Followed) -> None:
    assert ALL == titles(client)
    choir = events(client)[0]
    assert (family_calendar.choir, False, None) == (choir["seriesId"], choir["readOnly"], choir["rrule"])


def test_an_unchanged_calendar_costs_one_request(
    application: Application, loop: Loop, family_calendar: Followed, database: Database, recorded: Changes
) -> None:
    recorded()
    before = list(database.read.rows("SELECT rowid, * FROM events ORDER BY id"))

    for _ in range(2):
        tick(application, loop, family_calendar)
        assert 1 == len(family_calendar.provider.take_requests())

    synced = ("calendar.synced", {"calendarId": family_calendar.calendar_id, "count": 0, "notModified": True})
    assert [synced, synced] == recorded()
    assert before == list(database.read.rows("SELECT rowid, * FROM events ORDER BY id"))


def test_what_changed_is_all_that_is_asked_for(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, database: Database
) -> None:
    provider = family_calendar.provider
    rows = dict(database.read.rows("SELECT id, rowid FROM events"))
    opera = provider.put("Opera", date(2026, 12, 12), date(2026, 12, 13))
    provider.change(family_calendar.dentist, "Dr. Weiß")
    tick(application, loop, family_calendar)
    assert 1 == len(provider.take_requests())
    assert [ALL[0], ("2026-11-26T09:00", "Dr. Weiß"), *ALL[2:], ("2026-12-12", "Opera")] == titles(client)
    assert rows.items() <= dict(database.read.rows("SELECT id, rowid FROM events")).items()

    provider.books["family"].remove(opera)
    provider.books["family"].remove(family_calendar.dentist)
    tick(application, loop, family_calendar)
    assert [ALL[0], *ALL[2:]] == titles(client)


def test_a_changed_series_and_one_changed_date_of_it(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    provider, choir = family_calendar.provider, family_calendar.choir
    provider.change(f"{choir}_20261201T170000Z", "Concert")
    tick(application, loop, family_calendar)
    assert [ALL[0], ALL[1], ("2026-12-01T17:00", "Concert"), ALL[3]] == titles(client)

    provider.books["family"].remove(f"{choir}_20261124T170000Z")
    provider.change(choir, "Chorus")
    tick(application, loop, family_calendar)
    assert [ALL[1], ("2026-12-01T17:00", "Concert"), ("2026-12-08T17:00", "Chorus")] == titles(client)

    series = provider.books["family"].items[choir]
    series.start, series.end, series.rule = at("2026-11-25"), at("2026-11-25") + HOUR, "FREQ=DAILY;COUNT=2"
    series.dates.clear()
    provider.books["family"].touch(choir)
    tick(application, loop, family_calendar)
    assert [("2026-11-25T17:00", "Chorus"), ALL[1], ("2026-11-26T17:00", "Chorus")] == titles(client)

    provider.books["family"].remove(choir)
    tick(application, loop, family_calendar)
    assert [ALL[1]] == titles(client)


def test_many_changed_series_are_read_at_once(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    provider = family_calendar.provider
    for number in range(20):
        provider.put(f"Lesson {number:02}", at("2026-12-03", 8), at("2026-12-03", 8) + HOUR, "FREQ=DAILY;COUNT=2")

    tick(application, loop, family_calendar)

    assert 2 == len(provider.take_requests())
    assert 44 == len(titles(client))


def test_long_answers_come_page_by_page(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    family_calendar.provider.page = 3
    loop.run(application.syncer.sync(family_calendar.calendar_id))
    assert ALL == titles(client)
    for number in range(4):
        family_calendar.provider.put(f"Opera {number}", date(2026, 12, 12), date(2026, 12, 13))
    tick(application, loop, family_calendar)
    assert [f"Opera {number}" for number in range(4)] == [title for _, title in titles(client)[4:]]


def test_what_the_provider_forgot_is_read_anew(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    provider = family_calendar.provider
    provider.change(family_calendar.dentist, "Dr. Weiß")
    provider.books["family"].forgotten = 100

    tick(application, loop, family_calendar)
    assert "Dr. Weiß" in [title for _, title in titles(client)]
    provider.books["family"].forgotten = 0
    provider.take_requests()
    tick(application, loop, family_calendar)
    assert 1 == len(provider.take_requests())


def test_the_window_moves_with_time(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, clock: FakeClock
) -> None:
    provider = family_calendar.provider
    provider.put("Far away", date(2027, 12, 1), date(2027, 12, 2))
    provider.put("Every month", at("2026-12-01", 7), at("2026-12-01", 7) + HOUR, "FREQ=MONTHLY;COUNT=14")
    tick(application, loop, family_calendar)
    assert "2027-11" == max(each["start"] for each in between(client, "2026-11-01", "2028-06-01"))[:7]

    clock.turn(days=20)
    tick(application, loop, family_calendar)
    there = [(each["start"][:10], each["title"]) for each in between(client, "2027-11-15", "2028-06-01")]
    assert [("2027-12-01", "Far away"), ("2027-12-01", "Every month")] == there

    clock.turn(days=100)
    tick(application, loop, family_calendar)
    assert [] == between(client, "2026-11-01", "2027-02-01")
    assert 2 == len(between(client, "2027-11-15", "2028-01-01"))


def test_a_calendar_that_may_not_be_written(
    client: Client, anybody: Client, application: Application, loop: Loop, provider: Hosted, clock: FakeClock
) -> None:
    enter_app(client, provider)
    account_id = connect(client, anybody, provider)
    offered = client.get(f"/api/accounts/{account_id}/remote-calendars").json()
    assert [("family", "Family", "#1e90ff", True), ("closed", "Holidays", "#1e90ff", False)] == [
        (each["remoteId"], each["name"], each["color"], each["writable"]) for each in offered
    ]

    closed = add(client, provider, account_id, "closed")
    loop.run(application.syncer.sync(closed))
    assert False is row(client, closed)["writable"]
    body = {"calendarId": closed, "title": "X", "start": "2026-12-01", "end": "2026-12-02", "allDay": True}
    rejected = client.post("/api/events", body)
    assert (400, "calendar is not writable") == (rejected.status_code, rejected.json()["error"])

    provider.read_only.clear()
    clock.turn(hours=7)
    loop.run(application.syncer.sync(closed, whole=False))
    assert True is row(client, closed)["writable"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((500, {}, {}), "has a problem of its own (500)"),
        ((403, {}, {"error": {"message": "Not you?token=hush"}}), "does not allow this: Not you?token=[redacted]"),
        ((200, {}, "<html>hello</html>"), "gave an answer that cannot be read"),
        ((200, {}, b"\xff\xfe"), "gave an answer that cannot be read"),
        ((200, {}, {"items": "many", "value": "many"}), "gave an answer that cannot be read"),
        ((200, {}, [1, 2]), "gave an answer that cannot be read"),
        ((429, {"Retry-After": "60"}, {}), "was asked too often"),
        ((403, {}, {"error": {"message": "Slow", "errors": [{"reason": "rateLimitExceeded"}]}}), "was asked too often"),
        ((302, {"Location": "https://evil.example.org/"}, {}), "refuses this (302)"),
    ],
)
def test_a_provider_that_fails_costs_no_event(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, answer: Answer, words: str
) -> None:
    provider = family_calendar.provider
    provider.disturb = lambda method, path: answer

    with pytest.raises(BadGateway, match=re.escape(words)):
        tick(application, loop, family_calendar)

    shown = row(client, family_calendar.calendar_id)["lastError"]
    assert (True, ALL) == (words in shown and "hush" not in shown, titles(client))
    provider.disturb = lambda method, path: None
    loop.run(application.syncer.sync(family_calendar.calendar_id))
    assert (None, ALL) == (row(client, family_calendar.calendar_id)["lastError"], titles(client))


def test_a_providers_retry_after_is_respected(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, clock: FakeClock
) -> None:
    provider = family_calendar.provider
    provider.disturb = lambda method, path: (429, {"Retry-After": "3600"}, {})
    clock.turn(minutes=15)
    loop.run(application.sync_job.run(application.database, clock.at))
    assert 1 == len(provider.take_requests())
    clock.turn(minutes=50)
    loop.run(application.sync_job.run(application.database, clock.at))
    assert [] == provider.take_requests()
    provider.disturb = lambda method, path: None
    clock.turn(minutes=11)
    loop.run(application.sync_job.run(application.database, clock.at))
    assert (True, None) == (bool(provider.take_requests()), row(client, family_calendar.calendar_id)["lastError"])


def test_a_token_that_ended_is_renewed_and_kept(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, clock: FakeClock
) -> None:
    provider = family_calendar.provider
    before = set(provider.access_tokens)
    clock.turn(hours=1)
    tick(application, loop, family_calendar)
    assert 1 == len(provider.take_requests())  # by its own clock, before the provider had to reject it
    provider.expire()
    tick(application, loop, family_calendar)
    assert 2 == len(provider.take_requests())
    tick(application, loop, family_calendar)
    assert (1, True) == (len(provider.take_requests()), not before & provider.access_tokens)


def test_a_revoked_permission_is_reported_and_other_accounts_continue(
    client: Client, anybody: Client, application: Application, loop: Loop, family_calendar: Followed, clock: FakeClock
) -> None:
    provider = family_calendar.provider
    local = client.post("/api/calendars", {"kind": "local", "name": "Home"}).json()["id"]
    provider.withdraw()
    clock.turn(minutes=15)

    loop.run(application.sync_job.run(application.database, clock.at))

    shown = row(client, family_calendar.calendar_id)
    assert ("does not let Mantel in any more; connect the account again", False, ALL) == (
        shown["lastError"].partition(" ")[2],
        shown["needsReconnect"],
        titles(client),
    )
    assert None is row(client, local)["lastError"]
    made = client.post(
        "/api/events",
        {
            "calendarId": family_calendar.calendar_id,
            "title": "X",
            "start": "2026-12-01",
            "end": "2026-12-02",
            "allDay": True,
        },
    )
    assert (502, ALL) == (made.status_code, titles(client))

    again = connect(client, anybody, provider)
    loop.run(application.syncer.settled())
    assert family_calendar.account_id == again
    assert (1, None) == (
        len(client.get("/api/accounts").json()),
        row(client, family_calendar.calendar_id)["lastError"],
    )


def test_a_calendar_that_disappears_keeps_its_events(
    client: Client, anybody: Client, application: Application, loop: Loop, family_calendar: Followed, clock: FakeClock
) -> None:
    provider = family_calendar.provider
    other = add(client, provider, family_calendar.account_id, "closed")
    del provider.books["family"]
    clock.turn(minutes=15)

    loop.run(application.sync_job.run(application.database, clock.at))

    shown = row(client, family_calendar.calendar_id)["lastError"]
    assert (True, ALL) == ("does not have this calendar" in shown, titles(client))
    assert (True, None) == (row(client, other)["lastSyncedAt"] is not None, row(client, other)["lastError"])


def test_one_unreadable_event_costs_no_other(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    provider = family_calendar.provider
    name = "items" if isinstance(provider, GoogleStandIn) else "value"
    good = {"id": "x", "summary": "Tree", "subject": "Tree"}
    when = {"dateTime": "2026-12-24T10:00:00Z", "timeZone": "UTC"}
    never = {"dateTime": "never", "timeZone": "UTC"}
    late = {"dateTime": "9999-12-31T23:59:59-12:00", "timeZone": "UTC"}
    shown = [
        {**good, "start": when, "end": when},
        {"id": "a"},
        {"id": "b", "start": never, "end": never},
        {"id": 7},
        "c",
        {"id": "d", "start": late, "end": late},
        {"id": "e", "start": when, "end": {"dateTime": "2026-12-23T10:00:00Z"}},
    ]
    answer = {name: shown, "nextSyncToken": "plain0", "accessRole": "owner", "canEdit": True, "id": "x"}
    provider.disturb = lambda method, path: (200, {}, answer)

    loop.run(application.syncer.sync(family_calendar.calendar_id))

    assert [("2026-12-24T10:00", "Tree")] == titles(client)
    provider.disturb = lambda method, path: None


def test_several_accounts_of_one_provider_stand_side_by_side(
    client: Client, anybody: Client, application: Application, loop: Loop, provider: Hosted
) -> None:
    first = follow(client, anybody, application, loop, provider)
    provider.email = "ben@example.org"
    second = connect(client, anybody, provider)
    provider.email = "ANA@example.org"
    assert (first.account_id, True) == (connect(client, anybody, provider), second != first.account_id)
    names = [each["name"] for each in client.get("/api/accounts").json()]
    assert ["ana@example.org", "ben@example.org"] == names
    assert 4 == len(named(events(client), "Choir")) + len(named(events(client), "Dentist"))
