"""REST endpoints of the weather."""

from typing import Annotated

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY
from appliance.household import queries as household_queries
from appliance.weather import actions, rules
from appliance.weather.models import Place, Weather
from appliance.weather.service import Forecaster

Forecasts = NamedDependency[Forecaster]
Wanted = Annotated[str, QueryParameter(name="q")]


@get("/weather", operation_id="getWeather", summary="The weather at home", opt=DISPLAY)
async def weather(session: CurrentSession, forecaster: Forecasts) -> Weather | None:
    """The current hour and a week from today, or null without a location or before the first fetch.

    The server fetches a forecast at most once an hour. While the weather service cannot be reached, the stored forecast
    is answered.
    """
    await forecaster.refresh_for_request()
    return actions.weather(session.read)


@get("/geocode", operation_id="findPlace", summary="Find a place by its name", opt=DISPLAY)
async def geocode(session: CurrentSession, forecaster: Forecasts, name: Wanted) -> list[Place]:
    """Up to five places, named in the household's language, for the household's location.

    429 above thirty searches a minute, 502 when the weather service fails.
    """
    name = rules.place_name(name)
    await session.write(actions.count_geocode)
    language = household_queries.texts(session.read).tag.partition("-")[0]
    return await forecaster.places(name, language)


ROUTES = Router(path="/api", route_handlers=[weather, geocode], tags=["Weather"])
