"""What tests of accounts share: a connected account with one synced calendar."""

from itertools import count
from typing import Any, NamedTuple

from tests.calendar.fixtures import between
from tests.calendar.servers import PASSWORD, USER, Server
from tests.client import Client

SERIES = (
    "BEGIN:VEVENT",
    "UID:choir@phone",
    "DTSTAMP:20261101T000000Z",
    "SUMMARY:Choir",
    "LOCATION:Church",
    "DTSTART;TZID=Europe/Berlin:20261124T180000",
    "DTEND;TZID=Europe/Berlin:20261124T190000",
    "RRULE:FREQ=WEEKLY;COUNT=3",
    "X-PHONE-MOOD;LEVEL=3:good",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Choir",
    "TRIGGER:-PT20M",
    "END:VALARM",
    "END:VEVENT",
)
SINGLE = (
    "BEGIN:VEVENT",
    "UID:dentist@phone",
    "DTSTAMP:20261101T000000Z",
    "SUMMARY:Dentist",
    "DTSTART:20261126T090000Z",
    "DTEND:20261126T093000Z",
    "END:VEVENT",
)
NUMBERS = count(1)


class Connected(NamedTuple):
    """A calendar here and at its server; `name` is its folder there."""

    server: Server
    account_id: str
    calendar_id: str
    name: str
    url: str


def connect(client: Client, server: Server) -> str:
    """Connect the server through the API; the account's id."""
    body = {"name": "Home server", "serverUrl": server.url, "username": USER, "password": PASSWORD}
    answer = client.post("/api/accounts/caldav", body)
    assert 201 == answer.status_code, answer.text
    return str(answer.json()["id"])


def follow(client: Client, server: Server, account_id: str, **more: object) -> Connected:
    """A new calendar at the server with the series and the single event, followed but not synced."""
    name = f"calendar{next(NUMBERS)}"
    url = server.make(name)
    server.put(f"{name}/choir.ics", *SERIES)
    server.put(f"{name}/dentist.ics", *SINGLE)
    body = {"kind": "caldav", "name": "Family", "accountId": account_id, "remoteId": url, **more}
    answer = client.post("/api/calendars", body)
    assert 201 == answer.status_code, answer.text
    return Connected(server, account_id, answer.json()["id"], name, url)


def events(client: Client) -> list[dict[str, Any]]:
    """Everything in the weeks of the tests, by start."""
    return between(client, "2026-11-01", "2027-01-01")


def titles(client: Client) -> list[tuple[str, str]]:
    """Start to the minute, and title."""
    return [(each["start"][:16], each["title"]) for each in events(client)]


def row(client: Client, calendar_id: str) -> dict[str, Any]:
    """A calendar as it is answered."""
    return next(each for each in client.get("/api/calendars").json() if each["id"] == calendar_id)
