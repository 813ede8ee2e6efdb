"""Rules that recur within the day, against plain python-dateutil."""

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

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


def random_choice(source: random.Random) -> str:
    """A rule that chooses among times, at least one a month."""
    freq = source.choice(["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"])
    parts = [f"FREQ={freq}", f"BYSETPOS={source.choice(['1', '-1', '2', '-2', '1,-1', '3,1', '-1,2,7'])}"]
    if freq not in ("HOURLY", "MINUTELY"):
        parts.append(f"INTERVAL={source.choice([1, 1, 1, 2])}")
        parts.append(f"BYHOUR={','.join(map(str, source.sample(range(24), 3)))}")
    if freq == "HOURLY":
        parts.append(f"INTERVAL={source.choice([1, 1, 5, 36])}")
    if freq == "HOURLY" or source.random() < 0.4:
        parts.append(f"BYMINUTE={','.join(map(str, source.sample(range(60), 2)))}")
    if freq == "MINUTELY":
        parts.append(f"BYSECOND={','.join(map(str, source.sample(range(60), 2)))}")
        parts.append(f"BYHOUR={_some(source, range(24))}")
    if source.random() < 0.5:
        parts.append(f"BYDAY={_some(source, ('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'))}")
    if source.random() < 0.4:
        parts.append(f"COUNT={source.choice([1, 4, 9])}")
    elif source.random() < 0.3:
        parts.append(f"UNTIL={datetime(2026, 6, 1) + timedelta(minutes=source.randrange(90_000)):%Y%m%dT%H%M%S}Z")
    return ";".join(parts)


@pytest.mark.parametrize("seed", range(3))
def test_positions_among_times_are_those_of_plain_dateutil(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(60):
        rule = random_choice(source)
        # A Monday, because dateutil begins the first week of a rule where its series starts.
        start = datetime(2026, 6, 1, tzinfo=UTC) + timedelta(minutes=source.randrange(1440))
        begin = start + timedelta(hours=source.choice([-30, 0, 100, 500, 9_000]))
        end = begin + timedelta(days=source.choice([1, 8, 60]))

        expected = []
        for moment in rrulestr(rule, dtstart=start):
            if moment >= end:
                break
            if moment + HOUR > begin:
                expected.append(moment)
        assert expected[: repeats.MOST] == repeats.starts(rule, start, HOUR, begin, end), (rule, start, begin)


@pytest.mark.parametrize(
    ("rule", "times"),
    [
        pytest.param("FREQ=DAILY;BYHOUR=9,12,17;BYSETPOS=-1;COUNT=3", ["04T17", "05T17", "06T17"], id="of each day"),
        pytest.param("FREQ=DAILY;BYHOUR=17,9;BYSETPOS=1;COUNT=2", ["05T09", "06T09"], id="the first is over"),
        pytest.param(
            "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYHOUR=9,18;BYSETPOS=1,-1;COUNT=3",
            ["06T18", "09T09", "13T18"],
            id="of the whole week, also where the series starts within it",
        ),
        pytest.param("FREQ=WEEKLY;BYHOUR=9,17;BYSETPOS=2;COUNT=2", ["04T17", "11T17"], id="on the day of the start"),
        pytest.param(
            "FREQ=HOURLY;INTERVAL=6;BYMINUTE=0,20;BYSETPOS=-1;COUNT=2", ["04T16:20", "04T22:20"], id="of hours"
        ),
        pytest.param(
            "FREQ=SECONDLY;BYHOUR=9;BYMINUTE=0;BYSECOND=0;BYSETPOS=1;COUNT=2", ["05T09", "06T09"], id="of seconds"
        ),
        pytest.param("FREQ=DAILY;BYHOUR=9,17;BYSETPOS=3", [], id="no such position"),
    ],
)
def test_positions_count_among_all_times_of_a_period(rule: str, times: list[str]) -> None:
    start = datetime(2026, 11, 4, 16, tzinfo=ZoneInfo("Europe/Berlin"))  # a Wednesday

    found = repeats.starts(rule, start, HOUR, start, start + timedelta(days=30))

    assert [datetime.fromisoformat(f"2026-11-{each}").replace(tzinfo=start.tzinfo) for each in times] == found


def test_a_period_of_too_many_times_has_none() -> None:
    every = {name: ",".join(map(str, range(end))) for name, end in repeats.TIMES.items()}
    rule = "FREQ=YEARLY;BYDAY=MO,TU;BYSETPOS=-1;" + ";".join(f"{name}={value}" for name, value in every.items())
    start = datetime(2026, 6, 1, tzinfo=UTC)

    assert [] == repeats.starts(rule, start, HOUR, start, start + timedelta(days=700))


@pytest.mark.parametrize("rule", ["BYHOUR=3,4", "FREQ=;BYMINUTE=0,30", "FREQ=OFTEN;BYHOUR=3,4"])
def test_a_rule_of_several_times_without_a_frequency_is_unreadable(rule: str) -> None:
    start = datetime(2026, 6, 1, tzinfo=UTC)

    with pytest.raises(repeats.Unreadable):
        repeats.starts(rule, start, HOUR, start, start + timedelta(days=8))
