"""What rules may cost, in counted steps of about a microsecond. `python -m benchmarks recurrence` shows the time."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import cost, days, expansion
from appliance.kernel.recurrence.days import EVERY_WEEKDAY
from appliance.kernel.recurrence.expansion import MAX_STEPS, MAX_STEPS_TO_COUNT
from appliance.kernel.recurrence.rule import parse
from benchmarks.recurrence import DECADES, MONTH, REJECTED, START, WORST, measured

# A step beyond a limit is not done, but it is counted.
LAST_PERIOD = 1_100


@pytest.mark.parametrize("rule", WORST)
def test_the_worst_rules_stay_within_the_limit_of_a_call(rule: str) -> None:
    expansion.check(rule, START)

    assert measured(rule, *DECADES)[0] <= MAX_STEPS + MAX_STEPS_TO_COUNT + LAST_PERIOD
    assert measured(rule, *MONTH)[0] <= MAX_STEPS_TO_COUNT + LAST_PERIOD


@pytest.mark.parametrize("rule", WORST)
def test_a_month_costs_the_same_however_long_ago_a_rule_without_count_started(rule: str) -> None:
    if "COUNT" in rule:
        return
    old, new = measured(rule, *MONTH)[0], measured(rule, *MONTH, start=date(2026, 1, 1))[0]

    assert abs(old - new) <= new // 2


@pytest.mark.parametrize("rule", REJECTED)
def test_a_rule_that_costs_too_much_is_rejected_when_it_is_created(rule: str) -> None:
    with pytest.raises(BadRequest, match=r"^rrule: "):
        expansion.check(rule, START)


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;COUNT=100000",
        "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=100000",
        "FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=100000",
        "FREQ=MONTHLY;BYDAY=-1FR;COUNT=500",
        "FREQ=YEARLY;COUNT=100000",
        "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=500",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=25",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=400",
        "FREQ=DAILY;INTERVAL=2;COUNT=5000",
    ],
)
def test_a_count_that_families_set_is_found_within_the_limit(rule: str) -> None:
    expansion.check(rule, date(2026, 1, 1))

    assert measured(rule, *MONTH, start=date(2026, 1, 1))[0] < MAX_STEPS_TO_COUNT


@pytest.mark.parametrize("limited", ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
def test_every_period_that_dateutil_looks_at_is_counted(limited: str) -> None:
    """A rule without occurrences, over 40 years: dateutil alone would search to the year 9999.

    Of a rule by days or weeks it looks at every month.
    """
    rule = parse(f"FREQ={limited};INTERVAL=2;BYMONTH=2;BYMONTHDAY=30;BYYEARDAY=61")
    periods = {"DAILY": 24, "WEEKLY": 24, "MONTHLY": 12, "YEARLY": 1}[limited] * 40 / 2
    looked_at = rule if limited in ("MONTHLY", "YEARLY") else replace(rule, freq="MONTHLY", days=EVERY_WEEKDAY)
    meter = cost.Meter(10**9)

    assert [] == list(days.days_of(rule, date(2000, 1, 1), date(2000, 1, 1), date(2039, 12, 31), meter))
    assert abs((10**9 - meter.left) / days.weight(looked_at) - periods) < 5


def test_all_rules_of_a_request_share_its_steps() -> None:
    rules = [f"FREQ=DAILY;INTERVAL=3;BYDAY=MO;COUNT={200 + number}" for number in range(60)]
    start, begin = datetime(1900, 1, 1, 9, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)

    with cost.limited() as meter, pytest.raises(cost.TooCostly, match=r"^to: "):
        for rule in rules:
            expansion.occurrences(
                rule, start, timedelta(hours=1), ZoneInfo("Europe/Berlin"), begin, begin + timedelta(days=30)
            )

    assert -LAST_PERIOD <= meter.left < 0


def test_rules_outside_a_request_have_only_their_own_limit() -> None:
    for number in range(10):
        assert [] == expansion.days(REJECTED[number], START, *MONTH)


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
    assert [] == expansion.days(rule, date(2026, 1, 5), date.min, date.max)


def test_one_call_never_costs_more_than_its_limit():
    """It finds more than the 20,000 instances an answer may have. (150,001 days before requests had a limit.)"""
    found = expansion.days("FREQ=DAILY", date(2026, 1, 1), date.min, date.max)

    assert 20_000 < len(found) <= MAX_STEPS
    assert [date(2026, 1, 1) + timedelta(days=number) for number in range(len(found))] == found
