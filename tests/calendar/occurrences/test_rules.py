"""The prepared occurrences of a range against those that `recurrence` finds for the same series."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.calendar.occurrences.rules import MAX_KEPT_OCCURRENCES, Window, midnight, series_end, window
from appliance.kernel import recurrence
from appliance.kernel.scheduling.clock import instant

ZONES = [
    ZoneInfo(name)
    for name in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "UTC")
]
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
ENDS = (
    "",
    "",
    "",
    ";COUNT=1",
    ";COUNT=7",
    ";COUNT=40",
    ";UNTIL=20111229",
    ";UNTIL=20111230T093000",
    ";UNTIL=20111230T093000Z",
)
CLOCKS = ("", "", "", ";BYHOUR=2;BYMINUTE=30", ";BYHOUR=0", ";BYHOUR=23")


def some_rule(source: random.Random) -> str:
    """A plain rule, with whatever end, at whatever time of day."""
    weekdays = ",".join(source.sample(WEEKDAYS, source.randint(1, 3)))
    ordinal = f"{source.choice([1, 2, 4, 5, -1])}{source.choice(WEEKDAYS)}"
    month_days = ",".join(str(source.choice([1, 15, 29, 31, -1])) for _ in range(source.randint(1, 2)))
    rule = source.choice(
        [
            "FREQ=DAILY",
            "FREQ=WEEKLY",
            f"FREQ=WEEKLY;BYDAY={weekdays}",
            f"FREQ=WEEKLY;BYDAY={weekdays};WKST=SU",
            "FREQ=MONTHLY",
            f"FREQ=MONTHLY;BYDAY={ordinal}",
            f"FREQ=MONTHLY;BYMONTHDAY={month_days}",
            "FREQ=YEARLY",
            f"FREQ=YEARLY;BYMONTH=3,12;BYDAY={ordinal}",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        ]
    )
    interval = source.choice(["", "", f";INTERVAL={source.randint(2, 5)}"])
    return rule + interval + source.choice(ENDS) + source.choice(CLOCKS)


@pytest.mark.parametrize("seed", range(20))
def test_a_timed_series_has_the_occurrences_of_its_rule(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(150):
        zone, rule = source.choice(ZONES), some_rule(source)
        start = datetime(2010, 1, 1, tzinfo=UTC) + timedelta(minutes=15 * source.randint(0, 70_000))
        lasting = timedelta(minutes=source.choice([0, 15, 60, 1440, 1440 * 9]))
        begin = datetime(2011, 1, 1, tzinfo=UTC) + timedelta(minutes=15 * source.randint(0, 45_000))
        end = begin + timedelta(minutes=source.choice([1, 60, 1440, 1440 * 31, 1440 * 42, 1440 * 365]))

        expected = tuple(
            (instant(each), instant(each + lasting))
            for each in recurrence.occurrences(rule, start, lasting, zone, begin, end)
        )
        found = Window(zone, begin, end).occurrence_times(rule, instant(start), instant(start + lasting), False)
        assert expected == found, (rule, start, lasting, zone.key, begin, end)


@pytest.mark.parametrize("seed", range(10))
def test_an_all_day_series_has_the_days_of_its_rule(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(150):
        rule, day = some_rule(source), date(2010, 1, 1) + timedelta(days=source.randint(0, 700))
        length = timedelta(days=source.choice([1, 1, 2, 14]))
        begin = datetime(2011, 1, 1, tzinfo=UTC) + timedelta(minutes=360 * source.randint(0, 1_800))
        end = begin + timedelta(minutes=source.choice([1, 1440, 1440 * 31, 1440 * 365]))

        expected = tuple(
            (each.isoformat(), (each + length).isoformat())
            for each in recurrence.days(rule, day, (begin - length).date(), end.date())
            if midnight(each + length) > instant(begin) and midnight(each) < instant(end)
        )
        found = Window(ZONES[0], begin, end).occurrence_times(rule, day.isoformat(), (day + length).isoformat(), True)
        assert expected == found, (rule, day, length, begin, end)


def test_the_cache_of_a_range_is_bounded() -> None:
    begin = datetime(2026, 11, 1, tzinfo=UTC)
    once = window(ZONES[0], begin, begin + timedelta(days=90))
    once.occurrence_times("FREQ=DAILY", "2026-01-01T10:00:00.000Z", "2026-01-01T11:00:00.000Z", False)
    assert {} == once._found
    kept = window(ZONES[0], begin, begin + timedelta(days=90))
    counts = [
        len(
            kept.occurrence_times("FREQ=DAILY", f"2026-01-01T10:{number:02}:00.000Z", "2026-01-01T11:00:00.000Z", False)
        )
        for number in range(60)
    ]

    assert [90] * 60 == counts
    assert window(ZONES[0], begin, begin + timedelta(days=90)) is kept
    assert sum(map(len, kept._found.values())) <= MAX_KEPT_OCCURRENCES


def test_a_range_that_begins_now_is_not_kept() -> None:
    now = datetime(2026, 11, 1, 10, 3, 20, 500, tzinfo=UTC)

    assert window(ZONES[0], now, now + timedelta(days=1)) is not window(ZONES[0], now, now + timedelta(days=1))


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
            assert [] == recurrence.occurrences(rule, start, lasting, zone, begin, begin + timedelta(days=4_000)), rule
        assert [] == recurrence.days(rule, start.date(), date.fromisoformat(over_days[:10]), date(2060, 1, 1)), rule


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
