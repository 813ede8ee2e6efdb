from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from appliance.calendar.providers.ics.definitions import defined
from appliance.calendar.providers.ics.zones import Zones

BERLIN = """BEGIN:VTIMEZONE
TZID:Somewhere
BEGIN:DAYLIGHT
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
X-SOMETHING:else
END:STANDARD
END:VTIMEZONE"""

NEW_YORK = """BEGIN:VTIMEZONE
TZID:Elsewhere
BEGIN:STANDARD
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE"""

FIXED = """BEGIN:VTIMEZONE
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:+0545
TZOFFSETTO:+0545
END:STANDARD
END:VTIMEZONE"""


@pytest.mark.parametrize(
    ("text", "name"), [(BERLIN, "Europe/Berlin"), (NEW_YORK, "America/New_York"), (FIXED, "Asia/Kathmandu")]
)
def test_a_defined_zone_is_the_zone_it_describes(text: str, name: str) -> None:
    (ours, _), theirs = defined(text, 1_000), ZoneInfo(name)

    for year in (2010, 2026, 2040 if name == "Asia/Kathmandu" else 2036):
        for quarter in range(366 * 96):
            moment = datetime(year, 1, 1, tzinfo=UTC) + timedelta(minutes=15 * quarter)
            expected, found = moment.astimezone(theirs), moment.astimezone(ours)
            assert (expected.replace(tzinfo=None), expected.fold) == (found.replace(tzinfo=None), found.fold), moment
            assert expected.utcoffset() == found.utcoffset(), moment
            local = moment.replace(tzinfo=None)
            for fold in (0, 1):
                assert (
                    local.replace(tzinfo=theirs, fold=fold).utcoffset()
                    == local.replace(tzinfo=ours, fold=fold).utcoffset()
                ), (local, fold)


@pytest.mark.parametrize(
    ("tzid", "expected"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("America/Argentina/Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("w. europe standard time", "Europe/Berlin"),
        ("/citadel.org/20210210_1/Europe/London", "Europe/London"),
        ("/freeassociation.sourceforge.net/Tzfile/America/Indiana/Knox", "America/Indiana/Knox"),
        ("Eastern Time (US & Canada)", "America/New_York"),
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome", "Europe/Amsterdam"),
        ("(GMT+01.00) Brussels / Copenhagen / Madrid / Paris", "Europe/Brussels"),
        ("Eastern Daylight Time", "America/New_York"),
        ("Eastern Standard Time 1", "America/New_York"),
        ("Eastern Time", "America/New_York"),
        ("(GMT-05.00) Eastern Time (US & Canada)", "America/New_York"),
        ("PST", "America/Los_Angeles"),
        ("PDT", "America/Los_Angeles"),
        ("pacific daylight time", "America/Los_Angeles"),
        ("Mountain Daylight Time", "America/Denver"),
        ("CDT", "America/Chicago"),
        ("W. Europe Daylight Time", "Europe/Berlin"),
        ("GMT Daylight Time", "Europe/London"),
        ("British Summer Time", "Europe/London"),
        ("Central European Summer Time", "Europe/Berlin"),
        ("Central European Time (CET)", "Europe/Berlin"),
        ("MESZ", "Europe/Berlin"),
        ("Mitteleuropäische Sommerzeit", "Europe/Berlin"),
        ("Eastern European Standard Time", "Europe/Athens"),
        ("AUS Eastern Daylight Time", "Australia/Sydney"),
        ("Australian Eastern Standard Time", "Australia/Sydney"),
        ("Japan Standard Time", "Asia/Tokyo"),
        ("Singapore Time", "Asia/Singapore"),
        ("New Zealand Daylight Time", "Pacific/Auckland"),
        ("Berlin", "Europe/Berlin"),
        ("Home (Europe/Berlin)", "Europe/Berlin"),
        ("Berlin Time", "Europe/Berlin"),
        ("America/New_York 1", "America/New_York"),
        ("WEST", "Europe/Lisbon"),
        ("Home (Pacific)", "America/Los_Angeles"),
        ("(UTC-08:00) Pacific", "America/Los_Angeles"),
        ("(UTC-05:00) Indiana (East)", "America/Indiana/Indianapolis"),
        ("(UTC-07:00) Chihuahua, La Paz, Mazatlan", "America/Mazatlan"),
        ("(UTC-04:00) Georgetown, La Paz, Manaus, San Juan", "America/La_Paz"),
        ("(UTC-06:00) Saskatchewan", "America/Regina"),
        ("(UTC+10:30) Lord Howe Island", "Australia/Lord_Howe"),
        ("(UTC+11:00) Norfolk Island", "Pacific/Norfolk"),
        ("(UTC-10:00) Aleutian Islands", "America/Adak"),
        ("(UTC-08:00) Baja California", "America/Tijuana"),
        ("(UTC-03:00) Saint Pierre and Miquelon", "America/Miquelon"),
        ("(UTC+02:00) Amman", "Asia/Amman"),
    ],
)
def test_a_zone_is_known_by_many_names(tzid: str, expected: str) -> None:
    assert ZoneInfo(expected) == Zones({}).named(tzid)


@pytest.mark.parametrize(
    ("tzid", "hours"),
    [
        ("UTC", 0),
        ("tzone://Microsoft/Utc", 0),
        ("GMT+0100", 1),
        ("UTC-05:00", -5),
        ("Etc/GMT-1", 1),
        ("(UTC+03:00) X", 3),
        ("(UTC+13:00) Samoa", 13),
        ("Coordinated Universal Time", 0),
        ("(UTC) Coordinated Universal Time", 0),
        ("Greenwich Mean Time", 0),
        ("Zulu", 0),
        ("GMT-05.00", -5),
        ("UTC\u221203:00", -3),
    ],
)
def test_a_zone_may_be_an_offset(tzid: str, hours: int) -> None:
    zone = Zones({}).named(tzid)

    assert timedelta(hours=hours) == datetime(2026, 7, 1, tzinfo=zone).utcoffset()
    assert zone is not None


@pytest.mark.parametrize("tzid", ["", "Customized Time Zone", "Middle-earth/Shire", "../../etc/passwd"])
def test_a_zone_may_be_unknown(tzid: str) -> None:
    assert None is Zones({}).named(tzid)


def test_a_vtimezone_is_used_for_an_unknown_zone_name() -> None:
    zones = Zones({"EST": NEW_YORK, "Home": "X-LIC-LOCATION:Europe/Rome", "Europe/Berlin": NEW_YORK, "Broken": "x"})

    summer = datetime(2026, 7, 1)
    assert ZoneInfo("EST") != zones.named("EST")
    assert timedelta(hours=-4) == summer.replace(tzinfo=zones.named("EST")).utcoffset()
    assert [ZoneInfo("Europe/Rome"), ZoneInfo("Europe/Berlin"), None] == [
        zones.named(name) for name in ("Home", "Europe/Berlin", "Broken")
    ]
