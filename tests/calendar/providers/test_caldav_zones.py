"""Properties over zones with every kind of clock change: what is written is read back, and nothing else moves."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
from hypothesis import example, given, settings
from hypothesis import strategies as st

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav import edits
from appliance.calendar.providers.caldav.objects import named, occurrences
from appliance.calendar.providers.models import Draft, Edit, Times, Window
from appliance.kernel.scheduling.clock import instant

HREF = "https://dav.example.org/ana/family/a.ics"
NOW = datetime(2026, 11, 20, tzinfo=UTC)
WINDOW = Window(begin=datetime(2025, 12, 1, tzinfo=UTC), end=datetime(2028, 2, 1, tzinfo=UTC))
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
FORMS = [*ZONES, "floating", "UTC"]

FIRST = datetime(2026, 1, 1, tzinfo=UTC)


def clock_changes() -> list[datetime]:
    """The hours of two years before which some zone's clock is changed."""
    hours = [FIRST + timedelta(hours=after) for after in range(2 * 365 * 24)]
    zones = [ZoneInfo(name) for name in ZONES]
    return [
        hour
        for hour in hours
        if any(hour.astimezone(z).utcoffset() != (hour - timedelta(hours=1)).astimezone(z).utcoffset() for z in zones)
    ]


households = st.sampled_from(ZONES).map(ZoneInfo)
anywhen = st.integers(0, 2 * 365 * 24 * 60 - 1).map(lambda after: FIRST + timedelta(minutes=after))
# Both as instants and as wall times, since a zone is at most 14 hours away.
near_changes = st.tuples(st.sampled_from(clock_changes()), st.integers(-60 * 15, 60 * 15)).map(
    lambda pair: pair[0] + timedelta(minutes=pair[1])
)
at_changes = st.tuples(st.sampled_from(clock_changes()), st.integers(-150, 150)).map(
    lambda pair: pair[0] + timedelta(minutes=pair[1])
)
instants = anywhen | near_changes | at_changes
days = st.integers(0, 700).map(lambda after: date(2026, 1, 1) + timedelta(days=after))
timed = st.tuples(instants, st.integers(1, 3000)).map(
    lambda pair: Times(start=instant(pair[0]), end=instant(pair[0] + timedelta(minutes=pair[1])), all_day=False)
)
whole_days = st.tuples(days, st.integers(1, 20)).map(
    lambda pair: Times(start=pair[0].isoformat(), end=(pair[0] + timedelta(days=pair[1])).isoformat(), all_day=True)
)
any_times = timed | whole_days
rules = st.sampled_from(["FREQ=DAILY;COUNT=40", "FREQ=WEEKLY;COUNT=30", "FREQ=MONTHLY;BYDAY=-1SU;COUNT=12"])


# In Berlin its start is the second of a time that comes twice, its end is not.
REPEATED_HOUR = Times(start="2026-10-25T01:00:00.000Z", end="2026-10-25T02:00:00.000Z", all_day=False)


def series(form: str, start: datetime, rule: str, all_day: bool) -> bytes:
    """A series of 90 minutes or of a day, with a local start in a zone, in UTC or in no zone."""
    if all_day:
        times = [f"DTSTART;VALUE=DATE:{start:%Y%m%d}"]
    else:
        zone, end = f";TZID={form}" if "/" in form else "", "Z" if form == "UTC" else ""
        times = [f"DTSTART{zone}:{start:%Y%m%dT%H%M%S}{end}", "DURATION:PT90M"]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN", "BEGIN:VEVENT", "UID:a@b", "SUMMARY:Swim"]
    lines += [*times, f"RRULE:{rule}", "X-KEEP:1", "END:VEVENT", "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


def read(file: bytes, household: ZoneInfo) -> dict[str, Occurrence]:
    return {each.external_id: each for each in occurrences(file, HREF, household, WINDOW)}


def starts_by_another_reader(file: bytes) -> list[str]:
    """When everything starts, by a library that knows nothing of us."""
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(file)).between(WINDOW.begin, WINDOW.end)
    starts = [each.start for each in found]
    return sorted(instant(each) if isinstance(each, datetime) else each.isoformat() for each in starts)


@settings(deadline=None, max_examples=300)
@given(times=any_times, household=households)
def test_a_new_event_is_read_as_it_was_requested(times: Times, household: ZoneInfo) -> None:
    draft = Draft(
        title="Party",
        times=times,
        location=None,
        description=None,
        reminders=None,
    )

    (event,) = read(edits.fresh("u", draft, household, NOW), household).values()

    assert (times.start, times.end, times.all_day) == (event.start, event.end, event.all_day)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(FORMS), instants, rules, st.booleans(), st.integers(0, 50), any_times, households)
@example(
    "floating",
    datetime(2026, 1, 1, tzinfo=UTC),
    "FREQ=DAILY;COUNT=40",
    False,
    0,
    REPEATED_HOUR,
    ZoneInfo("Europe/Berlin"),
)
def test_a_moved_occurrence_is_where_it_was_moved_to_and_the_others_stay(
    form: str, start: datetime, rule: str, all_day: bool, which: int, times: Times, household: ZoneInfo
) -> None:
    file = series(form, start, rule, all_day)
    before = read(file, household)
    moved = list(before)[which % len(before)]

    file = edits.changed(file, named(moved), before[moved], Edit(times=times), household, NOW)

    after = read(file, household)
    assert (times.start, times.end, times.all_day) == (after[moved].start, after[moved].end, after[moved].all_day)
    del before[moved], after[moved]
    assert before == after
    assert (1, 2) == (file.count(f"\r\nRRULE:{rule}\r\n".encode()), file.count(b"X-KEEP:1"))


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(ZONES), instants, rules, st.integers(0, 50), timed)
def test_another_reader_sees_the_same(form: str, start: datetime, rule: str, which: int, times: Times) -> None:
    # A wall time that the clocks skip is read in several ways, so the series starts at one that always is.
    household, start = ZoneInfo(form), start.replace(hour=12)
    file = series(form, start, rule, False)
    before = read(file, household)
    moved = list(before)[which % len(before)]

    file = edits.changed(file, named(moved), before[moved], Edit(times=times), household, NOW)

    assert sorted(each.start for each in read(file, household).values()) == starts_by_another_reader(file)


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(FORMS), instants, rules, st.booleans(), st.integers(0, 50), households)
def test_a_removed_occurrence_is_gone_and_the_others_stay(
    form: str, start: datetime, rule: str, all_day: bool, which: int, household: ZoneInfo
) -> None:
    file = series(form, start, rule, all_day)
    before = read(file, household)
    gone = list(before)[which % len(before)]

    left = edits.without(file, named(gone), household, NOW)

    assert left is not None
    del before[gone]
    assert before == read(left, household)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(FORMS), instants, rules, st.integers(0, 50), timed, timed, households)
def test_a_moved_occurrence_is_moved_again_and_removed(
    form: str, start: datetime, rule: str, which: int, first: Times, second: Times, household: ZoneInfo
) -> None:
    file = series(form, start, rule, False)
    before = read(file, household)
    moved = list(before)[which % len(before)]
    for times in (first, second):
        now = read(file, household)[moved]
        file = edits.changed(file, named(moved), now, Edit(times=times), household, NOW)
        assert times.start == read(file, household)[moved].start

    left = edits.without(file, named(moved), household, NOW)

    del before[moved]
    assert left is not None and before == read(left, household)
    assert 1 == left.count(b"BEGIN:VEVENT")
