"""The most costly recurrence rules that fit the limits: what they cost in steps, and in time on this machine."""

from datetime import UTC, date, datetime, time, timedelta
from time import process_time

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import cost, expansion
from benchmarks.report import Row, report

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
MONTH_DAYS = ",".join(str(day) for day in range(1, 32))
YEAR_DAYS = ",".join(str(day) for day in range(1, 230))
WEEKS = ",".join(str(week) for week in range(1, 54))
ORDINALS = ",".join(f"{ordinal}{day}" for day in WEEKDAYS for ordinal in range(1, 6))
POSITIONS = ",".join(str(position) for position in range(1, 250))

# Rules that are followed, each at the highest cost of its kind.
WORST = (
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=2",
    "FREQ=DAILY;INTERVAL=2;BYYEARDAY=366;BYMONTHDAY=1",
    "FREQ=DAILY;BYYEARDAY=366;BYMONTHDAY=1",
    f"FREQ=DAILY;BYMONTHDAY={MONTH_DAYS};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYYEARDAY={YEAR_DAYS}",
    f"FREQ=DAILY;BYWEEKNO={WEEKS}",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU",
    "FREQ=WEEKLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=1,2,3,4,5,6,7",
    f"FREQ=MONTHLY;BYDAY={ORDINALS};BYMONTHDAY={MONTH_DAYS}",
    f"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS={POSITIONS}",
    f"FREQ=YEARLY;BYDAY={ORDINALS};BYYEARDAY=366",
    f"FREQ=YEARLY;BYWEEKNO={WEEKS};BYDAY=MO,TU,WE,TH,FR,SA,SU",
    "FREQ=YEARLY;BYWEEKNO=52,53;BYDAY=MO,TU,WE,TH,FR,SA,SU",
    "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=" + ",".join(str(number) for number in range(1, 86)),
    "FREQ=DAILY;INTERVAL=3;BYDAY=MO;COUNT=230",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=60",
    f"FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY={MONTH_DAYS}",
    f"FREQ=MONTHLY;BYMONTHDAY={MONTH_DAYS}",
    f"FREQ=MONTHLY;BYDAY={ORDINALS}",
)

# Rules that cannot be created.
REJECTED = (
    *(f"FREQ=DAILY;COUNT={50_000 + number};BYYEARDAY=366;BYMONTHDAY=1" for number in range(40)),
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=100000",
    "FREQ=DAILY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30;COUNT=2",
    "FREQ=WEEKLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30;COUNT=2",
    f"FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS={POSITIONS}",
)

START = date(1900, 1, 1)
MONTH = (date(2026, 10, 30), date(2026, 12, 2))
DECADES = (date(1900, 1, 1), date(2099, 12, 31))


def main() -> None:
    """Print steps and milliseconds of every rule, for a month far from its start and for two centuries."""
    rows = []
    for rule in WORST:
        (month, short), (centuries, long) = measured(rule, *MONTH), measured(rule, *DECADES)
        rows.append(Row(what=f"`{rule[:60]}`, a month ({month:,} steps)", value=short, unit="ms", budget=100))
        rows.append(Row(what=f"the same, two centuries ({centuries:,} steps)", value=long, unit="ms", budget=100))
    before = process_time()
    for rule in REJECTED:
        try:
            expansion.check(rule, START)
        except BadRequest:
            continue
    spent = (process_time() - before) / len(REJECTED) * 1000
    rows.append(Row(what="a rule that is rejected", value=spent, unit="ms", budget=100))
    report("CPU of the most costly rules: a month 126 years after the start; two centuries", rows)


def measured(rule: str, first: date, last: date, start: date = START) -> tuple[int, float]:
    """Steps and CPU milliseconds of a rule."""
    with cost.limited(10**9) as meter:
        before, left = process_time(), meter.left
        expansion.occurrences(rule, at(start), timedelta(hours=1), UTC, at(first), at(last))
        return left - meter.left, (process_time() - before) * 1000


def at(day: date) -> datetime:
    """The beginning of a date."""
    return datetime.combine(day, time(), UTC)


if __name__ == "__main__":
    main()
