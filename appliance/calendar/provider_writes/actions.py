"""Store what a provider has written: the event as it is there now, and the household's annotations of it."""

from collections.abc import Callable, Sequence

from appliance.calendar.calendars import queries as calendars
from appliance.calendar.events import actions as events
from appliance.calendar.events import queries as stored
from appliance.calendar.events.models import Event, EventPatch, NewEvent
from appliance.calendar.provider_writes import rules
from appliance.calendar.providers.models import Written
from appliance.calendar.sync import queries as sync
from appliance.calendar.sync.rules import synced_id
from appliance.kernel.database.transactions import Tx


def created(tx: Tx, request: NewEvent, written: Written, writes: int) -> Event:
    """Store an event that was created at a provider; members, category and travel are annotated. Raises NotFound."""
    calendars.calendar(tx, request.calendar_id)

    store(tx, request.calendar_id, written, writes)
    event_id = synced_id(request.calendar_id, written.external_id)
    annotations = EventPatch(
        member_ids=request.member_ids,
        category_id=request.category_id,
        travel_minutes=request.travel_minutes,
        remind_before_leave=request.remind_before_leave,
    )
    return events.edit(tx, event_id, annotations)


def edited(tx: Tx, calendar_id: str, patch: EventPatch, written: Written, writes: int) -> Event:
    """Store an event that was changed at a provider, and the annotations of the same request. Raises NotFound."""
    calendars.calendar(tx, calendar_id)

    store(tx, calendar_id, written, writes)
    return events.edit(tx, synced_id(calendar_id, written.external_id), rules.annotations(patch))


def remove_local(tx: Tx, event_id: str, remove_links: Callable[[Tx, Sequence[str]], None]) -> None:
    """Remove an event that is kept here, and what hangs on it. Raises NotFound, BadRequest for a read-only one."""
    events.remove(tx, event_id)
    remove_links(tx, [event_id])


def removed(
    tx: Tx,
    calendar_id: str,
    event_id: str,
    series_id: str | None,
    written: Written,
    writes: int,
    remove_links: Callable[[Tx, Sequence[str]], None],
) -> None:
    """Remove an event, or with `series_id` its whole series, after its provider removed it. Raises NotFound."""
    calendars.calendar(tx, calendar_id)

    event_ids = stored.of_series(tx, calendar_id, series_id) if series_id else [event_id]
    remove_links(tx, event_ids)
    store(tx, calendar_id, written, writes)
    for each in event_ids:
        stored.remove(tx, each)
    tx.record("events.changed", {"calendarId": calendar_id})


def store(tx: Tx, calendar_id: str, written: Written, writes: int) -> None:
    """Replace what the provider names as gone by what it has stored.

    `writes` is the calendar's counter before the provider was asked. When it moved, a sync may have stored a newer
    version of the same events, so the next sync reads the whole calendar.
    """
    if sync.writes(tx, calendar_id) != writes:
        sync.forget_sync_state(tx, calendar_id)
    sync.count_write(tx, calendar_id)
    sync.replace_synced(tx, calendar_id, written.occurrences, sources=written.gone)
    sync.put_objects(tx, calendar_id, written.objects, list(written.gone))
