"""Open-Meteo: forecasts and places, as its public API tells them."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Annotated, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from appliance.settings import Settings
from appliance.weather.models import Chance, Code, DayAhead, Degrees, Forecast, HourAhead, Place, Spot

T = TypeVar("T")
SECONDS = 8.0
# More days than are shown, so that an old copy still has a week ahead of it.
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


class _Told(msgspec.Struct):
    hourly: _Hourly
    daily: _Daily


class _Found(msgspec.Struct):
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    latitude: Annotated[float, Meta(ge=-90, le=90)]
    longitude: Annotated[float, Meta(ge=-180, le=180)]
    admin1: str | None = None
    country: str | None = None
    country_code: str | None = None


class _Places(msgspec.Struct):
    results: list[_Found] = []


class OpenMeteo:
    """Asks Open-Meteo, or what stands in for it at the configured addresses."""

    def __init__(self, net: Net, settings: Settings, seconds: float = SECONDS):
        self._net = net
        self._seconds = seconds
        self._forecasts = settings.open_meteo_url
        self._places = settings.open_meteo_geocoding_url

    async def forecast(self, spot: Spot) -> Forecast:
        """The days from today on at a spot, in wall time of its zone. Raises Upstream."""
        request = {
            "latitude": spot.lat, "longitude": spot.lon, "hourly": HOURLY, "daily": DAILY,
            "temperature_unit": spot.unit, "timezone": spot.zone, "forecast_days": DAYS_AHEAD,
        }  # fmt: skip
        return await self._ask(self._forecasts, "/v1/forecast", request, _forecast)

    async def places(self, name: str) -> list[Place]:
        """Up to five places of a name, the likeliest first. Raises Upstream."""
        request = {"name": name, "count": PLACES, "language": "en", "format": "json"}
        return await self._ask(self._places, "/v1/search", request, _found)

    async def _ask(self, base: str, path: str, request: Mapping[str, object], read: Callable[[bytes], T]) -> T:
        ours = Settings()
        answer = await self._net.request(
            "GET",
            f"{base.rstrip('/')}{path}?{urlencode(request)}",
            # Whoever configured an address of their own may mean one at home.
            allow_private=base not in (ours.open_meteo_url, ours.open_meteo_geocoding_url),
            seconds=self._seconds,
        )
        if answer.status != 200:
            raise BadGateway(f"the weather service answers with status {answer.status}; try again later")
        try:
            return read(answer.body)
        except (msgspec.DecodeError, ValueError):
            raise BadGateway("the weather service gave an answer that cannot be read") from None


def _forecast(body: bytes) -> Forecast:
    told = msgspec.json.decode(body, type=_Told)
    hours, days = told.hourly, told.daily
    # At its far end a forecast has gaps; what has no weather is left out.
    return Forecast(
        tuple(
            HourAhead(at, temp, code, rain)
            for at, temp, code, rain in zip(
                hours.time, hours.temperature_2m, hours.weather_code,
                _filled(hours.precipitation_probability, hours.time), strict=True,
            )
            if temp is not None and code is not None
        ),
        tuple(
            DayAhead(day, code, high, low, rain)
            for day, code, high, low, rain in zip(
                days.time, days.weather_code, days.temperature_2m_max, days.temperature_2m_min,
                _filled(days.precipitation_probability_max, days.time), strict=True,
            )
            if code is not None and high is not None and low is not None
        ),
    )  # fmt: skip


def _filled(chances: list[float | None], times: list[T]) -> list[float | None]:
    """Some weather models tell no chance of rain at all."""
    return chances or [None] * len(times)


def _found(body: bytes) -> list[Place]:
    return [
        Place(
            each.name,
            ", ".join(part for part in (each.name, each.admin1, each.country) if part),
            each.latitude,
            each.longitude,
            each.country_code.upper() if each.country_code and len(each.country_code) == 2 else UNSET,
        )
        for each in msgspec.json.decode(body, type=_Places).results[:PLACES]
    ]
