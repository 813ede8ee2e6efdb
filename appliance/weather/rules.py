"""What a forecast says about today, as text and emoji, and when a new one is due."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import UNSET

from appliance.household.models import Settings, Unit
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import moment
from appliance.kernel.schema import made
from appliance.texts import Texts
from appliance.weather.models import (
    DayAhead,
    Fetched,
    Forecast,
    HourAhead,
    Spot,
    Weather,
    WeatherDay,
    WeatherHour,
    WeatherNow,
)

FRESH = timedelta(hours=1)
RETRY = timedelta(minutes=10)
FETCHES_AN_HOUR = 60
DAYS = 7
HOURS = 24
MINUTE = timedelta(minutes=1)
GEOCODES_A_MINUTE = 30

# WMO weather interpretation codes, with the keys of their texts. (contract §29)
SKY = {
    0: ("☀️", "clear"),
    1: ("🌤️", "mostlyClear"),
    2: ("⛅", "partlyCloudy"),
    3: ("☁️", "cloudy"),
    45: ("🌫️", "fog"),
    48: ("🌫️", "freezingFog"),
    51: ("🌦️", "lightDrizzle"),
    53: ("🌦️", "drizzle"),
    55: ("🌦️", "heavyDrizzle"),
    56: ("🌧️", "freezingDrizzle"),
    57: ("🌧️", "freezingDrizzle"),
    61: ("🌧️", "lightRain"),
    63: ("🌧️", "rain"),
    65: ("🌧️", "heavyRain"),
    66: ("🌧️", "freezingRain"),
    67: ("🌧️", "freezingRain"),
    71: ("🌨️", "lightSnow"),
    73: ("🌨️", "snow"),
    75: ("❄️", "heavySnow"),
    77: ("🌨️", "snowGrains"),
    80: ("🌦️", "showers"),
    81: ("🌧️", "showers"),
    82: ("🌧️", "heavyShowers"),
    85: ("🌨️", "snowShowers"),
    86: ("❄️", "heavySnowShowers"),
    95: ("⛈️", "thunderstorms"),
    96: ("⛈️", "thunderstormsWithHail"),
    99: ("⛈️", "thunderstormsWithHail"),
}
UNKNOWN = ("🌡️", "unknown")


def spot(settings: Settings, zone: str) -> Spot | None:
    """What to fetch a forecast for, or None without a location in the settings."""
    place = settings.location
    if place is None:
        return None
    return Spot(lat=place.lat, lon=place.lon, unit=settings.temperature_unit, zone=zone)


def is_fresh(fetched: Fetched | None, now: datetime) -> bool:
    """True within the hour after the fetch. A fetch in the future was dated by a wrong clock and is not fresh.

    A sample never is: the real weather replaces it as soon as it can be fetched.
    """
    return fetched is not None and not fetched.forecast.sample and timedelta() <= now - moment(fetched.at) < FRESH


def may_retry(failed_at: datetime, now: datetime) -> bool:
    """True ten minutes after a failure, and for a failure that a wrong clock dated in the future."""
    return not timedelta() <= now - failed_at < RETRY


def has_fetch_left(fetches: Sequence[datetime], now: datetime) -> bool:
    """True while fewer than sixty fetches were started within the hour; a household needs one."""
    return sum(timedelta() <= now - started < FRESH for started in fetches) < FETCHES_AN_HOUR


def weather(forecast: Forecast, location: str, unit: Unit, now: datetime, texts: Texts) -> Weather | None:
    """The weather at a time in the household's zone; None when the forecast ends before today. (contract §29)"""
    days = [_day(day, texts) for day in forecast.days if day.date >= now.date()]
    if not days:
        return None
    hour = f"{now:%Y-%m-%dT%H}:00"
    current = next((ahead for ahead in forecast.hours if ahead.at == hour), None)
    return Weather(
        location=location,
        unit=unit,
        now=_now(current, texts) if current else None,
        days=days[:DAYS],
        hours=[_hour(ahead, texts) for ahead in forecast.hours if ahead.at > hour][:HOURS],
        sample=forecast.sample or UNSET,
    )


def sky(code: int, texts: Texts) -> tuple[str, str]:
    """Emoji and text of a WMO weather code; "Unknown" for any other number. (contract §29)"""
    emoji, name = SKY.get(code, UNKNOWN)
    return emoji, texts.say(f"weather.{name}")


def rounded(degrees: float) -> int:
    """Whole degrees, halves rounded up: 2.5 is 3, -2.5 is -2. (contract §39)"""
    return math.floor(degrees + 0.5)


def place_name(text: str) -> str:
    """The search text without surrounding blanks. Raises BadRequest. (contract §29)"""
    name = text.strip()
    if not 2 <= len(name) <= 100:
        raise BadRequest("must have 2 to 100 characters", at="q")
    return name


def _day(day: DayAhead, texts: Texts) -> WeatherDay:
    emoji, text = sky(day.code, texts)
    high, low, rain = rounded(day.high), rounded(day.low), _percent(day.rain_chance)
    return made(WeatherDay, day, emoji=emoji, text=text, high=high, low=low, rain_chance=rain)


def _now(hour: HourAhead, texts: Texts) -> WeatherNow:
    emoji, text = sky(hour.code, texts)
    return WeatherNow(
        temp=rounded(hour.temp), code=hour.code, emoji=emoji, text=text, rain_chance=_percent(hour.rain_chance)
    )


def _hour(hour: HourAhead, texts: Texts) -> WeatherHour:
    return made(WeatherHour, _now(hour, texts), at=hour.at)


def _percent(percent: float | None) -> int | None:
    return None if percent is None else rounded(percent)
