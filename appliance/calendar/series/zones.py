"""Local series when the household gets another time zone: their dates keep their weekdays and times of day."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.series import queries as series_queries
from appliance.calendar.series import rules as series_rules
from appliance.calendar.series.rewrites import UTC_TIME, with_parts
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence.rule import parse
from appliance.kernel.scheduling.clock import instant, same_time


def keep_local_times(tx: Tx, was: ZoneInfo) -> None:
    """Move the series of local calendars, and the dates that were changed, from a zone to the household's present one.

    Single events stay at their instants.
    """
    detached: dict[str, list[StoredEvent]] = defaultdict(list)
    stored = series_queries.all_series(tx)
    for event in stored:
        if event.detached_from is not None:
            detached[event.detached_from].append(event)
    moved: list[StoredEvent] = []
    for event in stored:
        # A rule that is not valid gives no dates in any zone.
        with suppress(BadRequest):
            moved += [] if event.rrule is None else kept(event, detached[event.id], was, tx.zone)
    unchanged = {event.id: event for event in stored}
    moved = [event for event in moved if event != unchanged[event.id]]
    occurrences.put(tx, moved)
    for calendar_id in sorted({event.calendar_id for event in moved}):
        tx.record("events.changed", {"calendarId": calendar_id})


def kept(series: StoredEvent, detached: Sequence[StoredEvent], old: ZoneInfo, new: ZoneInfo) -> list[StoredEvent]:
    """A series and the events detached from it, by the clock of `new` as they are by that of `old`.

    Each lasts as long as before. Whole days and exclusions are local dates, which stay. Raises BadRequest for a rule
    that is not valid.
    """
    moved = series if series.all_day else _series(series, old, new)
    return [moved, *(_detached(event, series, moved, old, new) for event in detached)]


def _series(series: StoredEvent, old: ZoneInfo, new: ZoneInfo) -> StoredEvent:
    rrule, clock = series.rrule or "", series_rules.clock(series, old)
    until = parse(rrule).until
    if isinstance(until, datetime) and until.tzinfo:
        with suppress(OverflowError):  # at the end of the calendar
            rrule = with_parts(rrule, UNTIL=same_time(until, old, new).strftime(UTC_TIME))
    moved = replace(_moved(series, old, new), rrule=rrule)
    skipped = _wall(moved.start, new) - _wall(series.start, old)
    if not skipped:
        return moved
    # The first date skips that time in the new zone, so the start is before the gap and the rule says the time.
    start, end = (instant(datetime.fromisoformat(text) - skipped) for text in (moved.start, moved.end))
    rrule = with_parts(rrule, BYHOUR=str(clock.hour), BYMINUTE=str(clock.minute), BYSECOND=str(clock.second))
    return replace(moved, start=start, end=end, rrule=rrule)


def _detached(event: StoredEvent, series: StoredEvent, moved: StoredEvent, old: ZoneInfo, new: ZoneInfo) -> StoredEvent:
    day = series_rules.day_of(event.occurrence_start or series.start, series.all_day, old)
    start, end = series_rules.occurrence_on(moved, day, new)
    if series_rules.follows(event, series, old):
        return replace(event, occurrence_start=start, start=start, end=end)
    return replace(event if event.all_day else _moved(event, old, new), occurrence_start=start)


def _moved(event: StoredEvent, old: ZoneInfo, new: ZoneInfo) -> StoredEvent:
    start, end = datetime.fromisoformat(event.start), datetime.fromisoformat(event.end)
    moved = same_time(start, old, new)
    return replace(event, start=instant(moved), end=instant(moved + (end - start)))


def _wall(start: str, zone: ZoneInfo) -> datetime:
    return datetime.fromisoformat(start).astimezone(zone).replace(tzinfo=None, fold=0)
