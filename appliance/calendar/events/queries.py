"""Every SQL statement about events."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import astuple

from appliance.calendar.events import rules
from appliance.calendar.events.models import Occurrence, StoredEvent, TaggedEvent
from appliance.calendar.times import rules as times
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = (
    "id, calendar_id, external_id, series_id, title, starts, ends, all_day, location, description, rrule, category_id,"
    " reminders, travel_minutes, remind_before_leave"
)


# A row with its tags: a local event's own members, and what was annotated to a synced one and to its series.
TAGGED = (
    "SELECT " + ", ".join(f"e.{column.strip()}" for column in COLUMNS.split(",")) + ","
    " CASE WHEN e.external_id IS NULL THEN (SELECT json_group_array(m.member_id ORDER BY m.position)"
    " FROM event_members AS m WHERE m.event_id = e.id) END,"
    " CASE WHEN o.key IS NOT NULL THEN (SELECT json_group_array(m.member_id ORDER BY m.position)"
    " FROM annotation_members AS m WHERE m.calendar_id = o.calendar_id AND m.scope = o.scope AND m.key = o.key) END,"
    " o.category_id, o.travel_minutes, o.remind_before_leave,"
    " CASE WHEN s.key IS NOT NULL THEN (SELECT json_group_array(m.member_id ORDER BY m.position)"
    " FROM annotation_members AS m WHERE m.calendar_id = s.calendar_id AND m.scope = s.scope AND m.key = s.key) END,"
    " s.category_id"
    " FROM events AS e {index}"
    " LEFT JOIN annotations AS o ON o.calendar_id = e.calendar_id AND o.scope = 'occurrence' AND o.key = e.external_id"
    " LEFT JOIN annotations AS s ON s.calendar_id = e.calendar_id AND s.scope = 'series' AND s.key = e.series_id"
    " WHERE {condition}"
)
# The index is named, for the planner would rather read every event of the calendars asked for.
ORDINARY = TAGGED.format(
    index="INDEXED BY events_span",
    condition="e.rrule IS NULL AND e.long = 0 AND e.span_start >= ? AND e.span_start < ? AND e.span_end > ?"
    " AND e.calendar_id IN (SELECT value FROM json_each(?))",
)
LASTING = TAGGED.format(
    index="INDEXED BY events_long",
    condition="e.rrule IS NULL AND e.long = 1 AND e.span_end > ? AND e.span_start < ?"
    " AND e.calendar_id IN (SELECT value FROM json_each(?))",
)
SERIES = TAGGED.format(
    index="INDEXED BY events_series",
    condition="e.rrule IS NOT NULL AND e.span_start < ? AND e.calendar_id IN (SELECT value FROM json_each(?))",
)
BY_ID = TAGGED.format(index="", condition="e.id = ?")


def between(db: Reader, begin: datetime, end: datetime, calendar_ids: Sequence[str]) -> list[TaggedEvent]:
    """Events of these calendars that end after `begin` and start before `end`, and the series that may."""
    return [
        *db.all(_tagged, ORDINARY, begin - times.LONG, end, begin, calendar_ids),
        *db.all(_tagged, LASTING, begin, end, calendar_ids),
        *db.all(_tagged, SERIES, end, calendar_ids),
    ]


def event(db: Reader, event_id: str) -> TaggedEvent:
    """One event, or a local series. Raises NotFound."""
    return db.one(_tagged, BY_ID, event_id)


def occurrence_keys(db: Reader, calendar_id: str, series_id: str) -> list[str]:
    """The external ids of a synced series' occurrences."""
    return db.all(str, "SELECT external_id FROM events WHERE calendar_id = ? AND series_id = ?", calendar_id, series_id)


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
        stored = {event.id: event for event in of_calendar(tx, calendar_id)}
        gone = stored.keys() - wanted.keys()
    else:
        gone = _meant(tx, calendar_id, spans or (), sources or ()) - wanted.keys()
        stored = {event.id: event for event in _by_ids(tx, list(wanted))}
    fresh = [event for event in wanted.values() if event != stored.get(event.id)]

    tx.run_many("DELETE FROM events WHERE id = ?", [(event_id,) for event_id in gone])
    put_all(tx, fresh)
    return bool(gone or fresh)


def forget_before(tx: Tx, calendar_id: str, moment: datetime) -> bool:
    """Remove the events of a synced calendar that were over by then; False when there were none."""
    return bool(tx.run("DELETE FROM events WHERE calendar_id = ? AND span_end <= ?", calendar_id, moment))


def of_series(db: Reader, calendar_id: str, series_id: str) -> list[str]:
    """The ids of a synced series' occurrences."""
    return db.all(str, "SELECT id FROM events WHERE calendar_id = ? AND series_id = ?", calendar_id, series_id)


def of_calendar(db: Reader, calendar_id: str) -> list[StoredEvent]:
    """Every row of a calendar."""
    return db.all(_stored, f"SELECT {COLUMNS} FROM events WHERE calendar_id = ?", calendar_id)


def put_all(tx: Tx, events: Iterable[StoredEvent]) -> None:
    """Store events; existing ones keep their creation time."""
    tx.run_many(
        f"INSERT INTO events ({COLUMNS}, span_start, span_end, long, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET calendar_id = excluded.calendar_id, title = excluded.title,"
        " starts = excluded.starts, ends = excluded.ends,"
        " all_day = excluded.all_day, location = excluded.location, description = excluded.description,"
        " rrule = excluded.rrule, category_id = excluded.category_id, reminders = excluded.reminders,"
        " travel_minutes = excluded.travel_minutes, remind_before_leave = excluded.remind_before_leave,"
        " series_id = excluded.series_id, span_start = excluded.span_start, span_end = excluded.span_end,"
        " long = excluded.long",
        ((*astuple(event), *times.span(event.start, event.end, event.all_day), tx.now) for event in events),
    )


def put_members(tx: Tx, event_id: str, member_ids: Sequence[str]) -> None:
    """Make these the members of a local event, in this order."""
    put_all_members(tx, {event_id: member_ids})


def put_all_members(tx: Tx, members: Mapping[str, Sequence[str]]) -> None:
    """Make these the members of local events, each in its order."""
    tx.run_many("DELETE FROM event_members WHERE event_id = ?", ((event_id,) for event_id in members))
    tx.run_many(
        "INSERT INTO event_members (event_id, member_id, position) VALUES (?, ?, ?)",
        ((event_id, each, position) for event_id, ids in members.items() for position, each in enumerate(ids)),
    )


def remove(tx: Tx, event_id: str) -> None:
    """Forget an event or a whole local series."""
    tx.run("DELETE FROM events WHERE id = ?", event_id)


def _by_ids(db: Reader, event_ids: list[str]) -> list[StoredEvent]:
    return db.all(_stored, f"SELECT {COLUMNS} FROM events WHERE id IN (SELECT value FROM json_each(?))", event_ids)


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


def _stored(
    id: str, calendar_id: str, external_id: str | None, series_id: str | None, title: str, start: str, end: str,
    all_day: int, location: str | None, description: str | None, rrule: str | None, category_id: str | None,
    reminders: str | None, travel_minutes: int | None, remind_before_leave: int,
) -> StoredEvent:  # fmt: skip
    return StoredEvent(
        id, calendar_id, external_id, series_id, title, start, end, bool(all_day), location, description, rrule,
        category_id, None if reminders is None else tuple(msgspec.json.decode(reminders)), travel_minutes,
        bool(remind_before_leave),
    )  # fmt: skip


def _tagged(*row: Any) -> TaggedEvent:
    event, (own, members, category_id, minutes, remind, series_members, series_category_id) = row[:15], row[15:]
    occurrence = (_ids(members), category_id, minutes, None if remind is None else bool(remind))
    return rules.tagged(_stored(*event), _ids(own), occurrence, (_ids(series_members), series_category_id))


def _ids(stored: str | None) -> tuple[str, ...]:
    return tuple(msgspec.json.decode(stored)) if stored else ()
