"""The recurrence of a series at Microsoft."""

from datetime import date
from typing import Any

import pytest

from appliance.calendar.providers.microsoft import recurrence
from appliance.kernel.errors import BadRequest


def pattern(kind: str, **more: object) -> dict[str, Any]:
    return {"type": kind, "interval": 1, **more}


@pytest.mark.parametrize(
    ("found", "ends", "dates"),
    [
        (pattern("daily", interval=3), {"type": "noEnd"}, ["01-31", "02-03", "02-06", "02-09"]),
        (
            pattern("weekly", daysOfWeek=["monday", "saturday"], firstDayOfWeek="sunday"),
            {"type": "endDate", "endDate": "2026-02-09"},
            ["01-31", "02-02", "02-07", "02-09"],
        ),
        (
            pattern("absoluteMonthly", dayOfMonth=31),
            {"type": "numbered", "numberOfOccurrences": 4},
            ["01-31", "02-28", "03-31", "04-30"],
        ),
        (
            pattern("relativeMonthly", daysOfWeek=["saturday"], index="last"),
            {"type": "numbered", "numberOfOccurrences": 3},
            ["01-31", "02-28", "03-28"],
        ),
        (pattern("absoluteYearly", dayOfMonth=31, month=1), {"type": "noEnd"}, ["01-31"]),
        (pattern("relativeYearly", daysOfWeek=["saturday"], index="last", month=1), {"type": "noEnd"}, ["01-31"]),
    ],
)
def test_the_dates_of_a_recurrence(found: dict[str, Any], ends: dict[str, Any], dates: list[str]) -> None:
    series = {"pattern": found, "range": {"startDate": "2026-01-31", **ends}}
    answered = recurrence.dates(series, date(2026, 1, 31), date(2026, 12, 31))
    assert dates == [each.isoformat()[5:] for each in answered[: len(dates)]]
    assert ends["type"] == "noEnd" or len(answered) == len(dates)


def test_a_pattern_some_days_later() -> None:
    weekly = pattern("weekly", daysOfWeek=["friday", "sunday"], firstDayOfWeek="monday")
    moved = recurrence.moved(weekly, 2)
    assert (["sunday", "tuesday"], "wednesday") == (moved["daysOfWeek"], moved["firstDayOfWeek"])
    assert 12 == recurrence.moved(pattern("absoluteMonthly", dayOfMonth=10), 2)["dayOfMonth"]
    assert pattern("daily") == recurrence.moved(pattern("daily"), 2)


@pytest.mark.parametrize(
    "found", [pattern("absoluteMonthly", dayOfMonth=28), pattern("relativeYearly", daysOfWeek=["monday"], month=3)]
)
def test_a_pattern_that_cannot_be_moved(found: dict[str, Any]) -> None:
    assert found == recurrence.moved(found, 0)
    with pytest.raises(BadRequest):
        recurrence.moved(found, 1)
