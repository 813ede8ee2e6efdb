"""The VTIMEZONE of a zone has its clock changes, also for a reader that knows no RDATE."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, available_timezones

import pytest

from appliance.calendar.providers.ics.definitions import defined
from appliance.kernel.scheduling.clock import NO_ZONES
from appliance.kernel.vtimezone import vtimezone

ZONES = [
    "Africa/Cairo",  # the day after the last Thursday, at midnight
    "Africa/Casablanca",  # around Ramadan until 2026
    "America/Havana",
    "America/New_York",
    "America/Nuuk",  # the evening before the last Sunday
    "America/Santiago",  # the day after the first Saturday, in the south
    "America/Vancouver",  # summer time for ever since 2026
    "Asia/Gaza",  # irregular for decades
    "Asia/Jerusalem",  # the Friday before the last Sunday
    "Asia/Kathmandu",
    "Asia/Tehran",
    "Australia/Lord_Howe",  # half an hour
    "Etc/UTC",
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/Istanbul",
    "Pacific/Apia",
    "Pacific/Chatham",
]


def differences(key: str, text: str, first: int, after: int) -> list[datetime]:
    """The first instants, a day apart, at which a VTIMEZONE has another offset than the zone."""
    zone, (read, _) = ZoneInfo(key), defined(text, 100_000)

    def offset(at: datetime, of: tzinfo) -> timedelta | None:
        return at.astimezone(of).utcoffset()

    begin = datetime(first, 1, 1, 12, tzinfo=UTC)
    days = (begin + timedelta(days=number) for number in range(366 * (after - first)))
    return [each for each in days if offset(each, zone) != offset(each, read)][:3]


def without_dates(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith("RDATE"))


@pytest.mark.parametrize("key", ZONES)
def test_every_reader_has_the_offsets_of_the_zone(key: str) -> None:
    text = vtimezone(key).decode().replace("\r\n", "\n")

    assert [] == differences(key, text, 1970, 2080)
    assert [] == differences(key, without_dates(text), 2020, 2040)


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(available_timezones() - NO_ZONES))
def test_every_zone(key: str) -> None:
    test_every_reader_has_the_offsets_of_the_zone(key)


def test_the_rule_in_force_is_one_of_each_and_has_no_end() -> None:
    text = vtimezone("Europe/Berlin").decode()

    rules = [line for line in text.split("\r\n") if line.startswith("RRULE")]
    assert ["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"] == rules
    assert "RDATE:1996" not in text and "RDATE:2" not in text
    assert ["STANDARD"] == [line[6:] for line in vtimezone("Asia/Tokyo").decode().split("\r\n") if "BEGIN:S" in line]
