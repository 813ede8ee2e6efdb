"""New times and rules of whole series at a CalDAV server."""

from typing import Any

import pytest

from appliance.app import Application
from appliance.kernel.recurrence.rule import parse
from appliance.people.models import Person
from tests.calendar.accounts.fixtures import Connected, events
from tests.calendar.series_at_provider import (
    JUDO,
    check_added_stays,
    check_as_local,
    check_change,
    check_rule,
    check_single_repeats,
    create,
    each_change,
    rule_of,
    shown,
)
from tests.client import Client, Loop


@each_change
def test_new_times_and_rules_of_a_series(
    client: Client,
    application: Application,
    loop: Loop,
    any_choir: Connected,
    at: int,
    change: dict[str, Any],
    starts: list[str],
) -> None:
    def sync() -> None:
        loop.run(application.syncer.sync(any_choir.calendar_id))

    check_change(client, sync, any_choir.calendar_id, at, change, starts)


def test_a_single_event_becomes_a_series_and_one_event_again(
    client: Client, application: Application, loop: Loop, any_choir: Connected, family: dict[str, Person]
) -> None:
    check_single_repeats(client, lambda: loop.run(application.syncer.sync(any_choir.calendar_id)), family)


def test_what_was_added_to_a_date_moves_with_it(
    client: Client, application: Application, loop: Loop, any_choir: Connected, family: dict[str, Person]
) -> None:
    sync = lambda: loop.run(application.syncer.sync(any_choir.calendar_id))  # noqa: E731
    check_added_stays(client, sync, any_choir.calendar_id, family)


@each_change
def test_a_local_series_changes_likewise(client: Client, at: int, change: dict[str, Any], starts: list[str]) -> None:
    check_as_local(client, at, change, starts)


@pytest.mark.parametrize(
    ("rule", "answered"),
    [
        ("FREQ=WEEKLY;COUNT=3", "FREQ=WEEKLY;COUNT=3"),
        ("FREQ=WEEKLY;UNTIL=20261215", "FREQ=WEEKLY;UNTIL=20261215"),
        ("FREQ=WEEKLY;UNTIL=20261215T120000Z", "FREQ=WEEKLY;UNTIL=20261214"),
        ("FREQ=MONTHLY;BYDAY=1TU;COUNT=2", "FREQ=MONTHLY;BYDAY=1TU;COUNT=2"),
    ],
)
def test_the_rule_of_a_series_is_answered(client: Client, choir: Connected, rule: str, answered: str) -> None:
    check_rule(client, choir.calendar_id, rule, answered)


def test_a_change_of_all_dates_is_undone(
    client: Client, application: Application, loop: Loop, choir: Connected
) -> None:
    create(client, choir.calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=3")
    before = shown(client, "Judo")
    first = next(each["id"] for each in events(client) if each["title"] == "Judo")
    for change in (
        {"start": "2026-12-02T16:00:00.000Z", "end": "2026-12-02T17:00:00.000Z", "apply": "all"},
        {"rrule": "FREQ=DAILY;COUNT=2", "apply": "all"},
        {"rrule": None, "apply": "all"},
    ):
        token = client.patch(f"/api/events/{first}", change).headers["Mantel-Undo"]
        assert before != shown(client, "Judo")
        answer = client.post("/api/events/undo", {"token": token})
        assert 200 == answer.status_code, answer.text
        for _ in range(2):
            assert before == shown(client, "Judo")
            loop.run(application.syncer.sync(choir.calendar_id))


def test_changed_and_removed_dates_of_a_series_move_with_it(
    client: Client, application: Application, loop: Loop, any_choir: Connected
) -> None:
    any_choir.server.put(
        f"{any_choir.name}/judo.ics",
        *("BEGIN:VEVENT", "UID:judo@phone", "DTSTAMP:20261101T000000Z", "SUMMARY:Judo"),
        "DTSTART;TZID=America/New_York:20261123T200000",
        "DTEND;TZID=America/New_York:20261123T210000",
        "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261222T010000Z",
        "EXDATE;TZID=America/New_York:20261207T200000",
        "END:VEVENT",
        *("BEGIN:VEVENT", "UID:judo@phone", "DTSTAMP:20261101T000000Z", "SUMMARY:Contest"),
        "RECURRENCE-ID;TZID=America/New_York:20261214T200000",
        "DTSTART;TZID=America/New_York:20261214T180000",
        "DTEND;TZID=America/New_York:20261214T190000",
        "END:VEVENT",
    )
    loop.run(application.syncer.sync(any_choir.calendar_id))
    [_, second, _] = [each for each in events(client) if each["title"] == "Judo"]
    assert "2026-12-01T01:00:00.000Z" == second["start"]
    assert parse("FREQ=WEEKLY;BYDAY=MO;UNTIL=20261221") == parse(rule_of(client, second["id"]))

    times = {"start": "2026-12-02T00:00:00Z", "end": "2026-12-02T02:00:00Z"}
    answer = client.patch(f"/api/events/{second['id']}", {**times, "apply": "all"})

    assert 200 == answer.status_code, answer.text
    for _ in range(2):
        assert [f"2026-{each}T00:00:00.000Z" for each in ("11-25", "12-02", "12-23")] == shown(client, "Judo")
        assert ["2026-12-14T23:00:00.000Z"] == shown(client, "Contest")
        loop.run(application.syncer.sync(any_choir.calendar_id))
    text = any_choir.server.text(f"{any_choir.name}/judo.ics")
    assert "UNTIL=20261223T000000Z" in text
    assert "BYDAY=TU" in text

    gone = client.patch(f"/api/events/{answer.json()['id']}", {"rrule": None, "apply": "all"})
    assert (400, "series_not_together") == (gone.status_code, gone.json()["code"])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rrule": "FREQ=WEEKLY;UNTIL=20261101", "apply": "all"}, "invalid_repeat"),
        ({"rrule": "FREQ=DAILY;COUNT=3;UNTIL=20261230", "apply": "all"}, "invalid_repeat"),
        ({"rrule": "weekly", "apply": "all"}, "invalid_repeat"),
        ({"rrule": "FREQ=DAILY", "apply": "this"}, None),
    ],
)
def test_a_rule_that_cannot_be_is_rejected(
    client: Client, choir: Connected, change: dict[str, Any], code: str | None
) -> None:
    create(client, choir.calendar_id, **JUDO, rrule="FREQ=WEEKLY;COUNT=3")
    before = shown(client, "Judo")
    second = [each["id"] for each in events(client) if each["title"] == "Judo"][1]
    answer = client.patch(f"/api/events/{second}", change)
    assert (400, code) == (answer.status_code, answer.json().get("code")), answer.text
    assert before == shown(client, "Judo")
