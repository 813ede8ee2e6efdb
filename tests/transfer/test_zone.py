"""Another time zone of the household, in its settings or by an import: repeating events and chores keep their days."""

from typing import Any

import pytest

from tests.calendar.fixtures import Changes, between, calendar, event
from tests.client import Client
from tests.transfer.files import empty

MONDAYS = ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"]
SWIMMING = {"title": "Swimming", "rrule": "FREQ=WEEKLY;UNTIL=20261214T090000Z"}


@pytest.fixture
def home(client: Client) -> str:
    return calendar(client, name="Home")


@pytest.fixture
def series(client: Client, home: str) -> str:
    """Four Mondays at 10 in Berlin; the second is an hour later, the third was removed."""
    made = str(event(client, home, **SWIMMING)["id"])
    second, third = (f"{day}T09:00:00.000Z" for day in MONDAYS[1:3])
    moved = {"start": "2026-11-30T10:00:00Z", "end": "2026-11-30T11:00:00Z"}
    assert 200 == client.patch(f"/api/events/{made}", {**moved, "occurrence": second, "apply": "this"}).status_code
    assert 200 == client.delete(f"/api/events/{made}", params={"occurrence": third, "apply": "this"}).status_code
    return made


def shown(client: Client) -> list[tuple[Any, ...]]:
    return [
        (each["start"], each.get("occurrenceStart"), each.get("detachedFrom"))
        for each in between(client, "2026-11-01", "2027-02-01")
    ]


def weekdays(client: Client, *days: str) -> list[list[str]]:
    """The titles of the chores of some days."""
    return [[each["title"] for each in client.get("/api/chores/day", params={"date": day}).json()] for day in days]


def change_zone(client: Client, zone: str) -> None:
    answer = client.patch("/api/settings", {"timezone": zone})
    assert (200, zone) == (answer.status_code, answer.json()["timezone"])


def test_a_series_keeps_its_weekday_and_its_time(client: Client, series: str, home: str, recorded: Changes) -> None:
    change_zone(client, "Asia/Tokyo")

    # At 10 in Tokyo, where it is 9 hours later than in UTC.
    first, second, last = (f"{day}T01:00:00.000Z" for day in (*MONDAYS[:2], MONDAYS[3]))
    assert [(first, first, None), ("2026-11-30T02:00:00.000Z", second, series), (last, last, None)] == shown(client)
    assert "FREQ=WEEKLY;UNTIL=20261214T010000Z" == client.get(f"/api/events/{series}").json()["rrule"]
    assert [("settings.changed", {}), ("events.changed", {"calendarId": home})] == recorded()[-2:]

    change_zone(client, "Europe/Berlin")
    assert [f"{MONDAYS[0]}T09:00:00.000Z", "2026-11-30T10:00:00.000Z", f"{MONDAYS[3]}T09:00:00.000Z"] == [
        start for start, *_ in shown(client)
    ]


def test_a_changed_date_still_belongs_to_its_series(client: Client, series: str) -> None:
    change_zone(client, "America/Los_Angeles")
    shift = {"start": "2026-11-23T19:00:00Z", "end": "2026-11-23T20:00:00Z"}  # from 10 to 11
    answer = client.patch(
        f"/api/events/{series}", {**shift, "occurrence": "2026-11-23T18:00:00.000Z", "apply": "all", "title": "Diving"}
    )

    assert 200 == answer.status_code, answer.text
    found = between(client, "2026-11-01", "2027-02-01")
    assert {"Diving"} == {each["title"] for each in found}
    assert [f"{day}T19:00:00.000Z" for day in (*MONDAYS[:2], MONDAYS[3])] == [each["start"] for each in found]


def test_single_events_and_whole_days_stay(client: Client, home: str, recorded: Changes) -> None:
    event(client, home, "Flight")
    event(client, home, "Bins", start="2026-11-24", end="2026-11-25", allDay=True, rrule="FREQ=WEEKLY;COUNT=2")
    before = shown(client)
    change_zone(client, "Pacific/Auckland")

    assert before == shown(client)
    assert ("settings.changed", {}) == recorded()[-1]


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
def test_a_weekly_chore_keeps_the_weekday_of_its_creation(client: Client, zone: str) -> None:
    # Created on a Friday at 16:24, which is Saturday in Auckland.
    assert 201 == client.post("/api/chores", {"title": "Plants", "rrule": "FREQ=WEEKLY"}).status_code
    fridays = ("2026-11-27", "2026-11-28", "2026-12-04")
    assert [["Plants"], [], ["Plants"]] == weekdays(client, *fridays)

    change_zone(client, zone)
    assert [["Plants"], [], ["Plants"]] == weekdays(client, *fridays)


def test_an_import_with_another_zone_does_the_same(client: Client, series: str) -> None:
    client.post("/api/chores", {"title": "Plants", "rrule": "FREQ=WEEKLY"})
    file = empty() | {"settings": {"timezone": "Asia/Tokyo"}}
    before = shown(client)
    assert 200 == client.post("/api/import", file, params={"dryRun": "true"}).status_code
    assert before == shown(client)

    for _ in range(2):
        assert 200 == client.post("/api/import", file).status_code
        assert [f"{MONDAYS[0]}T01:00:00.000Z", "2026-11-30T02:00:00.000Z", f"{MONDAYS[3]}T01:00:00.000Z"] == [
            start for start, *_ in shown(client)
        ]
    assert [["Plants"], []] == weekdays(client, "2026-11-27", "2026-11-28")


def test_a_household_that_comes_back_is_as_it_was(client: Client, series: str) -> None:
    client.post("/api/chores", {"title": "Plants", "rrule": "FREQ=WEEKLY"})
    change_zone(client, "Europe/Berlin")
    file, before = client.get("/api/export").json(), shown(client)
    change_zone(client, "Asia/Tokyo")

    assert 200 == client.post("/api/import", file).status_code
    assert before == shown(client)
    assert [["Plants"], []] == weekdays(client, "2026-11-27", "2026-11-28")


def test_a_rejected_change_of_the_zone_moves_nothing(client: Client, series: str) -> None:
    before = shown(client)
    answer = client.patch("/api/settings", {"timezone": "Asia/Tokyo", "eveningFrom": "01:00"})

    assert (400, before) == (answer.status_code, shown(client))
