"""Decisions about writes at providers: which part of a request goes there."""

from typing import TypeVar
from zoneinfo import ZoneInfo

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events import rules as times
from appliance.calendar.events.models import Apply, EventPatch, NewEvent, Scope, StoredEvent
from appliance.calendar.providers.models import Draft, Edit, Target, Times
from appliance.calendar.series.rewrites.rules import until_text, with_parts
from appliance.calendar.series.rules import UNKNOWN, is_start, local_day, next_occurrence
from appliance.kernel.errors import BadRequest
from appliance.kernel.rrule import parse
from appliance.kernel.schema import Maybe, patched

T = TypeVar("T")
# A series that ends later than the calendar does has no end.
LATEST_UNTIL = 9_999


def is_at_provider(calendar: Calendar) -> bool:
    """Whether a provider keeps the events of this calendar and accepts writes."""
    return calendar.kind not in ("local", "ics")


def part(event: StoredEvent, scope: Scope, occurrence: Maybe[str], apply: Maybe[Apply]) -> Apply:
    """Which part of a synced event's series a request concerns; `apply` counts more than `scope`.

    The event is an occurrence itself, so `occurrence` need not be sent. Raises BadRequest for another one.
    """
    if not isinstance(occurrence, UnsetType) and not is_start(event.start, occurrence):
        raise BadRequest(UNKNOWN, code="occurrence_unknown")
    if isinstance(apply, UnsetType):
        return "all" if scope == "series" else "this"
    return apply if event.series_id is not None else "this"


def scoped(patch: EventPatch, part: Apply) -> EventPatch:
    """A request with the scope that `apply` says."""
    if patch.apply is UNSET:
        return patch
    return replace(patch, scope="series" if part == "all" else "occurrence")


def check_connected(calendar: Calendar) -> None:
    """Raises BadRequest for a calendar that is not connected to an account."""
    if calendar.account_id is None:
        raise BadRequest("this calendar is not connected; connect its account again first", code="not_connected")


def draft(event: StoredEvent, zone: ZoneInfo) -> Draft:
    """The checked event to create. Raises BadRequest. (contract §13.5)"""
    if event.rrule is not None:
        event = _begun(event, event.rrule, zone)
    return Draft(
        title=event.title,
        times=Times(start=event.start, end=event.end, all_day=event.all_day),
        location=event.location,
        description=event.description,
        reminders=event.reminders,
        rrule=event.rrule,
    )


def check_edit(patch: EventPatch, edit: Edit, calendar: Calendar) -> None:
    """Raises BadRequest for changes that a provider's event does not support. (contract §13.6)"""
    if calendar.kind == "caldav" and patch.reminders is not UNSET:
        raise BadRequest(
            "reminders of a CalDAV event are changed where it was made", at="reminders", code="only_at_source"
        )
    if patch.scope == "series" and edit.times is not UNSET:
        raise BadRequest(
            "the times of a whole series are changed where it was made; occurrences can be moved",
            at="scope",
            code="only_at_source",
        )


def edit(patch: EventPatch, event: StoredEvent) -> Edit:
    """The change to make at the provider, without fields that stay the same. Raises BadRequest."""
    all_day = patched(patch.all_day, event.all_day)
    requested = (patched(patch.start, event.start), patched(patch.end, event.end), all_day)
    moved: Maybe[Times] = UNSET
    if requested != (event.start, event.end, event.all_day):
        start, end = times.checked_times(*requested, None)
        if (start, end, all_day) != (event.start, event.end, event.all_day):
            moved = Times(start=start, end=end, all_day=all_day)
    reminders: Maybe[tuple[int, ...] | None] = UNSET
    if not isinstance(patch.reminders, UnsetType):
        times.check_reminders(patch.reminders, all_day)
        reminders = _different(None if patch.reminders is None else tuple(patch.reminders), event.reminders)
    return Edit(
        title=_different(patched(patch.title, event.title), event.title),
        times=moved,
        location=_different(patched(patch.location, event.location) or None, event.location),
        description=_different(patched(patch.description, event.description) or None, event.description),
        reminders=reminders,
    )


def annotations(patch: EventPatch) -> EventPatch:
    """The part of a request that the household stores itself."""
    return EventPatch(
        member_ids=patch.member_ids,
        category_id=patch.category_id,
        travel_minutes=patch.travel_minutes,
        remind_before_leave=patch.remind_before_leave,
        countdown=patch.countdown,
        scope=patch.scope,
    )


def is_reversible(edit: Edit, was: StoredEvent, now: StoredEvent) -> bool:
    """Whether an event took every text of a change. One that did not has texts of its own, unlike its series."""
    texts: list[tuple[object, str | None, str | None]] = [
        (edit.title, was.title, now.title),
        (edit.location, was.location, now.location),
        (edit.description, was.description, now.description),
    ]
    return not any(sent is not UNSET and old == new for sent, old, new in texts)


def inverse(was: StoredEvent, now: StoredEvent, scope: Scope) -> EventPatch:
    """The request that gives a synced event its own fields back."""
    patch = EventPatch(scope=scope)
    if now.title != was.title:
        patch.title = was.title
    if (now.start, now.end, now.all_day) != (was.start, was.end, was.all_day):
        patch.start, patch.end, patch.all_day = was.start, was.end, was.all_day
    if now.location != was.location:
        patch.location = was.location or ""
    if now.description != was.description:
        patch.description = was.description or ""
    if now.reminders != was.reminders:
        patch.reminders = None if was.reminders is None else list(was.reminders)
    return patch


def created_again(was: StoredEvent) -> NewEvent:
    """The request for an event like one that was removed."""
    return NewEvent(
        calendar_id=was.calendar_id,
        title=was.title,
        start=was.start,
        end=was.end,
        all_day=was.all_day,
        location=was.location or "",
        description=was.description or "",
        reminders=None if was.reminders is None else list(was.reminders),
    )


def target(event: StoredEvent, whole: bool) -> Target:
    """The event to write to; with `whole` its series, or the event itself when it has none."""
    return Target(
        external_id=event.external_id or "",
        series_id=event.series_id,
        times=Times(start=event.start, end=event.end, all_day=event.all_day),
        whole=whole and event.series_id is not None,
    )


def _begun(series: StoredEvent, rrule: str, zone: ZoneInfo) -> StoredEvent:
    """A series as other programs read it: it starts with its first occurrence, and says its time of day by that.

    Raises BadRequest where nothing is left of it, and for two ends.
    """
    rule = parse(rrule)
    if rule.count is not None and rule.until is not None:
        raise BadRequest("has COUNT and UNTIL; send one of them", at="rrule", code="invalid_repeat")
    first = next_occurrence(series, local_day(series, zone), zone, None)
    if first is None:
        raise BadRequest("gives no date from start on", at="rrule", code="invalid_repeat")
    until = rule.until and rule.until.year < LATEST_UNTIL and until_text(rule.until, series.all_day, zone)
    new = with_parts(rrule, BYHOUR=None, BYMINUTE=None, BYSECOND=None, UNTIL=until or None)
    return replace(first, rrule=new)


def _different(requested: T, stored: T) -> Maybe[T]:
    return UNSET if requested == stored else requested
