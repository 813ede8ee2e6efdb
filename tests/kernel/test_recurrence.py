from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.expansion import MAX_STEPS, days, occurrences
from appliance.kernel.recurrence.rule import Rule, parse

BERLIN = ZoneInfo("Europe/Berlin")
NEW_YORK = ZoneInfo("America/New_York")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
APIA = ZoneInfo("Pacific/Apia")
EVER = date(2100, 1, 1)


def iso(found):
    return [day.isoformat() for day in found]


def stamps(found):
    return [moment.strftime("%Y-%m-%d %H:%M") for moment in found]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("FREQ=DAILY", Rule(freq="DAILY")),
        ("RRULE:FREQ=DAILY", Rule(freq="DAILY")),
        ("rrule:freq=weekly;byday=mo,fr", Rule(freq="WEEKLY", days=((0, 0), (0, 4)))),
        (" FREQ=DAILY ", Rule(freq="DAILY")),
        ("INTERVAL=2;FREQ=YEARLY", Rule(freq="YEARLY", interval=2)),
        ("FREQ=MONTHLY;BYDAY=-1FR,+2TU", Rule(freq="MONTHLY", days=((-1, 4), (2, 1)))),
        ("FREQ=WEEKLY;BYDAY=2MO", Rule(freq="WEEKLY", days=((0, 0),))),
        ("FREQ=MONTHLY;BYMONTHDAY=-1,15", Rule(freq="MONTHLY", month_days=(-1, 15))),
        ("FREQ=DAILY;UNTIL=20261231", Rule(freq="DAILY", until=date(2026, 12, 31))),
        ("FREQ=DAILY;UNTIL=20261231T101500", Rule(freq="DAILY", until=datetime(2026, 12, 31, 10, 15))),
        ("FREQ=DAILY;UNTIL=20261231T235960Z", Rule(freq="DAILY", until=datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC))),
        ("FREQ=DAILY;COUNT=3;UNTIL=20261231", Rule(freq="DAILY", count=3, until=date(2026, 12, 31))),
        ("FREQ=DAILY;BYHOUR=0;BYMINUTE=30;BYSECOND=0", Rule(freq="DAILY", hour=0, minute=30, second=0)),
        ("FREQ=WEEKLY;WKST=SU", Rule(freq="WEEKLY", week_start=6)),
    ],
)
def test_rules_that_parse(text, rule):
    assert rule == parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "RRULE:",
        "every day",
        "COUNT=3",
        "FREQ=",
        "FREQ=FORTNIGHTLY",
        "FREQ=HOURLY",
        "FREQ=MINUTELY",
        "FREQ=SECONDLY",
        "FREQ=DAILY;",
        "FREQ=DAILY;;COUNT=2",
        "FREQ=DAILY;FREQ=WEEKLY",
        "FREQ=DAILY;COUNT=2;COUNT=3",
        "FREQ=DAILY;X-FOO=1",
        "FREQ=DAILY;BYEASTER=0",
        "FREQ=DAILY;DTSTART=20260101",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;INTERVAL=-1",
        "FREQ=DAILY;INTERVAL=1.5",
        "FREQ=DAILY;INTERVAL=10001",
        "FREQ=DAILY;INTERVAL=99999999999999999999",
        "FREQ=DAILY;INTERVAL=١",
        "FREQ=DAILY;INTERVAL=1_0",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=-3",
        "FREQ=DAILY;COUNT=1000000",
        "FREQ=DAILY;UNTIL=tomorrow",
        "FREQ=DAILY;UNTIL=2026-12-31",
        "FREQ=DAILY;UNTIL=20261301",
        "FREQ=DAILY;UNTIL=20260230T000000Z",
        "FREQ=DAILY;UNTIL=00000101",
        "FREQ=DAILY;UNTIL=20261231T250000Z",
        "FREQ=DAILY;UNTIL=202612310",
        "FREQ=WEEKLY;BYDAY=",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;BYDAY=MO,",
        "FREQ=WEEKLY;BYDAY=MONDAY",
        "FREQ=MONTHLY;BYDAY=0MO",
        "FREQ=MONTHLY;BYDAY=54MO",
        "FREQ=MONTHLY;BYDAY=--1MO",
        "FREQ=MONTHLY;BYDAY=MO(+1)",
        "FREQ=MONTHLY;BYMONTHDAY=0",
        "FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=MONTHLY;BYMONTHDAY=-32",
        "FREQ=YEARLY;BYMONTH=13",
        "FREQ=YEARLY;BYMONTH=-1",
        "FREQ=YEARLY;BYYEARDAY=367",
        "FREQ=YEARLY;BYWEEKNO=54",
        "FREQ=MONTHLY;BYSETPOS=1",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367",
        "FREQ=DAILY;BYHOUR=9,17",
        "FREQ=DAILY;BYHOUR=24",
        "FREQ=DAILY;BYMINUTE=60",
        "FREQ=DAILY;WKST=1",
        "FREQ=DAILY\nRDATE:20260101",
        "FREQ=DAILY\r\nEXDATE:20260101T000000Z",
        "DTSTART:20260101\nRRULE:FREQ=DAILY",
        "FREQ=DAILY\n",
        "RRULE:RRULE:FREQ=DAILY",
        "EXRULE:FREQ=DAILY",
        "FREQ=MONTHLY;BYMONTHDAY=" + "1," * 5_000 + "1",
    ],
)
def test_rejected_rules(text):
    with pytest.raises(BadRequest, match=r"^invalid rrule$"):
        parse(text)


@pytest.mark.parametrize(
    ("rule", "anchor", "expected"),
    [
        ("FREQ=DAILY;COUNT=3", date(2026, 2, 27), ["2026-02-27", "2026-02-28", "2026-03-01"]),
        ("FREQ=DAILY;INTERVAL=10;COUNT=3", date(2026, 1, 1), ["2026-01-01", "2026-01-11", "2026-01-21"]),
        ("FREQ=WEEKLY;COUNT=3", date(2026, 9, 24), ["2026-09-24", "2026-10-01", "2026-10-08"]),
        ("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3", date(2026, 9, 24), ["2026-09-28", "2026-09-30", "2026-10-05"]),
        # RFC 5545's own example: the start of the week decides which weeks are the second ones.
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
            date(1997, 8, 5),
            ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"],
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
            date(1997, 8, 5),
            ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"],
        ),
        ("FREQ=MONTHLY;COUNT=3", date(2026, 1, 31), ["2026-01-31", "2026-03-31", "2026-05-31"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3", date(2026, 1, 31), ["2026-01-31", "2026-02-28", "2026-03-31"]),
        ("FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", date(2026, 1, 1), ["2026-01-30", "2026-02-27", "2026-03-27"]),
        ("FREQ=MONTHLY;BYDAY=2TU;INTERVAL=2;COUNT=2", date(2026, 1, 1), ["2026-01-13", "2026-03-10"]),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2", date(2026, 1, 1), ["2026-02-13", "2026-03-13"]),
        # The last working day of the month.
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3",
            date(2026, 1, 1),
            ["2026-01-30", "2026-02-27", "2026-03-31"],
        ),
        # A weekday with an ordinal beside one without: both count. (RFC 5545; dateutil finds none)
        (
            "FREQ=MONTHLY;BYDAY=MO,1TU;COUNT=6",
            date(2026, 9, 1),
            ["2026-09-01", "2026-09-07", "2026-09-14", "2026-09-21", "2026-09-28", "2026-10-05"],
        ),
        ("FREQ=YEARLY;COUNT=3", date(2024, 2, 29), ["2024-02-29", "2028-02-29", "2032-02-29"]),
        ("FREQ=YEARLY;COUNT=2", date(1896, 2, 29), ["1896-02-29", "1904-02-29"]),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=2", date(2026, 1, 1), ["2026-11-26", "2027-11-25"]),
        ("FREQ=YEARLY;BYDAY=-1SU;COUNT=2", date(2026, 1, 1), ["2026-12-27", "2027-12-26"]),
        ("FREQ=YEARLY;BYYEARDAY=1,-1;COUNT=3", date(2026, 6, 1), ["2026-12-31", "2027-01-01", "2027-12-31"]),
        ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=2", date(2016, 1, 1), ["2020-12-28", "2026-12-28"]),
        (
            "FREQ=YEARLY;BYWEEKNO=52;BYDAY=SA,SU;COUNT=4",
            date(2022, 1, 1),
            ["2022-01-01", "2022-01-02", "2022-12-31", "2023-01-01"],
        ),
        ("FREQ=DAILY;BYMONTH=1;COUNT=2", date(2026, 1, 31), ["2026-01-31", "2027-01-01"]),
        ("FREQ=DAILY;UNTIL=20260103", date(2026, 1, 1), ["2026-01-01", "2026-01-02", "2026-01-03"]),
        ("FREQ=DAILY;UNTIL=20260102T225959Z", date(2026, 1, 1), ["2026-01-01", "2026-01-02"]),
        ("FREQ=DAILY;UNTIL=20260102T000000Z", date(2026, 1, 1), ["2026-01-01", "2026-01-02"]),
        ("FREQ=DAILY;UNTIL=20260101;COUNT=5", date(2026, 1, 1), ["2026-01-01"]),
        ("FREQ=DAILY;UNTIL=20251231", date(2026, 1, 1), []),
        ("FREQ=DAILY;BYHOUR=9;COUNT=1", date(2026, 1, 1), ["2026-01-01"]),
    ],
)
def test_days_of_a_series(rule, anchor, expected):
    assert expected == iso(days(rule, anchor, date(1800, 1, 1), EVER))


def test_days_hold_to_the_window_and_include_both_ends():
    assert ["2026-03-01", "2026-03-02"] == iso(days("FREQ=DAILY", date(2020, 1, 1), date(2026, 3, 1), date(2026, 3, 2)))
    assert [] == days("FREQ=DAILY", date(2026, 3, 2), date(2026, 1, 1), date(2026, 3, 1))
    assert [] == days("FREQ=DAILY", date(2026, 1, 1), date(2026, 3, 2), date(2026, 3, 1))


def test_a_count_is_counted_from_the_anchor_wherever_the_window_lies():
    rule, anchor = "FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10", date(2026, 1, 1)

    assert ["2026-01-29", "2026-02-02"] == iso(days(rule, anchor, date(2026, 1, 27), EVER))
    assert [] == days(rule, anchor, date(2026, 2, 3), EVER)


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYYEARDAY=1;BYMONTH=12",
        "FREQ=YEARLY;BYDAY=53MO;BYSETPOS=2",
        "FREQ=MONTHLY;BYDAY=6MO",
        "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
        "FREQ=DAILY;BYMONTHDAY=1;BYSETPOS=2",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=100000",
        "FREQ=YEARLY;BYMONTH=4,6;BYMONTHDAY=31;COUNT=5",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-30",
    ],
)
def test_a_rule_that_never_matches_comes_to_an_end(rule):
    assert [] == days(rule, date(2026, 1, 5), date.min, date.max)


def test_one_call_never_costs_more_than_its_limit():
    """It finds more than the 20,000 instances an answer may have. (150,001 days before requests had a limit.)"""
    found = days("FREQ=DAILY", date(2026, 1, 1), date.min, date.max)

    assert 20_000 < len(found) <= MAX_STEPS
    assert [date(2026, 1, 1) + timedelta(days=number) for number in range(len(found))] == found


@pytest.mark.parametrize("anchor", [date.min, date(3, 1, 1), date(9998, 12, 31), date.max])
@pytest.mark.parametrize("rule", ["FREQ=DAILY", "FREQ=WEEKLY;WKST=SU", "FREQ=MONTHLY", "FREQ=YEARLY;BYWEEKNO=1,-1"])
def test_the_ends_of_the_calendar_are_safe(rule, anchor):
    found = days(rule, anchor, date.min, date(20, 1, 1)) + days(rule, anchor, date(9990, 1, 1), date.max)

    assert found == sorted(found)
    assert all(anchor <= day for day in found)


def test_local_time_stays_across_daylight_saving():
    start = datetime(2026, 3, 28, 8, 0, tzinfo=UTC)  # 09:00 in Berlin

    found = occurrences("FREQ=DAILY;COUNT=3", start, timedelta(hours=1), BERLIN, start, start + timedelta(days=9))

    assert ["2026-03-28 08:00", "2026-03-29 07:00", "2026-03-30 07:00"] == stamps(found)


@pytest.mark.parametrize(
    ("zone", "first_local", "rule", "expected"),
    [
        # 02:30 does not exist on 29 March: forward by the gap of one hour, 03:30.
        (BERLIN, datetime(2026, 3, 28, 2, 30), "FREQ=DAILY;COUNT=3", ["28 02:30", "29 03:30", "30 02:30"]),
        # Lord Howe moves by half an hour: 02:15 becomes 02:45.
        (LORD_HOWE, datetime(2026, 10, 3, 2, 15), "FREQ=DAILY;COUNT=3", ["03 02:15", "04 02:45", "05 02:15"]),
        # Samoa left out 30 December 2011: that day's occurrence is the next day's.
        (APIA, datetime(2011, 12, 29, 10, 0), "FREQ=DAILY;COUNT=3", ["29 10:00", "31 10:00"]),
    ],
)
def test_times_the_clocks_skip_move_forward_by_the_gap(zone, first_local, rule, expected):
    start = first_local.replace(tzinfo=zone).astimezone(UTC)

    found = occurrences(rule, start, timedelta(hours=1), zone, start, start + timedelta(days=9))

    assert expected == [moment.astimezone(zone).strftime("%d %H:%M") for moment in found]


def test_of_a_time_that_comes_twice_the_first_counts():
    start = datetime(2026, 10, 24, 0, 30, tzinfo=UTC)  # 02:30 summer time in Berlin

    found = occurrences("FREQ=DAILY;COUNT=3", start, timedelta(hours=1), BERLIN, start, start + timedelta(days=9))

    assert ["2026-10-24 00:30", "2026-10-25 00:30", "2026-10-26 01:30"] == stamps(found)


def test_after_a_start_at_the_second_of_two_times_the_first_counts():
    start = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # the second 02:30 of that night in Berlin
    rule = "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;COUNT=2"

    found = occurrences(rule, start, timedelta(hours=1), BERLIN, start, start + timedelta(days=400))

    assert ["2026-10-25 01:30", "2027-10-31 00:30"] == stamps(found)


def test_the_first_occurrence_keeps_its_instant():
    start = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # the second 02:30 of that night in Berlin

    found = occurrences("FREQ=DAILY;COUNT=2", start, timedelta(hours=1), BERLIN, start, start + timedelta(days=9))

    assert ["2026-10-25 01:30", "2026-10-26 01:30"] == stamps(found)


@pytest.mark.parametrize(
    ("begin", "end", "expected"),
    [
        ("10:00", "11:00", 1),
        ("10:59", "12:00", 1),
        ("11:00", "12:00", 0),
        ("09:00", "10:00", 0),
        ("09:00", "10:01", 1),
        ("10:30", "10:31", 1),
    ],
)
def test_an_occurrence_overlaps_when_it_ends_after_the_begin_and_starts_before_the_end(begin, end, expected):
    start = datetime(2026, 1, 1, 10, 0, tzinfo=UTC)

    def on_the_fifth(clock):
        return datetime.fromisoformat(f"2026-01-05T{clock}:00+00:00")

    found = occurrences("FREQ=DAILY", start, timedelta(hours=1), BERLIN, on_the_fifth(begin), on_the_fifth(end))

    assert expected == len(found)


def test_a_moment_without_length_at_the_begin_is_left_out():
    start = datetime(2026, 1, 1, 10, 0, tzinfo=UTC)

    def found(begin):
        return stamps(occurrences("FREQ=DAILY", start, timedelta(), BERLIN, begin, start + timedelta(days=1)))

    assert [] == found(start)
    assert ["2026-01-01 10:00"] == found(start - timedelta(milliseconds=1))


def test_an_occurrence_that_began_days_before_the_window_is_found():
    start = datetime(2026, 1, 1, 10, 0, tzinfo=UTC)
    begin = datetime(2026, 2, 10, tzinfo=UTC)

    found = occurrences("FREQ=MONTHLY", start, timedelta(days=12), BERLIN, begin, begin + timedelta(days=1))

    assert ["2026-02-01 10:00"] == stamps(found)


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        ("20260103", 3),  # the whole local day
        ("20260103T080000Z", 3),  # the very instant is included
        ("20260103T075959Z", 2),
        ("20260103T090000", 3),  # local time
        ("20260103T085959", 2),
    ],
)
def test_until_of_a_timed_series(until, expected):
    start = datetime(2026, 1, 1, 8, 0, tzinfo=UTC)  # 09:00 in Berlin

    found = occurrences(
        f"FREQ=DAILY;UNTIL={until}", start, timedelta(hours=1), BERLIN, start, start + timedelta(days=30)
    )

    assert expected == len(found)


def test_an_until_by_date_is_the_local_day_of_the_household():
    start = datetime(2026, 1, 2, 3, 0, tzinfo=UTC)  # 22:00 on 1 January in New York

    found = occurrences(
        "FREQ=DAILY;UNTIL=20260102", start, timedelta(hours=1), NEW_YORK, start, start + timedelta(days=30)
    )

    assert ["2026-01-02 03:00", "2026-01-03 03:00"] == stamps(found)


def test_an_hour_in_the_rule_replaces_the_one_of_the_start():
    start = datetime(2026, 1, 1, 9, 30, tzinfo=UTC)

    found = occurrences(
        "FREQ=DAILY;BYHOUR=8;COUNT=2", start, timedelta(hours=1), ZoneInfo("UTC"), start, start + timedelta(days=30)
    )

    assert ["2026-01-02 08:30", "2026-01-03 08:30"] == stamps(found)


@pytest.mark.parametrize("year", [1, 9999])
def test_instants_at_the_ends_of_the_calendar_are_safe(year):
    start = datetime(year, 6, 1, tzinfo=UTC)
    least, most = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)

    assert [] == occurrences("FREQ=YEARLY", start, timedelta(days=1), NEW_YORK, least, most)
    assert [] == occurrences("FREQ=YEARLY;COUNT=1", datetime(2026, 1, 1, tzinfo=UTC), timedelta(), APIA, least, least)


def test_milliseconds_of_the_start_are_kept():
    start = datetime(2026, 1, 1, 8, 0, 0, 250_000, tzinfo=UTC)

    found = occurrences("FREQ=DAILY;COUNT=2", start, timedelta(hours=1), BERLIN, start, start + timedelta(days=30))

    assert [start, start + timedelta(days=1)] == found
