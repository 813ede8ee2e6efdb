"""Use cases of the weather. Storing a forecast records no change: rev counts changes of the household's own data."""

from appliance.access import actions as access
from appliance.household import queries as household_queries
from appliance.household.models import Settings
from appliance.kernel.database.transactions import Reader, Tx
from appliance.texts import texts_in
from appliance.weather import queries, rules
from appliance.weather.models import Forecast, Spot, Weather
from appliance.weather.sample import sample_forecast


def spot(db: Reader) -> Spot | None:
    """Where the household is, or None without a location in the settings."""
    return rules.spot(household_queries.settings(db), str(db.zone))


def weather(db: Reader) -> Weather | None:
    """The weather by the stored forecast, fresh or not; None without a location or before the first fetch."""
    return weather_with(db, household_queries.settings(db))


def weather_with(db: Reader, settings: Settings) -> Weather | None:
    """The same as `weather`, for settings that were read before."""
    place = rules.spot(settings, str(db.zone))
    if place is None or settings.location is None:
        return None
    fetched = queries.fetched(db, place)
    if fetched is None:
        return None
    now, texts = db.now.astimezone(db.zone), texts_in(settings.language, settings.clock)
    return rules.weather(fetched.forecast, settings.location.name, place.unit, now, texts)


def store_forecast(tx: Tx, spot: Spot, forecast: Forecast) -> None:
    """Store a fetched forecast."""
    queries.put(tx, spot, forecast)


def renew_sample(tx: Tx, spot: Spot) -> None:
    """Let the sample of a demo household begin today again, so that without internet it never runs out of weather."""
    fetched = queries.fetched(tx, spot)
    if queries.has_sample(tx) and (fetched is None or fetched.forecast.sample):
        queries.put(tx, spot, sample_forecast(tx.today, spot.unit))


def count_geocode(tx: Tx) -> None:
    """Count one search for a place, by any caller. Raises TooManyRequests. (contract §34)"""
    access.count_attempt(tx, "geocode", rules.GEOCODES_A_MINUTE, rules.MINUTE)
