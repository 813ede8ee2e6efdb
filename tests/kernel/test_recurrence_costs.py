"""What rules may cost, in counted steps of about a microsecond. `python -m benchmarks recurrence` shows the time."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.kernel import recurrence, rrule_days
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import MAX_STEPS, MAX_STEPS_TO_COUNT
from appliance.kernel.rrule_days import EVERY_WEEKDAY, MAX_STEPS_A_REQUEST
from benchmarks.recurrence import DECADES, MONTH, REJECTED, START, WORST, measured

# A step beyond a limit is not done, but it is counted.
LAST_PERIOD = 1_100


@pytest.mark.parametrize("rule", WORST)
def test_the_worst_rules_stay_within_the_limit_of_a_call(rule: str) -> None:
    recurrence.check(rule, START)

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
        recurrence.check(rule, START)


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
    recurrence.check(rule, date(2026, 1, 1))

    assert measured(rule, *MONTH, start=date(2026, 1, 1))[0] < MAX_STEPS_TO_COUNT


@pytest.mark.parametrize("limited", ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
def test_every_period_that_dateutil_looks_at_is_counted(limited: str) -> None:
    """A rule without occurrences, over 40 years: dateutil alone would search to the year 9999.

    Of a rule by days or weeks it looks at every month.
    """
    rule = recurrence.parse(f"FREQ={limited};INTERVAL=2;BYMONTH=2;BYMONTHDAY=30;BYYEARDAY=61")
    periods = {"DAILY": 24, "WEEKLY": 24, "MONTHLY": 12, "YEARLY": 1}[limited] * 40 / 2
    looked_at = rule if limited in ("MONTHLY", "YEARLY") else replace(rule, freq="MONTHLY", days=EVERY_WEEKDAY)
    meter = rrule_days.Meter(10**9)

    assert [] == list(rrule_days.days_of(rule, date(2000, 1, 1), date(2000, 1, 1), date(2039, 12, 31), meter))
    assert abs((10**9 - meter.left) / rrule_days.weight(looked_at) - periods) < 5


def test_all_rules_of_a_request_share_its_steps() -> None:
    rules = [f"FREQ=DAILY;INTERVAL=3;BYDAY=MO;COUNT={200 + number}" for number in range(30)]
    start, begin = datetime(1900, 1, 1, 9, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
    recurrence.forget()

    def ask() -> int:
        with recurrence.limited() as meter, pytest.raises(recurrence.TooCostly, match=r"^to: "):
            for rule in rules:
                recurrence.occurrences(
                    rule, start, timedelta(hours=1), ZoneInfo("Europe/Berlin"), begin, begin + timedelta(days=30)
                )
            raise recurrence.TooCostly("to: all of them were affordable")
        return MAX_STEPS_A_REQUEST - meter.left

    spent = [ask(), ask()]

    assert all(each <= MAX_STEPS_A_REQUEST + LAST_PERIOD for each in spent)
    # What was found is not computed again, so that the next request gets further.
    assert spent[0] > MAX_STEPS_A_REQUEST > spent[1]


def test_rules_outside_a_request_have_only_their_own_limit() -> None:
    recurrence.forget()
    for number in range(10):
        assert [] == recurrence.days(REJECTED[number], START, *MONTH)
