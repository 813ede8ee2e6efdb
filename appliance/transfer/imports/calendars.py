"""What an import takes of calendars, local events, and the household's annotations of synced events."""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet

from appliance.calendar.calendars.models import Calendar, Kind
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import LONGEST_DESCRIPTION, LONGEST_LOCATION, StoredEvent
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made
from appliance.transfer.imports.file import Import
from appliance.transfer.imports.models import (
    CategoryOfOccurrence,
    CategoryOfSeries,
    CountdownOfOccurrence,
    CountdownOfSeries,
    ImportedCalendar,
    ImportedEvent,
    MembersOfOccurrence,
    MembersOfSeries,
    RoutineSeries,
    TravelOfOccurrence,
)
from appliance.transfer.imports.rules import KnownIds, error_at, known_id, known_ids


def calendars(imported: Sequence[ImportedCalendar], kinds: Mapping[str, Kind]) -> list[ImportedCalendar]:
    """The calendars that can be taken: one that is stored here with another kind is left out.

    `kinds` are the kinds of the stored calendars by id.
    """
    settled = dict(kinds)
    return [calendar for calendar in imported if settled.setdefault(calendar.id, calendar.kind) == calendar.kind]


def calendar(imported: ImportedCalendar, members: AbstractSet[str], categories: AbstractSet[str]) -> Calendar:
    """A calendar as stored, not yet connected. Only a local one is writable before it is connected."""
    return made(
        Calendar,
        imported,
        account_id=None,
        member_id=None,
        member_ids=known_ids(imported.member_ids, members),
        category_id=known_id(imported.category_id, categories),
        writable=imported.kind == "local",
        last_synced_at=None,
        last_error=None,
        needs_reconnect=False,
    )


def events(file: Import, known: KnownIds, synced: Collection[str]) -> list[tuple[StoredEvent, tuple[str, ...]]]:
    """Local events as stored, each with its members. Raises BadRequest.

    `synced` are ids that belong to synced events here; events of the file with such an id are left out. A detached
    event whose series is not in the file is an event of its own.
    """
    taken = [
        (_event(event, f"events.{index}", known), known_ids(event.member_ids, known.members))
        for index, event in enumerate(file.events)
        if event.calendar_id in known.local_calendars and event.id not in synced
    ]
    series = {event.id: event for event, _ in taken if event.rrule is not None}
    for event, _ in taken:
        its_series = series.get(event.detached_from or "")
        if event.rrule is not None or its_series is None or its_series.calendar_id != event.calendar_id:
            event.detached_from = event.occurrence_start = None
    # Every series before what was detached from it.
    return sorted(taken, key=lambda each: each[0].detached_from is not None)


def member_overrides(
    imported: Sequence[MembersOfOccurrence] | Sequence[MembersOfSeries], known: KnownIds
) -> list[tuple[str, str, tuple[str, ...]]]:
    """Calendar, key and members of synced events; rows without a known member are left out."""
    rows = [(row.calendar_id, row.key, known_ids(row.member_ids, known.members)) for row in imported]
    return [row for row in rows if row[0] in known.calendars and row[2]]


def category_overrides(
    imported: Sequence[CategoryOfOccurrence] | Sequence[CategoryOfSeries], known: KnownIds
) -> list[tuple[str, str, str]]:
    """Calendar, key and category of synced events."""
    rows = [(row.calendar_id, row.key, row.category_id) for row in imported]
    return [row for row in rows if row[0] in known.calendars and row[2] in known.categories]


def travel_overrides(
    imported: Sequence[TravelOfOccurrence], known: KnownIds
) -> list[tuple[str, str, int | None, bool]]:
    """Calendar, key, minutes and reminder of synced events; rows without minutes and reminder are left out."""
    return [
        (row.calendar_id, row.key, row.travel_minutes, row.remind_before_leave)
        for row in imported
        if row.calendar_id in known.calendars and (row.travel_minutes is not None or row.remind_before_leave)
    ]


def countdown_overrides(
    imported: Sequence[CountdownOfOccurrence] | Sequence[CountdownOfSeries], known: KnownIds
) -> list[tuple[str, str, bool]]:
    """Calendar, key and countdown mark of synced events."""
    return [(row.calendar_id, row.key, row.countdown) for row in imported if row.calendar_id in known.calendars]


def routine_overrides(imported: Sequence[RoutineSeries], known: KnownIds) -> list[tuple[str, str, bool | None]]:
    """Calendar, key and mark of synced series."""
    return [(row.calendar_id, row.key, True) for row in imported if row.calendar_id in known.calendars]


def _event(imported: ImportedEvent, at: str, known: KnownIds) -> StoredEvent:
    with error_at(at):
        start, end = event_rules.imported_times(imported.start, imported.end, imported.all_day, imported.rrule)
    with error_at(f"{at}.rrule", ": "):
        event_rules.check_rrule(imported.rrule)
    replaced = imported.occurrence_start
    with error_at(at):
        event_rules.check_reminders(imported.reminders, imported.all_day)
        if replaced is not None:
            moment = event_rules.requested_instant(replaced, "occurrenceStart")
            replaced = instant(moment) if "T" in replaced else replaced
    return made(
        StoredEvent,
        imported,
        external_id=None,
        series_id=None,
        start=start,
        end=end,
        location=(imported.location or "")[:LONGEST_LOCATION] or None,
        description=(imported.description or "")[:LONGEST_DESCRIPTION] or None,
        category_id=known_id(imported.category_id, known.categories),
        reminders=None if imported.reminders is None else tuple(imported.reminders),
        exclusions=tuple(day.isoformat() for day in sorted(set(imported.exclusions))) or None
        if imported.rrule is not None
        else None,
        detached_from=imported.detached_from if replaced is not None else None,
        occurrence_start=replaced if imported.detached_from is not None else None,
    )
