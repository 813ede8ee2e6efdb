"""Invitations that the owner of a feed declined are hidden, or shown as declined."""

from typing import Any

import pytest

from appliance.app import Application
from tests.calendar.sync.web import Web
from tests.client import Client, Loop

ME = "me@example.com"


def invitation(title: str, *attendees: str, more: tuple[str, ...] = ()) -> list[str]:
    lines = ("DTSTART:20261201T070000Z", "DTEND:20261201T080000Z")
    return ["BEGIN:VEVENT", f"UID:{title}", f"SUMMARY:{title}", *lines, *attendees, *more, "END:VEVENT"]


def feed(*events: list[str]) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", *(line for each in events for line in each), "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


INVITATIONS = feed(
    invitation("Declined", f'ATTENDEE;CN="Me, myself";PARTSTAT=declined;ROLE=REQ-PARTICIPANT:MAILTO:{ME.upper()}'),
    invitation("By address", f"ATTENDEE;PARTSTAT=DECLINED;EMAIL={ME}:urn:uuid:1"),
    invitation("Accepted", f"ATTENDEE;PARTSTAT=ACCEPTED:mailto:{ME}", "ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example"),
    invitation("By somebody for me", f'ATTENDEE;PARTSTAT=DECLINED;SENT-BY="mailto:{ME}":mailto:a@b.example'),
    invitation("Weekly", f"ATTENDEE;PARTSTAT=ACCEPTED:mailto:{ME}", more=("RRULE:FREQ=WEEKLY;COUNT=2",)),
    invitation("Weekly", f"ATTENDEE;PARTSTAT=DECLINED:mailto:{ME}", more=("RECURRENCE-ID:20261208T070000Z",)),
)
SHOWN = ["Accepted", "By somebody for me", "Weekly"]


def titles(client: Client) -> list[tuple[str, bool]]:
    answer = client.get("/api/events", params={"from": "2026-11-21", "to": "2027-11-01"}).json()
    return sorted((each["title"], each.get("declined", False)) for each in answer)


def change(client: Client, application: Application, loop: Loop, calendar_id: str, **fields: Any) -> None:
    answer = client.patch(f"/api/calendars/{calendar_id}", fields)
    assert 200 == answer.status_code, answer.text
    assert fields == {name: answer.json()[name] for name in fields}
    loop.run(application.syncer.settled())


def test_declined_invitations_follow_the_setting_of_the_calendar(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    web.body = INVITATIONS
    client.post(f"/api/calendars/{school}/sync")
    assert 6 == len(titles(client))
    assert not any(declined for _, declined in titles(client))

    change(client, application, loop, school, ownerEmail="Me@example.com")
    assert [(title, False) for title in SHOWN] == titles(client)

    change(client, application, loop, school, declined="shown")
    drawn = [(title, False) for title in SHOWN] + [(title, True) for title in ("By address", "Declined", "Weekly")]
    assert sorted(drawn) == titles(client)

    change(client, application, loop, school, declined="hidden")
    assert [(title, False) for title in SHOWN] == titles(client)

    change(client, application, loop, school, ownerEmail=None)
    assert 6 == len(titles(client))


def test_the_address_of_a_feed_may_say_whose_it_is(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    web.body = INVITATIONS
    url = web.url.replace("/school.ics", "/calendar/ical/me%40example.com/private-1/basic.ics")
    client.patch(f"/api/calendars/{school}", {"url": url})
    loop.run(application.syncer.settled())

    assert [(title, False) for title in SHOWN] == titles(client)


@pytest.mark.parametrize(
    ("field", "value"), [("declined", "maybe"), ("ownerEmail", "nobody"), ("ownerEmail", "a b@c"), ("ownerEmail", 5)]
)
def test_bad_values_are_named(client: Client, school: str, field: str, value: Any) -> None:
    answer = client.patch(f"/api/calendars/{school}", {field: value})
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(field)


def test_an_owner_with_two_addresses_attends_with_either(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    declined, other = f"ATTENDEE;PARTSTAT=DECLINED:mailto:{ME}", "you@example.com"
    web.body = feed(
        invitation("Attended", declined, f"ATTENDEE;PARTSTAT=ACCEPTED:mailto:{other}"),
        invitation("Perhaps", f'ATTENDEE;PARTSTAT="TENTATIVE";EMAIL={other}:urn:uuid:1', declined),
        invitation("Declined", declined, f"ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:{other}"),
        invitation("Declined twice", declined, f"ATTENDEE;PARTSTAT=DECLINED:mailto:{other}"),
    )
    url = web.url.replace("/school.ics", "/calendar/ical/you%40example.com/private-1/basic.ics")
    change(client, application, loop, school, ownerEmail=ME)
    client.patch(f"/api/calendars/{school}", {"url": url})
    loop.run(application.syncer.settled())

    assert [("Attended", False), ("Perhaps", False)] == titles(client)
