"""Rules of every few weeks count the weeks of the household."""

import pytest

from tests.calendar.fixtures import between, calendar, event
from tests.client import Client

RULE = "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO"
FIRST = {"start": "2026-11-01T09:00:00.000Z", "end": "2026-11-01T10:00:00.000Z"}


def days(client: Client) -> list[int]:
    return [int(each["start"][8:10]) for each in between(client, "2026-11-01", "2026-12-01")]


@pytest.mark.parametrize(
    ("week_start", "rule", "expected"),
    [
        (0, f"{RULE};WKST=SU", [1, 2, 15, 16, 29, 30]),
        (1, RULE, [1, 9, 15, 23, 29]),
        (6, f"{RULE};WKST=SA", [1, 2, 15, 16, 29, 30]),
    ],
)
def test_a_new_rule_counts_the_weeks_of_the_household(
    client: Client, week_start: int, rule: str, expected: list[int]
) -> None:
    client.patch("/api/settings", {"weekStart": week_start})
    home = calendar(client)
    made = event(client, home, **FIRST, rrule=RULE)
    assert (rule, expected) == (made["rrule"], days(client))

    client.delete(f"/api/events/{made['id']}")
    single = event(client, home, **FIRST)
    changed = client.patch(f"/api/events/{single['id']}", {"rrule": RULE}).json()
    assert (rule, expected) == (changed["rrule"], days(client))


def test_a_stored_rule_stays_when_the_week_start_changes(client: Client) -> None:
    client.patch("/api/settings", {"weekStart": 1})
    made = event(client, calendar(client), **FIRST, rrule=RULE)
    client.patch("/api/settings", {"weekStart": 0})
    client.patch(f"/api/events/{made['id']}", {"title": "Again", "rrule": RULE})

    assert [1, 9, 15, 23, 29] == days(client)
