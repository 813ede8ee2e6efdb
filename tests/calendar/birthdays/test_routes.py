"""Birthdays over HTTP: only for clients that ask, never stored, and not twice in a snapshot."""

from typing import Any

import pytest

from tests.calendar.fixtures import between, calendar, event
from tests.client import Client

NOVEMBER = ("2026-11-01", "2026-12-01")


@pytest.fixture
def ida(client: Client) -> dict[str, Any]:
    made = client.post("/api/members", {"name": "Ida", "color": "#123456", "birthday": "2019-11-23"})
    assert 201 == made.status_code
    return dict(made.json())


def test_a_birthday_is_a_read_only_event_of_the_whole_day(display: Client, ida: dict[str, Any]) -> None:
    nothing = "location description rrule occurrenceStart seriesId categoryId categorySource reminders reminderSource"
    assert [
        {
            "id": f"birthday_{ida['id']}_2026",
            "calendarId": "birthdays",
            "title": "Ida's birthday (7)",
            "start": "2026-11-23",
            "end": "2026-11-24",
            "allDay": True,
            "memberIds": [ida["id"]],
            "memberScope": "occurrence",
            "color": "#123456",
            "readOnly": True,
            "travelMinutes": None,
            "leaveAt": None,
            "remindBeforeLeave": False,
            "birthday": {"memberId": ida["id"], "name": "Ida", "age": 7},
        }
        | dict.fromkeys(nothing.split())
    ] == between(display, *NOVEMBER, birthdays="true")


def test_they_are_in_order_among_the_events_and_follow_the_filters(client: Client, ida: dict[str, Any]) -> None:
    home = calendar(client)
    event(client, home)

    def titles(**more: str) -> list[str]:
        return [each["title"] for each in between(client, *NOVEMBER, birthdays="true", **more)]

    assert ["Ida's birthday (7)", "Dentist"] == titles()
    assert ["Ida's birthday (7)"] == titles(memberId=ida["id"])
    assert [] == titles(memberId="somebody")
    assert ["Dentist"] == titles(calendarId=home)
    assert ["Ida's birthday (7)"] == titles(calendarId="birthdays")


def test_a_client_that_does_not_ask_sees_none(client: Client, ida: dict[str, Any]) -> None:
    assert [] == between(client, *NOVEMBER)
    assert [] == client.get("/api/calendars").json()
    assert 404 == client.get(f"/api/events/birthday_{ida['id']}_2026").status_code
    assert 404 == client.patch(f"/api/events/birthday_{ida['id']}_2026", {"title": "x"}).status_code
    file = client.get("/api/export").json()
    assert ([], []) == (file["calendars"], file["events"])


def test_the_household_switches_them_off(display: Client, ida: dict[str, Any]) -> None:
    assert 200 == display.patch("/api/settings", {"birthdaysCalendar": False}).status_code

    assert [] == between(display, *NOVEMBER, birthdays="true")


def test_a_snapshot_lists_a_birthday_once(client: Client, ida: dict[str, Any]) -> None:
    snapshot = client.get("/api/snapshot", params={"member": ida["id"], "range": "week"}).json()

    assert (["2026-11-23"], []) == ([each["date"] for each in snapshot["birthdays"]], snapshot["events"])


def test_a_value_that_is_neither_true_nor_false_is_named(client: Client) -> None:
    answer = client.get("/api/events", params={"from": "2026-11-01", "to": "2026-12-01", "birthdays": "maybe"})

    assert (400, True) == (answer.status_code, "birthdays" in answer.json()["error"])
