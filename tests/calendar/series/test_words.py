"""Any sequence of this, following and all gives what a plain list of dates edited by the same words gives."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from dateutil.rrule import rrulestr
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.events import actions as events
from appliance.calendar.events.models import Apply, Event, EventPatch, NewEvent
from appliance.calendar.series import actions
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant
from appliance.notes.actions import LINKS

BERLIN = ZoneInfo("Europe/Berlin")
# The clocks change on 29 March and 25 October 2026. Edits move dates, and a yearly series goes on: the list reaches
# further than shown.
FIRST, SHOWN_UNTIL, LISTED_UNTIL = datetime(2026, 3, 2), datetime(2026, 11, 15), datetime(2027, 5, 1)
HOUR = timedelta(hours=1)
CANNOT_MOVE = "is on a day that the rule of this series cannot give"


class Series(msgspec.Struct, kw_only=True, eq=False):
    """What the dates of one series have in common."""

    title: str
    lasting: timedelta


class Entry(msgspec.Struct, kw_only=True, eq=False):
    """One date of the list. `slot` is where its series has it, `start` where it is; local times."""

    series: Series
    slot: datetime
    start: datetime
    title: str
    lasting: timedelta
    is_own: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One edit or, with `removes`, one removal of an entry, chosen by its number."""

    entry: int
    apply: Apply
    removes: bool
    title: str | None
    days: int
    minutes: int
    longer: bool


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A series and what happens to it."""

    rrule: str
    days_until_first: int
    at: time | None
    steps: list[Step]


STEPS = st.builds(
    Step,
    entry=st.integers(0, 400),
    apply=st.sampled_from(["this", "following", "all", "this", "following"]),
    removes=st.sampled_from([False, False, True]),
    title=st.sampled_from([None, "Dive", "Gala", "Swim"]),
    days=st.sampled_from([0, 0, 0, 1, -1, 2, 5]),
    minutes=st.sampled_from([0, 0, -30, 45, 180]),
    longer=st.booleans(),
)
RULES = [
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=WEEKLY",
    "FREQ=WEEKLY;BYDAY=MO",
    "FREQ=WEEKLY;BYDAY=MO,SU",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO,TH",
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO",
    "FREQ=MONTHLY",
    "FREQ=MONTHLY;BYMONTHDAY=2,15",
    "FREQ=MONTHLY;BYDAY=1MO",
    "FREQ=MONTHLY;BYDAY=-1SU",
    "FREQ=YEARLY",
]
CASES = st.builds(
    Case,
    rrule=st.builds(
        "{}{}".format, st.sampled_from(RULES), st.sampled_from(["", "", ";COUNT=1", ";COUNT=7", ";UNTIL=20260510"])
    ),
    days_until_first=st.sampled_from([0, 0, 26]),
    at=st.sampled_from([None, time(2, 30), time(10), time(23, 45)]),
    steps=st.lists(STEPS, min_size=1, max_size=8),
)


@pytest.fixture
def calendar_id(database: Database) -> str:
    return database.write_now(calendars.add, NewCalendar(kind="local", name="Family")).id


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=CASES)
def test_a_series_is_what_a_list_of_dates_is(database: Database, calendar_id: str, case: Case) -> None:
    def play(tx: Tx) -> None:
        with tx.dry_run():
            _play(tx, calendar_id, case)

    database.write_now(play)


def _play(tx: Tx, calendar_id: str, case: Case) -> None:
    assert BERLIN == tx.zone
    entries = _listed(case)
    first = FIRST + timedelta(days=case.days_until_first)
    start, end = _texts(datetime.combine(first, case.at or time()), HOUR if case.at else timedelta(days=1), case.at)
    request = NewEvent(
        calendar_id=calendar_id, title="Swim", start=start, end=end, all_day=case.at is None, rrule=case.rrule
    )
    events.add(tx, request)
    _compare(tx, entries, case)
    for step in case.steps:
        shown = _shown(tx)
        if not shown:
            break
        event = shown[step.entry % len(shown)]
        same = [each for each in entries if _texts(each.start, each.lasting, case.at)[0] == event.start]
        if len(same) > 1:
            continue
        entries = _after(tx, entries, same[0], event, step, case)
        _compare(tx, entries, case)
    # Later dates of a yearly series are not in the list.
    if not entries and case.rrule not in ("FREQ=YEARLY", "FREQ=YEARLY;COUNT=7"):
        assert 0 == tx.value("SELECT count(*) FROM events")


def _listed(case: Case) -> list[Entry]:
    start = datetime.combine(FIRST + timedelta(days=case.days_until_first), case.at or time())
    # dateutil takes midnight for an UNTIL without a time; here it includes the day.
    text = case.rrule.replace("UNTIL=20260510", "UNTIL=20260510T235959")
    # The household's weeks begin on Sunday.
    rule = rrulestr(text if "WKST" in text else f"{text};WKST=SU", dtstart=start)
    series = Series(title="Swim", lasting=HOUR if case.at else timedelta(days=1))
    return [
        Entry(series=series, slot=each, start=each, title=series.title, lasting=series.lasting)
        for each in rule.between(FIRST - HOUR, LISTED_UNTIL)
    ]


def _after(tx: Tx, entries: list[Entry], entry: Entry, event: Event, step: Step, case: Case) -> list[Entry]:
    """The list after a step, which is done to the stored series too."""
    asked: dict[str, Any] = {"apply": step.apply}
    if event.occurrence_start is not None:
        asked["occurrence"] = event.occurrence_start
    chosen = _chosen(entries, entry, step.apply)
    if step.removes:
        with tx.savepoint():
            actions.remove(tx, event.id, asked.get("occurrence", UNSET), step.apply, LINKS)
        return [each for each in entries if each not in chosen]
    lasting = entry.lasting * 2 if step.longer else entry.lasting
    wanted = entry.start + timedelta(days=step.days, minutes=step.minutes if case.at else 0)
    start, end = _texts(wanted, lasting, case.at)
    if step.days or (step.minutes and case.at) or step.longer:
        asked |= {"start": start, "end": end}
    try:
        with tx.savepoint():
            actions.edit(tx, event.id, EventPatch(title=step.title or UNSET, **asked), LINKS)
    except BadRequest as problem:
        assert CANNOT_MOVE in problem.message and case.rrule.startswith(("FREQ=MONTHLY", "FREQ=YEARLY"))
        assert _local(start).date() != entry.start.date()
        return entries
    shift = timedelta()
    if start != event.start:
        # Where the clocks skip a time, the occurrence is later than its series.
        shift = _local(start) - (entry.start if not case.at else _base(entry, step.apply))
    _edit(chosen, entry, shift, lasting, step)
    return entries


def _base(entry: Entry, apply: Apply) -> datetime:
    return entry.slot if not entry.is_own and apply != "this" else _seen(entry.start)


def _chosen(entries: list[Entry], entry: Entry, apply: Apply) -> list[Entry]:
    if apply == "this":
        return [entry]
    group = [each for each in entries if each.series is entry.series]
    return group if apply == "all" else [each for each in group if each.slot >= entry.slot]


def _edit(chosen: list[Entry], entry: Entry, shift: timedelta, lasting: timedelta, step: Step) -> None:
    if step.apply == "this":
        entry.start = (_seen(entry.start) if shift else entry.start) + shift
        entry.lasting, entry.title, entry.is_own = lasting, step.title or entry.title, True
        return
    was = entry.series
    has_new_times = bool(shift) or lasting != entry.lasting
    new = Series(title=step.title or was.title, lasting=lasting if has_new_times else was.lasting)
    for each in chosen:
        follows = (each.start, each.lasting) == (each.slot, was.lasting) or (
            (_seen(each.start), each.lasting) == (_seen(each.slot), was.lasting)
        )
        each.slot += shift
        if each is entry and each.is_own:
            each.start, each.lasting = (_seen(each.start) if shift else each.start) + shift, lasting
            each.title = step.title or each.title
        else:
            if follows:
                each.start, each.lasting = each.slot, new.lasting
            if each.title == was.title:
                each.title = new.title
        each.series = new


def _compare(tx: Tx, entries: list[Entry], case: Case) -> None:
    expected = sorted((*_texts(each.start, each.lasting, case.at), each.title) for each in entries)
    last = _texts(SHOWN_UNTIL, HOUR, case.at)[0]
    assert [each for each in expected if each[0] < last] == [
        (each.start, each.end, each.title) for each in _shown(tx) if each.start < last
    ]


def _shown(tx: Tx) -> list[Event]:
    found = events.between(tx, datetime(2026, 1, 1, tzinfo=UTC), SHOWN_UNTIL.replace(tzinfo=UTC))
    return sorted(found, key=lambda each: (each.start, each.end, each.title))


def _texts(start: datetime, lasting: timedelta, at: time | None) -> tuple[str, str]:
    """Start and end as the API has them."""
    if at is None:
        return start.date().isoformat(), (start + lasting).date().isoformat()
    first = start.replace(tzinfo=BERLIN).astimezone(UTC)
    return instant(first), instant(first + lasting)


def _local(start: str) -> datetime:
    moment = datetime.fromisoformat(start)
    return moment if moment.tzinfo is None else moment.astimezone(BERLIN).replace(tzinfo=None)


def _seen(local: datetime) -> datetime:
    """A local time as a clock on the wall shows it."""
    return local.replace(tzinfo=BERLIN).astimezone(UTC).astimezone(BERLIN).replace(tzinfo=None)
