"""Invitations that the owner of a CalDAV account declined."""

from appliance.app import Application
from tests.calendar.accounts.fixtures import Connected, titles
from tests.client import Client, Loop


def test_declined_invitations_are_hidden_also_after_a_write(
    client: Client, application: Application, loop: Loop, choir: Connected
) -> None:
    choir.server.put(
        f"{choir.name}/talk.ics",
        *("BEGIN:VEVENT", "UID:talk@work", "DTSTAMP:20261101T000000Z", "SUMMARY:Talk"),
        *("DTSTART:20261203T090000Z", "DTEND:20261203T100000Z", "RRULE:FREQ=DAILY;COUNT=2"),
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@example.org",
        "END:VEVENT",
        *("BEGIN:VEVENT", "UID:talk@work", "DTSTAMP:20261101T000000Z", "SUMMARY:Talk"),
        *("RECURRENCE-ID:20261204T090000Z", "DTSTART:20261204T090000Z", "DTEND:20261204T100000Z"),
        "ATTENDEE;PARTSTAT=DECLINED:mailto:ana@example.org",
        "END:VEVENT",
    )
    client.patch(f"/api/calendars/{choir.calendar_id}", {"ownerEmail": "ana@example.org"})
    loop.run(application.syncer.settled())
    [talk] = [each for each in titles(client) if each[1] == "Talk"]
    assert "2026-12-03T09:00" == talk[0]

    found = client.get("/api/events", params={"from": "2026-12-03", "to": "2026-12-04"}).json()
    assert 200 == client.patch(f"/api/events/{found[0]['id']}", {"title": "Speech"}).status_code
    assert ["Speech"] == [title for _, title in titles(client) if title in ("Talk", "Speech")]
