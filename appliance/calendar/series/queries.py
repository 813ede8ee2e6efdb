"""SQL of detached events and their series."""

from collections.abc import Iterator, Sequence

from appliance.calendar.events.models import AnnotatedEvent, StoredEvent
from appliance.calendar.events.queries import annotated, select
from appliance.kernel.database.transactions import Reader, Tx

FAMILIES = select(
    source="(SELECT rowid AS found FROM events WHERE id IN (SELECT value FROM json_each(?1)) UNION SELECT rowid"
    " FROM events INDEXED BY events_detached WHERE detached_from IN (SELECT value FROM json_each(?1)))"
    " CROSS JOIN events AS e",
    condition="e.rowid = found",
)
ALL = select(
    source="events AS e",
    condition="e.external_id IS NULL AND (e.rrule IS NOT NULL OR e.detached_from IS NOT NULL)"
    # A series comes before the events that were detached from it.
    " ORDER BY e.detached_from IS NOT NULL",
)


def families(db: Reader, event_ids: Sequence[str]) -> Iterator[AnnotatedEvent]:
    """The events with these ids and those that were detached from them, in no particular order."""
    return map(annotated, db.rows(FAMILIES, event_ids))


def all_series(db: Reader) -> list[StoredEvent]:
    """Every local series, and the events that were detached from one."""
    return [event for event, _ in map(annotated, db.rows(ALL))]


def reattach(tx: Tx, event_ids: Sequence[str], series_id: str) -> None:
    """Make detached events those of another series."""
    tx.run_many("UPDATE events SET detached_from = ? WHERE id = ?", [(series_id, event_id) for event_id in event_ids])


def release_detached(tx: Tx) -> None:
    """Make detached events of what is no series, after an import, events of their own."""
    tx.run(
        "UPDATE events SET detached_from = NULL, occurrence_start = NULL WHERE detached_from IS NOT NULL"
        " AND (SELECT rrule FROM events AS series WHERE series.id = events.detached_from) IS NULL"
    )
