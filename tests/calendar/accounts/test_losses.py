"""What an object of a server cannot say, or says too often, is said at its calendar."""

from appliance.app import Application
from tests.calendar.accounts.fixtures import Connected, row
from tests.calendar.servers import Radicale
from tests.client import Client, Loop

MULTISTATUS = '<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">{}</multistatus>'


def object_(collection: str, name: str, events: str) -> str:
    """An object in the answer of a REPORT."""
    return (
        f"<response><href>/ana/{collection}/{name}.ics</href><propstat><prop><getetag>1</getetag><C:calendar-data>"
        f"BEGIN:VCALENDAR\n{events}END:VCALENDAR</C:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat>"
        "</response>"
    )


def event(start: str, *lines: str) -> str:
    """An event of one UID."""
    return "\n".join(["BEGIN:VEVENT", "UID:1", "SUMMARY:Tree", f"DTSTART:{start}", *lines, "END:VEVENT", ""])


def test_an_unreadable_object_is_said_until_it_is_gone(
    client: Client, application: Application, loop: Loop, choir: Connected
) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    objects = object_(choir.name, "bad", event("never")) + object_(choir.name, "good", event("20261224T100000Z"))
    answer = MULTISTATUS.format(objects).encode()
    server.disturb = lambda method, path: (207, {}, answer) if method == "REPORT" else None

    loop.run(application.syncer.sync(choir.calendar_id))
    expected = {"code": "events_unreadable", "count": 1, "reasons": "Tree (DTSTART:never)"}
    assert expected == row(client, choir.calendar_id)["lastErrorDetails"]

    # An unchanged collection is as it was.
    loop.run(application.syncer.sync(choir.calendar_id, whole=False))
    assert expected == row(client, choir.calendar_id)["lastErrorDetails"]

    server.disturb = lambda method, path: None
    loop.run(application.syncer.sync(choir.calendar_id))
    assert None is row(client, choir.calendar_id)["lastErrorDetails"]


def test_many_starts_of_one_uid_are_refused_and_the_events_stay(
    client: Client, application: Application, loop: Loop, choir: Connected
) -> None:
    server = choir.server
    assert isinstance(server, Radicale)
    before = loop.run(application.syncer.sync(choir.calendar_id))
    starts = (f"20261001T{n // 60:02}{n % 60:02}00Z" for n in range(1_000))
    bomb = object_(choir.name, "bomb", "".join(event(start, "RRULE:FREQ=DAILY") for start in starts))
    answer = MULTISTATUS.format(bomb).encode()
    server.disturb = lambda method, path: (207, {}, answer) if method == "REPORT" else None

    assert 502 == client.post(f"/api/calendars/{choir.calendar_id}/sync").status_code

    assert "calendar_too_large" == row(client, choir.calendar_id)["lastErrorDetails"]["code"]
    server.disturb = lambda method, path: None
    assert before == loop.run(application.syncer.sync(choir.calendar_id))
    run = application.database.read.value("SELECT sync_begun_by FROM calendars WHERE id = ?", choir.calendar_id)
    assert None is run
