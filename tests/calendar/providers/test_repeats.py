"""Rules that recur within the day, against plain python-dateutil."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from dateutil.rrule import rrulestr

from appliance.calendar.providers.ics import repeats

HOUR = timedelta(hours=1)


def random_rule(source: random.Random) -> str:
    """A rule that falls at least once a week."""
    freq = source.choice(["HOURLY", "MINUTELY", "SECONDLY", "DAILY", "WEEKLY"])
    interval = 1 if freq == "SECONDLY" else source.choice([1, 1, 2, 5, 8, 12, 90])
    parts = [f"FREQ={freq}", f"INTERVAL={1 if freq in ('DAILY', 'WEEKLY') else interval}"]
    if freq in ("DAILY", "WEEKLY", "SECONDLY") or (interval == 1 and source.random() < 0.5):
        parts.append(f"BYHOUR={_some(source, range(24))}")
    if freq in ("MINUTELY", "SECONDLY") and interval == 1:
        parts.append(f"BYMINUTE={_some(source, range(60))}")
    if freq == "SECONDLY":
        parts.append(f"BYSECOND={_some(source, range(60))}")
    if source.random() < 0.4:
        parts.append(f"BYDAY={_some(source, ('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'))}")
    if source.random() < 0.3:
        parts.append(f"COUNT={source.choice([1, 7, 200])}")
    elif source.random() < 0.3:
        parts.append(f"UNTIL={datetime(2026, 6, 1) + timedelta(minutes=source.randrange(90_000)):%Y%m%dT%H%M%S}Z")
    return ";".join(parts)


def _some(source: random.Random, values: range | tuple[str, ...]) -> str:
    return ",".join(map(str, source.sample(list(values), source.randint(1, 3))))


@pytest.mark.parametrize("seed", range(3))
def test_times_within_the_day_are_those_of_plain_dateutil(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(80):
        rule = random_rule(source)
        start = datetime(2026, 6, 1, tzinfo=UTC) + timedelta(minutes=source.randrange(1440))
        begin = start + timedelta(hours=source.choice([-30, 0, 100, 500]))
        end = begin + timedelta(days=source.choice([1, 8]))

        expected = []
        for moment in rrulestr(rule, dtstart=start):
            if moment >= end:
                break
            if moment + HOUR > begin:
                expected.append(moment)
        assert expected[: repeats.MOST] == repeats.starts(rule, start, HOUR, begin, end), (rule, start, begin)


@pytest.mark.parametrize("rule", ["BYHOUR=3,4", "FREQ=;BYMINUTE=0,30", "FREQ=OFTEN;BYHOUR=3,4"])
def test_a_rule_of_several_times_without_a_frequency_is_unreadable(rule: str) -> None:
    start = datetime(2026, 6, 1, tzinfo=UTC)

    with pytest.raises(repeats.Unreadable):
        repeats.starts(rule, start, HOUR, start, start + timedelta(days=8))
