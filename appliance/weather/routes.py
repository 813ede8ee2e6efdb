"""The REST door of the weather."""

from typing import Annotated

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.weather import actions, rules
from appliance.weather.jobs import Forecaster
from appliance.weather.models import Place, Weather

Forecasts = NamedDependency[Forecaster]
Wanted = Annotated[str, QueryParameter(name="q")]


@get("/weather", operation_id="getWeather", summary="The weather at home")
async def weather(session: CurrentSession, forecaster: Forecasts) -> Weather | None:
    """The current hour and a week from today, or null without a location or before anything could be fetched.

    A forecast is fetched once an hour; while the weather service cannot be reached, the last one is shown.
    """
    await forecaster.refresh()
    return actions.weather(session.read)


@get("/geocode", operation_id="findPlace", summary="Find a place by its name")
async def geocode(session: CurrentSession, forecaster: Forecasts, name: Wanted) -> list[Place]:
    """Up to five places, for the household's location. 429 above thirty searches a minute, 502 when nobody answers."""
    name = rules.wanted_place(name)
    await session.write(actions.count_geocode)
    return await forecaster.places(name)


ROUTES = Router("/", route_handlers=[weather, geocode], tags=["Weather"])
