"""Store what a provider has written: the event as it is there now, and the household's annotations of it."""

from operator import attrgetter

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.events import actions as events
from appliance.calendar.events import queries as event_queries
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.events.models import Apply, Event, EventPatch, NewEvent, StoredEvent
from appliance.calendar.provider_writes import queries as provider_writes_queries
from appliance.calendar.provider_writes import rules
from appliance.calendar.providers.models import Written
from appliance.calendar.series.rules import day_of
from appliance.calendar.sync import queries as sync_queries
from appliance.calendar.sync.rules import synced_id
from appliance.calendar.undo import actions as undo_actions
from appliance.calendar.undo.models import RemoteRemoval, RemovedOccurrence
from appliance.deleted import actions as deleted
from appliance.kernel.database.transactions import Reader, Tx


def created(tx: Tx, request: NewEvent, written: Written, writes: int) -> Event:
    """Store an event that was created at a provider; members, category and travel are annotated. Raises NotFound.

    Members, category, countdown and routine of a series are those of all its occurrences, also of later ones.
    """
    calendar_queries.calendar(tx, request.calendar_id)

    store(tx, request.calendar_id, written, writes)
    event_id = synced_id(request.calendar_id, written.external_id)
    annotations = EventPatch(
        member_ids=request.member_ids,
        category_id=request.category_id,
        travel_minutes=request.travel_minutes,
        remind_before_leave=request.remind_before_leave,
        countdown=request.countdown,
        routine=request.routine,
    )
    event, _ = event_queries.event(tx, event_id)
    if event.series_id is None:
        return events.edit(tx, event_id, annotations)
    events.edit(tx, event_id, replace(annotations, travel_minutes=UNSET, remind_before_leave=UNSET, scope="series"))
    travel = EventPatch(travel_minutes=request.travel_minutes, remind_before_leave=request.remind_before_leave)
    return annotate_following(tx, event_id, travel)


def edited(tx: Tx, calendar_id: str, patch: EventPatch, written: Written, writes: int) -> Event:
    """Store an event that was changed at a provider, and the annotations of the same request. Raises NotFound."""
    calendar_queries.calendar(tx, calendar_id)

    store(tx, calendar_id, written, writes)
    return events.edit(tx, synced_id(calendar_id, written.external_id), rules.annotations(patch))


def annotate_following(tx: Tx, event_id: str, patch: EventPatch) -> Event:
    """Annotate an occurrence of a synced series and each later one that is stored. Raises NotFound, BadRequest."""
    event, _ = event_queries.event(tx, event_id)
    for occurrence in reversed(_from_on(tx, event)):
        answered = events.edit(tx, occurrence.id, replace(patch, scope="occurrence"))
    return answered


def divided(tx: Tx, event: StoredEvent, patch: EventPatch, written: Written, writes: int, links: EventLinks) -> Event:
    """Store a series that was divided at its provider, and the annotations of the same request. Raises NotFound.

    What the household added to the later occurrences, and to their series, moves to the new ones.
    """
    calendar_queries.calendar(tx, event.calendar_id)

    _, added = event_queries.event(tx, event.id)
    before = _from_on(tx, event)
    store(tx, event.calendar_id, written, writes)
    new, _ = event_queries.event(tx, synced_id(event.calendar_id, written.external_id))
    if event.series_id is not None and new.series_id is not None:
        provider_writes_queries.annotate_like(tx, event.calendar_id, "series", [(event.series_id, new.series_id)])
    pairs = [pair for pair in zip(before, _from_on(tx, new), strict=False) if pair[0].id != pair[1].id]
    keys = [(old.external_id or "", new.external_id or "") for old, new in pairs]
    provider_writes_queries.annotate_like(tx, event.calendar_id, "occurrence", keys)
    links.move(tx, [(old.id, new.id) for old, new in pairs])
    if new.series_id is None:
        events.edit(tx, new.id, rules.carried(added, is_series=False))
    return annotate_following(tx, new.id, rules.annotations(patch))


def moved(tx: Tx, event: StoredEvent, patch: EventPatch, written: Written, writes: int, links: EventLinks) -> Event:
    """Store a series whose times or rule changed at its provider, and the annotations of the same request.

    What the household added to an occurrence stays on the one that it has become: by their order, or with a new rule
    by their dates. An event that becomes a series gives all of it what was added to it, and the other way around.
    Raises NotFound.
    """
    calendar_queries.calendar(tx, event.calendar_id)

    _, added = event_queries.event(tx, event.id)
    before = _whole_series(tx, event)
    store(tx, event.calendar_id, written, writes)
    new, _ = event_queries.event(tx, synced_id(event.calendar_id, written.external_id))
    after = _whole_series(tx, new)
    pairs = [pair for pair in rules.counterparts(before, after, event, new, patch) if pair[0].id != pair[1].id]
    keys = [(old.external_id or "", new.external_id or "") for old, new in pairs]
    provider_writes_queries.annotate_like(tx, event.calendar_id, "occurrence", keys)
    links.move(tx, [(old.id, new.id) for old, new in pairs])
    if (event.series_id is None) != (new.series_id is None):
        events.edit(tx, new.id, rules.carried(added, is_series=new.series_id is not None))
    annotations = rules.annotations(patch)
    return events.edit(tx, new.id, annotations if new.series_id else replace(annotations, scope="occurrence"))


def complete_again(tx: Tx, removal: RemoteRemoval, event_id: str, links: EventLinks) -> None:
    """Give what was created again the annotations, the notes and the linked items of what was removed.

    Of a series the occurrences that start at the same time are the same. Raises NotFound.
    """
    undo_actions.put_annotations_back(tx, removal.undo)
    new, _ = event_queries.event(tx, event_id)
    again = {occurrence.start: occurrence for occurrence in _whole_series(tx, new)}
    pairs = [(each, again[each.start]) for each in removal.occurrences if each.start in again]
    keys = [(old.external_id, occurrence.external_id or "") for old, occurrence in pairs]
    provider_writes_queries.annotate_like(tx, new.calendar_id, "occurrence", keys)
    was = removal.undo.was
    if was is not None and was.series_id is not None and new.series_id is not None:
        provider_writes_queries.annotate_like(tx, new.calendar_id, "series", [(was.series_id, new.series_id)])
    links.put_notes(tx, removal.undo.notes)
    links.move(tx, [(old.id, occurrence.id) for old, occurrence in pairs])
    tx.record("events.changed", {"calendarId": new.calendar_id})


def removed(
    tx: Tx, event: StoredEvent, part: Apply, written: Written, writes: int, links: EventLinks, rule: str | None
) -> str | None:
    """Remove an event, the later ones of its series too, or the whole series, as its provider did. Raises NotFound.

    `rule` is that of a series, None where it is not known. Returns the id with which what was removed can be restored,
    None where it cannot be created again.
    """
    calendar_queries.calendar(tx, event.calendar_id)

    events_removed = [event]
    if part == "following":
        events_removed = _from_on(tx, event)
    elif part == "all":
        events_removed = _whole_series(tx, event)
    event_ids = list(dict.fromkeys([event.id, *(each.id for each in events_removed)]))
    first = events_removed[0] if events_removed else event
    undo = replace(
        undo_actions.before(tx, first),
        removal=written.removal,
        notes=[row for event_id in event_ids for row in links.notes_of_synced(tx, event_id)],
    )
    removal = RemoteRemoval(
        undo=undo,
        occurrences=[
            RemovedOccurrence(id=each.id, external_id=each.external_id or "", start=each.start)
            for each in events_removed
        ],
        rule=rules.rule_from_on(rule, len(events_removed)),
    )
    is_one = part == "this" or event.series_id is None
    deletion_id = None
    if is_one or rule is not None or written.removal is not None:
        day = day_of(event.start, event.all_day, tx.zone) if is_one and event.series_id else None
        text = msgspec.json.encode(removal).decode()
        deletion_id = deleted.keep_remote(tx, first.id, event.title, text, day=day).id
    links.remove(tx, event_ids)
    store(tx, event.calendar_id, written, writes)
    for event_id in event_ids:
        event_queries.remove(tx, event_id)
    tx.record("events.changed", {"calendarId": event.calendar_id})
    return deletion_id


def _from_on(db: Reader, event: StoredEvent) -> list[StoredEvent]:
    """An occurrence and the later ones of its series, by start."""
    if event.series_id is None:
        return [event]
    ids = event_queries.of_series(db, event.calendar_id, event.series_id)
    occurrences = (event_queries.event(db, event_id)[0] for event_id in ids)
    return sorted((stored for stored in occurrences if stored.start >= event.start), key=attrgetter("start"))


def _whole_series(db: Reader, event: StoredEvent) -> list[StoredEvent]:
    """The stored occurrences of an event's series, by start."""
    if event.series_id is None:
        return [event]
    ids = event_queries.of_series(db, event.calendar_id, event.series_id)
    return sorted((event_queries.event(db, event_id)[0] for event_id in ids), key=attrgetter("start"))


def store(tx: Tx, calendar_id: str, written: Written, writes: int) -> None:
    """Replace what the provider names as gone by what it has stored.

    `writes` is the calendar's counter before the provider was asked. When it moved, a sync may have stored a newer
    version of the same events, so the next sync reads the whole calendar.
    """
    if sync_queries.writes(tx, calendar_id) != writes:
        calendar_queries.forget_sync_state(tx, calendar_id)
    sync_queries.count_write(tx, calendar_id)
    sync_queries.replace_synced(tx, calendar_id, written.occurrences, sources=written.gone)
    sync_queries.put_objects(tx, calendar_id, written.objects, list(written.gone))
