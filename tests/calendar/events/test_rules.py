"""Who an event is for, what it is, when to remind: the resolution tables of contract §13.3."""

import pytest

from appliance.calendar.calendars.models import Calendar, Kind
from appliance.calendar.events import rules
from appliance.calendar.events.models import EventPatch, StoredEvent
from appliance.calendar.sync import rules as sync
from appliance.kernel.errors import BadRequest
from tests.calendar.fixtures import occurrence

A, B, C = ("ana",), ("ben",), ("cleo",)


@pytest.mark.parametrize(
    ("occurrence", "series", "calendar", "expected"),
    [
        (A, B, C, (A, "occurrence")),
        (A, (), (), (A, "occurrence")),
        ((), B, C, (B, "series")),
        ((), (), C, (C, "calendar")),
        ((), (), (), ((), "none")),
    ],
)
def test_members(occurrence: tuple[str], series: tuple[str], calendar: tuple[str], expected: object) -> None:
    assert expected == rules.members(occurrence, series, calendar)


@pytest.mark.parametrize(
    ("occurrence", "series", "keyword", "calendar", "expected"),
    [
        ("o", "s", "k", "c", ("o", "event")),
        (None, "s", "k", "c", ("s", "series")),
        (None, None, "k", "c", ("k", "keyword")),
        (None, None, None, "c", ("c", "calendar")),
        (None, None, None, None, (None, None)),
    ],
)
def test_category(
    occurrence: str | None, series: str | None, keyword: str | None, calendar: str | None, expected: object
) -> None:
    assert expected == rules.category(occurrence, series, keyword, calendar)


@pytest.mark.parametrize(
    ("own", "default", "expected"),
    [
        ((5, 60), (30,), ((5, 60), "event")),
        ((0,), (30,), ((0,), "event")),
        ((), (30,), (None, None)),
        (None, (30,), ((30,), "default")),
        (None, (), (None, None)),
    ],
)
def test_reminders(own: tuple[int, ...] | None, default: tuple[int, ...], expected: object) -> None:
    assert expected == rules.reminders(own, default)


@pytest.mark.parametrize(
    ("member_ids", "calendar", "expected"),
    [(("ana", "ben"), "blue", "red"), ((), "blue", "blue"), ((), None, "#888"), (("gone",), "blue", "blue")],
)
def test_color(member_ids: tuple[str, ...], calendar: str | None, expected: str) -> None:
    assert expected == rules.color(member_ids, {"ana": "red", "ben": "green"}, calendar)


@pytest.mark.parametrize(
    ("start", "all_day", "travel", "expected"),
    [
        ("2026-11-23T09:00:00.000Z", False, 25, "2026-11-23T08:35:00.000Z"),
        ("2026-11-23T09:00:00.000Z", False, 600, "2026-11-22T23:00:00.000Z"),
        ("2026-11-23T09:00:00.000Z", False, 0, "2026-11-23T09:00:00.000Z"),
        ("2026-11-23T09:00:00.000Z", False, None, None),
        ("2026-11-23", True, 25, None),
    ],
)
def test_leave_at(start: str, all_day: bool, travel: int | None, expected: str | None) -> None:
    assert expected == rules.leave_at(start, all_day, travel)


def test_synced_ids_are_stable_and_duplicates_get_their_own() -> None:
    twice = list(sync.synced("c", [occurrence(name) for name in ("a", "a", "b", "a", "a#1")]))

    assert ["a", "a#1", "b", "a#2", "a#1#1"] == [each.external_id for each in twice]
    # printf 'c\na' | sha256sum
    assert "e_702b2624976a269fd09fc7c3" == sync.synced_id("c", "a") == twice[0].id
    assert 5 == len({each.id for each in twice})


@pytest.mark.parametrize(
    ("kind", "writable", "series_id", "patch", "error"),
    [
        ("local", True, None, EventPatch(title="X"), None),
        ("local", True, None, EventPatch(), None),
        ("local", True, None, EventPatch(member_ids=[], scope="series"), None),
        ("local", False, None, EventPatch(title="X"), "calendar is not writable"),
        ("local", False, None, EventPatch(member_ids=[]), None),
        ("ics", False, None, EventPatch(reminders=[]), "calendar is not writable"),
        ("ics", False, None, EventPatch(rrule=None), "calendar is not writable"),
        ("ics", False, None, EventPatch(category_id=None, location=""), "calendar is not writable"),
        ("ics", False, None, EventPatch(), "calendar is not writable"),
        ("ics", False, "s", EventPatch(scope="series"), "calendar is not writable"),
        ("ics", False, None, EventPatch(travel_minutes=5, remind_before_leave=True), None),
        ("ics", False, None, EventPatch(category_id=None, scope="series"), "event has no series to tag"),
        ("ics", False, "s", EventPatch(category_id=None, scope="series"), None),
    ],
)
def test_what_may_change(kind: Kind, writable: bool, series_id: str | None, patch: EventPatch, error: str) -> None:
    calendar = Calendar(
        id="c",
        kind=kind,
        account_id=None,
        remote_id=None,
        name="C",
        color=None,
        member_id=None,
        member_ids=(),
        category_id=None,
        writable=writable,
        enabled=True,
        last_synced_at=None,
        last_error=None,
        needs_reconnect=False,
    )
    stored = StoredEvent(
        id="e",
        calendar_id="c",
        external_id=None,
        series_id=series_id,
        title="E",
        start="2026-11-23",
        end="2026-11-24",
        all_day=True,
        location=None,
        description=None,
        rrule=None,
        category_id=None,
        reminders=None,
        travel_minutes=None,
        remind_before_leave=False,
    )

    try:
        rules.check_change(patch, stored, calendar)
        found = None
    except BadRequest as problem:
        found = problem.message

    assert error == found
