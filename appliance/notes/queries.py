"""SQL of notes."""

from collections.abc import Iterable

from appliance.kernel.database.transactions import Reader, Tx
from appliance.notes.models import Note, Target

NOTE = """
  SELECT id, CASE WHEN list_item_id IS NULL THEN 'event' ELSE 'list_item' END AS target_type,
    coalesce(list_item_id, event_id, synced_event_id) AS target_id, member_id, body, created_at, updated_at
  FROM notes"""


def notes(db: Reader, target: Target) -> list[Note]:
    """The notes on an existing item or event, oldest first."""
    where = "list_item_id = ?1"
    if target.type == "event":
        where = "(event_id = ?1 OR synced_event_id = ?1) AND EXISTS (SELECT 1 FROM events WHERE id = ?1)"
    return db.all(Note, f"{NOTE} WHERE {where} ORDER BY created_at, rowid", target.id)


def maybe_note(db: Reader, note_id: str) -> Note | None:
    """One note, or None."""
    return db.maybe(Note, f"{NOTE} WHERE id = ?", note_id)


def note(db: Reader, note_id: str) -> Note:
    """One note. Raises NotFound."""
    return db.one(Note, f"{NOTE} WHERE id = ?", note_id)


def counts_by_item(db: Reader, list_id: str) -> dict[str, int]:
    """How many notes each item of a list has; items without notes are left out."""
    counted = db.rows(
        "SELECT list_item_id, count(*) FROM items JOIN notes ON list_item_id = items.id WHERE list_id = ?"
        " GROUP BY list_item_id",
        list_id,
    )
    return {row[0]: row[1] for row in counted}


def counts_by_event(db: Reader, event_ids: Iterable[str]) -> dict[str, int]:
    """How many notes each event has; events without notes are left out."""
    ids = list(event_ids)
    counted = db.rows(
        "SELECT event_id, count(*) FROM notes WHERE event_id IN (SELECT value FROM json_each(?1)) GROUP BY 1"
        " UNION ALL SELECT synced_event_id, count(*) FROM notes"
        " WHERE synced_event_id IN (SELECT value FROM json_each(?1)) GROUP BY 1",
        ids,
    )
    return {row[0]: row[1] for row in counted}


def source_of_event(db: Reader, event_id: str) -> tuple[str, bool] | None:
    """The calendar of an event and whether it is synced, or None."""
    return db.maybe(
        lambda calendar_id, kind: (calendar_id, kind != "local"),
        "SELECT calendar_id, kind FROM events JOIN calendars ON calendars.id = calendar_id WHERE events.id = ?",
        event_id,
    )


def put_note(tx: Tx, note: Note, synced_in: str | None) -> None:
    """Store a note; a stored one keeps its target and creation time.

    `synced_in` is the calendar of a synced event, None for a local event or a list item.
    """
    on_item = note.target_type == "list_item"
    tx.run(
        "INSERT INTO notes (id, list_item_id, event_id, synced_event_id, calendar_id, member_id, body, created_at,"
        " updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET member_id = excluded.member_id,"
        " body = excluded.body, updated_at = excluded.updated_at",
        note.id,
        note.target_id if on_item else None,
        None if on_item or synced_in else note.target_id,
        note.target_id if synced_in else None,
        synced_in,
        note.member_id,
        note.body,
        note.created_at,
        note.updated_at,
    )


def change_body(tx: Tx, note_id: str, body: str) -> None:
    """Replace the text of a note."""
    tx.run("UPDATE notes SET body = ?, updated_at = ? WHERE id = ?", body, tx.now, note_id)


def remove(tx: Tx, note_id: str) -> None:
    """Delete a note."""
    tx.run("DELETE FROM notes WHERE id = ?", note_id)


def remove_of_event(tx: Tx, event_id: str) -> None:
    """Delete the notes of a synced event."""
    tx.run("DELETE FROM notes WHERE synced_event_id = ?", event_id)
