"""What a forecast says now, in words and pictures, and when it is fetched again."""

import math
from datetime import datetime, timedelta

from appliance.household.models import Settings, Unit
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import moment
from appliance.weather.models import Day, Fetched, Forecast, HourAhead, Now, Spot, Weather

FRESH = timedelta(hours=1)
RETRY = timedelta(minutes=10)
DAYS = 7
MINUTE = timedelta(minutes=1)
GEOCODES_A_MINUTE = 30

# WMO weather interpretation codes. (contract §29)
SKY = {
    0: ("☀️", "Clear"),
    1: ("🌤️", "Mostly clear"),
    2: ("⛅", "Partly cloudy"),
    3: ("☁️", "Cloudy"),
    45: ("🌫️", "Fog"),
    48: ("🌫️", "Freezing fog"),
    51: ("🌦️", "Light drizzle"),
    53: ("🌦️", "Drizzle"),
    55: ("🌦️", "Heavy drizzle"),
    56: ("🌧️", "Freezing drizzle"),
    57: ("🌧️", "Freezing drizzle"),
    61: ("🌧️", "Light rain"),
    63: ("🌧️", "Rain"),
    65: ("🌧️", "Heavy rain"),
    66: ("🌧️", "Freezing rain"),
    67: ("🌧️", "Freezing rain"),
    71: ("🌨️", "Light snow"),
    73: ("🌨️", "Snow"),
    75: ("❄️", "Heavy snow"),
    77: ("🌨️", "Snow grains"),
    80: ("🌦️", "Showers"),
    81: ("🌧️", "Showers"),
    82: ("🌧️", "Heavy showers"),
    85: ("🌨️", "Snow showers"),
    86: ("❄️", "Heavy snow showers"),
    95: ("⛈️", "Thunderstorms"),
    96: ("⛈️", "Thunderstorms, hail"),
    99: ("⛈️", "Thunderstorms, hail"),
}
UNKNOWN = ("🌡️", "Unknown")


def spot(settings: Settings, zone: str) -> Spot | None:
    """Where weather is wanted, or None while the household has not said where it lives."""
    place = settings.location
    return Spot(place.lat, place.lon, settings.temperature_unit, zone) if place else None


def is_fresh(fetched: Fetched | None, now: datetime) -> bool:
    """True within the hour after a forecast was fetched. A time that has not come yet was told by a wrong clock."""
    return fetched is not None and timedelta() <= now - moment(fetched.at) < FRESH


def may_retry(failed_at: datetime, now: datetime) -> bool:
    """True once a failure is ten minutes ago, or lies in what a wrong clock called the future."""
    return not timedelta() <= now - failed_at < RETRY


def weather(forecast: Forecast, location: str, unit: Unit, now: datetime) -> Weather | None:
    """The weather at a time in the household's zone; None when the forecast ends before today. (contract §29)"""
    days = [
        Day(each.date, each.code, *sky(each.code), rounded(each.high), rounded(each.low), _chance(each.rain_chance))
        for each in forecast.days
        if each.date >= now.date()
    ]
    if not days:
        return None
    hour = f"{now:%Y-%m-%dT%H}:00"
    current = next((each for each in forecast.hours if each.at == hour), None)
    return Weather(location, unit, _now(current) if current else None, days[:DAYS])


def sky(code: int) -> tuple[str, str]:
    """The picture and the words of a WMO code."""
    return SKY.get(code, UNKNOWN)


def rounded(degrees: float) -> int:
    """Whole degrees, a half always up: 2.5 is 3, -2.5 is -2. (contract §39)"""
    return math.floor(degrees + 0.5)


def wanted_place(text: str) -> str:
    """The name of a place without the blanks around it. Raises Invalid. (contract §29)"""
    name = text.strip()
    if not 2 <= len(name) <= 100:
        raise BadRequest("must have 2 to 100 characters", at="q")
    return name


def _now(hour: HourAhead) -> Now:
    return Now(rounded(hour.temp), hour.code, *sky(hour.code), rain_chance=_chance(hour.rain_chance))


def _chance(percent: float | None) -> int | None:
    return None if percent is None else rounded(percent)
