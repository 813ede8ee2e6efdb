"""Decisions about writes at providers: which part of a request goes there."""

import re
from datetime import UTC, datetime
from typing import TypeVar
from zoneinfo import ZoneInfo

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.calendars.models import Calendar
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import Annotations, Apply, EventPatch, NewEvent, Scope, StoredEvent
from appliance.calendar.providers.models import Draft, Edit, Target, Times
from appliance.calendar.providers.new_rules import begun
from appliance.calendar.series.rules import UNKNOWN, is_start
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import Maybe, patched

T = TypeVar("T")
DATE = len("YYYY-MM-DD")


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
    at, rrule = Times(start=event.start, end=event.end, all_day=event.all_day), event.rrule
    if rrule is not None:
        at, rrule = _begun(at, rrule, zone)
    return Draft(
        title=event.title,
        times=at,
        location=event.location,
        description=event.description,
        reminders=event.reminders,
        rrule=rrule,
    )


def check_edit(patch: EventPatch, calendar: Calendar) -> None:
    """Raises BadRequest for changes that a provider's event does not support. (contract §13.6)"""
    if calendar.kind == "caldav" and patch.reminders is not UNSET:
        raise BadRequest(
            "reminders of a CalDAV event are changed where it was made", at="reminders", code="only_at_source"
        )


def edit(patch: EventPatch, event: StoredEvent) -> Edit:
    """The change to make at the provider, without fields that stay the same. Raises BadRequest."""
    all_day = patched(patch.all_day, event.all_day)
    requested = (patched(patch.start, event.start), patched(patch.end, event.end), all_day)
    moved: Maybe[Times] = UNSET
    if requested != (event.start, event.end, event.all_day):
        start, end = event_rules.checked_times(*requested, None)
        if (start, end, all_day) != (event.start, event.end, event.all_day):
            moved = Times(start=start, end=end, all_day=all_day)
    reminders: Maybe[tuple[int, ...] | None] = UNSET
    if not isinstance(patch.reminders, UnsetType):
        event_rules.check_reminders(patch.reminders, all_day)
        reminders = _different(None if patch.reminders is None else tuple(patch.reminders), event.reminders)
    return Edit(
        title=_different(patched(patch.title, event.title), event.title),
        times=moved,
        location=_different(patched(patch.location, event.location) or None, event.location),
        description=_different(patched(patch.description, event.description) or None, event.description),
        reminders=reminders,
    )


def requested_rule(patch: EventPatch, event: StoredEvent, part: Apply) -> Maybe[str | None]:
    """The rule that a request may change at the provider; unset where it says nothing about one.

    Every answer has `rrule: null` for a synced event, so that alone removes no rule: `apply` says that it does.
    """
    is_removed = patch.rrule is None and patch.apply is not UNSET and part != "this"
    if patch.rrule is UNSET or (patch.rrule is None and not (is_removed and event.series_id is not None)):
        return UNSET
    return patch.rrule


def with_rule(edit: Edit, event: StoredEvent, part: Apply, rrule: str | None, zone: ZoneInfo) -> Edit:
    """The change with another rule; an event without a series begins with the first date of it. Raises BadRequest."""
    if event.series_id is not None:
        if part == "this":
            raise BadRequest("a single occurrence cannot repeat", at="rrule")
        return replace(edit, rrule=rrule)
    now = Times(start=event.start, end=event.end, all_day=event.all_day)
    at, new = _begun(now if isinstance(edit.times, UnsetType) else edit.times, rrule or "", zone)
    return replace(edit, times=at, rrule=new)


def of_whole_series(problem: BadRequest | BadGateway) -> BadRequest | BadGateway:
    """The error of a change of a whole series: the reasons why it cannot be divided are those of its change too."""
    if problem.extra.get("code") != "series_not_divisible":
        return problem
    return BadRequest(
        "the dates of this series cannot be changed together: some were changed or removed by themselves, or its rule"
        " is of another kind; change them one by one, or where the series was made",
        at="apply",
        code="series_not_together",
    )


def counterparts(
    before: list[StoredEvent], after: list[StoredEvent], was: StoredEvent, now: StoredEvent, patch: EventPatch
) -> list[tuple[StoredEvent, StoredEvent]]:
    """What each occurrence of a series has become, as far as it is there, both by start. `was` has become `now`."""
    if isinstance(patch.rrule, UnsetType):
        first = [old.id for old in before].index(was.id) - [new.id for new in after].index(now.id)
        return list(zip(before[max(first, 0) :], after[max(-first, 0) :], strict=False))
    by_date = {new.start[:DATE]: new for new in after if new.id != now.id}
    others = [(old, by_date[old.start[:DATE]]) for old in before if old.id != was.id and old.start[:DATE] in by_date]
    return [(was, now), *others]


def carried(added: Annotations, *, is_series: bool) -> EventPatch:
    """What was added to an event, for the series that it has become, or of a series for the event that is left."""
    members, category, countdown = (
        (added.occurrence_members, added.occurrence_category_id, added.occurrence_countdown)
        if is_series
        else (
            added.occurrence_members or added.series_members,
            added.occurrence_category_id or added.series_category_id,
            added.series_countdown if added.occurrence_countdown is None else added.occurrence_countdown,
        )
    )
    return EventPatch(
        member_ids=list(members) if members else UNSET,
        category_id=category or UNSET,
        countdown=UNSET if countdown is None else countdown,
        scope="series" if is_series else "occurrence",
    )


def annotations(patch: EventPatch) -> EventPatch:
    """The part of a request that the household stores itself."""
    return EventPatch(
        member_ids=patch.member_ids,
        category_id=patch.category_id,
        travel_minutes=patch.travel_minutes,
        remind_before_leave=patch.remind_before_leave,
        countdown=patch.countdown,
        routine=patch.routine,
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


def rule_from_on(rule: str | None, occurrences: int) -> str | None:
    """The rule of a series for so many occurrences of it, when it counts them."""
    if rule is None or "COUNT=" not in rule:
        return rule
    return re.sub(r"COUNT=[0-9]+", f"COUNT={max(occurrences, 1)}", rule)


def created_again(was: StoredEvent, rule: str | None = None) -> NewEvent:
    """The request for an event like one that was removed, or for a series that begins with it."""
    return NewEvent(
        calendar_id=was.calendar_id,
        title=was.title,
        start=was.start,
        end=was.end,
        all_day=was.all_day,
        location=was.location or "",
        description=was.description or "",
        reminders=None if was.reminders is None else list(was.reminders),
        rrule=rule,
    )


def target(event: StoredEvent, whole: bool) -> Target:
    """The event to write to; with `whole` its series, or the event itself when it has none."""
    return Target(
        external_id=event.external_id or "",
        series_id=event.series_id,
        times=Times(start=event.start, end=event.end, all_day=event.all_day),
        whole=whole and event.series_id is not None,
    )


def _begun(at: Times, rrule: str, zone: ZoneInfo) -> tuple[Times, str]:
    """The times of a new series' first occurrence, and its rule. Raises BadRequest."""
    start, end = (datetime.fromisoformat(text) for text in (at.start, at.end))
    if at.all_day:
        first, rrule = begun(rrule, start, True, zone)
        return Times(start=f"{first:%Y-%m-%d}", end=f"{first + (end - start):%Y-%m-%d}", all_day=True), rrule
    local, rrule = begun(rrule, start.astimezone(zone).replace(tzinfo=None), False, zone)
    first = local.replace(tzinfo=zone).astimezone(UTC)
    return Times(start=instant(first), end=instant(first + (end - start)), all_day=False), rrule


def _different(requested: T, stored: T) -> Maybe[T]:
    return UNSET if requested == stored else requested
