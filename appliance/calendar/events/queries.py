"""Every SQL statement about events and about the household's annotations of synced ones.

An annotation is keyed by the provider's event id (`occurrence`) or series id (`series`), so it outlives the rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from appliance.calendar.events import rules
from appliance.calendar.events.models import NO_ANNOTATIONS, AnnotatedEvent, Annotations, StoredEvent
from appliance.calendar.occurrences.rules import MIDNIGHT, Times, series_end
from appliance.kernel.database.rows import row_factory
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import NotFound
from appliance.kernel.scheduling.clock import instant

ANNOTATION = "WHERE calendar_id = ? AND scope = ? AND key = ?"

# The columns of an event by the fields of StoredEvent, and those of its annotations by the fields of Annotations.
# Location and description of a synced event are in event_texts, unless it was written here since the last sync.
EVENT_COLUMNS = {
    "id": "e.id",
    "calendar_id": "e.calendar_id",
    "external_id": "e.external_id",
    "series_id": "e.series_id",
    "title": "e.title",
    "start": "e.starts",
    "end": "e.ends",
    "all_day": "e.all_day",
    "location": "coalesce(t.location, e.location)",
    "description": "coalesce(t.description, e.description)",
    "rrule": "e.rrule",
    "category_id": "e.category_id",
    "reminders": "e.reminders",
    "travel_minutes": "e.travel_minutes",
    "remind_before_leave": "e.remind_before_leave",
    "countdown": "e.countdown",
    "routine": "e.routine",
    "exclusions": "e.exclusions",
    "detached_from": "e.detached_from",
    "occurrence_start": "e.occurrence_start",
    "declined": "e.declined",
}
ANNOTATION_COLUMNS = {
    "own_members": "CASE WHEN e.external_id IS NULL THEN (SELECT nullif(json_group_array(m.member_id"
    " ORDER BY m.position), '[]') FROM event_members AS m WHERE m.event_id = e.id) END",
    "occurrence_members": "CASE WHEN o.key IS NOT NULL THEN (SELECT json_group_array(m.member_id ORDER BY m.position)"
    " FROM annotation_members AS m WHERE m.calendar_id = o.calendar_id AND m.scope = o.scope AND m.key = o.key) END",
    "occurrence_category_id": "o.category_id",
    "occurrence_travel_minutes": "o.travel_minutes",
    "occurrence_remind": "o.remind_before_leave",
    "occurrence_countdown": "o.countdown",
    "series_members": "CASE WHEN s.key IS NOT NULL THEN (SELECT json_group_array(m.member_id ORDER BY m.position)"
    " FROM annotation_members AS m WHERE m.calendar_id = s.calendar_id AND m.scope = s.scope AND m.key = s.key) END",
    "series_category_id": "s.category_id",
    "series_countdown": "s.countdown",
    "series_routine": "s.routine",
}
WIDTH = len(EVENT_COLUMNS)
TO_EVENT = row_factory(StoredEvent, tuple(EVENT_COLUMNS))
TO_ANNOTATIONS = row_factory(Annotations, tuple(ANNOTATION_COLUMNS))
TIMES = msgspec.json.Decoder(Times)
# The end of a series that may go on.
NO_END = "9999"
# `declined` is what a sync writes.
WRITTEN_FIELDS = tuple(field for field in EVENT_COLUMNS if field != "declined")
WRITTEN = (
    *({"start": "starts", "end": "ends"}.get(field, field) for field in WRITTEN_FIELDS),
    *("span_start", "span_end", "long", "series_end", "created_at"),
)
REWRITTEN = tuple(name for name in WRITTEN if name not in ("id", "external_id", "created_at"))
# What other calendar programs see of an event; a change of it is counted.
PUBLISHED = ("title", "starts", "ends", "all_day", "location", "description", "rrule", "exclusions")
IS_CHANGED = " OR ".join(f"events.{name} IS NOT excluded.{name}" for name in PUBLISHED)
COUNT_CHANGE = (
    f"sequence = events.sequence + ({IS_CHANGED}),"
    f" changed_at = CASE WHEN {IS_CHANGED} THEN excluded.created_at ELSE events.changed_at END"
)
NOT_ANNOTATED = (None,) * len(ANNOTATION_COLUMNS)
# How long before a range an occurrence in it may start: nearly all last for less than the first, none for longer than
# the second.
LONG, LONGEST = rules.LONG_EVENT, rules.LONGEST_REPEATED + timedelta(days=1)


def select(source: str, condition: str, times: str = "NULL") -> str:
    """A statement for `annotated`. `source` has the events as `e`."""
    return (
        f"SELECT {', '.join([*EVENT_COLUMNS.values(), *ANNOTATION_COLUMNS.values(), times])} FROM {source}"
        " LEFT JOIN event_texts AS t ON t.id = e.text_id LEFT JOIN annotations AS o"
        " ON o.calendar_id = e.calendar_id AND o.scope = 'occurrence' AND o.key = e.external_id"
        " LEFT JOIN annotations AS s ON s.calendar_id = e.calendar_id AND s.scope = 'series' AND s.key = e.series_id"
        f" WHERE {condition}"
    )


# The indexes are named because the planner would read every event of the calendars.
FOUND_SINGLE = (
    "SELECT rowid AS number, NULL AS times FROM events INDEXED BY events_span WHERE rrule IS NULL AND long = 0"
    " AND span_start >= ?1 AND span_start < ?3 AND span_end > ?2 UNION ALL"
    " SELECT rowid, NULL FROM events INDEXED BY events_long WHERE rrule IS NULL AND long = 1"
    " AND span_end > ?2 AND span_start < ?3"
)
FOUND_OCCURRENCES = (
    "SELECT series, json_group_array(json_array(starts, ends)) FROM (SELECT series, starts, ends FROM occurrences"
    " WHERE long = 0 AND starts >= ?1 AND starts < ?6 AND ends > ?2 UNION ALL SELECT series, starts, ends"
    " FROM occurrences WHERE long = 1 AND starts >= ?5 AND starts < ?6 AND ends > ?2) GROUP BY series"
)
OF_CALENDARS = "e.rowid = number AND e.calendar_id IN (SELECT value FROM json_each(?4))"
SINGLE = select(f"({FOUND_SINGLE}) CROSS JOIN events AS e", OF_CALENDARS)
IN_RANGE = select(f"({FOUND_SINGLE} UNION ALL {FOUND_OCCURRENCES}) CROSS JOIN events AS e", OF_CALENDARS, "times")
# The rows are sorted before they are read whole. LIMIT keeps SQLite from moving the order to the end of the statement.
SERIES = select(
    source="(SELECT rowid AS found FROM events INDEXED BY events_series WHERE rrule IS NOT NULL"
    " AND series_end > ? AND span_start < ? AND calendar_id IN (SELECT value FROM json_each(?))"
    " ORDER BY calendar_id, rowid LIMIT -1) CROSS JOIN events AS e",
    condition="e.rowid = found",
)
NEXT_SERIES = select(
    source="events AS e INDEXED BY events_rules",
    condition="e.rrule IS NOT NULL AND e.id > ? ORDER BY e.id LIMIT ?",
)
BY_ID = select(source="events AS e", condition="e.id = ?")
DETACHED = select(source="events AS e", condition="e.detached_from = ? ORDER BY e.occurrence_start, e.rowid")
BY_IDS = select(source="events AS e", condition="e.id IN (SELECT value FROM json_each(?))")
BY_NUMBER = select(source="json_each(?) AS n CROSS JOIN events AS e", condition="e.rowid = n.value ORDER BY n.id")


def in_range(
    db: Reader, begin: datetime, end: datetime, calendar_ids: Sequence[str]
) -> Iterator[tuple[AnnotatedEvent, Times | None]]:
    """What happens in a range whose occurrences are stored: as `single`, and each series with its times."""
    before = instant(end).removesuffix(MIDNIGHT)  # above each start, for a date sorts before its midnight
    for row in db.rows(IN_RANGE, begin - LONG, begin, end, calendar_ids, begin - LONGEST, before):
        yield annotated(row), TIMES.decode(row[-1]) if row[-1] else None


def single(db: Reader, begin: datetime, end: datetime, calendar_ids: Sequence[str]) -> Iterator[AnnotatedEvent]:
    """Events of these calendars that do not repeat, end after `begin` and start before `end`.

    One row is read at a time: a caller that has enough stops.
    """
    return map(annotated, db.rows(SINGLE, begin - LONG, begin, end, calendar_ids))


def series(db: Reader, begin: datetime, end: datetime, calendar_ids: Sequence[str]) -> Iterator[AnnotatedEvent]:
    """The series of these calendars that may have an occurrence in a range, by calendar, the oldest first."""
    return map(annotated, db.rows(SERIES, begin, end, calendar_ids))


def next_series(db: Reader, after: str, most: int) -> list[StoredEvent]:
    """The next series in the order of their ids."""
    return [event for event, _ in map(annotated, db.rows(NEXT_SERIES, after, most))]


def event(db: Reader, event_id: str) -> AnnotatedEvent:
    """One event, or a local series. Raises NotFound."""
    found = next(map(annotated, db.rows(BY_ID, event_id)), None)
    if found is None:
        raise NotFound()
    return found


def maybe_event(db: Reader, event_id: str) -> StoredEvent | None:
    """One event or local series without its annotations, or None."""
    found = next(map(annotated, db.rows(BY_ID, event_id)), None)
    return None if found is None else found[0]


def detached(db: Reader, series_id: str) -> list[AnnotatedEvent]:
    """The events that were detached from a local series, by the start they replace."""
    return list(map(annotated, db.rows(DETACHED, series_id)))


def events(db: Reader, event_ids: Sequence[str]) -> list[AnnotatedEvent]:
    """The events with these ids, in no particular order; unknown ids are left out."""
    return list(map(annotated, db.rows(BY_IDS, event_ids)))


def numbered(db: Reader, numbers: Sequence[int]) -> Iterator[AnnotatedEvent]:
    """The events with these row numbers, in this order."""
    return map(annotated, db.rows(BY_NUMBER, numbers))


def occurrence_keys(db: Reader, calendar_id: str, series_id: str) -> list[str]:
    """The external ids of a synced series' occurrences."""
    return db.all(str, "SELECT external_id FROM events WHERE calendar_id = ? AND series_id = ?", calendar_id, series_id)


def of_series(db: Reader, calendar_id: str, series_id: str) -> list[str]:
    """The ids of a synced series' occurrences."""
    return db.all(str, "SELECT id FROM events WHERE calendar_id = ? AND series_id = ?", calendar_id, series_id)


def of_calendar(db: Reader, calendar_id: str) -> list[StoredEvent]:
    """Every row of a calendar."""
    return db.all(
        StoredEvent,
        f"SELECT {', '.join(f'{column} AS {name}' for name, column in EVENT_COLUMNS.items())}"
        " FROM events AS e LEFT JOIN event_texts AS t ON t.id = e.text_id WHERE e.calendar_id = ?",
        calendar_id,
    )


def put_all(tx: Tx, events: Iterable[StoredEvent]) -> None:
    """Store events that keep their texts in their row; existing ones keep their creation time.

    `occurrences.actions.put` stores the occurrences of series with them.
    """
    tx.run_many(
        f"INSERT INTO events ({', '.join(WRITTEN)}) VALUES ({', '.join('?' * len(WRITTEN))})"
        f" ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in REWRITTEN)},"
        f" text_id = NULL, digest = NULL, {COUNT_CHANGE}",
        (
            (
                *(getattr(event, field) for field in WRITTEN_FIELDS),
                *rules.span(event.start, event.end, event.all_day),
                series_end(event.rrule, event.start, event.end, event.all_day) or NO_END,
                tx.now,
            )
            for event in events
        ),
    )


def put_members(tx: Tx, event_id: str, member_ids: Sequence[str]) -> None:
    """Set the members of a local event, in this order."""
    put_all_members(tx, {event_id: member_ids})


def put_all_members(tx: Tx, members: Mapping[str, Sequence[str]]) -> None:
    """Set the members of local events, each in its order."""
    tx.run_many("DELETE FROM event_members WHERE event_id = ?", ((event_id,) for event_id in members))
    tx.run_many(
        "INSERT INTO event_members (event_id, member_id, position) VALUES (?, ?, ?)",
        (
            (event_id, member_id, position)
            for event_id, ids in members.items()
            for position, member_id in enumerate(ids)
        ),
    )


def remove(tx: Tx, event_id: str) -> None:
    """Delete an event or a whole local series."""
    tx.run("DELETE FROM events WHERE id = ?", event_id)


def annotate_members(tx: Tx, calendar_id: str, scope: str, key: str, member_ids: Sequence[str]) -> None:
    """Annotate the members of an event or series; an empty list removes the annotation."""
    _open_annotations(tx, scope, [(calendar_id, key)])
    tx.run(f"DELETE FROM annotation_members {ANNOTATION}", calendar_id, scope, key)
    tx.run_many(
        "INSERT INTO annotation_members (calendar_id, scope, key, member_id, position) VALUES (?, ?, ?, ?, ?)",
        [(calendar_id, scope, key, member_id, position) for position, member_id in enumerate(member_ids)],
    )
    _drop_empty_annotations(tx, calendar_id)


def annotate_category(tx: Tx, calendar_id: str, scope: str, key: str, category_id: str | None) -> None:
    """Annotate the category of an event or series; None removes the annotation."""
    _open_annotations(tx, scope, [(calendar_id, key)])
    tx.run(f"UPDATE annotations SET category_id = ? {ANNOTATION}", category_id, calendar_id, scope, key)
    _drop_empty_annotations(tx, calendar_id)


def annotate_travel(tx: Tx, calendar_id: str, key: str, minutes: int | None, remind: bool) -> None:
    """Annotate the travel to one occurrence; no minutes and no reminder remove it."""
    _open_annotations(tx, "occurrence", [(calendar_id, key)])
    tx.run(
        f"UPDATE annotations SET travel_minutes = ?, remind_before_leave = ? {ANNOTATION}",
        minutes,
        remind if minutes is not None or remind else None,
        calendar_id,
        "occurrence",
        key,
    )
    _drop_empty_annotations(tx, calendar_id)


def annotate_countdown(tx: Tx, calendar_id: str, scope: str, key: str, countdown: bool | None) -> None:
    """Annotate whether the days to an event or series are counted; None removes the annotation."""
    _open_annotations(tx, scope, [(calendar_id, key)])
    tx.run(f"UPDATE annotations SET countdown = ? {ANNOTATION}", countdown, calendar_id, scope, key)
    _drop_empty_annotations(tx, calendar_id)


def annotate_routines(tx: Tx, rows: Sequence[tuple[str, str, bool | None]]) -> None:
    """Annotate whether series are routine: calendar, key and mark of each; None removes the annotation."""
    _open_annotations(tx, "series", [(calendar_id, key) for calendar_id, key, _ in rows])
    tx.run_many(
        f"UPDATE annotations SET routine = ? {ANNOTATION}",
        [(routine, calendar_id, "series", key) for calendar_id, key, routine in rows],
    )
    for calendar_id in {row[0] for row in rows}:
        _drop_empty_annotations(tx, calendar_id)


def annotate_all_members(tx: Tx, scope: str, rows: Sequence[tuple[str, str, Sequence[str]]]) -> None:
    """Annotate the members of many events or series: calendar, key and members of each."""
    _open_annotations(tx, scope, [(calendar_id, key) for calendar_id, key, _ in rows])
    tx.run_many(
        f"DELETE FROM annotation_members {ANNOTATION}", [(calendar_id, scope, key) for calendar_id, key, _ in rows]
    )
    # The same key may come twice; the last one counts.
    named = {(calendar_id, key): member_ids for calendar_id, key, member_ids in rows}
    tx.run_many(
        "INSERT INTO annotation_members (calendar_id, scope, key, member_id, position) VALUES (?, ?, ?, ?, ?)",
        [
            (calendar_id, scope, key, member_id, position)
            for (calendar_id, key), member_ids in named.items()
            for position, member_id in enumerate(member_ids)
        ],
    )


def annotate_all_categories(tx: Tx, scope: str, rows: Sequence[tuple[str, str, str]]) -> None:
    """Annotate the category of many events or series: calendar, key and category of each."""
    _open_annotations(tx, scope, [(calendar_id, key) for calendar_id, key, _ in rows])
    tx.run_many(
        f"UPDATE annotations SET category_id = ? {ANNOTATION}",
        [(category_id, calendar_id, scope, key) for calendar_id, key, category_id in rows],
    )


def annotate_all_travel(tx: Tx, rows: Sequence[tuple[str, str, int | None, bool]]) -> None:
    """Annotate the travel to many occurrences: calendar, key, minutes and reminder of each."""
    _open_annotations(tx, "occurrence", [(calendar_id, key) for calendar_id, key, *_ in rows])
    tx.run_many(
        f"UPDATE annotations SET travel_minutes = ?, remind_before_leave = ? {ANNOTATION}",
        [(minutes, remind, calendar_id, "occurrence", key) for calendar_id, key, minutes, remind in rows],
    )


def annotate_all_countdowns(tx: Tx, scope: str, rows: Sequence[tuple[str, str, bool]]) -> None:
    """Annotate whether the days to many events or series are counted: calendar, key and mark of each."""
    _open_annotations(tx, scope, [(calendar_id, key) for calendar_id, key, _ in rows])
    tx.run_many(
        f"UPDATE annotations SET countdown = ? {ANNOTATION}",
        [(countdown, calendar_id, scope, key) for calendar_id, key, countdown in rows],
    )


def forget_occurrence_members(tx: Tx, calendar_id: str, keys: Sequence[str]) -> None:
    """Remove the member annotations of single occurrences."""
    tx.run(
        "DELETE FROM annotation_members WHERE calendar_id = ? AND scope = 'occurrence'"
        " AND key IN (SELECT value FROM json_each(?))",
        calendar_id,
        keys,
    )
    _drop_empty_annotations(tx, calendar_id)


def forget_occurrence_categories(tx: Tx, calendar_id: str, keys: Sequence[str]) -> None:
    """Remove the category annotations of single occurrences."""
    _forget_of_occurrences(tx, "category_id", calendar_id, keys)


def forget_occurrence_countdowns(tx: Tx, calendar_id: str, keys: Sequence[str]) -> None:
    """Remove the countdown annotations of single occurrences."""
    _forget_of_occurrences(tx, "countdown", calendar_id, keys)


def _forget_of_occurrences(tx: Tx, column: str, calendar_id: str, keys: Sequence[str]) -> None:
    which = "calendar_id = ? AND scope = 'occurrence' AND key IN (SELECT value FROM json_each(?))"
    tx.run(f"UPDATE annotations SET {column} = NULL WHERE {which}", calendar_id, keys)
    _drop_empty_annotations(tx, calendar_id)


def _open_annotations(tx: Tx, scope: str, events: Sequence[tuple[str, str]]) -> None:
    tx.run_many(
        "INSERT OR IGNORE INTO annotations (calendar_id, scope, key) VALUES (?, ?, ?)",
        [(calendar_id, scope, key) for calendar_id, key in events],
    )


def _drop_empty_annotations(tx: Tx, calendar_id: str) -> None:
    """Delete annotations without any value."""
    tx.run(
        "DELETE FROM annotations WHERE calendar_id = ? AND category_id IS NULL AND travel_minutes IS NULL"
        " AND remind_before_leave IS NULL AND countdown IS NULL AND routine IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM annotation_members AS m"
        " WHERE m.calendar_id = annotations.calendar_id AND m.scope = annotations.scope AND m.key = annotations.key)",
        calendar_id,
    )


def annotated(row: tuple[Any, ...]) -> AnnotatedEvent:
    """A row of `select` as an event with its annotations."""
    annotations = row[WIDTH:-1]
    return (
        TO_EVENT(*row[:WIDTH]),
        NO_ANNOTATIONS if annotations == NOT_ANNOTATED else TO_ANNOTATIONS(*annotations),
    )
