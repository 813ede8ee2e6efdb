"""Every SQL statement about syncing."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from appliance.calendar.accounts import queries as accounts
from appliance.calendar.calendars import queries as calendars
from appliance.calendar.providers.models import SyncState
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
