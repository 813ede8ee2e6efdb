"""The public holidays of a region, from the package `holidays`."""

from collections.abc import Iterable

from appliance.chores.holidays.models import Holiday


def holidays_of(region: str, years: Iterable[int]) -> list[Holiday]:
    """The holidays of a region, such as DE-BY or DE; none of an unknown country.

    The first call takes a second: make it in a thread. An unknown part of a country counts as the country.
    """
    # Once it is used: it has a module for every country, which take a second and 19 MB.
    import holidays

    country, _, part = region.partition("-")
    try:
        known = holidays.country_holidays(country, subdiv=part or None, years=list(years))
    except NotImplementedError:
        return holidays_of(country, years) if part else []
    return [Holiday(date=day, name=name, region=region) for day, name in sorted(known.items())]
