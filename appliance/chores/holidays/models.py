"""Structs of public holidays."""

from datetime import date as Date

import msgspec


class Holiday(msgspec.Struct, frozen=True, kw_only=True):
    """A public holiday of a region, such as DE-BY or DE, in the language of the country."""

    date: Date
    name: str
    region: str
