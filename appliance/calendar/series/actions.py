"""Change or remove one date of a local series, the dates from one on, or all.

A date that is changed or removed becomes an exclusion of its series. A changed one is a detached event beside it: an
event of its own that knows its series and the start that it replaces. `following` divides the series. A later change of
the whole series moves exclusions with its dates; a detached event keeps each field in which it differs from the series
and follows in all others. A series without an occurrence and without a detached event is removed.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from uuid import uuid4

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events import actions as events
from appliance.calendar.events import queries as event_queries
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.actions import EventLinks
from appliance.calendar.events.models import AnnotatedEvent, Apply, Event, EventPatch, StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.series import queries as series_queries
from appliance.calendar.series import rules
from appliance.calendar.series.models import FoundEvents, Named
from appliance.deleted import actions as deleted
from appliance.household.actions import with_week_start
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import Maybe


def edit(tx: Tx, event_id: str, patch: EventPatch, links: EventLinks) -> Event:
    """Change a local event, or what `occurrence` and `apply` name of its series. Raises NotFound, BadRequest.

    Returns the event that has the changed occurrence now.
    """
    annotated = event_queries.event(tx, event_id)
    event, _ = annotated
    calendar = calendar_queries.calendar(tx, event.calendar_id)
    event_rules.check_change(patch, event, calendar)
    named = _named(tx, annotated, patch.occurrence, patch.apply)
    stored = (named.series[0] if named else event).rrule
    patch = replace(patch, rrule=with_week_start(tx, patch.rrule, stored))
    if named is None:
        return events.edit_found(tx, annotated, calendar, patch)

    entries = {named.series[0].id, *_days_of_detached(tx, named.series[0])}
    if named.apply == "this":
        changed = _change_one(tx, calendar, named, patch)
    elif named.apply == "following" and not _has_none_before(tx, named):
        rest = _divide(tx, calendar, named, links)
        entries.add(rest.series[0].id)
        changed = _change_all(tx, calendar, rest, patch)
    else:
        changed = _change_all(tx, calendar, named, patch)
    tx.record("events.changed", {"calendarId": calendar.id}, entries | {changed})
    return events.shown(tx, changed)


def remove(tx: Tx, event_id: str, occurrence: Maybe[str], apply: Maybe[Apply], links: EventLinks) -> str:
    """Remove a local event, or what `occurrence` and `apply` name of its series. Raises NotFound, BadRequest.

    Returns the id with which it can be restored.
    """
    annotated = event_queries.event(tx, event_id)
    event, _ = annotated
    named = _named(tx, annotated, occurrence, apply)
    if named is None:
        with deleted.kept(tx, "event", event_id, event.title) as deletion:
            events.remove(tx, event_id)
            links.remove(tx, [event_id])
        return deletion.id
    if not calendar_queries.calendar(tx, event.calendar_id).writable:
        raise BadRequest("calendar is not writable", code="read_only")

    entries = {named.series[0].id, *_days_of_detached(tx, named.series[0])}
    is_one = named.apply == "this"
    root = named.detached[0].id if is_one and named.detached else named.series[0].id
    with deleted.kept(tx, "event", root, event.title, day=named.day if is_one else None) as deletion:
        if is_one:
            removed = _remove_one(tx, named)
        elif named.apply == "following" and not _has_none_before(tx, named):
            removed = _remove_following(tx, named)
        else:
            removed = _remove_all(tx, named)
        links.remove(tx, removed)
        tx.record("events.changed", {"calendarId": event.calendar_id}, entries)
    return deletion.id


def of_ids(
    db: Reader, ids: Iterable[str], begin: datetime, end: datetime, context: event_rules.ResolutionContext
) -> FoundEvents | None:
    """What is of these events, and of those detached from them, in a range and around it, in no order.

    Calendars that are switched off are left out. None where an event cannot be read: `around` decides what is shown.
    """
    instances, has_countdown = [], False
    for annotated in series_queries.families(db, list(ids)):
        stored, _ = annotated
        calendar = context.calendars.get(stored.calendar_id)
        if calendar is None or not calendar.enabled:
            continue
        try:
            event = event_rules.resolved(annotated, context)
            times = [] if stored.rrule is None else occurrences.times(db, stored, begin, end)
            instances += event_rules.instances(event, times)
        except Exception:
            return None
        has_countdown = has_countdown or event.countdown is True
    return FoundEvents(instances=instances, has_countdown=has_countdown)


def _named(db: Reader, annotated: AnnotatedEvent, occurrence: Maybe[str], apply: Maybe[Apply]) -> Named | None:
    """What a request names, None for an event without a series. Raises BadRequest."""
    event, _ = annotated
    if event.detached_from is not None and event.occurrence_start is not None:
        series = event_queries.event(db, event.detached_from)
        day = rules.day_of(event.occurrence_start, series[0].all_day, db.zone)
        if not isinstance(occurrence, UnsetType) and not rules.is_start(event.occurrence_start, occurrence):
            raise BadRequest(rules.UNKNOWN, code="occurrence_unknown")
        # Clients that do not know of series' dates change only the event that they see.
        asked: Apply = "this" if isinstance(apply, UnsetType) else apply
        return Named(series=series, base=event, day=day, detached=annotated, apply=asked)
    asked = "all" if isinstance(apply, UnsetType) else apply
    if isinstance(occurrence, UnsetType):
        if asked != "all":
            raise BadRequest("is required for apply this and following", at="occurrence")
        return Named(series=annotated, base=event, day=None, detached=None, apply=asked) if event.rrule else None
    if event.rrule is None:
        if not rules.is_start(event.start, occurrence):
            raise BadRequest(rules.UNKNOWN, code="occurrence_unknown")
        return None
    return _named_occurrence(db, annotated, occurrence, asked)


def _named_occurrence(db: Reader, series: AnnotatedEvent, occurrence: str, apply: Apply) -> Named:
    event, _ = series
    base = rules.named(event, occurrence, db.zone)
    day = rules.local_day(base, db.zone) if base else None
    if base and day and day.isoformat() not in (event.exclusions or ()):
        return Named(series=series, base=base, day=day, detached=None, apply=apply)
    for detached in event_queries.detached(db, event.id):
        start = detached[0].occurrence_start
        if start is not None and rules.is_start(start, occurrence):
            day = rules.day_of(start, event.all_day, db.zone)
            return Named(series=series, base=detached[0], day=day, detached=detached, apply=apply)
    raise BadRequest(rules.UNKNOWN, code="occurrence_unknown")


def _has_none_before(db: Reader, named: Named) -> bool:
    series, _ = named.series
    assert named.day is not None
    return rules.is_first(series, named.day, db.zone) and not any(
        day < named.day for day in _days_of_detached(db, series).values()
    )


def _days_of_detached(db: Reader, series: StoredEvent) -> dict[str, date]:
    """By id of each event detached from a series, the date that it stands for."""
    return {
        single.id: rules.day_of(single.occurrence_start or single.start, series.all_day, db.zone)
        for single, _ in event_queries.detached(db, series.id)
    }


def _change_one(tx: Tx, calendar: Calendar, named: Named, patch: EventPatch) -> str:
    series, annotations = named.series
    if patch.rrule not in (UNSET, None, series.rrule):
        raise BadRequest("a single occurrence cannot repeat", at="rrule")
    patch = replace(patch, rrule=UNSET)
    if named.detached:
        was, _ = named.detached
        events.store_change(tx, calendar, events.checked(tx, event_rules.changed(was, patch)), was, patch)
        return was.id
    assert named.day is not None
    occurrence = replace(
        named.base,
        id=str(uuid4()),
        rrule=None,
        exclusions=None,
        detached_from=series.id,
        occurrence_start=named.base.start,
    )
    single = events.checked(tx, event_rules.changed(occurrence, patch))
    _put_series(tx, rules.without(series, named.day))
    events.store_change(tx, calendar, single, None, patch)
    if patch.member_ids is UNSET:
        event_queries.put_members(tx, single.id, annotations.own_members or ())
    return single.id


def _change_all(tx: Tx, calendar: Calendar, named: Named, patch: EventPatch) -> str:
    """Change a series and the detached events that follow it; the id of what has the named occurrence then."""
    was, annotations = named.series
    by_occurrence = named.day is not None
    present = replace(was, start=named.base.start, end=named.base.end, all_day=named.base.all_day)
    requested = events.checked(tx, event_rules.changed(present, patch))
    base = named.base if named.detached else present
    new, shift = rules.moved(was, base, requested, tx.zone, by_occurrence=by_occurrence)
    new = rules.trimmed(new, tx.zone) or new
    detached = event_queries.detached(tx, was.id)
    events.store_change(tx, calendar, events.checked(tx, new), was, patch)
    for single, of_each in detached:
        is_named = named.detached is not None and single.id == named.detached[0].id
        follower = _follower(tx, single, was, new, shift)
        if is_named:
            follower = events.checked(tx, event_rules.changed(follower, replace(patch, rrule=UNSET)))
        keeps_members = of_each.own_members != annotations.own_members and not is_named
        their = replace(patch, member_ids=UNSET) if keeps_members else patch
        events.store_change(tx, calendar, follower, single, their)
    return was.id if named.detached is None else named.detached[0].id


def _follower(tx: Tx, single: StoredEvent, was: StoredEvent, new: StoredEvent, shift: timedelta) -> StoredEvent:
    if new.rrule is None:
        # What was a series is a single event; so is what was detached from it.
        return replace(single, detached_from=None, occurrence_start=None)
    return rules.following(single, was, new, shift, tx.zone)


def _divide(tx: Tx, calendar: Calendar, named: Named, links: EventLinks) -> Named:
    """Divide a series at the named occurrence; the same occurrence of the second part, for all of it."""
    series, annotations = named.series
    assert named.day is not None
    day = named.day
    if rules.next_occurrence(series, day, tx.zone, None) is None:
        # Nothing of the rule is left there: only what is detached.
        return named
    before, rest = rules.divided(series, day, str(uuid4()), tx.zone)
    rest = rules.trimmed(rest, tx.zone) or rest
    _put_series(tx, before)
    events.store_change(tx, calendar, rest, None, EventPatch())
    event_queries.put_members(tx, rest.id, annotations.own_members or ())
    links.divide(tx, series.id, rest.id)
    later = [event_id for event_id, at in _days_of_detached(tx, series).items() if at >= day]
    series_queries.reattach(tx, later, rest.id)
    detached = None if named.detached is None else event_queries.event(tx, named.detached[0].id)
    base = detached[0] if detached else replace(named.base, id=rest.id)
    return Named(series=event_queries.event(tx, rest.id), base=base, day=day, detached=detached, apply="all")


def _put_series(tx: Tx, series: StoredEvent) -> bool:
    """Store a series; whether an occurrence of it is left."""
    series = rules.trimmed(series, tx.zone) or series
    occurrences.put(tx, [series])
    return rules.has_occurrence(series, tx.zone)


def _remove_one(tx: Tx, named: Named) -> list[str]:
    series, _ = named.series
    if named.detached:
        event_queries.remove(tx, named.detached[0].id)
        removed, is_left = [named.detached[0].id], rules.has_occurrence(series, tx.zone)
    else:
        assert named.day is not None
        removed, is_left = [], _put_series(tx, rules.without(series, named.day))
    return removed + _remove_empty(tx, series, is_left=is_left)


def _remove_following(tx: Tx, named: Named) -> list[str]:
    series, _ = named.series
    day = named.day
    assert day is not None
    removed = [event_id for event_id, at in _days_of_detached(tx, series).items() if at >= day]
    for event_id in removed:
        event_queries.remove(tx, event_id)
    is_left = _put_series(tx, rules.ended(series, day, tx.zone))
    return removed + _remove_empty(tx, series, is_left=is_left)


def _remove_all(tx: Tx, named: Named) -> list[str]:
    series, _ = named.series
    removed = [series.id, *_days_of_detached(tx, series)]
    event_queries.remove(tx, series.id)
    return removed


def _remove_empty(tx: Tx, series: StoredEvent, *, is_left: bool) -> list[str]:
    """Remove a series that has nothing left; its id, or nothing."""
    if is_left or event_queries.detached(tx, series.id):
        return []
    event_queries.remove(tx, series.id)
    return [series.id]
