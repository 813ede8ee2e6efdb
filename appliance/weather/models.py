"""Shapes of the weather: what is fetched and kept, and what is answered."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.household.models import Unit
from appliance.kernel.schema import ApiModel

# Wider than any weather; what lies outside is no answer of a weather service.
Degrees = Annotated[float, Meta(ge=-300, le=300)]
Chance = Annotated[float, Meta(ge=0, le=100)]
Code = Annotated[int, Meta(ge=0, le=999)]


class Spot(msgspec.Struct, frozen=True):
    """Where and how weather is wanted: degrees, the unit of temperatures, and the zone in which days begin."""

    lat: float
    lon: float
    unit: Unit
    zone: str


class HourAhead(msgspec.Struct, frozen=True):
    """An hour as fetched. `at` is wall time to the minute, 2026-11-20T16:00."""

    at: str
    temp: Degrees
    code: Code
    rain_chance: Chance | None


class DayAhead(msgspec.Struct, frozen=True):
    """A day as fetched."""

    date: date
    code: Code
    high: Degrees
    low: Degrees
    rain_chance: Chance | None


class Forecast(msgspec.Struct, frozen=True):
    """The hours and days ahead, in order."""

    hours: tuple[HourAhead, ...]
    days: tuple[DayAhead, ...]


class Fetched(msgspec.Struct, frozen=True):
    """A forecast and the instant it was fetched."""

    at: str
    forecast: Forecast


class Now(ApiModel):
    """The current hour. `rain_chance` is in percent."""

    temp: int
    code: int
    emoji: str
    text: str
    rain_chance: int | None


class Day(ApiModel):
    """A day. `rain_chance` is in percent."""

    date: date
    code: int
    emoji: str
    text: str
    high: int
    low: int
    rain_chance: int | None


class Weather(ApiModel):
    """The weather as answered: the household's current hour, and a week from today. (contract §29)"""

    location: str
    unit: Unit
    now: Now | None
    days: list[Day]


class Place(ApiModel):
    """A place by its name; `label` tells it from others of that name. (contract §29)"""

    name: str
    label: str
    lat: float
    lon: float
    country_code: str | UnsetType = UNSET
