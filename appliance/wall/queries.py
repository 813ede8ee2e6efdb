"""Every SQL statement about the wall: its settings, and which key its screen was handed."""

import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.wall.models import WallKey, WallSettings


def settings(db: Reader) -> WallSettings:
    """The settings in effect."""
    return db.maybe(
        WallSettings,
        "SELECT sleep_from, sleep_until, idle_minutes, rotation, brightness, night_brightness, recycle_at"
        " FROM wall_settings",
    ) or WallSettings()  # fmt: skip


def put_settings(tx: Tx, settings: WallSettings) -> None:
    """Keep all of the settings."""
    tx.run(
        "INSERT OR REPLACE INTO wall_settings"
        " (id, sleep_from, sleep_until, idle_minutes, rotation, brightness, night_brightness, recycle_at)"
        " VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        *msgspec.structs.astuple(settings),
    )


def key(db: Reader) -> WallKey | None:
    """The key the screen was handed, if it ever was."""
    return db.maybe(lambda key_id: WallKey(key_id, key_id is None), "SELECT key_id FROM wall_key")


def put_key(tx: Tx, key_id: str) -> None:
    """Remember which key the screen was handed."""
    tx.run("INSERT OR REPLACE INTO wall_key (id, key_id) VALUES (1, ?)", key_id)


def forget_key(tx: Tx) -> bool:
    """Know of no key; False when none was known."""
    return tx.run("DELETE FROM wall_key") > 0
