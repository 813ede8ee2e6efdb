"""Structs of public holidays."""

from datetime import date as Date

import msgspec

from appliance.kernel.schema import ApiModel


class Holiday(msgspec.Struct, frozen=True, kw_only=True):
    """A public holiday of a region, such as DE-BY or DE, by default in the language of the country."""

    date: Date
    name: str
    region: str


class Subdivision(ApiModel, kw_only=True):
    """A part of a country that has holidays of its own: the code of `holidaySubdivision`, and its name there."""

    code: str
    name: str


class NamedDay(ApiModel, kw_only=True):
    """A day that has a name in a region, and the next date of it."""

    name: str
    date: Date


class HolidayRegion(ApiModel, kw_only=True):
    """The region whose holidays count, the regions that can be chosen, and the next holidays.

    `country` is the chosen one, else that of the home's place, else that of the time zone; null where none is known.
    `countries` are ISO 3166-1 alpha-2, `subdivisions` the parts of `country`, by name. `names` are for reading what
    people type: public and other holidays there of a year and more, and what many countries name, in the household's
    language, the country's and English.
    """

    country: str | None
    subdivision: str | None
    countries: list[str]
    subdivisions: list[Subdivision]
    next: list[Holiday]
    names: list[NamedDay]
