"""Verbs on the weather. A forecast is no news: nobody's copy of the household grows old by it, so rev stays."""

from appliance.access import actions as access
from appliance.household import queries as household
from appliance.kernel.database.transactions import Reader, Tx
from appliance.weather import queries, rules
from appliance.weather.models import Forecast, Spot, Weather


def spot(db: Reader) -> Spot | None:
    """Where weather is wanted now, or None while the household has not said where it lives."""
    return rules.spot(household.settings(db), str(db.zone))


def weather(db: Reader) -> Weather | None:
    """What is known of the weather, fresh or not; None without a location or before anything was fetched."""
    settings = household.settings(db)
    wanted = rules.spot(settings, str(db.zone))
    if wanted is None or settings.location is None:
        return None
    fetched = queries.fetched(db, wanted)
    if fetched is None:
        return None
    return rules.weather(fetched.forecast, settings.location.name, wanted.unit, db.now.astimezone(db.zone))


def keep(tx: Tx, wanted: Spot, forecast: Forecast) -> None:
    """Keep what was fetched, for as long as it says something of the days to come."""
    queries.put(tx, wanted, forecast)


def count_geocode(tx: Tx) -> None:
    """Count one search for a place, whoever makes it. Raises TooMany. (contract §34)"""
    access.count_attempt(tx, "geocode", rules.GEOCODES_A_MINUTE, rules.MINUTE)
