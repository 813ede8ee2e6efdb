"""One `.ics` per edge case of a rule in `cases/`: its window, and the starts that dateutil or RFC 5545 gives for it."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest

from appliance.kernel.recurrence.expansion import days, occurrences

CASES = sorted((Path(__file__).parent / "cases").glob("*.ics"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_starts_in_the_window(path: Path) -> None:
    calendar = icalendar.Calendar.from_ical(path.read_bytes())
    event: Any = calendar.events[0]
    rule, start = event["RRULE"].to_ical().decode(), event.decoded("DTSTART")
    begin, end = map(icalendar.vDDDTypes.from_ical, event["X-WINDOW"].split("/"))
    found: Sequence[date]
    if isinstance(start, datetime):
        zone = ZoneInfo(str(calendar["X-WR-TIMEZONE"]))
        excluded = [each.date() for each in event.exdates]
        found = occurrences(rule, start.astimezone(UTC), event.decoded("DURATION"), zone, begin, end, excluded)
    else:
        found = days(rule, start, begin, end)

    expected = event.get("X-EXPECTED", [])
    assert ([expected] if isinstance(expected, str) else expected) == [
        icalendar.vDDDTypes(each).to_ical().decode() for each in found
    ]


@pytest.mark.parametrize("anchor", [date.min, date(3, 1, 1), date(9998, 12, 31), date.max])
@pytest.mark.parametrize("rule", ["FREQ=DAILY", "FREQ=WEEKLY;WKST=SU", "FREQ=MONTHLY", "FREQ=YEARLY;BYWEEKNO=1,-1"])
def test_the_ends_of_the_calendar_are_safe(rule, anchor):
    found = days(rule, anchor, date.min, date(20, 1, 1)) + days(rule, anchor, date(9990, 1, 1), date.max)

    assert found == sorted(found)
    assert all(anchor <= day for day in found)


def test_milliseconds_of_the_start_are_kept():
    start, zone = datetime(2026, 1, 1, 8, 0, 0, 250_000, tzinfo=UTC), ZoneInfo("Europe/Berlin")

    found = occurrences("FREQ=DAILY;COUNT=2", start, timedelta(hours=1), zone, start, start + timedelta(days=30))

    assert [start, start + timedelta(days=1)] == found
