"""How a collection of dates moves in weeks with holidays."""

from datetime import date

import pytest

from appliance.chores.holidays import rules
from appliance.chores.holidays.calendars import countries, country_of_zone, holidays_of, subdivisions
from appliance.household.models import Location, Settings

# Planned days and what they become, of weeks with holidays, all as month and day of 2026.
MOVES: dict[str, tuple[str, str, str]] = {
    "a week without": ("11-16 11-18", "", "11-16 11-18"),
    "from a Monday on everything": ("04-06 04-07 04-10", "04-06", "04-07 04-08 04-11"),
    "before the holiday nothing": ("05-12 05-13 05-14 05-15", "05-14", "05-12 05-13 05-15 05-16"),
    "the next week is as planned": ("04-07 04-14", "04-06", "04-08 04-14"),
    "two holidays move by two": ("12-29 12-31", "12-28 12-29", "12-31 01-02+"),
    "onto a holiday, and on": ("12-24 12-25", "12-25 12-26", "12-24 12-28"),
    "not onto a Sunday": ("05-16", "05-14", "05-18"),
    "a Sunday stays one": ("05-17", "", "05-17"),
}


def days(text: str) -> list[date]:
    """Days as `04-06`; with a plus of the year after."""
    return [date.fromisoformat(f"{2027 if day.endswith('+') else 2026}-{day.rstrip('+')}") for day in text.split()]


@pytest.mark.parametrize(("planned", "holidays", "expected"), MOVES.values(), ids=MOVES)
def test_days_move(planned: str, holidays: str, expected: str) -> None:
    assert days(expected) == rules.moved(days(planned), set(days(holidays)))


PLACE = Location(name="Graz", lat=47, lon=15, country_code="at")
COUNTRIES: dict[str, tuple[Settings, str | None]] = {
    "nothing is known": (Settings(temperature_unit="celsius"), None),
    "that of the place": (Settings(temperature_unit="celsius", location=PLACE), "AT"),
    "the chosen one": (Settings(temperature_unit="celsius", holiday_country="DE", location=PLACE), "DE"),
}


@pytest.mark.parametrize(("settings", "expected"), COUNTRIES.values(), ids=COUNTRIES)
def test_the_country(settings: Settings, expected: str | None) -> None:
    assert expected == rules.country(settings)


YEARS = [2026, 2027]
KEPT: dict[str, tuple[str, bool]] = {
    "one date": ("12-24 12-24+", True),
    "as far from Easter": ("04-05 03-28+", True),
    "a Sunday of May": ("05-10 05-09+", False),
    "two dates in one year": ("03-08 12-26 12-26+", False),
    "a year without": ("12-26", False),
    "never": ("", False),
}


@pytest.mark.parametrize(("named", "kept"), KEPT.values(), ids=KEPT)
def test_a_day_keeps_its_date(named: str, kept: bool) -> None:
    assert kept == rules.keeps_its_date(set(days(named)), YEARS)


ZONES = {"Europe/Berlin": "DE", "Asia/Calcutta": "IN", "US/Eastern": "US", "UTC": None, "Etc/GMT+3": None}


@pytest.mark.parametrize(("zone", "expected"), ZONES.items())
def test_the_country_of_a_time_zone(zone: str, expected: str | None) -> None:
    assert expected == country_of_zone(zone)


def test_holidays_come_from_the_package() -> None:
    bavaria, berlin = ({each.date for each in holidays_of(region, [2026])} for region in ("DE-BY", "DE-BE"))
    all_saints, unity = date(2026, 11, 1), date(2026, 10, 3)
    assert [True, False] == [all_saints in each for each in (bavaria, berlin)]
    assert unity in bavaria & berlin
    # An unknown part is the country, an unknown country has none.
    assert {each.date for each in holidays_of("DE", [2026])} == {each.date for each in holidays_of("DE-XX", [2026])}
    assert [] == holidays_of("XX", [2026])


FIRST = "Erster Weihnachtstag"
LANGUAGES = {"": FIRST, "de-AT": FIRST, "en": "Christmas Day", "pl": FIRST}


@pytest.mark.parametrize(("language", "name"), LANGUAGES.items())
def test_holidays_are_named_in_a_language(language: str, name: str) -> None:
    assert name in {each.name for each in holidays_of("DE", [2026], language)}


def test_every_part_of_a_country_has_one_name() -> None:
    assert ("GP", "Guadeloupe") not in {(part.code, part.name) for part in subdivisions("FR")}
    assert "Guadeloupe" in {part.name for part in subdivisions("FR")}
    for country in countries():
        codes = [part.code for part in subdivisions(country)]
        assert len(codes) == len(set(codes))
        assert all(len(code) <= 60 for code in codes)
