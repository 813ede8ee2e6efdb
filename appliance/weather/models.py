"""Structs of the weather: what is fetched and stored, and what is answered."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.household.models import Unit
from appliance.kernel.schema import ApiModel, NumericApiModel

# Wider than any weather on Earth: a value outside is an error of the weather service.
Degrees = Annotated[float, Meta(ge=-300, le=300)]
Chance = Annotated[float, Meta(ge=0, le=100)]
# A WMO code, or any other number: services add codes of their own. Bounds: what JavaScript holds exactly.
Code = Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """What a forecast is fetched for: degrees, the unit of temperatures, and the zone in which days begin."""

    lat: float
    lon: float
    unit: Unit
    zone: str


class HourAhead(msgspec.Struct, frozen=True, kw_only=True):
    """An hour as fetched. `at` is wall time in the spot's zone to the minute, like 2026-11-20T16:00."""

    at: str
    temp: Degrees
    code: Code
    rain_chance: Chance | None


class DayAhead(msgspec.Struct, frozen=True, kw_only=True):
    """A day as fetched."""

    date: date
    code: Code
    high: Degrees
    low: Degrees
    rain_chance: Chance | None


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """The hours and days ahead, in order. A `sample` is made up: that of the demo household."""

    hours: tuple[HourAhead, ...]
    days: tuple[DayAhead, ...]
    sample: bool = False


class Fetched(msgspec.Struct, frozen=True, kw_only=True):
    """A forecast and the instant it was fetched."""

    at: str
    forecast: Forecast


class WeatherNow(ApiModel, kw_only=True):
    """The current hour. `rain_chance` is in percent."""

    temp: int
    code: int
    emoji: str
    text: str
    rain_chance: int | None


class WeatherHour(WeatherNow, kw_only=True):
    """An hour to come. `at` is wall time in the household's zone to the minute, like 2026-11-20T16:00."""

    at: str


class WeatherDay(ApiModel, kw_only=True):
    """A day. `rain_chance` is in percent."""

    date: date
    code: int
    emoji: str
    text: str
    high: int
    low: int
    rain_chance: int | None


class Weather(ApiModel, kw_only=True):
    """The weather as answered: the household's current hour and seven days from today. (contract §29)

    Additions: `hours` are those after the current one, for a day; `sample` is true, and only there, for weather that
    is made up for the demo household.
    """

    location: str
    unit: Unit
    now: WeatherNow | None
    days: list[WeatherDay]
    hours: list[WeatherHour] = msgspec.field(default_factory=list)
    sample: bool | UnsetType = UNSET


class Place(NumericApiModel, kw_only=True):
    """A place by its name; `label` distinguishes it from others of the same name. (contract §29)

    `timezone` is an addition: its IANA name, where the service gives one that is known here.
    """

    name: str
    label: str
    lat: float
    lon: float
    country_code: str | UnsetType = UNSET
    timezone: str | UnsetType = UNSET
