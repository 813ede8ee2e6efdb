"""The requests of a CalDAV sync, and the result when the server changes, fails or sends wrong data."""

import re
from datetime import timedelta

import pytest

from appliance.app import Application
from appliance.kernel.database.database import Database
from appliance.kernel.errors import BadGateway
from tests.calendar.accounts.fixtures import SERIES, SINGLE, Connected, connect, events, follow, row, titles
from tests.calendar.fixtures import Changes
from tests.calendar.servers import Answer, Radicale
from tests.client import Client, Loop
from tests.fakes import FakeClock

ALL = [
    ("2026-11-24T17:00", "Choir"),
    ("2026-11-26T09:00", "Dentist"),
    ("2026-12-01T17:00", "Choir"),
    ("2026-12-08T17:00", "Choir"),
]
OPERA = (
    "BEGIN:VEVENT",
    "UID:opera@phone",
    "DTSTAMP:20261101T000000Z",
    "SUMMARY:Opera",
    "DTSTART;VALUE=DATE:20261212",
    "DTEND;VALUE=DATE:20261213",
    "END:VEVENT",
)


def tick(application: Application, loop: Loop, connected: Connected) -> int:
    """Sync as a tick does."""
    return loop.run(application.syncer.sync(connected.calendar_id, whole=False))


def test_an_unchanged_calendar_costs_one_request(
    application: Application, loop: Loop, choir: Connected, server: Radicale, database: Database, recorded: Changes
) -> None:
    recorded()
    before = list(database.read.rows("SELECT * FROM events ORDER BY id"))

    tick(application, loop, choir)

    assert ["PROPFIND"] == server.take_requests()
    assert [("calendar.synced", {"calendarId": choir.calendar_id, "count": 0, "notModified": True})] == recorded()
    assert before == list(database.read.rows("SELECT * FROM events ORDER BY id"))


def test_a_changed_object_costs_what_changed(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    server, name = any_choir.server, any_choir.name
    server.put(f"{name}/opera.ics", *OPERA)
    server.delete(f"{name}/dentist.ics")

    tick(application, loop, any_choir)
    assert [ALL[0], *ALL[2:], ("2026-12-12", "Opera")] == titles(client)

    server.put(f"{name}/opera.ics", *[line.replace("Opera", "Ballet") for line in OPERA])
    tick(application, loop, any_choir)
    assert [ALL[0], *ALL[2:], ("2026-12-12", "Ballet")] == titles(client)
    if isinstance(server, Radicale):
        assert ["PROPFIND", "REPORT", "REPORT"] * 2 == server.take_requests()


def test_a_change_to_one_event_leaves_the_rows_of_the_others(
    client: Client, application: Application, loop: Loop, any_choir: Connected, database: Database
) -> None:
    before = dict(database.read.rows("SELECT id, rowid FROM events"))
    any_choir.server.put(f"{any_choir.name}/opera.ics", *OPERA)

    tick(application, loop, any_choir)

    after = dict(database.read.rows("SELECT id, rowid FROM events"))
    assert (before.items() <= after.items(), 1) == (True, len(after) - len(before))


def without(*names: str) -> "re.Pattern[bytes]":
    """What takes properties out of an answer."""
    inner = "|".join(names)
    return re.compile(rf"<(?:\w+:)?(?:{inner})>[^<]*</(?:\w+:)?(?:{inner})>".encode())


def through(server: Radicale, path: str, pattern: "re.Pattern[bytes]") -> None:
    """Let every answer to a PROPFIND lose what the pattern matches."""

    def disturb(method: str, take_requests: str) -> Answer | None:
        if method != "PROPFIND" or not take_requests.startswith(path):
            return None
        body = (
            '<propfind xmlns="DAV:" xmlns:S="http://calendarserver.org/ns/"><prop><S:getctag/><sync-token/>'
            "<current-user-privilege-set/><resourcetype/></prop></propfind>"
        )
        _, _, text = server.request("PROPFIND", take_requests.removeprefix(server.home), body, Depth="0")
        return 207, {"Content-Type": "application/xml"}, pattern.sub(b"", text.encode())

    server.disturb = disturb


def test_without_sync_tokens_versions_are_compared(
    client: Client, application: Application, loop: Loop, server: Radicale
) -> None:
    choir = follow(client, server, connect(client, server))
    through(server, f"/ana/{choir.name}", without("sync-token"))
    tick(application, loop, choir)
    server.put(f"{choir.name}/opera.ics", *OPERA)
    server.put(f"{choir.name}/choir.ics", *[line.replace("Choir", "Chorus") for line in SERIES])
    server.delete(f"{choir.name}/dentist.ics")
    server.take_requests()

    tick(application, loop, choir)

    assert ["PROPFIND", "REPORT", "REPORT"] == server.take_requests()
    expected = [(start, "Chorus") for start, title in ALL if title == "Choir"]
    assert [*expected, ("2026-12-12", "Opera")] == titles(client)
    tick(application, loop, choir)
    assert ["PROPFIND"] == server.take_requests()


def test_without_any_version_the_calendar_is_read_slice_by_slice(
    client: Client, application: Application, loop: Loop, server: Radicale, clock: FakeClock
) -> None:
    choir = follow(client, server, connect(client, server))
    through(server, f"/ana/{choir.name}", without("sync-token", "getctag"))
    tick(application, loop, choir)
    far = [line.replace("20261212", "20270612").replace("20261213", "20270613") for line in OPERA]
    server.put(f"{choir.name}/far.ics", *far)
    server.put(f"{choir.name}/choir.ics", *[line.replace("Choir", "Chorus") for line in SERIES])
    server.delete(f"{choir.name}/dentist.ics")
    server.take_requests()

    tick(application, loop, choir)
    assert ["PROPFIND", "REPORT", "REPORT"] == server.take_requests()
    assert [(start, "Chorus") for start, title in ALL if title == "Choir"] == titles(client)
    tick(application, loop, choir)
    assert ["PROPFIND", "REPORT"] == server.take_requests()

    for _ in range(12):
        clock.turn(hours=6)
        tick(application, loop, choir)
    there = client.get("/api/events", params={"from": "2027-06-01", "to": "2027-07-01"}).json()
    assert [("2027-06-12", "Opera")] == [(each["start"], each["title"]) for each in there]


def test_a_forgotten_token_begins_afresh(
    client: Client, application: Application, loop: Loop, choir: Connected
) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    server.put(f"{choir.name}/opera.ics", *OPERA)
    rejected = [True]

    def disturb(method: str, path: str) -> Answer | None:
        if method == "REPORT" and rejected.pop(0) if rejected else False:
            return 403, {}, b'<error xmlns="DAV:"><valid-sync-token/></error>'
        return None

    server.disturb = disturb

    tick(application, loop, choir)

    assert [*ALL, ("2026-12-12", "Opera")] == titles(client)


def test_the_window_moves_with_time(
    client: Client, application: Application, loop: Loop, choir: Connected, clock: FakeClock
) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    late = [line.replace("20261212", "20271201").replace("20261213", "20271202") for line in OPERA]
    server.put(f"{choir.name}/late.ics", *late)
    tick(application, loop, choir)
    server.take_requests()

    clock.turn(days=20)
    tick(application, loop, choir)

    assert ["PROPFIND", "REPORT"] == server.take_requests()
    there = client.get("/api/events", params={"from": "2027-11-01", "to": "2028-01-01"}).json()
    assert ["2027-12-01"] == [each["start"] for each in there]
    clock.turn(days=20)
    tick(application, loop, choir)
    assert ALL[2:] == titles(client)


def test_a_servers_retry_after_is_respected(
    client: Client, application: Application, loop: Loop, choir: Connected, clock: FakeClock
) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    server.disturb = lambda method, path: (429, {"Retry-After": "3600"}, b"")
    clock.turn(minutes=15)
    loop.run(application.sync_job.run(application.database, clock.at))
    assert "was asked too often" in row(client, choir.calendar_id)["lastError"]
    assert ["PROPFIND"] == server.take_requests()

    clock.turn(minutes=50)
    loop.run(application.sync_job.run(application.database, clock.at))
    assert [] == server.take_requests()

    server.disturb = lambda method, path: None
    clock.turn(minutes=11)
    loop.run(application.sync_job.run(application.database, clock.at))
    assert (["PROPFIND"], None) == (server.take_requests(), row(client, choir.calendar_id)["lastError"])
    assert ALL == titles(client)


HOSTILE = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "hush">]><multistatus xmlns="DAV:">&b;</multistatus>'


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((500, {}, b"oops"), "has a problem of its own (500)"),
        ((401, {}, b""), "does not accept this user name and password"),
        ((403, {}, b""), "does not allow this"),
        ((404, {}, b""), "has nothing at this address"),
        ((200, {}, b"<html>hello</html>"), "answers with status 200"),
        ((207, {}, b"<html>hello"), "cannot be read"),
        ((207, {}, b"<html/>"), "is no list of resources"),
        ((207, {}, b'<multistatus xmlns="DAV:"/>'), "does not know this calendar"),
        ((207, {}, b""), "cannot be read"),
        ((207, {}, b"\xff\xfe\x00"), "cannot be read"),
        ((207, {}, HOSTILE), "cannot be read"),
        ((302, {"Location": "https://evil.example.org/"}, b""), "evil.example.org, which the password was not"),
        ((302, {"Location": "/again"}, b""), "redirects too often"),
    ],
)
def test_a_server_that_fails_costs_no_event(
    client: Client, application: Application, loop: Loop, choir: Connected, answer: Answer, words: str
) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    server.disturb = lambda method, path: answer

    with pytest.raises(BadGateway, match=re.escape(words)):
        tick(application, loop, choir)

    assert (True, ALL) == (words in row(client, choir.calendar_id)["lastError"], titles(client))
    answered = client.post(f"/api/calendars/{choir.calendar_id}/sync")
    assert (502, True) == (answered.status_code, words in answered.json()["error"])
    server.disturb = lambda method, path: None
    tick(application, loop, choir)
    assert (None, ALL) == (row(client, choir.calendar_id)["lastError"], titles(client))


def test_a_calendar_that_disappears_keeps_its_events(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    any_choir.server.delete(f"{any_choir.name}/")

    with pytest.raises(BadGateway, match="has nothing at this address"):
        tick(application, loop, any_choir)

    assert ALL == titles(client)
    made = client.post(
        "/api/events",
        {"calendarId": any_choir.calendar_id, "title": "X", "start": "2026-12-01", "end": "2026-12-02", "allDay": True},
    )
    assert (502, ALL) == (made.status_code, titles(client))


def test_the_others_are_synced_when_one_fails(
    client: Client, application: Application, loop: Loop, server: Radicale, clock: FakeClock
) -> None:
    account_id = connect(client, server)
    broken, well = follow(client, server, account_id), follow(client, server, account_id)
    server.disturb = lambda method, path: (500, {}, b"") if broken.name in path else None

    loop.run(application.sync_job.run(application.database, clock.at))

    assert "500" == row(client, broken.calendar_id)["lastError"].split("(")[1][:3]
    assert row(client, well.calendar_id)["lastError"] is None
    assert {well.calendar_id} == {each["calendarId"] for each in events(client)}


def object_(name: str, href: str, start: str) -> str:
    """An object in the answer of a REPORT."""
    data = f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:{href}\nSUMMARY:Tree\nDTSTART:{start}\nEND:VEVENT\nEND:VCALENDAR"
    return (
        f"<response><href>/ana/{name}/{href}.ics</href><propstat><prop><getetag>1</getetag>"
        f"<C:calendar-data>{data}</C:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    )


def test_one_unreadable_object_costs_no_other(
    client: Client, application: Application, loop: Loop, choir: Connected
) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    inside = object_(choir.name, "bad", "never") + object_(choir.name, "good", "20261224T100000Z")
    elsewhere = object_("x", "x", "20261225T100000Z").replace("<href>", "<href>https://evil.example.org")
    answer = f'<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">{inside}{elsewhere}</multistatus>'
    server.disturb = lambda method, path: (207, {}, answer.encode()) if method == "REPORT" else None

    loop.run(application.syncer.sync(choir.calendar_id))

    assert [("2026-12-24T10:00", "Tree")] == titles(client)


def test_a_read_only_collection_is_not_written(
    client: Client, application: Application, loop: Loop, server: Radicale
) -> None:
    account_id = connect(client, server)
    url = f"{server.url}/ana/closed/"
    found = {each["remoteId"]: each for each in client.get(f"/api/accounts/{account_id}/remote-calendars").json()}
    body = {"kind": "caldav", "name": "Closed", "accountId": account_id, "remoteId": url}
    closed = client.post("/api/calendars", body).json()

    loop.run(application.syncer.sync(closed["id"]))

    assert (False, False) == (found[url]["writable"], row(client, closed["id"])["writable"])
    holiday = {"start": "2026-12-25", "end": "2026-12-26", "allDay": True}
    made = client.post("/api/events", {"calendarId": closed["id"], "title": "X", **holiday})
    assert (400, "calendar is not writable") == (made.status_code, made.json()["error"])
    assert ["Holiday"] == [each["title"] for each in events(client) if each["readOnly"]]


def test_a_calendar_kept_read_only_stays_so(
    client: Client, application: Application, loop: Loop, server: Radicale
) -> None:
    choir = follow(client, server, connect(client, server), writable=False)

    loop.run(application.syncer.sync(choir.calendar_id))

    event = events(client)[0]
    dates = dict.fromkeys(("title", "start", "end"), "2026-12-01")
    body = {**dates, "allDay": True, "calendarId": choir.calendar_id}
    answers = [
        client.patch(f"/api/events/{event['id']}", {"title": "X"}),
        client.delete(f"/api/events/{event['id']}"),
        client.post("/api/events", body),
    ]
    assert (True, False) == (event["readOnly"], row(client, choir.calendar_id)["writable"])
    assert [(400, "calendar is not writable")] * 3 == [(each.status_code, each.json()["error"]) for each in answers]


def test_a_change_made_elsewhere_meanwhile_is_kept(client: Client, choir: Connected) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    first = events(client)[0]["id"]
    server.put(f"{choir.name}/choir.ics", *[line.replace("Church", "School") for line in SERIES])
    meanwhile = [True]

    def disturb(method: str, path: str) -> Answer | None:
        if method == "PUT" and meanwhile and meanwhile.pop():
            server.put(f"{choir.name}/choir.ics", *[line.replace("Church", "Barn") for line in SERIES])
        return None

    server.disturb = disturb

    answer = client.patch(f"/api/events/{first}", {"title": "Concert"})

    assert (200, "Concert", "Barn") == (answer.status_code, answer.json()["title"], answer.json()["location"])
    assert ["GET", "PUT", "GET", "PUT"] == server.take_requests()


def test_a_second_conflict_is_reported(client: Client, choir: Connected) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    before = events(client)
    server.disturb = lambda method, path: (412, {}, b"") if method in ("PUT", "DELETE") else None

    changed = client.patch(f"/api/events/{before[0]['id']}", {"title": "Concert"})
    removed = client.delete(f"/api/events/{before[1]['id']}")

    words = "this event is being changed somewhere else at the same time; try again"
    assert [(502, words)] * 2 == [(each.status_code, each.json()["error"]) for each in (changed, removed)]
    assert before == events(client)


def test_an_event_that_is_gone_at_the_server_cannot_be_changed(client: Client, any_choir: Connected) -> None:
    before = events(client)
    any_choir.server.delete(f"{any_choir.name}/dentist.ics")
    fewer = [line.replace("COUNT=3", "COUNT=2") for line in SERIES]
    any_choir.server.put(f"{any_choir.name}/choir.ics", *fewer)

    answers = [client.patch(f"/api/events/{before[at]['id']}", {"title": "X"}) for at in (1, 3)]

    assert [502, 502] == [answer.status_code for answer in answers]
    assert all("not at its source any more" in answer.json()["error"] for answer in answers)
    assert before == events(client)


def test_a_sync_after_a_clock_that_ran_ahead(
    client: Client, application: Application, loop: Loop, choir: Connected, clock: FakeClock
) -> None:
    clock.at += timedelta(days=500)
    tick(application, loop, choir)
    assert [] == titles(client)
    clock.at -= timedelta(days=500)

    loop.run(application.syncer.sync(choir.calendar_id))

    assert ALL == titles(client)
    assert SINGLE[1] in choir.server.text(f"{choir.name}/dentist.ics")
