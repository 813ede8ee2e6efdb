"""Verbs on notes. A note has no news of its own: it changes the item or the event it is about. (contract §16)"""

from collections.abc import Sequence
from uuid import uuid4

from msgspec.structs import replace

from appliance.calendar.events.models import Event
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest, Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.lists import queries as lists
from appliance.lists.models import WholeList
from appliance.notes import queries, rules
from appliance.notes.models import NewNote, Note, NotePatch, Target
from appliance.people import queries as people


def discussion(db: Reader, target: str) -> list[Note]:
    """The notes about one thing, oldest first; none when it is not there. Raises Invalid for a text that names none."""
    return queries.notes(db, rules.target(target))


def with_counts(db: Reader, whole: WholeList) -> WholeList:
    """The list, each item with the number of its notes. (contract §15.2)"""
    counts = queries.by_item(db, whole.list.id)
    return replace(whole, items=[replace(item, note_count=counts.get(item.id, 0)) for item in whole.items])


def tallied(db: Reader, found: list[Event]) -> list[Event]:
    """The events, each with the number of open items linked to it and of its notes. (contract §13.1)"""
    wanted = {event.id for event in found}
    linked, said = lists.open_items_by_event(db, wanted), queries.by_event(db, wanted)
    return [
        replace(event, linked_item_count=linked.get(event.id, 0), note_count=said.get(event.id, 0)) for event in found
    ]


def add(tx: Tx, request: NewNote) -> Note:
    """Write a note. A wish repeated with the same id answers the note that is there.

    Raises Invalid, NotFound for a missing target, Conflict when the id belongs to another target.
    """
    target, body = rules.target(request.target), rules.body(request.body)
    if request.id and (there := queries.maybe_note(tx, str(request.id))):
        if Target(there.target_type, there.target_id) != target:
            raise Conflict("this note id is in use elsewhere")
        return there
    if request.member_id is not None and not people.is_member(tx, request.member_id):
        raise BadRequest("member not found")
    calendar_id = _calendar(tx, target)

    note_id, now = str(request.id or uuid4()), instant(tx.now)
    note = Note(note_id, target.type, target.id, request.member_id, body, now, now)
    queries.put_note(tx, note, calendar_id)
    _tell(tx, note)
    return note


def edit(tx: Tx, note_id: str, patch: NotePatch) -> Note:
    """Change the words of a note. Raises NotFound, Invalid."""
    queries.note(tx, note_id)
    body = rules.body(patch.body)

    queries.change_body(tx, note_id, body)
    note = queries.note(tx, note_id)
    _tell(tx, note)
    return note


def remove(tx: Tx, note_id: str) -> None:
    """Remove a note. Raises NotFound."""
    note = queries.note(tx, note_id)

    queries.remove(tx, note_id)
    _tell(tx, note)


def remove_of_events(tx: Tx, event_ids: Sequence[str]) -> None:
    """Remove the notes of events that are removed.

    Foreign keys remove those of a local event. Notes of a synced one have none, because they outlive its rows.
    """
    for event_id in event_ids:
        queries.remove_of_event(tx, event_id)


def _calendar(db: Reader, target: Target) -> str | None:
    """The calendar whose removal takes a synced event's notes along. Raises NotFound for a missing target."""
    if target.type == "list_item":
        if lists.list_of_item(db, target.id) is None:
            raise NotFound("list item not found")
        return None
    source = queries.source_of_event(db, target.id)
    if source is None:
        raise NotFound("event not found")
    calendar_id, synced = source
    return calendar_id if synced else None


def _tell(tx: Tx, note: Note) -> None:
    if note.target_type == "event":
        tx.record("events.changed", {"eventId": note.target_id})
    else:
        tx.record("list.item.changed", {"listId": lists.list_of_item(tx, note.target_id), "id": note.target_id})
