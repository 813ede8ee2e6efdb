"""Open-Meteo: forecasts and places from its public API."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Annotated, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import is_zone
from appliance.settings import Settings
from appliance.weather.models import Chance, Code, DayAhead, Degrees, Forecast, HourAhead, Place, Spot

T = TypeVar("T")
SECONDS = 8.0
# More days than are shown, so that a stored forecast that is some days old still covers a week.
DAYS_AHEAD = 10
PLACES = 5
HOURLY = "temperature_2m,precipitation_probability,weather_code"
DAILY = "weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max"


class _Hourly(msgspec.Struct):
    time: list[Annotated[str, Meta(max_length=40)]]
    temperature_2m: list[Degrees | None]
    weather_code: list[Code | None]
    precipitation_probability: list[Chance | None] = []


class _Daily(msgspec.Struct):
    time: list[date]
    weather_code: list[Code | None]
    temperature_2m_max: list[Degrees | None]
    temperature_2m_min: list[Degrees | None]
    precipitation_probability_max: list[Chance | None] = []


class _ForecastAnswer(msgspec.Struct):
    hourly: _Hourly
    daily: _Daily


class _FoundPlace(msgspec.Struct):
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    latitude: Annotated[float, Meta(ge=-90, le=90)]
    longitude: Annotated[float, Meta(ge=-180, le=180)]
    admin1: str | None = None
    country: str | None = None
    country_code: str | None = None
    timezone: Annotated[str, Meta(max_length=100)] | None = None


class _PlacesAnswer(msgspec.Struct):
    results: list[_FoundPlace] = []


class OpenMeteo:
    """Calls Open-Meteo, or the service at the configured addresses."""

    def __init__(self, net: Net, settings: Settings, seconds: float = SECONDS):
        self._net = net
        self._seconds = seconds
        self._forecasts = settings.open_meteo_url
        self._places = settings.open_meteo_geocoding_url

    async def forecast(self, spot: Spot) -> Forecast:
        """The forecast from today on, in wall time of the spot's zone. Raises BadGateway."""
        request = {
            "latitude": spot.lat,
            "longitude": spot.lon,
            "hourly": HOURLY,
            "daily": DAILY,
            "temperature_unit": spot.unit,
            "timezone": spot.zone,
            "forecast_days": DAYS_AHEAD,
        }
        return await self._call(self._forecasts, "/v1/forecast", request, _forecast)

    async def places(self, name: str, language: str) -> list[Place]:
        """Up to five places with this name, the most likely first; `language` as in de. Raises BadGateway."""
        request = {"name": name, "count": PLACES, "language": language, "format": "json"}
        return await self._call(self._places, "/v1/search", request, _place_list)

    async def _call(self, base: str, path: str, request: Mapping[str, object], read: Callable[[bytes], T]) -> T:
        defaults = Settings()
        answer = await self._net.request(
            "GET",
            f"{base.rstrip('/')}{path}?{urlencode(request)}",
            # An address that the owner configured may be in the home network.
            allow_private=base not in (defaults.open_meteo_url, defaults.open_meteo_geocoding_url),
            seconds=self._seconds,
        )
        if answer.status != 200:
            raise BadGateway(
                f"the weather service answers with status {answer.status}; try again later",
                code="weather_service_failed",
            )
        try:
            return read(answer.body)
        except (msgspec.DecodeError, ValueError):
            raise BadGateway(
                "the weather service gave an answer that cannot be read", code="weather_service_failed"
            ) from None


def _forecast(body: bytes) -> Forecast:
    """Decode a forecast. The last hours and days have gaps; those without values are left out."""
    answer = msgspec.json.decode(body, type=_ForecastAnswer)
    return Forecast(hours=tuple(_hours(answer.hourly)), days=tuple(_days(answer.daily)))


def _hours(hourly: _Hourly) -> Iterator[HourAhead]:
    chances = _chances(hourly.precipitation_probability, hourly.time)
    columns = zip(hourly.time, hourly.temperature_2m, hourly.weather_code, chances, strict=True)
    for at, temp, code, chance in columns:
        if temp is not None and code is not None:
            yield HourAhead(at=at, temp=temp, code=code, rain_chance=chance)


def _days(daily: _Daily) -> Iterator[DayAhead]:
    chances = _chances(daily.precipitation_probability_max, daily.time)
    columns = zip(
        daily.time, daily.weather_code, daily.temperature_2m_max, daily.temperature_2m_min, chances, strict=True
    )
    for day, code, high, low, chance in columns:
        if code is not None and high is not None and low is not None:
            yield DayAhead(date=day, code=code, high=high, low=low, rain_chance=chance)


def _chances(chances: list[float | None], times: list[T]) -> list[float | None]:
    """Some weather models have no chance of rain: None for each time."""
    return chances or [None] * len(times)


def _place_list(body: bytes) -> list[Place]:
    return [
        Place(
            name=place.name,
            label=", ".join(part for part in (place.name, place.admin1, place.country) if part),
            lat=place.latitude,
            lon=place.longitude,
            country_code=place.country_code.upper() if place.country_code and len(place.country_code) == 2 else UNSET,
            timezone=place.timezone if place.timezone and is_zone(place.timezone) else UNSET,
        )
        for place in msgspec.json.decode(body, type=_PlacesAnswer).results[:PLACES]
    ]
