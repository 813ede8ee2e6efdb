"""Read events with members, category and reminders resolved; add, change, annotate and remove them."""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain, repeat
from operator import attrgetter
from uuid import uuid4

import msgspec
from msgspec import UNSET, UnsetType

from appliance.calendar import birthdays
from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.calendars.models import Calendar
from appliance.calendar.categories import queries as category_queries
from appliance.calendar.categories import rules as category_rules
from appliance.calendar.event_limits.actions import check_room
from appliance.calendar.event_limits.rules import LONGEST_BOUNDED_RANGE, MAX_INSTANCES, RangeResult
from appliance.calendar.events import queries, rules
from appliance.calendar.events.models import AnnotatedEvent, Event, EventPatch, NewEvent, StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.occurrences import queries as occurrence_queries
from appliance.calendar.occurrences.rules import Times, occurrence_times
from appliance.household import queries as household_queries
from appliance.household.actions import with_week_start
from appliance.kernel.database.row_copies import Row
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import cost
from appliance.kernel.schema import Maybe, made, patched, sent_fields
from appliance.kernel.time_budget import checkpoint, leave_loop
from appliance.people import queries as people_queries

log = logging.getLogger(__name__)
# No zone is further from UTC.
FURTHEST = timedelta(hours=26)
# The time budget is checked once for so many events.
CHECKED_EVERY = 8
# No screen shows a longer range. A single series may have thousands of instances in one.
LONGEST_IN_LOOP = timedelta(days=100)
# What following the rules of a range may cost whose occurrences are not stored.
MAX_STEPS = 1_000_000


class EventLinks(msgspec.Struct, frozen=True, kw_only=True):
    """Functions of later domains on the data that hangs on events; this domain may not import them.

    `with_counts` fills `linked_item_count` and `note_count`. `remove` deletes what hangs on events that are removed.
    `divide` gives the second part of a divided series what hangs on the first: both ids, the first one's first.
    `move` gives events what hangs on others: the ids of both, in pairs.
    `notes_of`, `notes_of_synced` and `put_notes` copy the rows of notes and put them back, `relink` links the items of
    events to another.
    """

    with_counts: Callable[[Reader, list[Event]], list[Event]]
    remove: Callable[[Tx, Sequence[str]], None]
    divide: Callable[[Tx, str, str], None]
    move: Callable[[Tx, Sequence[tuple[str, str]]], None]
    notes_of: Callable[[Reader, Sequence[str]], list[Row]]
    notes_of_synced: Callable[[Reader, str], list[Row]]
    put_notes: Callable[[Tx, Sequence[Row]], None]
    relink: Callable[[Tx, Sequence[str], str], None]


@consistent_read
def between(
    db: Reader,
    begin: datetime,
    end: datetime,
    member_id: str | None = None,
    calendar_id: str | None = None,
    *,
    with_birthdays: bool = False,
    links: EventLinks | None = None,
) -> list[Event]:
    """What happens in a range, by start: instances that end after `begin` and start before `end`.

    Calendars that are switched off are left out. `member_id` keeps only what is for that member. `links` count what
    hangs on the events. In a range of up to 400 days a calendar that has too much gives way to the others. Raises
    BadRequest for a longer one that holds more than an answer can carry. (contract §13.4)
    """
    found, _ = around(db, begin, end, member_id, calendar_id)
    checkpoint()
    if links is not None:
        links.with_counts(db, found)
    if with_birthdays:
        found += birthdays.between(db, begin, end, member_id, calendar_id)
    # Three passes over texts take half the time of one over tuples of them.
    for name in ("id", "title", "start"):
        found.sort(key=attrgetter(name))
    return found


def around(
    db: Reader, begin: datetime, end: datetime, member_id: str | None = None, calendar_id: str | None = None
) -> tuple[list[Event], set[str]]:
    """As `between`, in no order, and the calendars of which not everything is in it."""
    if end - begin > LONGEST_IN_LOOP:
        leave_loop()
    context, result = resolution_context(db), RangeResult()
    shown = [
        calendar.id
        for calendar in context.calendars.values()
        if calendar.enabled and calendar_id in (None, calendar.id)
    ]
    too_costly: set[str] = set()
    found: Iterable[tuple[AnnotatedEvent, Times | None]]
    if occurrence_queries.are_stored(db, begin, end):
        found = queries.in_range(db, begin, end, shown)
    else:
        leave_loop()
        outside = queries.single(db, begin, end, shown), queries.series(db, begin, end, shown)
        found = zip(chain(*outside), repeat(None))
    with cost.limited(MAX_STEPS):
        for number, (annotated, times) in enumerate(found):
            if number % CHECKED_EVERY == 0:
                checkpoint()
            stored, _ = annotated
            if stored.calendar_id in result.incomplete:
                continue
            try:
                if times is None and stored.rrule is not None:
                    times = occurrence_times(stored, db.zone, begin, end, stored.exclusions)
                event = rules.resolved(annotated, context)
                if member_id is None or member_id in event.member_ids:
                    result.add(event, rules.instances(event, times or []))
            except cost.TooCostly:
                # The other events of the calendar are still shown.
                too_costly.add(stored.calendar_id)
            except Exception as problem:
                # One event must not cost the household its calendar, whatever is wrong with it.
                _report_unreadable(stored.id, repr(problem))
            if (result.incomplete or too_costly) and end - begin > LONGEST_BOUNDED_RANGE:
                raise BadRequest(f"more than {MAX_INSTANCES} events lie in this range, ask for a shorter one", at="to")
    return result.events(), result.incomplete | too_costly


def incomplete_calendars(db: Reader, begin: datetime, end: datetime) -> set[str]:
    """The calendars of which `between` does not show everything."""
    return around(db, begin, end)[1]


def between_moments(
    db: Reader, begin: datetime, end: datetime, member_id: str | None = None, calendar_id: str | None = None
) -> list[Event]:
    """As `between`, but an all-day event begins and ends at the household's midnights instead of those of UTC."""
    found = between(db, begin - FURTHEST, end + FURTHEST, member_id, calendar_id)
    return [event for event in found if rules.is_within(event, begin, end, db.zone)]


@consistent_read
def shown(db: Reader, event_id: str) -> Event:
    """One event; a series by its first occurrence. Raises NotFound."""
    return rules.resolved(queries.event(db, event_id), resolution_context(db))


def add(tx: Tx, request: NewEvent) -> Event:
    """Add an event or a series to a local calendar. Raises BadRequest. (contract §13.5)"""
    event = checked_new(tx, request)
    if calendar_queries.calendar(tx, event.calendar_id).kind != "local":
        raise BadRequest("an event of this calendar is created at its provider")

    occurrences.put(tx, [event])
    queries.put_members(tx, event.id, _members(tx, request.member_ids))
    tx.record("events.changed", {"calendarId": event.calendar_id}, [event.id])
    return shown(tx, event.id)


def suiting_calendar(db: Reader, member_ids: Maybe[list[str]]) -> str:
    """The calendar that suits the people of a new event. Raises BadRequest."""
    return calendars.calendar_for(db, _members(db, member_ids))


def checked_new(db: Reader, request: NewEvent) -> StoredEvent:
    """The requested event as it would be stored in a local calendar. Raises BadRequest."""
    calendar = calendar_queries.maybe_calendar(db, request.calendar_id)
    if calendar is None:
        raise BadRequest("calendar not found", code="deleted_meanwhile")
    if not calendar.writable:
        raise BadRequest("calendar is not writable", code="read_only")
    _members(db, request.member_ids)

    event = checked(
        db,
        made(
            StoredEvent,
            request,
            id=str(uuid4()),
            external_id=None,
            series_id=None,
            location=request.location or None,
            description=request.description or None,
            rrule=with_week_start(db, request.rrule),
            reminders=None if request.reminders is None else tuple(request.reminders),
        ),
    )
    check_room(db, calendar, event)
    return event


def check_annotations(db: Reader, patch: EventPatch) -> None:
    """Raises BadRequest for an unknown member or category."""
    _members(db, patch.member_ids)
    _check_category(db, patched(patch.category_id, None))


def edit(tx: Tx, event_id: str, patch: EventPatch) -> Event:
    """Change an event or its annotations. Raises NotFound, BadRequest. (contract §13.6)"""
    annotated = queries.event(tx, event_id)
    return edit_found(tx, annotated, calendar_queries.calendar(tx, annotated[0].calendar_id), patch)


def edit_found(tx: Tx, annotated: AnnotatedEvent, calendar: Calendar, patch: EventPatch) -> Event:
    """As `edit`, for an event that was just read."""
    event, _ = annotated
    rules.check_change(patch, event, calendar)
    if calendar.kind != "local" and sent_fields(patch).keys() & rules.OWN:
        raise BadRequest("an event of this calendar is changed at its provider")

    if calendar.kind == "local":
        store_change(tx, calendar, checked(tx, rules.changed(event, patch)), event, patch)
    else:
        _annotate(tx, annotated, patch)
    # Annotations of a synced series are those of all its occurrences.
    tx.record("events.changed", {"calendarId": calendar.id}, None if patch.scope == "series" else [event.id])
    return shown(tx, event.id)


def remove(tx: Tx, event_id: str) -> None:
    """Remove an event, or a whole series. Raises NotFound, and BadRequest for a read-only one. (contract §13.7)"""
    event, _ = queries.event(tx, event_id)
    if not calendar_queries.calendar(tx, event.calendar_id).writable:
        raise BadRequest("calendar is not writable", code="read_only")

    entries = [event_id, *(detached.id for detached, _ in queries.detached(tx, event_id))]
    queries.remove(tx, event_id)
    tx.record("events.changed", {"calendarId": event.calendar_id}, entries)


@lru_cache(maxsize=1024)
def _report_unreadable(event_id: str, problem: str) -> None:
    """Log an event that cannot be shown; each once."""
    log.error("an event cannot be shown; change or remove it", extra={"event": event_id, "reason": problem})


def resolution_context(db: Reader) -> rules.ResolutionContext:
    """What the events of this household are resolved against."""
    calendars = {calendar.id: calendar for calendar in calendar_queries.calendars(db)}
    colors = {person.id: person.color for person in people_queries.people(db)}
    reminders = household_queries.settings(db).default_reminder_minutes
    return rules.ResolutionContext(
        calendars=calendars,
        colors=colors,
        category_of_title=category_rules.keyword_matcher(category_queries.categories(db)),
        defaults={calendar.id: rules.default_event(calendar, colors, reminders) for calendar in calendars.values()},
    )


def store_change(tx: Tx, calendar: Calendar, event: StoredEvent, was: StoredEvent | None, patch: EventPatch) -> None:
    """Store a checked local event and the members of the same request; `was` is the event before. Raises BadRequest."""
    if was is None or sent_fields(patch).keys() & rules.OWN:
        check_room(tx, calendar, event, was)
    occurrences.put(tx, [event])
    if patch.member_ids is not UNSET:
        queries.put_members(tx, event.id, _members(tx, patch.member_ids))


def checked(db: Reader, event: StoredEvent) -> StoredEvent:
    """A local event as stored: its rule, reminders, category and times are checked. Raises BadRequest."""
    rules.check_rrule(event.rrule)
    rules.check_reminders(event.reminders, event.all_day)
    _check_category(db, event.category_id)
    start, end = rules.checked_times(event.start, event.end, event.all_day, event.rrule)
    rules.check_rrule_cost(event.rrule, start)
    return msgspec.structs.replace(event, start=start, end=end)


def _annotate(tx: Tx, annotated: AnnotatedEvent, patch: EventPatch) -> None:
    event, annotations = annotated
    series = patch.scope == "series"
    key = (event.series_id if series else event.external_id) or event.id
    occurrences = queries.occurrence_keys(tx, event.calendar_id, key) if series else []
    if patch.member_ids is not UNSET:
        queries.annotate_members(tx, event.calendar_id, patch.scope, key, _members(tx, patch.member_ids))
        queries.forget_occurrence_members(tx, event.calendar_id, occurrences)
    if not isinstance(patch.category_id, UnsetType):
        _check_category(tx, patch.category_id)
        queries.annotate_category(tx, event.calendar_id, patch.scope, key, patch.category_id)
        queries.forget_occurrence_categories(tx, event.calendar_id, occurrences)
    if not isinstance(patch.countdown, UnsetType):
        default = not series and bool(annotations.series_countdown)
        mark = None if patch.countdown == default else patch.countdown
        queries.annotate_countdown(tx, event.calendar_id, patch.scope, key, mark)
        queries.forget_occurrence_countdowns(tx, event.calendar_id, occurrences)
    if not isinstance(patch.routine, UnsetType) and event.series_id is not None:
        queries.annotate_routines(tx, [(event.calendar_id, event.series_id, patch.routine or None)])
    if patch.travel_minutes is not UNSET or patch.remind_before_leave is not UNSET:
        minutes, remind = rules.travel(event, annotations)
        minutes = patched(patch.travel_minutes, minutes)
        remind = patched(patch.remind_before_leave, remind)
        queries.annotate_travel(tx, event.calendar_id, event.external_id or event.id, minutes, remind)


def _check_category(db: Reader, category_id: str | None) -> None:
    if category_id is not None and not category_queries.is_category(db, category_id):
        raise BadRequest("is not a category", at="categoryId", code="deleted_meanwhile")


def _members(db: Reader, requested: Maybe[list[str]]) -> list[str]:
    member_ids = patched(requested, [])
    known = people_queries.known(db, member_ids)
    for index, member_id in enumerate(member_ids):
        if member_id not in known:
            raise BadRequest("is not a member", at=f"memberIds.{index}", code="deleted_meanwhile")
    return known
