"""Keep what a write to local events changes, and put it back."""

from collections.abc import Callable, Sequence

from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.event_limits.actions import check_room
from appliance.calendar.events import queries as event_queries
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.events.models import Event, StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.series import zones
from appliance.calendar.undo import queries
from appliance.calendar.undo.models import AnnotationRows, Image, RemoteUndo, Undo
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import Conflict
from appliance.kernel.scheduling.clock import zone_or

# A series with more detached events is changed without a way back.
MAX_EVENTS = 200


def edited(tx: Tx, links: EventLinks, event_id: str | None, write: Callable[[Tx], Event]) -> tuple[Event, Undo | None]:
    """Run a write to an event, None for a new one; its result and how to undo it. Raises what the write raises.

    Without a way to undo it where the event is synced, or where that would be too much to keep.
    """
    ids = [] if event_id is None else queries.family(tx, event_id)
    before = _image(tx, links, ids)
    event = write(tx)
    series_id = event.detached_from if isinstance(event.detached_from, str) else event.id
    ids = list(dict.fromkeys([*ids, series_id, event.id]))
    return event, _undo(ids, before, _image(tx, links, ids))


def complete_restored(tx: Tx, event_id: str, zone: str) -> None:
    """Store the occurrences of what was restored just now; `zone` was the household's when it was removed.

    Raises BadRequest when its calendar has no room.
    """
    found = [event for event, _ in event_queries.events(tx, queries.family(tx, event_id))]
    series, *detached = sorted(found, key=lambda event: event.detached_from is not None)
    check_room(tx, calendar_queries.calendar(tx, series.calendar_id), series)
    if zone == tx.zone.key or series.rrule is None:
        occurrences.expand(tx, [series])
    else:
        occurrences.put(tx, zones.kept(series, detached, zone_or(zone, tx.zone), tx.zone))


def put_back(tx: Tx, undo: Undo, links: EventLinks) -> None:
    """Put back what one write changed. Raises Conflict when the events were changed since."""
    kept = [str(row["id"]) for row in undo.before.events]
    added = [event_id for event_id in undo.ids if event_id not in kept]
    now = _image(tx, links, undo.ids)
    if (now.zone, now.events, now.members) != (undo.after.zone, undo.after.events, undo.after.members):
        raise Conflict("this was changed since, so it cannot be undone", code="undo_too_late")
    if _notes_on(now, added) != _notes_on(undo.after, added):
        raise Conflict("a note was written since, so this cannot be undone", code="undo_too_late")
    if set(queries.family(tx, undo.root_id)) - set(undo.ids):
        raise Conflict("this was changed since, so it cannot be undone", code="undo_too_late")

    gone = {str(row["id"]) for row in undo.before.notes} - {str(row["id"]) for row in now.notes}
    queries.put_events(tx, undo.before.events)
    occurrences.expand(tx, [event for event, _ in event_queries.events(tx, kept)])
    queries.remove_members(tx, kept)
    queries.put_members(tx, undo.before.members)
    links.put_notes(tx, [row for row in undo.before.notes if row["id"] in gone])
    if added and undo.root_id in kept:
        links.relink(tx, added, undo.root_id)
    queries.remove(tx, added)
    tx.record("events.changed", {"calendarId": undo.calendar_id}, undo.ids)


def annotation_rows(db: Reader, calendar_id: str, keys: Sequence[str]) -> AnnotationRows:
    """What the household added to synced events and series."""
    return AnnotationRows(
        annotations=queries.annotations(db, calendar_id, keys),
        members=queries.annotation_members(db, calendar_id, keys),
    )


def before(db: Reader, event: StoredEvent) -> RemoteUndo:
    """A synced event before a write."""
    keys = [event.external_id or event.id]
    if event.series_id is not None:
        keys = [event.series_id, *event_queries.occurrence_keys(db, event.calendar_id, event.series_id)]
    rows = annotation_rows(db, event.calendar_id, keys)
    return RemoteUndo(was=event, now=None, scope="occurrence", keys=tuple(keys), before=rows, after=rows)


def check_unchanged(db: Reader, undo: RemoteUndo) -> None:
    """Raises Conflict when a synced event, or what the household added to it, was changed since the write."""
    event = undo.now or undo.was
    assert event is not None
    now = event_queries.maybe_event(db, event.id)
    if now != undo.now or annotation_rows(db, event.calendar_id, undo.keys) != undo.after:
        raise Conflict("this was changed since, so it cannot be undone", code="undo_too_late")


def put_annotations_back(tx: Tx, undo: RemoteUndo) -> None:
    """Store the annotations that a synced event had before a write. Raises Conflict."""
    event = undo.was or undo.now
    assert event is not None
    queries.remove_annotations(tx, event.calendar_id, undo.keys)
    queries.put_annotations(tx, undo.before.annotations)
    queries.put_annotation_members(tx, undo.before.members)
    tx.record("events.changed", {"calendarId": event.calendar_id})


def put_notes_on(tx: Tx, undo: RemoteUndo, event_id: str, links: EventLinks) -> None:
    """Give an event that was created again the notes and the linked items of the removed one. Raises Conflict."""
    assert undo.was is not None
    links.put_notes(tx, undo.notes)
    links.move(tx, [(undo.was.id, event_id)])
    tx.record("events.changed", {"calendarId": undo.was.calendar_id})


def _undo(ids: Sequence[str], before: Image, after: Image) -> Undo | None:
    rows = before.events or after.events
    if len(ids) > MAX_EVENTS or any(row["external_id"] is not None for row in rows):
        return None
    return Undo(calendar_id=str(rows[0]["calendar_id"]), root_id=ids[0], ids=tuple(ids), before=before, after=after)


def _image(db: Reader, links: EventLinks, ids: Sequence[str]) -> Image:
    if not 0 < len(ids) <= MAX_EVENTS:
        return Image(zone=db.zone.key, events=[], members=[], notes=[])
    found, members = queries.events(db, ids), queries.members(db, ids)
    return Image(zone=db.zone.key, events=found, members=members, notes=links.notes_of(db, ids))


def _notes_on(image: Image, event_ids: Sequence[str]) -> list[object]:
    return [row["id"] for row in image.notes if row["event_id"] in event_ids]
