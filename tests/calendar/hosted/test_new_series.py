"""Repeating events created at Google and Microsoft."""

from datetime import date
from typing import Any

import pytest

from appliance.app import Application
from appliance.calendar.providers.microsoft.new_series import pattern, windows_name
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import parse
from appliance.people.models import Person
from tests.calendar import series_at_provider
from tests.calendar.accounts.fixtures import events
from tests.calendar.hosted.fixtures import Followed
from tests.calendar.series_at_provider import JUDO, create, each_case, shown
from tests.client import Client, Loop


@each_case
def test_a_series_is_stored_with_its_rule_and_comes_back(
    client: Client,
    application: Application,
    loop: Loop,
    family_calendar: Followed,
    body: dict[str, Any],
    rule: str,
    starts: list[str],
) -> None:
    made = create(client, family_calendar.calendar_id, **body, rrule=rule)

    assert starts[0] == made["start"]
    assert starts == shown(client, body["title"])
    loop.run(application.syncer.sync(family_calendar.calendar_id))
    assert starts == shown(client, body["title"])
    assert made == client.get(f"/api/events/{made['id']}").json()
    assert [] == family_calendar.provider.faults


def test_a_series_keeps_its_local_time(client: Client, family_calendar: Followed) -> None:
    series_at_provider.check_clock_change(client, family_calendar.calendar_id)


def test_annotations_are_those_of_all_dates(
    client: Client, family_calendar: Followed, family: dict[str, Person]
) -> None:
    series_at_provider.check_annotations(client, family_calendar.calendar_id, family)


def test_a_new_series_is_undone_as_a_whole(client: Client, family_calendar: Followed) -> None:
    series_at_provider.check_undo(client, family_calendar.calendar_id)


def test_a_date_of_it_and_those_from_one_on_are_changed(
    client: Client, application: Application, loop: Loop, family_calendar: Followed
) -> None:
    create(client, family_calendar.calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=4")
    first, second, third, _ = (each["id"] for each in events(client) if each["title"] == "Judo")

    client.patch(f"/api/events/{first}", {"title": "Contest", "apply": "this"})
    times = {"start": "2026-12-16T16:00:00.000Z", "end": "2026-12-16T17:00:00.000Z"}
    answer = client.patch(f"/api/events/{third}", {**times, "apply": "following"})
    assert 200 == answer.status_code, answer.text
    client.patch(f"/api/events/{second}", {"title": "Karate", "apply": "all"})

    for _ in range(2):
        assert ["2026-12-08T17:00:00.000Z"] == shown(client, "Karate")
        assert ["2026-12-16T16:00:00.000Z", "2026-12-23T16:00:00.000Z"] == shown(client, "Judo")
        loop.run(application.syncer.sync(family_calendar.calendar_id))


def test_a_series_that_cannot_be_read_back_is_not_left_there(client: Client, family_calendar: Followed) -> None:
    provider = family_calendar.provider
    provider.disturb = lambda method, path: provider.no(503, "down") if path.endswith("/instances") else None
    body = {**JUDO, "calendarId": family_calendar.calendar_id, "rrule": "FREQ=WEEKLY"}

    assert 502 == client.post("/api/events", body).status_code
    provider.disturb = lambda method, path: None
    assert ["Choir", "Dentist"] == sorted(
        provider.title(key) or "" for key, each in provider.books["family"].items.items() if not each.gone
    )


FIRST = date(2026, 12, 1)
WEEKLY = {"type": "weekly", "interval": 1, "firstDayOfWeek": "monday"}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("FREQ=DAILY;INTERVAL=3", {"type": "daily", "interval": 3}),
        ("FREQ=DAILY;BYDAY=TU,SA", {**WEEKLY, "daysOfWeek": ["tuesday", "saturday"]}),
        ("FREQ=WEEKLY", {**WEEKLY, "daysOfWeek": ["tuesday"]}),
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU",
            {"type": "weekly", "interval": 2, "firstDayOfWeek": "sunday", "daysOfWeek": ["tuesday", "sunday"]},
        ),
        ("FREQ=MONTHLY", {"type": "absoluteMonthly", "interval": 1, "dayOfMonth": 1}),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", {"type": "absoluteMonthly", "interval": 1, "dayOfMonth": 31}),
        (
            "FREQ=MONTHLY;BYDAY=1TU",
            {"type": "relativeMonthly", "interval": 1, "daysOfWeek": ["tuesday"], "index": "first"},
        ),
        (
            "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=-1",
            {"type": "relativeMonthly", "interval": 1, "daysOfWeek": ["saturday", "sunday"], "index": "last"},
        ),
        ("FREQ=YEARLY", {"type": "absoluteYearly", "interval": 1, "month": 12, "dayOfMonth": 1}),
        (
            "FREQ=YEARLY;BYMONTH=12;BYDAY=1TU",
            {"type": "relativeYearly", "interval": 1, "month": 12, "daysOfWeek": ["tuesday"], "index": "first"},
        ),
        ("FREQ=MONTHLY;BYMONTHDAY=31", None),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", None),
        ("FREQ=MONTHLY;BYDAY=1TU,2TU", None),
        ("FREQ=MONTHLY;BYDAY=5TU", None),
        ("FREQ=MONTHLY;BYDAY=TU", None),
        ("FREQ=MONTHLY;BYMONTH=12", None),
        ("FREQ=YEARLY;BYDAY=1TU", None),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", None),
        ("FREQ=YEARLY;BYMONTHDAY=1", None),
        ("FREQ=YEARLY;BYWEEKNO=49", None),
        ("FREQ=WEEKLY;BYDAY=TU,SA;BYSETPOS=1", None),
        ("FREQ=DAILY;INTERVAL=2;BYDAY=TU", None),
    ],
)
def test_rules_that_microsoft_has(rule: str, expected: dict[str, Any] | None) -> None:
    if expected is None:
        with pytest.raises(BadRequest, match="Microsoft has no such rule"):
            pattern(parse(rule), FIRST)
    else:
        assert expected == pattern(parse(rule), FIRST)


@pytest.mark.parametrize(
    ("zone", "name"),
    [
        ("Europe/Berlin", "W. Europe Standard Time"),
        ("Asia/Kolkata", "India Standard Time"),
        ("Asia/Calcutta", "India Standard Time"),
        ("America/New_York", "Eastern Standard Time"),
        ("UTC", "UTC"),
    ],
)
def test_zones_have_their_windows_name(zone: str, name: str) -> None:
    assert name == windows_name(zone)


def test_a_zone_without_a_windows_name_has_that_of_one_with_the_same_clock() -> None:
    assert windows_name("Europe/Zurich").endswith("Standard Time")
    assert "Antarctica/Troll" == windows_name("Antarctica/Troll")
