"""Every SQL statement about events and about the household's annotations of synced ones.

An annotation is keyed by the provider's event id (`occurrence`) or series id (`series`), so it outlives the rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import astuple

from appliance.calendar.events import rules
from appliance.calendar.events.models import StoredEvent, TaggedEvent
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = (
    "id, calendar_id, external_id, series_id, title, starts, ends, all_day, location, description, rrule, category_id,"
    " reminders, travel_minutes, remind_before_leave"
)

ANNOTATION = "WHERE calendar_id = ? AND scope = ? AND key = ?"

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
        *db.all(_tagged, ORDINARY, begin - rules.LONG_EVENT, end, begin, calendar_ids),
        *db.all(_tagged, LASTING, begin, end, calendar_ids),
        *db.all(_tagged, SERIES, end, calendar_ids),
    ]


def event(db: Reader, event_id: str) -> TaggedEvent:
    """One event, or a local series. Raises NotFound."""
    return db.one(_tagged, BY_ID, event_id)


def occurrence_keys(db: Reader, calendar_id: str, series_id: str) -> list[str]:
    """The external ids of a synced series' occurrences."""
    return db.all(str, "SELECT external_id FROM events WHERE calendar_id = ? AND series_id = ?", calendar_id, series_id)


def of_series(db: Reader, calendar_id: str, series_id: str) -> list[str]:
    """The ids of a synced series' occurrences."""
    return db.all(str, "SELECT id FROM events WHERE calendar_id = ? AND series_id = ?", calendar_id, series_id)


def of_calendar(db: Reader, calendar_id: str) -> list[StoredEvent]:
    """Every row of a calendar."""
    return db.all(_stored, f"SELECT {COLUMNS} FROM events WHERE calendar_id = ?", calendar_id)


def by_ids(db: Reader, event_ids: list[str]) -> list[StoredEvent]:
    """The rows of these ids; unknown ids are ignored."""
    return db.all(_stored, f"SELECT {COLUMNS} FROM events WHERE id IN (SELECT value FROM json_each(?))", event_ids)


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
        ((*astuple(event), *rules.span(event.start, event.end, event.all_day), tx.now) for event in events),
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


def annotate_members(tx: Tx, calendar_id: str, scope: str, key: str, member_ids: Sequence[str]) -> None:
    """Say who an event or series is for; nobody leaves it to the next source."""
    _open_annotation(tx, calendar_id, scope, key)
    tx.run(f"DELETE FROM annotation_members {ANNOTATION}", calendar_id, scope, key)
    tx.run_many(
        "INSERT INTO annotation_members (calendar_id, scope, key, member_id, position) VALUES (?, ?, ?, ?, ?)",
        [(calendar_id, scope, key, member_id, position) for position, member_id in enumerate(member_ids)],
    )
    _drop_empty_annotations(tx, calendar_id)


def annotate_category(tx: Tx, calendar_id: str, scope: str, key: str, category_id: str | None) -> None:
    """Say what an event or series is; None leaves it to the next source."""
    _open_annotation(tx, calendar_id, scope, key)
    tx.run(f"UPDATE annotations SET category_id = ? {ANNOTATION}", category_id, calendar_id, scope, key)
    _drop_empty_annotations(tx, calendar_id)


def annotate_travel(tx: Tx, calendar_id: str, key: str, minutes: int | None, remind: bool) -> None:
    """Say how far it is to one occurrence; no minutes and no reminder clear it."""
    _open_annotation(tx, calendar_id, "occurrence", key)
    tx.run(
        f"UPDATE annotations SET travel_minutes = ?, remind_before_leave = ? {ANNOTATION}",
        minutes, remind if minutes is not None or remind else None, calendar_id, "occurrence", key,
    )  # fmt: skip
    _drop_empty_annotations(tx, calendar_id)


def annotate_all_members(tx: Tx, scope: str, rows: Sequence[tuple[str, str, Sequence[str]]]) -> None:
    """Say who many events or series are for: calendar, key and members of each."""
    _open_annotations(tx, scope, [(calendar_id, key) for calendar_id, key, _ in rows])
    tx.run_many(
        f"DELETE FROM annotation_members {ANNOTATION}", [(calendar_id, scope, key) for calendar_id, key, _ in rows]
    )
    # The same key may come twice; the last one stands.
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
    """Say what many events or series are: calendar, key and category of each."""
    _open_annotations(tx, scope, [(calendar_id, key) for calendar_id, key, _ in rows])
    tx.run_many(
        f"UPDATE annotations SET category_id = ? {ANNOTATION}",
        [(category_id, calendar_id, scope, key) for calendar_id, key, category_id in rows],
    )


def annotate_all_travel(tx: Tx, rows: Sequence[tuple[str, str, int | None, bool]]) -> None:
    """Say how far it is to many occurrences: calendar, key, minutes and reminder of each."""
    _open_annotations(tx, "occurrence", [(calendar_id, key) for calendar_id, key, *_ in rows])
    tx.run_many(
        f"UPDATE annotations SET travel_minutes = ?, remind_before_leave = ? {ANNOTATION}",
        [(minutes, remind, calendar_id, "occurrence", key) for calendar_id, key, minutes, remind in rows],
    )


def forget_occurrence_members(tx: Tx, calendar_id: str, keys: Sequence[str]) -> None:
    """Take back who single occurrences are for."""
    tx.run(
        "DELETE FROM annotation_members WHERE calendar_id = ? AND scope = 'occurrence'"
        " AND key IN (SELECT value FROM json_each(?))",
        calendar_id,
        keys,
    )
    _drop_empty_annotations(tx, calendar_id)


def forget_occurrence_categories(tx: Tx, calendar_id: str, keys: Sequence[str]) -> None:
    """Take back what single occurrences are."""
    tx.run(
        "UPDATE annotations SET category_id = NULL WHERE calendar_id = ? AND scope = 'occurrence'"
        " AND key IN (SELECT value FROM json_each(?))",
        calendar_id,
        keys,
    )
    _drop_empty_annotations(tx, calendar_id)


def _open_annotation(tx: Tx, calendar_id: str, scope: str, key: str) -> None:
    _open_annotations(tx, scope, [(calendar_id, key)])


def _open_annotations(tx: Tx, scope: str, events: Sequence[tuple[str, str]]) -> None:
    tx.run_many(
        "INSERT OR IGNORE INTO annotations (calendar_id, scope, key) VALUES (?, ?, ?)",
        [(calendar_id, scope, key) for calendar_id, key in events],
    )


def _drop_empty_annotations(tx: Tx, calendar_id: str) -> None:
    """Forget annotations that say nothing any more."""
    tx.run(
        "DELETE FROM annotations WHERE calendar_id = ? AND category_id IS NULL AND travel_minutes IS NULL"
        " AND remind_before_leave IS NULL AND NOT EXISTS (SELECT 1 FROM annotation_members AS m"
        " WHERE m.calendar_id = annotations.calendar_id AND m.scope = annotations.scope AND m.key = annotations.key)",
        calendar_id,
    )


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
