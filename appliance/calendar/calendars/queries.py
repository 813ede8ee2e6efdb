"""Every SQL statement about calendars."""

from collections.abc import Sequence

import msgspec

from appliance.calendar.calendars.models import Calendar
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.text.matching import sort_key

SELECT = (
    "SELECT id, kind, account_id, remote_id, name, color, category_id, writable, enabled, last_synced_at,"
    # What could not be read is said while there is no error.
    " coalesce(last_error, losses ->> 'message') AS last_error,"
    " CASE WHEN last_error IS NULL THEN json_remove(losses, '$.message') ELSE last_error_details END"
    " AS last_error_details, needs_reconnect, declined, owner_email,"
    " (SELECT member_id FROM calendar_members WHERE calendar_id = calendars.id ORDER BY position LIMIT 1) AS member_id,"
    " (SELECT json_group_array(member_id ORDER BY position) FROM calendar_members"
    " WHERE calendar_id = calendars.id) AS member_ids FROM calendars"
)


def calendars(db: Reader) -> list[Calendar]:
    """All calendars, by name."""
    return sorted(db.all(Calendar, SELECT), key=lambda calendar: (sort_key(calendar.name), calendar.id))


def count(db: Reader) -> int:
    """The number of calendars."""
    return int(db.value("SELECT count(*) FROM calendars"))


def calendar(db: Reader, calendar_id: str) -> Calendar:
    """One calendar. Raises NotFound."""
    return db.one(Calendar, f"{SELECT} WHERE id = ?", calendar_id)


def maybe_calendar(db: Reader, calendar_id: str) -> Calendar | None:
    """One calendar, or None."""
    return db.maybe(Calendar, f"{SELECT} WHERE id = ?", calendar_id)


def waiting(db: Reader, kind: str, remote_id: str) -> str | None:
    """The id of an imported calendar that is not connected to an account yet, or None."""
    found = db.value(
        "SELECT id FROM calendars WHERE kind = ? AND remote_id = ? AND account_id IS NULL ORDER BY created_at, rowid",
        kind,
        remote_id,
    )
    return None if found is None else str(found)


def attach(tx: Tx, calendar_id: str, account_id: str) -> None:
    """Connect a calendar to an account; its next sync reads everything."""
    tx.run(
        "UPDATE calendars SET account_id = ?, needs_reconnect = 0, feed = NULL, last_synced_at = NULL,"
        " last_error = NULL, not_before = NULL, losses = NULL, sync_begun_by = NULL, interruptions = 0 WHERE id = ?",
        account_id,
        calendar_id,
    )


def clear_rest(tx: Tx, account_id: str) -> None:
    """Forget until when the provider of an account's calendars accepts no request."""
    tx.run("UPDATE calendars SET not_before = NULL WHERE account_id = ?", account_id)


def keep_read_only(tx: Tx, calendar_id: str) -> None:
    """Forbid writes by the household's own choice, whatever the provider allows."""
    tx.run("UPDATE calendars SET kept_read_only = 1 WHERE id = ?", calendar_id)


def disconnect(tx: Tx, calendar_id: str, error: str) -> None:
    """Store that a calendar needs its account or its address again."""
    tx.run("UPDATE calendars SET needs_reconnect = 1, last_error = ? WHERE id = ?", error, calendar_id)


def put(tx: Tx, calendar: Calendar) -> None:
    """Store a calendar and its members; an existing one keeps its creation time and the result of its last sync."""
    tx.run(
        "INSERT INTO calendars"
        " (id, kind, account_id, remote_id, name, color, category_id, writable, enabled, declined, owner_email,"
        " created_at)"
        " VALUES (:id, :kind, :account_id, :remote_id, :name, :color, :category_id, :writable, :enabled, :declined,"
        " :owner_email, :now)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, color = excluded.color,"
        " category_id = excluded.category_id, enabled = excluded.enabled, declined = excluded.declined,"
        " owner_email = excluded.owner_email",
        **msgspec.structs.asdict(calendar),
        now=tx.now,
    )
    _put_members(tx, calendar.id, calendar.member_ids)


def put_feed_url(tx: Tx, calendar_id: str, url: str) -> None:
    """Store a feed's address encrypted, and forget the state of the old one: the next sync reads everything."""
    tx.run(
        "UPDATE calendars SET config = ?, feed = NULL, last_synced_at = NULL, last_error = NULL, needs_reconnect = 0,"
        " not_before = NULL, losses = NULL, sync_begun_by = NULL, interruptions = 0"
        " WHERE id = ?",
        tx.cipher.encrypt(url, calendar_id),
        calendar_id,
    )


def forget_sync_state(tx: Tx, calendar_id: str) -> None:
    """Let the next sync read the whole calendar."""
    tx.run("UPDATE calendars SET feed = NULL WHERE id = ?", calendar_id)


def feed_url(db: Reader, calendar_id: str) -> str | None:
    """The address of an ics calendar's feed, or None where there is none. Raises encryption.BadKey."""
    encrypted = db.value("SELECT config FROM calendars WHERE id = ?", calendar_id)
    return db.cipher.decrypt(encrypted, calendar_id) if encrypted else None


def remove(tx: Tx, calendar_id: str) -> None:
    """Delete a calendar; foreign keys delete its events and annotations."""
    tx.run("DELETE FROM calendars WHERE id = ?", calendar_id)


def of_account(db: Reader, account_id: str) -> list[str]:
    """The ids of an account's calendars that are switched on."""
    return db.all(
        str, "SELECT id FROM calendars WHERE account_id = ? AND enabled ORDER BY created_at, rowid", account_id
    )


def remove_of_account(tx: Tx, account_id: str) -> None:
    """Delete every calendar of an account, as `remove` does."""
    tx.run("DELETE FROM calendars WHERE account_id = ?", account_id)


def _put_members(tx: Tx, calendar_id: str, member_ids: Sequence[str]) -> None:
    tx.run("DELETE FROM calendar_members WHERE calendar_id = ?", calendar_id)
    tx.run_many(
        "INSERT INTO calendar_members (calendar_id, member_id, position) VALUES (?, ?, ?)",
        [(calendar_id, member_id, position) for position, member_id in enumerate(member_ids)],
    )
