"""Which texts are rules."""

from datetime import UTC, date, datetime

import pytest

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import Rule, parse


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
