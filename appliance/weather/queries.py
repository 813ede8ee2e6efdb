"""Every SQL statement about forecasts."""

from datetime import timedelta

import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.weather.models import Fetched, Forecast, Spot

# By then every day of a forecast has passed.
OUTDATED = timedelta(days=14)
# Places, units and zones whose forecast is stored: a display key can change the location as often as it likes.
MAX_FORECASTS = 20


def fetched(db: Reader, spot: Spot) -> Fetched | None:
    """The newest forecast of a spot, however old, or None."""
    return db.maybe(
        lambda at, forecast: Fetched(at=at, forecast=msgspec.json.decode(forecast, type=Forecast)),
        "SELECT fetched_at, forecast FROM forecasts WHERE lat = ? AND lon = ? AND unit = ? AND zone = ?",
        *msgspec.structs.astuple(spot),
    )


def newest_fetch(db: Reader) -> str | None:
    """The instant at which the newest stored forecast was fetched, of any spot."""
    instant = db.value("SELECT max(fetched_at) FROM forecasts")
    return None if instant is None else str(instant)


def has_sample(db: Reader) -> bool:
    """True for a demo household that has shown the sample."""
    return db.value("SELECT 1 FROM forecasts WHERE json_extract(forecast, '$.sample') LIMIT 1") is not None


def put(tx: Tx, spot: Spot, forecast: Forecast) -> None:
    """Store a forecast, and remove those whose days have all passed and those beyond the newest twenty."""
    tx.run(
        "INSERT OR REPLACE INTO forecasts (lat, lon, unit, zone, fetched_at, forecast) VALUES (?, ?, ?, ?, ?, ?)",
        *msgspec.structs.astuple(spot),
        tx.now,
        forecast,
    )
    tx.run("DELETE FROM forecasts WHERE fetched_at < ?", tx.now - OUTDATED)
    tx.run(
        "DELETE FROM forecasts WHERE (lat, lon, unit, zone) NOT IN"
        " (SELECT lat, lon, unit, zone FROM forecasts ORDER BY fetched_at DESC LIMIT ?)",
        MAX_FORECASTS,
    )
