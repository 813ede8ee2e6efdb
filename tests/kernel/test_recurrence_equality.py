"""The expansion against python-dateutil, over many rules, windows and time zones."""

from datetime import UTC, datetime, timedelta
from itertools import dropwhile, takewhile
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.kernel.recurrence.expansion import occurrences

ZONES = [ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia")]


def _by_dateutil(rule, anchor, first, last):
    """What dateutil finds when it walks from the true start."""
    series = rrulestr(rule, dtstart=anchor)
    return list(dropwhile(lambda moment: moment < first, takewhile(lambda moment: moment <= last, series)))


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
