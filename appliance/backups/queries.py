"""What a backup's own file says about the household."""

from pathlib import Path

from appliance.kernel.database import db_backup


def has_photos(backup: Path) -> bool:
    """True when the household has its photos in backups. Raises OSError, apsw.Error."""
    return any(row[0] for row in db_backup.rows_of(backup, "SELECT in_backups FROM photo_settings"))


def photo_ids(backup: Path) -> set[str]:
    """The ids of the household's photos, deleted ones included. Raises OSError, apsw.Error."""
    return {str(row[0]) for row in db_backup.rows_of(backup, "SELECT id FROM photos")}


CONTENT = ("members", "events", "lists", "chores", "notes", "photos")


def is_empty(backup: Path) -> bool:
    """True when the household has no members, events, lists, chores, notes and photos. Raises DamagedFile, OSError."""
    return not any(db_backup.rows_of(backup, f"SELECT 1 FROM {table} LIMIT 1") for table in CONTENT)
