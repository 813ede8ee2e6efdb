"""New times and rules of whole series at Google and Microsoft."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.calendar.providers.microsoft.new_series import pattern
from appliance.calendar.providers.microsoft.recurrence import shown as rule_of_recurrence
from appliance.kernel.recurrence.rule import parse
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import events
from tests.calendar.hosted.fixtures import Followed
from tests.calendar.hosted.test_new_series import FIRST
from tests.calendar.series_at_provider import (
    JUDO,
    check_added_stays,
    check_change,
    check_single_repeats,
    create,
    each_change,
    plain,
    rule_of,
    shown,
)
from tests.client import Client, Loop


@each_change
def test_new_times_and_rules_of_a_series(
    client: Client,
    application: Application,
    loop: Loop,
    family_calendar: Followed,
    at: int,
    change: dict[str, Any],
    starts: list[str],
) -> None:
    def sync() -> None:
        loop.run(application.syncer.sync(family_calendar.calendar_id))

    check_change(client, sync, family_calendar.calendar_id, at, change, starts)


def test_a_single_event_becomes_a_series_and_one_event_again(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, family: dict[str, Person]
) -> None:
    check_single_repeats(client, lambda: loop.run(application.syncer.sync(family_calendar.calendar_id)), family)


def test_what_was_added_to_a_date_moves_with_it(
    client: Client, application: Application, loop: Loop, family_calendar: Followed, family: dict[str, Person]
) -> None:
    sync = lambda: loop.run(application.syncer.sync(family_calendar.calendar_id))  # noqa: E731
    check_added_stays(client, sync, family_calendar.calendar_id, family)


@pytest.mark.parametrize("rule", ["FREQ=WEEKLY;BYDAY=TU,TH;COUNT=3", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215"])
def test_the_rule_of_a_series_is_answered(client: Client, family_calendar: Followed, rule: str) -> None:
    create(client, family_calendar.calendar_id, **JUDO, rrule=rule)
    first = next(each["id"] for each in events(client) if each["title"] == "Judo")
    answered = rule_of(client, first)
    assert parse(rule) == parse(plain(answered))
    family_calendar.provider.take_requests()
    body = {"title": "Karate", "rrule": answered, "apply": "all"}
    before = shown(client, "Judo")
    assert 200 == client.patch(f"/api/events/{first}", body).status_code
    assert before == shown(client, "Karate")


def test_a_series_with_a_date_of_its_own_keeps_its_times(client: Client, family_calendar: Followed) -> None:
    create(client, family_calendar.calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=3")
    first, second, _ = (each["id"] for each in events(client) if each["title"] == "Judo")
    assert 200 == client.patch(f"/api/events/{first}", {"title": "Contest", "apply": "this"}).status_code
    times = {"start": "2026-12-09T16:00:00Z", "end": "2026-12-09T17:00:00Z"}
    answer = client.patch(f"/api/events/{second}", {**times, "apply": "all"})
    assert (400, "series_not_together") == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;INTERVAL=3",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU",
        "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=12",
        "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1",
        "FREQ=MONTHLY;INTERVAL=1;BYDAY=1TU",
        "FREQ=YEARLY;INTERVAL=1;BYMONTH=1;BYMONTHDAY=30",
        "FREQ=YEARLY;INTERVAL=1;BYMONTH=12;BYDAY=SA,SU;BYSETPOS=-1",
    ],
)
def test_microsofts_recurrence_as_a_rule(rule: str) -> None:
    found = {"pattern": pattern(parse(rule), FIRST), "range": {"type": "noEnd", "startDate": "2026-12-01"}}
    assert parse(rule) == parse(rule_of_recurrence(found))
