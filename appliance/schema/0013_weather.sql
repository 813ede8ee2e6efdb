-- weather: forecasts.

-- The last answer for a place, a unit and a zone, so that a restart without internet still has a forecast.
-- `forecast` is JSON in wall time of the zone.
CREATE TABLE forecasts (
  lat        REAL NOT NULL,
  lon        REAL NOT NULL,
  unit       TEXT NOT NULL,
  zone       TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  forecast   TEXT NOT NULL,
  PRIMARY KEY (lat, lon, unit, zone)
) STRICT, WITHOUT ROWID;
