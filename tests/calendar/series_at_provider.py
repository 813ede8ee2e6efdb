"""New series at a provider: what is asked for, and what the household then sees. The same for every provider."""

from typing import Any

import pytest

from appliance.people.models import Person
from tests.calendar.accounts.fixtures import events
from tests.client import Client

# Tuesday 1 December 2026, 18:00 in Berlin; the clocks change on 28 March.
JUDO = {"title": "Judo", "start": "2026-12-01T17:00:00.000Z", "end": "2026-12-01T18:00:00.000Z", "allDay": False}
CAMP = {"title": "Camp", "start": "2026-12-01", "end": "2026-12-03", "allDay": True}
SPRING = {"title": "Run", "start": "2027-03-24T17:00:00.000Z", "end": "2027-03-24T18:00:00.000Z", "allDay": False}


def days(*numbers: int) -> list[str]:
    return [f"2026-12-{each:02}" for each in numbers]


# What is sent, and the starts that a local series would have.
CASES = {
    "count": (JUDO, "FREQ=WEEKLY;COUNT=3", [f"{each}T17:00:00.000Z" for each in days(1, 8, 15)]),
    "until a date": (JUDO, "FREQ=WEEKLY;UNTIL=20261215", [f"{each}T17:00:00.000Z" for each in days(1, 8, 15)]),
    "until before its time": (
        JUDO,
        "FREQ=WEEKLY;UNTIL=20261215T120000Z",
        [f"{each}T17:00:00.000Z" for each in days(1, 8)],
    ),
    "first on a later day": (
        JUDO,
        "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3",
        [f"{each}T17:00:00.000Z" for each in days(2, 7, 9)],
    ),
    "every second week": (
        JUDO,
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;COUNT=3",
        [f"{each}T17:00:00.000Z" for each in days(1, 13, 15)],
    ),
    "whole days": (CAMP, "FREQ=DAILY;INTERVAL=7;COUNT=2", days(1, 8)),
    "whole days until": (CAMP, "RRULE:FREQ=DAILY;INTERVAL=7;UNTIL=20261215", days(1, 8, 15)),
}
each_case = pytest.mark.parametrize(("body", "rule", "starts"), CASES.values(), ids=CASES.keys())


def create(client: Client, calendar_id: str, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/events", {**body, "calendarId": calendar_id})
    assert 201 == answer.status_code, answer.text
    return dict(answer.json())


def shown(client: Client, title: str) -> list[str]:
    return [each["start"] for each in events(client) if each["title"] == title]


def check_clock_change(client: Client, calendar_id: str) -> None:
    """A series keeps its local time where the clocks change."""
    create(client, calendar_id, **SPRING, rrule="FREQ=WEEKLY;COUNT=2")
    found = client.get("/api/events", params={"from": "2027-03-01", "to": "2027-05-01"}).json()
    assert ["2027-03-24T17:00:00.000Z", "2027-03-31T16:00:00.000Z"] == [each["start"] for each in found]


def check_annotations(client: Client, calendar_id: str, family: dict[str, Person]) -> None:
    """What the household adds to a new series is on all of its dates."""
    tags = {"memberIds": [family["Ben"].id], "travelMinutes": 15, "countdown": True}
    create(client, calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=2", **tags)
    found = [each for each in events(client) if each["title"] == "Judo"]
    assert [([family["Ben"].id], "series", 15, True)] * 2 == [
        (each["memberIds"], each["memberScope"], each["travelMinutes"], each["countdown"]) for each in found
    ]


def check_undo(client: Client, calendar_id: str) -> None:
    """Undoing a new series removes all of it."""
    body = {**JUDO, "rrule": "FREQ=WEEKLY;COUNT=3", "calendarId": calendar_id}
    token = client.post("/api/events", body).headers["Mantel-Undo"]
    assert 200 == client.post("/api/events/undo", {"token": token}).status_code
    assert [] == shown(client, "Judo")
