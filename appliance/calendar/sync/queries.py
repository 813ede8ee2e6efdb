"""Every SQL statement about syncing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice

from appliance.calendar.accounts import queries as account_queries
from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.calendars.models import ErrorDetails
from appliance.calendar.event_limits.rules import INCOMPLETE
from appliance.calendar.events.models import Occurrence
from appliance.calendar.events.rules import span
from appliance.calendar.providers.models import SyncState
from appliance.calendar.sync import rules
from appliance.calendar.sync.models import Interrupted, Source, SyncedEvent, Turn
from appliance.kernel.database.rows import from_record
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.encryption import BadKey
from appliance.kernel.errors import NotFound

# How many events are prepared and written at a time.
BATCH = 500
# Of so many changed events the ids are recorded.
MAX_NAMED = 200


def turns(db: Reader) -> list[Turn]:
    """Every calendar that can be synced now: enabled, connected, not local, its provider accepting requests."""
    return db.all(
        Turn,
        "SELECT id AS calendar_id, last_synced_at FROM calendars"
        " WHERE kind <> 'local' AND enabled AND NOT needs_reconnect AND (config IS NOT NULL OR account_id IS NOT NULL)"
        " AND (not_before IS NULL OR not_before <= ?) ORDER BY id",
        db.now,
    )


def source(db: Reader, calendar_id: str) -> Source:
    """One calendar as the sync sees it. Raises NotFound."""
    found = next(
        db.records(
            "SELECT id AS calendar_id, kind, feed AS sync_state, enabled, needs_reconnect, writes, account_id,"
            " remote_id, declined, owner_email FROM calendars WHERE id = ?",
            calendar_id,
        ),
        None,
    )
    if found is None:
        raise NotFound()
    account_id = found["account_id"]
    try:
        config = account_queries.config(db, account_id) if account_id else calendar_queries.feed_url(db, calendar_id)
    except BadKey:
        config = ""
    return from_record(Source, found, config=config)


def writes(db: Reader, calendar_id: str) -> int:
    """How often synced events of a calendar were written: by a sync, or after their provider stored a change."""
    return int(db.value("SELECT writes FROM calendars WHERE id = ?", calendar_id) or 0)


def count_write(tx: Tx, calendar_id: str) -> None:
    """Count a write, so that a sync that is under way does not overwrite it."""
    tx.run("UPDATE calendars SET writes = writes + 1 WHERE id = ?", calendar_id)


def objects(db: Reader, calendar_id: str) -> dict[str, str]:
    """The stored objects of a synced calendar: ETags by href."""
    return dict(db.rows("SELECT href, etag FROM remote_objects WHERE calendar_id = ?", calendar_id))


def count_objects(db: Reader, calendar_id: str) -> int:
    """The number of stored objects of a synced calendar."""
    return int(db.value("SELECT count(*) FROM remote_objects WHERE calendar_id = ?", calendar_id))


def put_objects(tx: Tx, calendar_id: str, objects: Mapping[str, str], gone: list[str] | None) -> None:
    """Store objects and delete those in `gone`, or all others when it is None."""
    if gone is None:
        tx.run("DELETE FROM remote_objects WHERE calendar_id = ?", calendar_id)
    else:
        tx.run_many(
            "DELETE FROM remote_objects WHERE calendar_id = ? AND href = ?", [(calendar_id, href) for href in gone]
        )
    tx.run_many(
        "INSERT INTO remote_objects (calendar_id, href, etag) VALUES (?, ?, ?)"
        " ON CONFLICT (calendar_id, href) DO UPDATE SET etag = excluded.etag",
        [(calendar_id, href, etag) for href, etag in objects.items()],
    )


def feed_parts(db: Reader, calendar_id: str) -> dict[bytes, bytes]:
    """What was last read of the parts of a feed, by their digests."""
    return dict(db.rows("SELECT digest, reading FROM feed_parts WHERE calendar_id = ?", calendar_id))


def put_feed_parts(tx: Tx, calendar_id: str, parts: Mapping[bytes, bytes | None]) -> None:
    """Store what was read of the parts of a feed. Those without a value stay, and those that are missing go."""
    stored = tx.all(bytes, "SELECT digest FROM feed_parts WHERE calendar_id = ?", calendar_id)
    tx.run_many(
        "DELETE FROM feed_parts WHERE calendar_id = ? AND digest = ?",
        [(calendar_id, digest) for digest in stored if digest not in parts],
    )
    tx.run_many(
        "INSERT INTO feed_parts (calendar_id, digest, reading) VALUES (?, ?, ?) ON CONFLICT (calendar_id, digest)"
        " DO UPDATE SET reading = excluded.reading WHERE reading <> excluded.reading",
        [(calendar_id, digest, reading) for digest, reading in parts.items() if reading is not None],
    )


def put_writable(tx: Tx, calendar_id: str, writable: bool) -> bool:
    """Store whether the provider allows writes, unless the household forbids them. True when that changed anything."""
    return bool(
        tx.run(
            "UPDATE calendars SET writable = ?1 AND NOT kept_read_only"
            " WHERE id = ?2 AND writable <> (?1 AND NOT kept_read_only)",
            writable,
            calendar_id,
        )
    )


def count(db: Reader, calendar_id: str) -> int:
    """The number of stored events of a synced calendar."""
    return int(db.value("SELECT count(*) FROM events WHERE calendar_id = ?", calendar_id))


def put_begun(tx: Tx, calendar_id: str, run: str) -> None:
    """Store that this run of the server begins to read a calendar. Counts a run that ended while it did so."""
    tx.run(
        "UPDATE calendars SET interruptions = interruptions + (sync_begun_by IS NOT NULL AND sync_begun_by <> ?1),"
        " sync_begun_by = ?1 WHERE id = ?2",
        run,
        calendar_id,
    )


def put_ended(tx: Tx, calendar_id: str) -> None:
    """Store that a calendar is not being read any more."""
    tx.run("UPDATE calendars SET sync_begun_by = NULL WHERE id = ?", calendar_id)


def interrupted(db: Reader, run: str) -> list[Interrupted]:
    """The calendars that another run of the server was reading when it ended, with how often that happened."""
    return db.all(
        Interrupted,
        "SELECT id AS calendar_id, interruptions + 1 AS times FROM calendars WHERE sync_begun_by <> ? ORDER BY id",
        run,
    )


def put_pause(tx: Tx, calendar_id: str, times: int, until: datetime, error: str, details: ErrorDetails) -> None:
    """Store that a calendar is not synced until an instant, because reading it ended the server `times` times."""
    tx.run(
        "UPDATE calendars SET sync_begun_by = NULL, interruptions = ?, not_before = ?, last_error = ?,"
        " last_error_details = ? WHERE id = ?",
        times,
        until,
        error,
        details,
        calendar_id,
    )


def put_success(tx: Tx, calendar_id: str, sync_state: SyncState) -> None:
    """Store a successful sync. That a calendar is shown in part is not an error of a sync, so that mark stays."""
    tx.run(
        "UPDATE calendars SET feed = ?1, last_synced_at = ?2, not_before = NULL, sync_begun_by = NULL,"
        " interruptions = 0,"
        " last_error = CASE WHEN last_error = ?3 THEN last_error END,"
        " last_error_details = CASE WHEN last_error = ?3 THEN last_error_details END WHERE id = ?4",
        sync_state,
        tx.now,
        INCOMPLETE,
        calendar_id,
    )


def put_losses(tx: Tx, calendar_id: str, losses: ErrorDetails | None) -> None:
    """Store what could not be read of a calendar: `message`, `code` and the values of its text."""
    tx.run("UPDATE calendars SET losses = ? WHERE id = ?", losses, calendar_id)


def put_failure(
    tx: Tx, calendar_id: str, error: str, details: ErrorDetails | None = None, not_before: datetime | None = None
) -> None:
    """Store a failed sync; the sync state stays. `not_before` is when the provider may be called again."""
    tx.run(
        "UPDATE calendars SET last_synced_at = ?, last_error = ?, last_error_details = ?, not_before = ?,"
        " sync_begun_by = NULL WHERE id = ?",
        tx.now,
        error,
        details,
        not_before,
        calendar_id,
    )


def replace_synced(
    tx: Tx,
    calendar_id: str,
    occurrences: Iterable[Occurrence],
    spans: Sequence[tuple[datetime, datetime]] | None = None,
    sources: Sequence[str] | None = None,
) -> set[str]:
    """Replace the events of a synced calendar. Returns the ids that were written or removed.

    Of more than MAX_NAMED not all are named.

    They replace every event of the calendar; with `spans` or `sources` only those that overlap one of the spans, or
    whose external id or series id is one of the sources, or begins with it and `::`. Events keep their rows, so that
    notes and linked items stay: changed ones are updated, missing ones removed. Declined invitations are left out where
    the calendar hides them.
    """
    if tx.value("SELECT declined FROM calendars WHERE id = ?", calendar_id) == "hidden":
        occurrences = (occurrence for occurrence in occurrences if not occurrence.declined)
    stored = _digests(tx, calendar_id)
    gone = set(stored)
    if spans is not None or sources is not None:
        gone = _replaced_ids(tx, calendar_id, spans or (), sources or ())
    text_ids = _text_ids(tx, calendar_id)
    written: set[str] = set()
    for batch in batched(rules.synced(calendar_id, occurrences), BATCH):
        gone.difference_update(event.id for event in batch)
        fresh = [event for event in batch if stored.get(event.id) != event.digest]
        _put_texts(tx, calendar_id, text_ids, fresh)
        _put_synced(tx, calendar_id, text_ids, fresh)
        if len(written) <= MAX_NAMED:
            written.update(event.id for event in fresh)
    if gone:
        tx.run_many("DELETE FROM events WHERE id = ?", [(event_id,) for event_id in gone])
        written |= gone
    if written:
        tx.run(
            "DELETE FROM event_texts WHERE calendar_id = ?"
            " AND NOT EXISTS (SELECT 1 FROM events WHERE text_id = event_texts.id)",
            calendar_id,
        )
    return written


def forget_before(tx: Tx, calendar_id: str, moment: datetime) -> bool:
    """Delete the events of a synced calendar that ended by this moment; False when there were none."""
    return bool(tx.run("DELETE FROM events WHERE calendar_id = ? AND span_end <= ?", calendar_id, moment))


def batched(events: Iterable[SyncedEvent], size: int) -> Iterator[list[SyncedEvent]]:
    """The events in lists of at most `size`."""
    rest = iter(events)
    while batch := list(islice(rest, size)):
        yield batch


def _digests(db: Reader, calendar_id: str) -> dict[str, bytes | None]:
    return dict(db.rows("SELECT id, digest FROM events WHERE calendar_id = ?", calendar_id))


def _text_ids(db: Reader, calendar_id: str) -> dict[bytes, int]:
    return dict(db.rows("SELECT digest, id FROM event_texts WHERE calendar_id = ?", calendar_id))


def _put_texts(tx: Tx, calendar_id: str, text_ids: dict[bytes, int], events: Sequence[SyncedEvent]) -> None:
    for event in events:
        if event.text_digest and event.text_digest not in text_ids:
            text_ids[event.text_digest] = tx.value(
                "INSERT INTO event_texts (calendar_id, digest, location, description) VALUES (?, ?, ?, ?) RETURNING id",
                calendar_id,
                event.text_digest,
                event.location,
                event.description,
            )


def _put_synced(tx: Tx, calendar_id: str, text_ids: Mapping[bytes, int], events: Sequence[SyncedEvent]) -> None:
    tx.run_many(
        "INSERT INTO events (id, calendar_id, external_id, series_id, title, starts, ends, all_day, text_id, reminders,"
        " digest, span_start, span_end, long, created_at, declined)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET series_id = excluded.series_id, title = excluded.title,"
        " starts = excluded.starts, ends = excluded.ends, all_day = excluded.all_day, location = NULL,"
        " description = NULL, text_id = excluded.text_id, reminders = excluded.reminders, digest = excluded.digest,"
        " span_start = excluded.span_start, span_end = excluded.span_end, long = excluded.long,"
        " declined = excluded.declined, sequence = events.sequence + 1, changed_at = excluded.created_at",
        (
            (
                event.id,
                calendar_id,
                event.external_id,
                event.series_id,
                event.title,
                event.start,
                event.end,
                event.all_day,
                text_ids[event.text_digest] if event.text_digest else None,
                event.reminders,
                event.digest,
                *span(event.start, event.end, event.all_day),
                tx.now,
                event.declined,
            )
            for event in events
        ),
    )


def _replaced_ids(
    db: Reader, calendar_id: str, spans: Sequence[tuple[datetime, datetime]], sources: Sequence[str]
) -> set[str]:
    """The ids of a synced calendar's events that overlap a span or come from a source."""
    found: set[str] = set()
    for begin, end in spans:
        found |= set(
            db.all(
                str,
                "SELECT id FROM events WHERE calendar_id = ? AND span_start < ? AND (span_end > ? OR span_start >= ?)",
                calendar_id,
                end,
                begin,
                begin,
            )
        )
    if sources:
        found |= set(
            db.all(
                str,
                "SELECT id FROM events WHERE calendar_id = ? AND series_id IN (SELECT value FROM json_each(?))",
                calendar_id,
                list(sources),
            )
        )
    for source in sources:
        # The semicolon is the character after the colon.
        found |= set(
            db.all(
                str,
                "SELECT id FROM events WHERE calendar_id = ?"
                " AND (external_id = ? OR (external_id >= ? AND external_id < ?))",
                calendar_id,
                source,
                f"{source}::",
                f"{source}:;",
            )
        )
    return found
