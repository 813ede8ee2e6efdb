"""SQL of notes."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from appliance.kernel.database.row_copies import Row, copied, put_back
from appliance.kernel.database.transactions import Reader, Tx
from appliance.notes.models import FoundNote, Note, Target, TitledNote

# Of the notes that match a search, so many of the newest are looked at.
MAX_READ = 1_000

NOTE_COLUMNS = """
  SELECT id, CASE WHEN list_item_id IS NULL THEN 'event' ELSE 'list_item' END AS target_type,
    coalesce(list_item_id, event_id, synced_event_id) AS target_id, member_id, body, created_at, updated_at"""
NOTE = f"{NOTE_COLUMNS} FROM notes"
TITLED_NOTE = f"""{NOTE_COLUMNS}, coalesce(
    (SELECT title FROM items WHERE items.id = list_item_id),
    (SELECT title FROM events WHERE events.id = coalesce(event_id, synced_event_id))) AS target_title
  FROM notes"""
# `excerpt` is the whole text here. A note is hidden while its event is missing, in a calendar that is switched off, or
# its list archived.
FOUND = """
  SELECT n.id, n.body AS excerpt, n.member_id, n.created_at,
    CASE WHEN n.list_item_id IS NULL THEN 'event' ELSE 'list_item' END AS target_type,
    coalesce(n.list_item_id, n.event_id, n.synced_event_id) AS target_id, coalesce(i.title, e.title) AS target_title,
    i.list_id, l.name AS list_name
  FROM ({documents} ORDER BY rowid DESC LIMIT ?1) AS f CROSS JOIN notes AS n ON n.rowid = f.document
  LEFT JOIN items AS i ON i.id = n.list_item_id LEFT JOIN lists AS l ON l.id = i.list_id AND l.archived = 0
  LEFT JOIN events AS e ON e.id = coalesce(n.event_id, n.synced_event_id)
  LEFT JOIN calendars AS c ON c.id = e.calendar_id AND c.enabled
  WHERE (l.id IS NOT NULL OR c.id IS NOT NULL) {condition} LIMIT ?2"""


def notes(db: Reader, target: Target) -> list[Note]:
    """The notes on an existing item or event, oldest first."""
    where = "list_item_id = ?1"
    if target.type == "event":
        # Notes on a series are also those of an event detached from it.
        where = (
            "(event_id = ?1 OR synced_event_id = ?1 OR event_id = (SELECT detached_from FROM events WHERE id = ?1))"
            " AND EXISTS (SELECT 1 FROM events WHERE id = ?1)"
        )
    return db.all(Note, f"{NOTE} WHERE {where} ORDER BY created_at, rowid", target.id)


def written_since(db: Reader, since: datetime, most: int) -> list[TitledNote]:
    """The newest notes written since an instant, newest first; without those on a synced event that is missing."""
    return db.all(
        TitledNote,
        f"SELECT * FROM ({TITLED_NOTE} WHERE created_at >= ?) WHERE target_title IS NOT NULL"
        " ORDER BY created_at DESC, id LIMIT ?",
        since,
        most,
    )


def count_since(db: Reader, since: datetime) -> int:
    """How many notes were written since an instant."""
    return int(db.value("SELECT count(*) FROM notes WHERE created_at >= ?", since))


def maybe_note(db: Reader, note_id: str) -> Note | None:
    """One note, or None."""
    return db.maybe(Note, f"{NOTE} WHERE id = ?", note_id)


def note(db: Reader, note_id: str) -> Note:
    """One note. Raises NotFound."""
    return db.one(Note, f"{NOTE} WHERE id = ?", note_id)


def matching(db: Reader, expression: str, most: int) -> list[FoundNote]:
    """The newest notes that match an expression of `full_text`."""
    sql = FOUND.format(documents="SELECT rowid AS document FROM note_search WHERE note_search MATCH ?3", condition="")
    return db.all(FoundNote, sql, MAX_READ, most, expression)


def containing(db: Reader, parts: Sequence[str], most: int) -> list[FoundNote]:
    """Of the newest notes those that contain every part."""
    condition = "AND NOT EXISTS (SELECT 1 FROM json_each(?3) WHERE instr(lower(n.body), value) = 0)"
    sql = FOUND.format(documents="SELECT rowid AS document FROM notes", condition=condition)
    return db.all(FoundNote, sql, MAX_READ, most, parts)


def counts_by_item(db: Reader, item_ids: Iterable[str]) -> dict[str, int]:
    """How many notes each item has; items without notes are left out."""
    counted = db.rows(
        "SELECT list_item_id, count(*) FROM notes WHERE list_item_id IN (SELECT value FROM json_each(?)) GROUP BY 1",
        list(item_ids),
    )
    return dict(counted)


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


def of_event(db: Reader, event_id: str) -> list[str]:
    """The ids of the notes on a local event, oldest first."""
    return db.all(str, "SELECT id FROM notes WHERE event_id = ? ORDER BY created_at, rowid", event_id)


def copy_of_event(tx: Tx, copies: Iterable[tuple[str, str]], event_id: str) -> None:
    """Copy notes to a local event: the new id and the id of each."""
    tx.run_many(
        "INSERT INTO notes (id, event_id, member_id, body, created_at, updated_at)"
        " SELECT ?, ?, member_id, body, created_at, updated_at FROM notes WHERE id = ?",
        [(new_id, event_id, note_id) for new_id, note_id in copies],
    )


def copies_of_events(db: Reader, event_ids: Sequence[str]) -> list[Row]:
    """The notes on local events, as they are stored."""
    return copied(db, "notes", "event_id", event_ids)


def copies_of_synced(db: Reader, event_id: str) -> list[Row]:
    """The notes on a synced event, as they are stored."""
    return copied(db, "notes", "synced_event_id", [event_id])


# Stores notes that were deleted, as they were.
put_copies = partial(put_back, table="notes", key="id")


def move_to_events(tx: Tx, pairs: Iterable[tuple[str, str]]) -> None:
    """Make the notes on a synced event those of another one: the ids of both, in pairs."""
    tx.run_many(
        "UPDATE notes SET synced_event_id = ? WHERE synced_event_id = ?",
        [(other_id, event_id) for event_id, other_id in pairs],
    )


def remove_of_event(tx: Tx, event_id: str) -> None:
    """Delete the notes of a synced event."""
    tx.run("DELETE FROM notes WHERE synced_event_id = ?", event_id)
