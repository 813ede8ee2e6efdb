"""Use cases of notes. A note is recorded as a change of the item or event it is about. (contract §16)"""

from collections.abc import Sequence
from uuid import uuid4

from msgspec import UNSET

from appliance.calendar.events.actions import EventLinks
from appliance.calendar.events.models import Event
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest, Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, required_text
from appliance.lists import actions as lists
from appliance.lists import queries as list_queries
from appliance.lists.models import WholeList
from appliance.notes import queries, rules
from appliance.notes.models import NewNote, Note, NotePatch, Target
from appliance.people import queries as people_queries

NOTES = TableBudget(
    table="notes", entries=20_000, bytes=10_000_000, what="notes", remedy="delete notes or items that nobody needs"
)


def notes_on(db: Reader, target: str) -> list[Note]:
    """The notes on an item or event, oldest first; none for an unknown one. Raises BadRequest for a bad target."""
    return queries.notes(db, rules.target(target))


def with_event_counts(db: Reader, listed: list[Event]) -> list[Event]:
    """The events, each with the number of its linked open items and of its notes. (contract §13.1)

    Those of a series count for the events detached from it too.
    """
    ids = {event.id for event in listed}
    detached = [(event, event.detached_from) for event in listed if event.detached_from is not UNSET]
    ids.update(series_id for _, series_id in detached)
    items, notes = list_queries.open_items_by_event(db, ids), queries.counts_by_event(db, ids)
    # In place, for a month has hundreds that were made for this answer.
    for event in listed:
        event.linked_item_count, event.note_count = items.get(event.id, 0), notes.get(event.id, 0)
    for event, series_id in detached:
        event.linked_item_count = items.get(event.id, 0) + items.get(series_id, 0)
        event.note_count = notes.get(event.id, 0) + notes.get(series_id, 0)
    return listed


@consistent_read
def whole_list(db: Reader, list_id: str) -> WholeList:
    """A list with its content, each item with the number of its notes. Raises NotFound. (contract §15.1, §15.2)"""
    whole = lists.whole(db, list_id)
    counts = queries.counts_by_item(db, [item.id for item in whole.items])
    for item in whole.items:
        item.note_count = counts.get(item.id, 0)
    return whole


@within_budget(NOTES)
def add(tx: Tx, request: NewNote) -> Note:
    """Write a note. A repeated request with the same id answers the stored note.

    Raises BadRequest, NotFound for a missing target, and Conflict for an id of another target and for too many notes.
    """
    target, body = rules.target(request.target), required_text(request.body, "body")
    if request.id and (stored := queries.maybe_note(tx, str(request.id))):
        if Target(type=stored.target_type, id=stored.target_id) != target:
            raise Conflict("this note id is in use elsewhere")
        return stored
    if request.member_id is not None and not people_queries.is_member(tx, request.member_id):
        raise BadRequest("member not found", code="deleted_meanwhile")
    calendar_id = _calendar(tx, target)

    now = instant(tx.now)
    note = made(
        Note,
        request,
        id=str(request.id or uuid4()),
        target_type=target.type,
        target_id=target.id,
        body=body,
        created_at=now,
        updated_at=now,
    )
    queries.put_note(tx, note, calendar_id)
    _record_change(tx, note)
    return note


@within_budget(NOTES)
def edit(tx: Tx, note_id: str, patch: NotePatch) -> Note:
    """Change the text of a note. Raises NotFound, BadRequest, Conflict."""
    queries.note(tx, note_id)
    body = required_text(patch.body, "body")

    queries.change_body(tx, note_id, body)
    note = queries.note(tx, note_id)
    _record_change(tx, note)
    return note


def remove(tx: Tx, note_id: str) -> None:
    """Delete a note. Raises NotFound."""
    note = queries.note(tx, note_id)

    queries.remove(tx, note_id)
    _record_change(tx, note)


def remove_of_events(tx: Tx, event_ids: Sequence[str]) -> None:
    """Delete the notes of events that are deleted.

    Foreign keys delete those of a local event. Notes of a synced event have none, because they must survive while the
    event is missing from its feed.
    """
    for event_id in event_ids:
        queries.remove_of_event(tx, event_id)


@within_budget(NOTES)
def divide_links(tx: Tx, series_id: str, rest_id: str) -> None:
    """Give the second part of a divided series the open items linked to it, and a copy of its notes.

    Raises Conflict when there are too many notes.
    """
    queries.copy_of_event(tx, [(str(uuid4()), note_id) for note_id in queries.of_event(tx, series_id)], rest_id)
    list_queries.relink_open_items(tx, series_id, rest_id)


def move_links(tx: Tx, pairs: Sequence[tuple[str, str]]) -> None:
    """Give synced events the notes and linked items of others: the ids of both, in pairs."""
    queries.move_to_events(tx, pairs)
    for event_id, other_id in pairs:
        list_queries.relink_items(tx, [event_id], other_id)


LINKS = EventLinks(
    with_counts=with_event_counts,
    remove=remove_of_events,
    divide=divide_links,
    move=move_links,
    notes_of=queries.copies_of_events,
    notes_of_synced=queries.copies_of_synced,
    put_notes=queries.put_copies,
    relink=list_queries.relink_items,
)


def _calendar(db: Reader, target: Target) -> str | None:
    """The calendar of a synced event, None for other targets. Raises NotFound for a missing target."""
    if target.type == "list_item":
        if list_queries.list_of_item(db, target.id) is None:
            raise NotFound("list item not found")
        return None
    source = queries.source_of_event(db, target.id)
    if source is None:
        raise NotFound("event not found")
    calendar_id, synced = source
    return calendar_id if synced else None


def _record_change(tx: Tx, note: Note) -> None:
    if note.target_type == "event":
        tx.record("events.changed", {"eventId": note.target_id})
    else:
        tx.record("list.item.changed", {"listId": list_queries.list_of_item(tx, note.target_id), "id": note.target_id})
