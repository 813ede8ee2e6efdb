"""Every SQL statement about syncing."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from appliance.calendar.accounts import queries as accounts
from appliance.calendar.calendars import queries as calendars
from appliance.calendar.events import queries as events
from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.models import SyncState
from appliance.calendar.sync import rules
from appliance.calendar.sync.models import Source, Turn
from appliance.kernel.database.transactions import Reader, Tx


def turns(db: Reader) -> list[Turn]:
    """Every calendar that can be synced now: enabled, connected, not local, its source not at rest."""
    return db.all(
        Turn,
        "SELECT id AS calendar_id, last_synced_at FROM calendars"
        " WHERE kind <> 'local' AND enabled AND NOT needs_reconnect AND (config IS NOT NULL OR account_id IS NOT NULL)"
        " AND (not_before IS NULL OR not_before <= ?) ORDER BY id",
        db.now,
    )


def source(db: Reader, calendar_id: str) -> Source:
    """One calendar as the sync sees it. Raises NotFound."""

    def shaped(
        kind: str,
        sync_state: str | None,
        enabled: int,
        needs_reconnect: int,
        account_id: str | None,
        remote_id: str | None,
    ) -> Source:
        config = accounts.config(db, account_id) if account_id else calendars.feed_url(db, calendar_id)
        known = msgspec.json.decode(sync_state, type=SyncState) if sync_state else None
        return Source(calendar_id, kind, config, known, bool(enabled), bool(needs_reconnect), account_id, remote_id)

    return db.one(
        shaped,
        "SELECT kind, feed, enabled, needs_reconnect, account_id, remote_id FROM calendars WHERE id = ?",
        calendar_id,
    )


def objects(db: Reader, calendar_id: str) -> dict[str, str]:
    """The objects known of a synced calendar: versions by address."""
    return dict(db.rows("SELECT href, etag FROM remote_objects WHERE calendar_id = ?", calendar_id))


def put_objects(tx: Tx, calendar_id: str, objects: Mapping[str, str], gone: list[str] | None) -> None:
    """Remember objects in the place of those that are gone; of all, when `gone` is None."""
    if gone is None:
        tx.run("DELETE FROM remote_objects WHERE calendar_id = ?", calendar_id)
    else:
        tx.run_many(
            "DELETE FROM remote_objects WHERE calendar_id = ? AND href = ?", [(calendar_id, each) for each in gone]
        )
    tx.run_many(
        "INSERT INTO remote_objects (calendar_id, href, etag) VALUES (?, ?, ?)"
        " ON CONFLICT (calendar_id, href) DO UPDATE SET etag = excluded.etag",
        [(calendar_id, href, etag) for href, etag in objects.items()],
    )


def put_writable(tx: Tx, calendar_id: str, writable: bool) -> bool:
    """Note what a provider allows; the household's own wish not to write stands. True when that changed anything."""
    return bool(
        tx.run(
            "UPDATE calendars SET writable = ?1 AND NOT kept_read_only"
            " WHERE id = ?2 AND writable <> (?1 AND NOT kept_read_only)",
            writable,
            calendar_id,
        )
    )


def count(db: Reader, calendar_id: str) -> int:
    """How many events are stored of a synced calendar."""
    return int(db.value("SELECT count(*) FROM events WHERE calendar_id = ?", calendar_id))


def put_success(tx: Tx, calendar_id: str, sync_state: SyncState) -> None:
    """Note a sync that went well."""
    tx.run(
        "UPDATE calendars SET feed = ?, last_synced_at = ?, last_error = NULL, not_before = NULL WHERE id = ?",
        sync_state,
        tx.now,
        calendar_id,
    )


def put_failure(tx: Tx, calendar_id: str, error: str, not_before: datetime | None = None) -> None:
    """Note a sync that failed; what is known of the source stays. `not_before` is when it may be asked again."""
    tx.run(
        "UPDATE calendars SET last_synced_at = ?, last_error = ?, not_before = ? WHERE id = ?",
        tx.now, error, not_before, calendar_id,
    )  # fmt: skip


def replace_synced(
    tx: Tx,
    calendar_id: str,
    occurrences: Iterable[Occurrence],
    spans: Sequence[tuple[datetime, datetime]] | None = None,
    sources: Sequence[str] | None = None,
) -> bool:
    """Make these the events of a synced calendar; False when nothing had to be written.

    They take the place of every event of the calendar; with `spans` or `sources` only of those that overlap one of the
    spans, or whose external id or series id is one of the sources, or begins with it and `::`. Events keep their rows,
    so that what hangs on them stays: changed ones are updated, vanished ones removed.
    """
    wanted = {event.id: event for event in rules.synced(calendar_id, occurrences)}
    if spans is None and sources is None:
        stored = {event.id: event for event in events.of_calendar(tx, calendar_id)}
        gone = stored.keys() - wanted.keys()
    else:
        gone = _meant(tx, calendar_id, spans or (), sources or ()) - wanted.keys()
        stored = {event.id: event for event in events.by_ids(tx, list(wanted))}
    fresh = [event for event in wanted.values() if event != stored.get(event.id)]

    tx.run_many("DELETE FROM events WHERE id = ?", [(event_id,) for event_id in gone])
    events.put_all(tx, fresh)
    return bool(gone or fresh)


def forget_before(tx: Tx, calendar_id: str, moment: datetime) -> bool:
    """Remove the events of a synced calendar that were over by then; False when there were none."""
    return bool(tx.run("DELETE FROM events WHERE calendar_id = ? AND span_end <= ?", calendar_id, moment))


def _meant(
    db: Reader, calendar_id: str, spans: Sequence[tuple[datetime, datetime]], sources: Sequence[str]
) -> set[str]:
    """The ids of a synced calendar's events that overlap a span or come from a source."""
    found: set[str] = set()
    for begin, end in spans:
        found |= set(
            db.all(
                str,
                "SELECT id FROM events WHERE calendar_id = ? AND span_start < ? AND (span_end > ? OR span_start >= ?)",
                calendar_id, end, begin, begin,
            )
        )  # fmt: skip
    if sources:
        found |= set(
            db.all(
                str,
                "SELECT id FROM events WHERE calendar_id = ? AND series_id IN (SELECT value FROM json_each(?))",
                calendar_id, list(sources),
            )
        )  # fmt: skip
    for source in sources:
        # A semicolon is the character after the colon.
        found |= set(
            db.all(
                str,
                "SELECT id FROM events WHERE calendar_id = ?"
                " AND (external_id = ? OR (external_id >= ? AND external_id < ?))",
                calendar_id, source, f"{source}::", f"{source}:;",
            )
        )  # fmt: skip
    return found
