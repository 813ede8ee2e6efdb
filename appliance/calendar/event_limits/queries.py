"""Every SQL statement about what the events of a calendar come to."""

from collections.abc import Collection

from appliance.calendar.event_limits.models import CalendarUsage, Span
from appliance.kernel.database.transactions import Reader, Tx


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
        "UPDATE calendars SET last_error = ?1 WHERE last_error IS NULL AND id IN (SELECT value FROM json_each(?2))"
        " RETURNING id",
        error,
        sorted(calendar_ids),
    )
    cleared = tx.all(
        str,
        "UPDATE calendars SET last_error = NULL WHERE last_error = ?1"
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
