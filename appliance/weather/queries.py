"""Every SQL statement about forecasts."""

from datetime import timedelta

import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.weather.models import Fetched, Forecast, Spot

# By then every day of a forecast has passed.
USELESS = timedelta(days=14)


def fetched(db: Reader, spot: Spot) -> Fetched | None:
    """What was fetched last for a spot, however old, or None."""
    return db.maybe(
        lambda at, forecast: Fetched(at, msgspec.json.decode(forecast, type=Forecast)),
        "SELECT fetched_at, forecast FROM forecasts WHERE lat = ? AND lon = ? AND unit = ? AND zone = ?",
        *msgspec.structs.astuple(spot),
    )


def put(tx: Tx, spot: Spot, forecast: Forecast) -> None:
    """Keep a forecast, and no longer those that have nothing left to say."""
    tx.run(
        "INSERT OR REPLACE INTO forecasts (lat, lon, unit, zone, fetched_at, forecast) VALUES (?, ?, ?, ?, ?, ?)",
        *msgspec.structs.astuple(spot), tx.now, forecast,
    )  # fmt: skip
    tx.run("DELETE FROM forecasts WHERE fetched_at < ?", tx.now - USELESS)
