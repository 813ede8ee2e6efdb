"""SQL for the wall: its settings, and the id of its key."""

import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.wall.models import WallKey, WallSettings


def get_settings(db: Reader) -> WallSettings:
    """The stored settings, or the defaults."""
    stored = db.maybe(
        WallSettings,
        "SELECT sleep_from, sleep_until, idle_minutes, rotation, brightness, night_brightness, recycle_at"
        " FROM wall_settings",
    )
    return stored or WallSettings()


def save_settings(tx: Tx, settings: WallSettings) -> None:
    """Replace the settings. The columns follow the order of the fields."""
    tx.run(
        "INSERT OR REPLACE INTO wall_settings"
        " (id, sleep_from, sleep_until, idle_minutes, rotation, brightness, night_brightness, recycle_at)"
        " VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        *msgspec.structs.astuple(settings),
    )


def find_key(db: Reader) -> WallKey | None:
    """The wall's key; None before the first one. Revoking a key sets its id here to null."""
    row = next(db.rows("SELECT key_id FROM wall_key"), None)
    return WallKey(id=row[0], removed=row[0] is None) if row else None


def save_key(tx: Tx, key_id: str) -> None:
    """Store the id of the wall's key in place of an earlier one."""
    tx.run("INSERT OR REPLACE INTO wall_key (id, key_id) VALUES (1, ?)", key_id)


def delete_key(tx: Tx) -> bool:
    """Forget the wall's key. False when there was none."""
    return tx.run("DELETE FROM wall_key") > 0
