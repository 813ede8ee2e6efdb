"""Every SQL statement about what the events of a calendar come to."""

from collections.abc import Collection
from datetime import datetime

from appliance.calendar.event_limits.models import CalendarUsage, Span
from appliance.kernel.database.transactions import Reader, Tx

HAS_EVENT = (
    "(scope, calendar_id, key) IN (SELECT 'occurrence', calendar_id, external_id FROM events"
    " WHERE external_id IS NOT NULL UNION ALL SELECT 'series', calendar_id, series_id FROM events"
    " WHERE series_id IS NOT NULL)"
)


def usage(db: Reader, calendar_id: str) -> CalendarUsage:
    """What the events of a local calendar come to. Triggers of the table `events` keep it."""
    found = db.maybe(CalendarUsage, "SELECT * FROM calendar_usage WHERE calendar_id = ?", calendar_id)
    return found or CalendarUsage(calendar_id=calendar_id)


def household_bytes(db: Reader) -> int:
    """Bytes of text of the events of all local calendars."""
    return int(db.value("SELECT coalesce(sum(bytes), 0) FROM calendar_usage"))


def spans(db: Reader, calendar_id: str) -> list[Span]:
    """When the events of a synced calendar are, and how many bytes of text each has."""
    return db.all(
        Span,
        "SELECT e.span_start AS start, e.span_end AS end, octet_length(e.title)"
        " + coalesce(octet_length(t.location), 0) + coalesce(octet_length(t.description), 0) AS bytes"
        " FROM events AS e LEFT JOIN event_texts AS t ON t.id = e.text_id WHERE e.calendar_id = ?",
        calendar_id,
    )


def stored_bytes(db: Reader, calendar_id: str, per_row: int) -> int:
    """What the events of a synced calendar take: `per_row` and their names for each, and their texts once."""
    rows = db.value(
        "SELECT total(? + octet_length(title) + 2 * octet_length(external_id) + coalesce(octet_length(series_id), 0))"
        " FROM events WHERE calendar_id = ?",
        per_row,
        calendar_id,
    )
    texts = db.value(
        "SELECT total(coalesce(octet_length(location), 0) + coalesce(octet_length(description), 0))"
        " FROM event_texts WHERE calendar_id = ?",
        calendar_id,
    )
    return int(rows + texts)


def mark(tx: Tx, calendar_ids: Collection[str], error: str) -> list[str]:
    """Give these calendars the error unless they have one, and take it from all others; the ids of those changed."""
    marked = tx.all(
        str,
        "UPDATE calendars SET last_error = ?1, last_error_details = ?3"
        " WHERE last_error IS NULL AND id IN (SELECT value FROM json_each(?2)) RETURNING id",
        error,
        sorted(calendar_ids),
        {"code": "calendar_too_large"},
    )
    cleared = tx.all(
        str,
        "UPDATE calendars SET last_error = NULL, last_error_details = NULL WHERE last_error = ?1"
        " AND id NOT IN (SELECT value FROM json_each(?2)) RETURNING id",
        error,
        sorted(calendar_ids),
    )
    return marked + cleared


def are_marked(db: Reader, calendar_ids: Collection[str], error: str) -> bool:
    """Whether `mark` would change nothing."""
    return not db.value(
        "SELECT 1 FROM calendars WHERE CASE WHEN id IN (SELECT value FROM json_each(?2)) THEN last_error IS NULL"
        " ELSE last_error = ?1 END",
        error,
        sorted(calendar_ids),
    )


def mark_missing_annotations(tx: Tx) -> None:
    """Store since when a calendar has had no event for an annotation; forget it when the event is back.

    Annotations of calendars that were never synced, or wait for their account, are not marked.
    """
    tx.run(
        "UPDATE annotations AS a SET missing_since = ? WHERE missing_since IS NULL AND NOT " + HAS_EVENT + " AND EXISTS"
        " (SELECT 1 FROM calendars WHERE id = a.calendar_id AND last_synced_at IS NOT NULL AND NOT needs_reconnect)",
        tx.now,
    )
    tx.run("UPDATE annotations AS a SET missing_since = NULL WHERE missing_since IS NOT NULL AND " + HAS_EVENT)


def remove_missing_annotations(tx: Tx, before: datetime, kept: int) -> None:
    """Delete the annotations without an event since before an instant, and all but `kept` of those without one."""
    tx.run("DELETE FROM annotations WHERE missing_since < ?", before)
    tx.run(
        "DELETE FROM annotations WHERE (calendar_id, scope, key) IN (SELECT calendar_id, scope, key FROM annotations"
        " WHERE missing_since IS NOT NULL ORDER BY missing_since DESC LIMIT -1 OFFSET ?)",
        kept,
    )
