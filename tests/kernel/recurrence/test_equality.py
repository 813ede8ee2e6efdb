"""The expansion near a range against python-dateutil, which follows every rule from its true start."""

import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import dropwhile, takewhile
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.expansion import check, days, occurrences

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
PERIOD = {"YEARLY": 365, "MONTHLY": 28, "WEEKLY": 7, "DAILY": 1}
ZONES = [ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia")]
NAMES = {YEARLY: "YEARLY", MONTHLY: "MONTHLY", WEEKLY: "WEEKLY", DAILY: "DAILY"}


class Passed(Exception):
    """The last period of a range is passed."""


class Ending(int):
    """An interval that ends a rule without occurrences, for which dateutil would search up to the year 9999."""

    left = 0

    def __radd__(self, other: int) -> int:
        return other + self._next()

    def __mul__(self, other: int) -> int:
        return self._next() * other

    def _next(self) -> int:
        if self.left == 0:
            raise Passed
        self.left -= 1
        return int(self)


def plain(rule: str, anchor: date, first: date, last: date) -> list[date]:
    """What dateutil finds from `first` to `last` when it follows the rule from its start."""
    series: Any = rrulestr(rule, dtstart=datetime.combine(anchor, time()))
    interval = Ending(series._interval)
    interval.left = (last - anchor).days // PERIOD[NAMES[series._freq]] // interval + 2
    found = []
    try:
        for moment in series.replace(interval=interval):
            if moment.date() > last:
                break
            found.append(moment.date())
    except Passed:
        pass
    return [day for day in found if day >= first]


def random_rule(source: random.Random) -> str:
    """Any combination of parts on which RFC 5545 and dateutil agree; where they do not is in `cases/`."""
    freq = source.choice(list(PERIOD))
    parts = [f"FREQ={freq}"]
    if source.random() < 0.5:
        parts.append(f"INTERVAL={source.choice([2, 3, 4, 5, 7, 12, 30])}")
    if source.random() < 0.3:
        parts.append(f"WKST={source.choice(WEEKDAYS)}")
    chosen = {
        name
        for name in ("BYMONTH", "BYMONTHDAY", "BYDAY", *(("BYYEARDAY", "BYWEEKNO") if freq == "YEARLY" else ()))
        if source.random() < 0.35
    }
    if freq == "DAILY" and source.random() < 0.05:
        chosen.add("BYYEARDAY")
    if "BYMONTH" in chosen:
        parts.append(f"BYMONTH={_some(source, range(1, 13), 4)}")
    if "BYMONTHDAY" in chosen:
        parts.append(f"BYMONTHDAY={_some(source, [*range(1, 32), *range(-31, 0)], 5)}")
    if "BYYEARDAY" in chosen:
        parts.append(f"BYYEARDAY={_some(source, [*range(1, 367), *range(-366, 0)], 6)}")
    if "BYWEEKNO" in chosen:
        parts.append(f"BYWEEKNO={_some(source, [*range(1, 52), -1], 4)}")
    if "BYDAY" in chosen:
        parts.append(f"BYDAY={_weekdays(source, freq, 'BYMONTH' in chosen)}")
    if chosen and source.random() < 0.3:
        parts.append(f"BYSETPOS={_some(source, [1, 2, 3, 5, 10, -1, -2, -4], 3)}")
    if source.random() < 0.4:
        parts.append(f"COUNT={source.choice([1, 2, 3, 5, 10, 40, 200])}")
    elif source.random() < 0.3:
        parts.append(f"UNTIL={date(2000, 1, 1) + timedelta(days=source.randrange(12_000)):%Y%m%d}")
    return ";".join(parts)


def _weekdays(source: random.Random, freq: str, in_months: bool) -> str:
    if freq in ("WEEKLY", "DAILY") or source.random() < 0.5:
        return _some(source, WEEKDAYS, 5)
    most = 5 if freq == "MONTHLY" or in_months else 53
    ordinals = [*range(1, most + 1), *range(-most, 0)]
    return ",".join(f"{source.choice(ordinals)}{source.choice(WEEKDAYS)}" for _ in range(source.randint(1, 3)))


def _some(source: random.Random, values: Sequence[object], most: int) -> str:
    return ",".join(map(str, source.sample(values, source.randint(1, most))))


@pytest.mark.parametrize(
    ("seed", "count"),
    [(1, 1_500), *(pytest.param(seed, 5_000, marks=pytest.mark.slow) for seed in range(2, 7))],
)
def test_days_near_a_range_are_those_of_plain_dateutil(seed: int, count: int) -> None:
    source, too_costly, shown = random.Random(seed), 0, 0
    for _ in range(count):
        rule = random_rule(source)
        anchor = date(1995, 1, 1) + timedelta(days=source.randrange(12_000))
        first = anchor + timedelta(days=source.choice([0, source.randrange(-60, 400), source.randrange(8_000)]))
        last = first + timedelta(days=source.choice([0, source.randrange(8), source.randrange(400), 3_000]))
        try:
            check(rule, anchor)
        except BadRequest:
            too_costly += 1
            continue

        expected = plain(rule, anchor, first, last)
        shown += bool(expected)
        assert expected == days(rule, anchor, first, last), (rule, anchor, first, last)
    assert too_costly < count / 10
    # Most ranges are short, or past the end of their rule.
    assert shown > count / 4


@pytest.mark.parametrize(
    ("rule", "anchor"),
    [
        ("FREQ=YEARLY;BYWEEKNO=10,20,30,40;BYDAY=MO;COUNT=200", date(2009, 1, 1)),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO,TU,WE,TH;COUNT=200", date(2009, 1, 1)),
        ("FREQ=YEARLY;BYWEEKNO=1,20;BYDAY=TU,TH;COUNT=200", date(2009, 1, 1)),
        ("FREQ=YEARLY;BYWEEKNO=1,-1", date(2020, 12, 30)),
        ("FREQ=WEEKLY;INTERVAL=3;WKST=SU;BYDAY=SU,SA", date(2026, 1, 3)),
        ("FREQ=WEEKLY;BYDAY=MO,TH;BYSETPOS=-1;INTERVAL=2", date(2026, 1, 1)),
    ],
)
def test_weeks_are_followed_for_decades(rule: str, anchor: date) -> None:
    """Those of the first three ended in 2043 and earlier, when every such weekday of a year was looked at."""
    last = date(2100, 1, 1)
    check(rule, anchor)

    assert plain(rule, anchor, anchor, last) == days(rule, anchor, anchor, last)


def _by_dateutil(rule, anchor, first, last):
    """What dateutil finds when it starts at the true start."""
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
