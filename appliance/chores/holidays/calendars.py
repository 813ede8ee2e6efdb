"""The public holidays of regions, from the package `holidays`, and the countries of time zones, from Babel's data.

Both packages are imported by the first call, which takes half a second: make it in a thread.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain
from typing import Any

from appliance.chores.holidays.models import Holiday, HolidayRegion, NamedDay, Subdivision
from appliance.chores.holidays.rules import keeps_its_date, region_of
from appliance.kernel.errors import BadRequest

# Babel's country of zones such as UTC.
NO_COUNTRY = "ZZ"
SHOWN = 6
ENGLISH = "en_US"
# Days of schools and offices, and days on which people work: nobody means them by a name.
NOT_NAMED = {"armed_forces", "government", "school", "workday"}
# Of about 45 whose own language is English; a name of fewer is of a place: Family Day.
MANY_COUNTRIES = 5
# An alias may be an abbreviation, such as GP beside Guadeloupe.
SHORTEST_NAME = 4


def countries() -> list[str]:
    """The countries whose holidays are known, as ISO 3166-1 alpha-2, in order."""
    from holidays.registry import EntityLoader

    return sorted({code for code in EntityLoader.get_country_codes(include_aliases=False) if len(code) == 2})


def subdivisions(country: str) -> list[Subdivision]:
    """The parts of a country that have holidays of their own, by name in its own language; none of an unknown one."""
    import holidays

    if country not in countries():
        return []
    entity = getattr(holidays, country)
    names: dict[str, str] = {}
    for name, code in entity.subdivisions_aliases.items():
        if len(name) >= SHORTEST_NAME:
            names.setdefault(code, name)
    parts = [Subdivision(code=code, name=names.get(code, code)) for code in entity.subdivisions]
    return sorted(parts, key=lambda part: part.name.casefold())


def country_of_zone(zone: str) -> str | None:
    """The country of a time zone; None of one that has none, such as UTC."""
    from babel.core import get_global

    # Older names have no country of their own.
    found = get_global("zone_territories").get(get_global("zone_aliases").get(zone, zone))
    return None if found in (None, NO_COUNTRY) else str(found)


def check(country: str | None, subdivision: str | None) -> None:
    """Raises BadRequest for a country whose holidays are not known, and for a part that is not one of its."""
    if country is not None and country not in countries():
        raise BadRequest("must be a country whose holidays are known", at="holidayCountry")
    if subdivision is not None and all(part.code != subdivision for part in subdivisions(country or "")):
        raise BadRequest(f"is no part of {country or 'a country'} with holidays of its own", at="holidaySubdivision")


def overview(country: str | None, subdivision: str | None, today: date, language: str) -> HolidayRegion:
    """What can be chosen beside a region, and its holidays from today on, named in the `language` where they can be."""
    found = holidays_of(region_of(country, subdivision), [today.year, today.year + 1], language) if country else []
    return HolidayRegion(
        country=country,
        subdivision=subdivision,
        countries=countries(),
        subdivisions=subdivisions(country or ""),
        next=[holiday for holiday in found if holiday.date >= today][:SHOWN],
        names=names(region_of(country, subdivision), today, language) if country else [],
    )


def names(region: str, today: date, language: str) -> list[NamedDay]:
    """The days of a region that have a name, by name, each with its next date.

    The names are in the `language`, in the country's and in English. A day that is made up for is not named twice. What
    many countries name is a day here too: Christmas Eve in Germany.
    """
    years, found = (today.year, today.year + 1), dict[str, NamedDay]()
    known = [_days_by_name([region], years, wanted) for wanted in (language, "", ENGLISH)]
    widely = _widely_named(years)
    if not _is_same(language, ENGLISH):
        there = _days_by_name(_countries_of(language), years, language)
        known.append({name: days for name, days in there.items() if days in widely.values()})
    for name, days in chain.from_iterable(each.items() for each in [*known, widely]):
        coming = [day for day in days if day >= today]
        if coming:
            found.setdefault(name.casefold(), NamedDay(name=name, date=min(coming)))
    return sorted(found.values(), key=lambda day: (day.date, day.name))


def _widely_named(years: Sequence[int]) -> dict[str, set[date]]:
    """The days that many English-speaking countries name alike, by that name.

    Only days that keep their date: Mother's Day is another day in each country.
    """
    named = [_days_by_name([country], years, ENGLISH) for country in _countries_of(ENGLISH)]
    countries_of_name = Counter(chain.from_iterable(named))
    found = {
        name: set[date]().union(*(days[name] for days in named if name in days))
        for name, times in countries_of_name.items()
        if times >= MANY_COUNTRIES
    }
    return {name: days for name, days in found.items() if keeps_its_date(days, years)}


def _countries_of(language: str) -> list[str]:
    """The countries whose own names of holidays are in a language."""
    import holidays

    return [country for country in countries() if _is_same(getattr(holidays, country).default_language or "", language)]


def _days_by_name(regions: Iterable[str], years: Sequence[int], language: str) -> dict[str, set[date]]:
    """The days of each name in regions, public holidays and others."""
    found: dict[str, set[date]] = {}
    for region in regions:
        for holiday in holidays_of(region, years, language, every_kind=True):
            # A day has several names: "Christmas Day; Hanukkah". What is in brackets nobody types.
            for part in holiday.name.split("; "):
                if name := re.sub(r"\s*\([^)]*\)", "", part).strip():
                    found.setdefault(name, set()).add(holiday.date)
    return found


def holidays_of(region: str, years: Iterable[int], language: str = "", *, every_kind: bool = False) -> list[Holiday]:
    """The public holidays of a region, such as DE-BY or DE; none of an unknown country. `every_kind`: the others too.

    An unknown part of a country counts as the country. Without names in the `language` they are in the country's own.
    """
    import holidays

    country, _, part = region.partition("-")
    try:
        entity = getattr(holidays, country)
        kinds: dict[str, Any] = (
            {"categories": set(entity.supported_categories) - NOT_NAMED, "observed": False} if every_kind else {}
        )
        known = holidays.country_holidays(
            country, subdiv=part or None, years=list(years), language=_nearest(entity, language), **kinds
        )
    except (AttributeError, NotImplementedError):
        return holidays_of(country, years, language, every_kind=every_kind) if part else []
    return [Holiday(date=day, name=name, region=region) for day, name in sorted(known.items())]


def _nearest(entity: Any, language: str) -> str | None:
    """The language of a country's names that is the nearest to a tag, else the country's own."""
    wanted = language.replace("-", "_")
    same = [each for each in sorted(entity.supported_languages) if _is_same(each, wanted)]
    return wanted if wanted in same else same[0] if same else entity.default_language


def _is_same(tag: str, other: str) -> bool:
    """Whether two tags are of one language: de and de_AT."""
    return re.split("[_-]", tag)[0] == re.split("[_-]", other)[0]
