"""Reminders of an event on the day itself: minutes after its beginning, written below zero."""

from typing import Any

import pytest

from tests.calendar.fixtures import calendar
from tests.client import Client

WHOLE = {"title": "Trip", "start": "2026-12-19", "end": "2026-12-20", "allDay": True}
TIMED = {"title": "Swim", "start": "2026-12-19T10:00:00Z", "end": "2026-12-19T11:00:00Z", "allDay": False}


def test_an_event_of_whole_days_is_reminded_of_on_its_day(client: Client) -> None:
    made = client.post("/api/events", WHOLE | {"calendarId": calendar(client), "reminders": [-540, 900]})

    assert (201, [-540, 900]) == (made.status_code, made.json()["reminders"]), made.text
    # With a time of its own it keeps only those before it.
    path = f"/api/events/{made.json()['id']}"
    assert [900] == client.patch(path, TIMED).json()["reminders"]
    assert "event" == client.patch(path, WHOLE | {"reminders": [-540]}).json()["reminderSource"]
    assert "event" != client.patch(path, TIMED).json()["reminderSource"]


@pytest.mark.parametrize(
    ("event", "reminders", "at"),
    [(TIMED, [5, -540], "reminders.1"), (WHOLE, [-1440], "reminders.0"), (WHOLE, [40321], "reminders.0")],
)
def test_others_are_rejected(client: Client, event: Any, reminders: list[int], at: str) -> None:
    answer = client.post("/api/events", event | {"calendarId": calendar(client), "reminders": reminders})

    assert (400, True) == (answer.status_code, answer.json()["error"].startswith(f"{at}: ")), answer.text
