"""The expansion against python-dateutil, over many rules, windows and time zones."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import dropwhile, takewhile
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr
from hypothesis import example, given, settings
from hypothesis import strategies as st

from appliance.kernel.recurrence import days, occurrences

ZONES = [ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia")]


def _listed(values, most):
    return st.lists(values, min_size=1, max_size=most, unique=True).map(lambda found: ",".join(map(str, found)))


def _signed(most):
    return st.integers(-most, most).filter(lambda number: number != 0)


_weekdays = st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"])
# Weeks 52 and 53 have rows in test_recurrence.py: dateutil mistakes them in the first days of January.
_by = {
    "YEARLY": {
        "BYMONTH": _listed(st.integers(1, 12), 3),
        "BYMONTHDAY": _listed(_signed(31), 3),
        "BYYEARDAY": _listed(_signed(366), 4),
        "BYWEEKNO": _listed(st.integers(1, 51) | st.just(-1), 3),
        "BYDAY": _listed(_weekdays, 3) | _listed(st.builds("{}{}".format, _signed(5), _weekdays), 3),
    },
    "MONTHLY": {
        "BYMONTH": _listed(st.integers(1, 12), 3),
        "BYMONTHDAY": _listed(_signed(31), 3),
        "BYDAY": _listed(_weekdays, 3) | _listed(st.builds("{}{}".format, _signed(5), _weekdays), 3),
    },
    "WEEKLY": {"BYMONTH": _listed(st.integers(1, 12), 6), "BYDAY": _listed(_weekdays, 7)},
    "DAILY": {
        "BYMONTH": _listed(st.integers(1, 12), 6),
        "BYMONTHDAY": _listed(_signed(31), 8),
        "BYDAY": _listed(_weekdays, 7),
    },
}


@st.composite
def _rules(draw):
    freq = draw(st.sampled_from(list(_by)))
    parts = [f"FREQ={freq}"]
    if draw(st.booleans()):
        parts.append(f"INTERVAL={draw(st.integers(1, 5))}")
    if draw(st.booleans()):
        parts.append(f"WKST={draw(_weekdays)}")
    chosen = draw(st.lists(st.sampled_from(list(_by[freq])), max_size=3, unique=True))
    parts += [f"{name}={draw(_by[freq][name])}" for name in chosen]
    if chosen and draw(st.booleans()):
        parts.append(f"BYSETPOS={draw(_listed(_signed(5), 2))}")
    if draw(st.booleans()):
        parts.append(f"COUNT={draw(st.integers(1, 60))}")
    return ";".join(parts)


def _by_dateutil(rule, anchor, first, last):
    """What dateutil finds when it walks from the true start."""
    series = rrulestr(rule, dtstart=anchor)
    return list(dropwhile(lambda moment: moment < first, takewhile(lambda moment: moment <= last, series)))


def _is_searchable(rule):
    """dateutil searches on to the year 9999 for a rule that never matches; those have their own test."""
    return days(rule, date(2026, 1, 1), date(2026, 1, 1), date(2060, 1, 1)) != []


@settings(max_examples=200, deadline=None)
@given(_rules(), st.dates(date(1990, 1, 1), date(2030, 1, 1)), st.integers(-400, 4_000), st.integers(0, 400))
@example("FREQ=YEARLY;BYWEEKNO=1,-1", date(2020, 12, 30), 0, 400)
@example("FREQ=WEEKLY;INTERVAL=3;WKST=SU;BYDAY=SU,SA", date(2026, 1, 3), 2_000, 100)
@example("FREQ=WEEKLY;BYDAY=MO,TH;BYSETPOS=-1;INTERVAL=2", date(2026, 1, 1), 500, 100)
def test_days_are_those_that_dateutil_finds(rule, anchor, offset, length):
    first = anchor + timedelta(days=offset)
    last = first + timedelta(days=length)
    found = days(rule, anchor, first, last)
    if not _is_searchable(rule):
        assert all(anchor <= day for day in found)
        return

    moments = _by_dateutil(rule, *(datetime.combine(day, time()) for day in (anchor, first, last)))

    assert [moment.date() for moment in moments] == found


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(
        [
            "FREQ=DAILY",
            "FREQ=DAILY;INTERVAL=3",
            "FREQ=DAILY;COUNT=400",
            "FREQ=WEEKLY",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA,SU",
            "FREQ=MONTHLY;BYDAY=-1SU",
            "FREQ=MONTHLY;BYDAY=1SU",
            "FREQ=YEARLY;BYMONTH=3,4,10,11;BYDAY=1SU,2SU,-1SU",
        ]
    ),
    st.sampled_from(ZONES),
    st.datetimes(datetime(2009, 1, 1), datetime(2026, 1, 1)).map(lambda moment: moment.replace(microsecond=0)),
    st.integers(0, 1_500),
    st.integers(1, 200),
    st.integers(0, 3_000),
)
def test_occurrences_are_those_that_dateutil_finds_on_the_wall_clock(rule, zone, moment, offset, length, minutes):
    start = moment.replace(tzinfo=UTC)
    duration = timedelta(minutes=minutes)
    begin = start + timedelta(days=offset)
    end = begin + timedelta(days=length)

    local = start.astimezone(zone).replace(tzinfo=None)
    margin = timedelta(days=3) + duration
    expected = {
        start if naive == local else naive.replace(tzinfo=zone).astimezone(UTC)
        for naive in _by_dateutil(
            rule, local, local + timedelta(days=offset) - margin, local + timedelta(days=offset + length) + margin
        )
    }

    assert sorted(instant for instant in expected if instant + duration > begin and instant < end) == occurrences(
        rule, start, duration, zone, begin, end
    )
