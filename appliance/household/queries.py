"""Every SQL statement about the household's settings."""

from zoneinfo import ZoneInfo

import msgspec

from appliance.household import rules
from appliance.household.models import HostEvent, Location, MealTimes, PointValue, Settings
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import zone_or
from appliance.texts import Texts, texts_in


def settings(db: Reader) -> Settings:
    """The household settings in effect, defaults filled in."""
    stored = {name: msgspec.json.decode(value) for name, value in db.rows("SELECT name, value FROM settings")}
    location = msgspec.convert(stored.pop("location", None), Location | None)
    point_value = msgspec.convert(stored.pop("point_value", None), PointValue | None)
    if "meal_times" in stored:
        stored["meal_times"] = msgspec.convert(stored["meal_times"], MealTimes)
    stored.setdefault("family_name", texts_in(stored.get("language", "auto")).say("family"))
    unit = rules.temperature_unit(stored.pop("temperature_unit", None), location, str(db.zone))
    return Settings(temperature_unit=unit, location=location, point_value=point_value, **stored)


def texts(db: Reader) -> Texts:
    """What the server says, in the household's language and clock style."""
    chosen = dict(db.rows("SELECT name, value FROM settings WHERE name IN ('language', 'clock')"))
    language, clock = (msgspec.json.decode(chosen.get(name, '"auto"')) for name in ("language", "clock"))
    return texts_in(language, clock)


def zone(db: Reader, fallback: ZoneInfo) -> ZoneInfo:
    """The household's time zone, or the host's while none is set."""
    name = db.value("SELECT value FROM settings WHERE name = 'timezone'")
    return zone_or(msgspec.json.decode(name) if name else None, fallback)


def day_starts_at(db: Reader) -> int:
    """The hour at which the household's day starts; 0 while none is set."""
    hour = db.value("SELECT value FROM settings WHERE name = 'day_starts_at'")
    return int(msgspec.json.decode(hour)) if hour else 0


def public_url(db: Reader) -> str | None:
    """The public URL that an admin has entered; the environment variable PUBLIC_URL takes precedence."""
    url = db.value("SELECT url FROM public_url")
    return None if url is None else str(url)


def put_public_url(tx: Tx, url: str) -> None:
    """Store the public URL."""
    tx.run("INSERT OR REPLACE INTO public_url (id, url) VALUES (1, ?)", url)


def put_settings(tx: Tx, values: dict[str, object]) -> None:
    """Store settings by Python name."""
    for name, value in values.items():
        tx.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, msgspec.json.encode(value).decode())
    if not values.keys().isdisjoint({"timezone", "day_starts_at"}):
        tx.forget_zone()


def host_events(db: Reader) -> list[HostEvent]:
    """The last hundred entries of the operator's log, newest first."""
    return db.all(HostEvent, "SELECT id, at, action, detail FROM host_events ORDER BY at DESC, id DESC LIMIT 100")


def is_readable(db: Reader) -> bool:
    """True when the database can be read."""
    return bool(db.value("SELECT 1"))
