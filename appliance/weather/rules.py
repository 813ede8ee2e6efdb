"""What a forecast says about today, as text and emoji, and when a new one is due."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from appliance.household.models import Settings, Unit
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import moment
from appliance.weather.models import Fetched, Forecast, HourAhead, Spot, Weather, WeatherDay, WeatherNow

FRESH = timedelta(hours=1)
RETRY = timedelta(minutes=10)
FETCHES_AN_HOUR = 60
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
    """What to fetch a forecast for, or None without a location in the settings."""
    place = settings.location
    if place is None:
        return None
    return Spot(lat=place.lat, lon=place.lon, unit=settings.temperature_unit, zone=zone)


def is_fresh(fetched: Fetched | None, now: datetime) -> bool:
    """True within the hour after the fetch. A fetch in the future was dated by a wrong clock and is not fresh."""
    return fetched is not None and timedelta() <= now - moment(fetched.at) < FRESH


def may_retry(failed_at: datetime, now: datetime) -> bool:
    """True ten minutes after a failure, and for a failure that a wrong clock dated in the future."""
    return not timedelta() <= now - failed_at < RETRY


def has_fetch_left(fetches: Sequence[datetime], now: datetime) -> bool:
    """True while fewer than sixty fetches were started within the hour; a household needs one."""
    return sum(timedelta() <= now - each < FRESH for each in fetches) < FETCHES_AN_HOUR


def weather(forecast: Forecast, location: str, unit: Unit, now: datetime) -> Weather | None:
    """The weather at a time in the household's zone; None when the forecast ends before today. (contract §29)"""
    days = [
        WeatherDay(
            date=each.date,
            code=each.code,
            emoji=sky(each.code)[0],
            text=sky(each.code)[1],
            high=rounded(each.high),
            low=rounded(each.low),
            rain_chance=_percent(each.rain_chance),
        )
        for each in forecast.days
        if each.date >= now.date()
    ]
    if not days:
        return None
    hour = f"{now:%Y-%m-%dT%H}:00"
    current = next((each for each in forecast.hours if each.at == hour), None)
    return Weather(location=location, unit=unit, now=_now(current) if current else None, days=days[:DAYS])


def sky(code: int) -> tuple[str, str]:
    """Emoji and text of a WMO weather code; "Unknown" for any other number. (contract §29)"""
    return SKY.get(code, UNKNOWN)


def rounded(degrees: float) -> int:
    """Whole degrees, halves rounded up: 2.5 is 3, -2.5 is -2. (contract §39)"""
    return math.floor(degrees + 0.5)


def place_name(text: str) -> str:
    """The search text without surrounding blanks. Raises BadRequest. (contract §29)"""
    name = text.strip()
    if not 2 <= len(name) <= 100:
        raise BadRequest("must have 2 to 100 characters", at="q")
    return name


def _now(hour: HourAhead) -> WeatherNow:
    emoji, text = sky(hour.code)
    return WeatherNow(
        temp=rounded(hour.temp), code=hour.code, emoji=emoji, text=text, rain_chance=_percent(hour.rain_chance)
    )


def _percent(percent: float | None) -> int | None:
    return None if percent is None else rounded(percent)
