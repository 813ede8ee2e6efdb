"""The days of all-day series, and the ends of series."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.calendar.occurrences.rules import midnight, occurrence_times, series_end
from appliance.kernel.recurrence import expansion
from appliance.kernel.scheduling.clock import instant
from tests.calendar.occurrences.stored import some_rule, stored_series

ZONES = [
    ZoneInfo(name)
    for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "UTC")
]


@pytest.mark.parametrize("seed", range(10))
def test_an_all_day_series_has_the_days_of_its_rule(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(150):
        rule, day = some_rule(source), date(2010, 1, 1) + timedelta(days=source.randint(0, 700))
        length = timedelta(days=source.choice([1, 1, 2, 14]))
        begin = datetime(2011, 1, 1, tzinfo=UTC) + timedelta(minutes=360 * source.randint(0, 1_800))
        end = begin + timedelta(minutes=source.choice([1, 1440, 1440 * 31, 1440 * 365]))

        expected = [
            (each.isoformat(), (each + length).isoformat())
            for each in expansion.days(rule, day, (begin - length).date(), end.date())
            if midnight(each + length) > instant(begin) and midnight(each) < instant(end)
        ]
        series = stored_series(rule, day.isoformat(), (day + length).isoformat(), all_day=True)
        found = occurrence_times(series, ZONES[0], begin, end)
        assert expected == found, (rule, day, length, begin, end)


@pytest.mark.parametrize("seed", range(10))
def test_nothing_of_a_series_lies_after_its_end_in_any_zone(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(100):
        rule = some_rule(source)
        start = datetime(2010, 1, 1, tzinfo=UTC) + timedelta(minutes=15 * source.randint(0, 70_000))
        lasting = timedelta(minutes=source.choice([0, 60, 1440 * 9]))
        over = series_end(rule, instant(start), instant(start + lasting), False)
        over_days = series_end(rule, f"{start:%Y-%m-%d}", f"{start + timedelta(days=3):%Y-%m-%d}", True)

        assert (over is not None) == (over_days is not None) == ("COUNT" in rule or "UNTIL" in rule), rule
        if over is None or over_days is None:
            continue
        begin = max(datetime.fromisoformat(over), start)
        for zone in ZONES:
            assert [] == expansion.occurrences(rule, start, lasting, zone, begin, begin + timedelta(days=4_000)), rule
        assert [] == expansion.days(rule, start.date(), date.fromisoformat(over_days[:10]), date(2060, 1, 1)), rule


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (None, None),
        ("FREQ=WEEKLY", None),
        ("nonsense;UNTIL=20260101", None),
        # Its COUNT takes too long to reach.
        ("FREQ=DAILY;COUNT=50000;BYYEARDAY=366;BYMONTHDAY=1", None),
        ("FREQ=WEEKLY;UNTIL=20260110T100000Z", "2026-01-15T00:00:00.000Z"),
        ("FREQ=WEEKLY;COUNT=100;UNTIL=20260110T100000Z", "2026-01-15T00:00:00.000Z"),
    ],
)
def test_an_unknown_end_is_none(rule: str | None, expected: str | None) -> None:
    found = series_end(rule, "2026-01-01T10:00:00.000Z", "2026-01-01T11:00:00.000Z", False)

    assert expected == found
