"""Check that a calendar has room for an event, and mark the calendars that cannot be shown whole."""

from collections.abc import Collection
from datetime import datetime
from itertools import chain

from appliance.calendar.calendars.models import Calendar
from appliance.calendar.event_limits import queries, rules
from appliance.calendar.event_limits.models import Load
from appliance.calendar.events import queries as event_queries
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.occurrences.rules import occurrence_times
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import moment


def check_room(db: Reader, calendar: Calendar, event: StoredEvent, was: StoredEvent | None = None) -> None:
    """Raises BadRequest, naming the field, when an event is more than its calendar can take.

    `was` is the event before a change. Source: household limits, not the contract.
    """
    start, end, _ = event_rules.span(event.start, event.end, event.all_day)
    first, after = moment(start), moment(end)
    if event.rrule is not None:
        _check_overlap(db, event, first, after)
    used, most = queries.usage(db, calendar.id), rules.MAX_SYNCED_IN_SIX_WEEKS
    if calendar.kind == "local":
        rules.check_usage(event, was, used, queries.household_bytes(db))
        most = rules.MAX_IN_SIX_WEEKS
        # What cannot be too much anywhere need not be looked at.
        instances = used.events + (used.series + 1) * (rules.SIX_WEEKS.days + rules.MAX_AT_ONCE)
        if instances <= most and (used.bytes + rules.text_bytes(event)) * instances <= rules.MAX_BYTES_IN_SIX_WEEKS:
            return
    now = {first, max(first, db.now)} if event.rrule is not None else {first}
    for at in now:
        begin, finish = rules.six_weeks_around(at)
        rules.check_load(event, _load(db, event, begin, finish), most)


def mark_incomplete(tx: Tx, calendar_ids: Collection[str]) -> None:
    """Mark the calendars that cannot be shown whole with an error, and clear the mark of the others."""
    for calendar_id in queries.mark(tx, calendar_ids, rules.INCOMPLETE):
        tx.record("calendar.changed", {"id": calendar_id})


def _check_overlap(db: Reader, event: StoredEvent, first: datetime, after: datetime) -> None:
    length = after - first
    # Occurrences are at least a day apart.
    if event.rrule is not None and length.days >= rules.MAX_AT_ONCE:
        until = after + event_rules.LONGEST_REPEATED
        rules.check_overlap(occurrence_times(event, db.zone, first, until))


def _load(db: Reader, event: StoredEvent, begin: datetime, end: datetime) -> Load:
    """What a range of a calendar holds once it has the event."""
    instances = size = 0
    singles = event_queries.single(db, begin, end, [event.calendar_id])
    series = event_queries.series(db, begin, end, [event.calendar_id])
    for present in (event, *(other for other, _ in chain(singles, series) if other.id != event.id)):
        count = 1
        if present.id == event.id and event.rrule is not None:
            count = len(occurrence_times(event, db.zone, begin, end))
        elif present.rrule is not None:
            count = len(occurrences.times(db, present, begin, end))
        instances += count
        size += count * rules.text_bytes(present)
    return Load(instances=instances, bytes=size)


def prune_annotations(tx: Tx) -> None:
    """Delete the annotations whose event has been gone for long. Records no change: nobody sees them."""
    queries.mark_missing_annotations(tx)
    queries.remove_missing_annotations(tx, tx.now - rules.MISSING_KEPT, rules.MAX_MISSING)
