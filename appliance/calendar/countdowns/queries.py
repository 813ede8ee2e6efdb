"""SQL of countdowns: the marked events."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain

from appliance.calendar.events.models import AnnotatedEvent
from appliance.calendar.events.queries import annotated, select
from appliance.kernel.database.transactions import Reader

OF_CALENDARS = " AND e.calendar_id IN (SELECT value FROM json_each(?))"
EVENTS = (
    select(
        source="events AS e INDEXED BY events_countdown",
        condition="e.countdown = 1 AND e.rrule IS NULL AND e.span_start >= ?" + OF_CALENDARS,
    )
    + " ORDER BY e.span_start LIMIT ?"
)
SERIES = (
    select(
        source="events AS e INDEXED BY events_countdown",
        # The bound of the start lets SQLite use the index as one.
        condition="e.countdown = 1 AND e.span_start > '' AND e.rrule IS NOT NULL AND e.series_end > ?" + OF_CALENDARS,
    )
    + " ORDER BY e.span_start LIMIT ?"
)
SYNCED = (
    select(
        source="annotations AS c INDEXED BY annotations_countdown CROSS JOIN events AS e"
        " ON e.calendar_id = c.calendar_id AND e.external_id = c.key",
        condition="c.scope = 'occurrence' AND c.countdown = 1 AND e.span_start >= ?" + OF_CALENDARS,
    )
    + " ORDER BY e.span_start LIMIT ?"
)
SYNCED_SERIES = (
    select(
        source="annotations AS c INDEXED BY annotations_countdown CROSS JOIN events AS e"
        " ON e.calendar_id = c.calendar_id AND e.series_id = c.key",
        condition="c.scope = 'series' AND c.countdown = 1 AND e.span_start >= ? AND coalesce(o.countdown, 1)"
        + OF_CALENDARS,
    )
    + " ORDER BY e.span_start LIMIT ?"
)
# Most households have no marks of one kind or the other, and preparing the sort of nothing costs as much as of some.
ANY = (
    "SELECT EXISTS (SELECT 1 FROM events INDEXED BY events_countdown WHERE countdown = 1 AND span_start > ''),"
    " EXISTS (SELECT 1 FROM annotations INDEXED BY annotations_countdown WHERE countdown = 1"
    " AND scope IN ('occurrence', 'series'))"
)


def marked(db: Reader, since: datetime, calendar_ids: Sequence[str], most: int) -> Iterator[AnnotatedEvent]:
    """The marked events of these calendars that start from an instant on, and the marked series that go on after it.

    At most `most` of each kind, the earliest first.
    """
    events, annotations = next(db.rows(ANY))
    statements = (*((EVENTS, SERIES) if events else ()), *((SYNCED, SYNCED_SERIES) if annotations else ()))
    return map(
        annotated, chain.from_iterable(db.rows(statement, since, calendar_ids, most) for statement in statements)
    )
