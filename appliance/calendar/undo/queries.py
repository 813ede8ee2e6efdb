"""SQL of undoing: local events and their members as they are stored."""

from collections.abc import Sequence
from functools import partial

from appliance.kernel.database.row_copies import Row, copied, put_back
from appliance.kernel.database.transactions import Reader, Tx


def family(db: Reader, event_id: str) -> list[str]:
    """The ids of an event, of its series and of all events detached from that; the event or series itself first."""
    return db.all(
        str,
        "WITH root (id) AS (SELECT coalesce(detached_from, id) FROM events WHERE id = ?)"
        " SELECT id FROM root UNION ALL SELECT events.id FROM root JOIN events ON detached_from = root.id",
        event_id,
    )


def events(db: Reader, ids: Sequence[str]) -> list[Row]:
    """Events, every series before what was detached from it."""
    return sorted(copied(db, "events", "id", ids), key=lambda row: (row["detached_from"] is not None, row["id"]))


def members(db: Reader, ids: Sequence[str]) -> list[Row]:
    """The members of events."""
    return copied(db, "event_members", "event_id", ids)


# Stores events, every series before what was detached from it.
put_events = partial(put_back, table="events", key="id")
# Stores the members of events that have none.
put_members = partial(put_back, table="event_members", key="event_id, member_id")


def remove_members(tx: Tx, ids: Sequence[str]) -> None:
    """Delete the members of events."""
    tx.run("DELETE FROM event_members WHERE event_id IN (SELECT value FROM json_each(?))", list(ids))


def annotations(db: Reader, calendar_id: str, keys: Sequence[str]) -> list[Row]:
    """The annotations of synced events and series, without since when their events are missing."""
    rows = copied(db, "annotations", "key", keys)
    return [row | {"missing_since": None} for row in rows if row["calendar_id"] == calendar_id]


def annotation_members(db: Reader, calendar_id: str, keys: Sequence[str]) -> list[Row]:
    """The members in these annotations."""
    return [row for row in copied(db, "annotation_members", "key", keys) if row["calendar_id"] == calendar_id]


def remove_annotations(tx: Tx, calendar_id: str, keys: Sequence[str]) -> None:
    """Delete the annotations of synced events and series."""
    tx.run(
        "DELETE FROM annotations WHERE calendar_id = ? AND key IN (SELECT value FROM json_each(?))",
        calendar_id,
        list(keys),
    )


# Store annotations that are not there, and their members.
put_annotations = partial(put_back, table="annotations", key="calendar_id, scope, key")
put_annotation_members = partial(put_back, table="annotation_members", key="calendar_id, scope, key, member_id")


def remove(tx: Tx, ids: Sequence[str]) -> None:
    """Delete events."""
    tx.run("DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))", list(ids))
