"""The time zone of the tests' households."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.household.rules import temperature_unit
from tests.morning import START_HOUR, ZONES, zone_at

LONGEST_RUN = timedelta(minutes=90)


@pytest.mark.parametrize("hour", range(24))
def test_whenever_a_run_starts_it_ends_before_the_afternoon_of_the_same_day(hour: int) -> None:
    for minute in (0, 30, 59):
        started = datetime(2026, 11, 22, hour, minute, 59, tzinfo=UTC)
        zone = zone_at(started)
        begin, end = started.astimezone(zone), (started + LONGEST_RUN).astimezone(zone)
        assert START_HOUR == begin.hour
        assert begin.date() == end.date()
        assert end.hour < 12


@pytest.mark.parametrize("name", ZONES)
def test_each_day_of_a_zone_has_24_hours_and_its_temperatures_are_celsius(name: str) -> None:
    zone = ZoneInfo(name)
    offsets = {datetime(2026, month, 15, tzinfo=zone).utcoffset() for month in range(1, 13)}
    assert 1 == len(offsets)
    assert "celsius" == temperature_unit(None, None, name)
