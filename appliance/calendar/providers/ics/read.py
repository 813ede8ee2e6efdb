"""Read a feed: from the components of a file to the occurrences within a window."""

import hashlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.ics.components import Components
from appliance.calendar.providers.ics.series import Expanded, expand
from appliance.calendar.providers.ics.times import Length
from appliance.calendar.providers.ics.vevents import VEvent, read_event
from appliance.calendar.providers.ics.zones import Zones
from appliance.calendar.providers.models import Window
from appliance.kernel.errors import BadGateway
from appliance.kernel.scheduling.clock import instant

# As much as one transaction should replace.
MOST_OCCURRENCES = 100_000


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a feed holds within the window, by UID in the order of the file; `unreadable` counts the events lost."""

    occurrences: list[Occurrence]
    unreadable: int


def read(
    components: Components, household: tzinfo, window: Window, is_late: Callable[[], bool] = lambda: False
) -> Reading:
    """Read a feed; an event that cannot be read does not cost the others.

    Floating times are in the household's zone. `is_late` is called between the series and ends the work. Raises
    BadGateway for a feed that has too many events, takes too long, or has only unreadable events.
    """
    groups, unreadable = by_uid(components, household)
    if unreadable and not groups:
        raise BadGateway("none of the calendar's events can be read", code="calendar_unreadable")

    occurrences: list[Occurrence] = []
    for uid in list(groups):
        masters, changes = groups.pop(uid)
        if is_late():
            raise BadGateway(
                "the calendar takes too long to read; it has too many or too complicated repeating events",
                code="calendar_too_large",
            )
        expanded, readable = expand(masters, changes, household, window)
        unreadable += not readable
        series = next((series_id(each) for each in masters if each.recurs), None) if readable else None
        occurrences += [occurrence(each, series) for each in expanded]
        if len(occurrences) > MOST_OCCURRENCES:
            raise BadGateway(
                f"the calendar has more than {MOST_OCCURRENCES:,} events within a year", code="calendar_too_large"
            )
    return Reading(occurrences=occurrences, unreadable=unreadable)


def by_uid(components: Components, household: tzinfo) -> tuple[dict[str, tuple[list[VEvent], list[VEvent]]], int]:
    """The masters and changes of each UID, those with masters first, and the number of unreadable events.

    An event without UID stands alone. Cancelled masters are left out.
    """
    zones = Zones(components.timezones)
    masters: dict[str, list[VEvent]] = defaultdict(list)
    changes: dict[str, list[VEvent]] = defaultdict(list)
    unreadable = 0
    for number, text in enumerate(components.events):
        try:
            each = read_event(text, zones, household)
        except (ValueError, OverflowError):
            unreadable += 1
            continue
        uid = each.uid or f"#{number}"
        (masters if each.replaces is None else changes)[uid].append(each)
    uids = {**masters, **changes}
    return {
        uid: (_newest_start(masters.get(uid, [])), _newest_change(changes.get(uid, []))) for uid in uids
    }, unreadable


def _newest_start(group: list[VEvent]) -> list[VEvent]:
    """Of an event that comes in several versions the newest. Some producers give all their events one UID."""
    newest = {each.start: each for each in sorted(group, key=lambda each: each.sequence)}
    return [each for each in group if each.sequence == newest[each.start].sequence and not each.cancelled]


def _newest_change(group: list[VEvent]) -> list[VEvent]:
    """Of several changes to one occurrence the newest."""
    in_order = sorted(group, key=lambda each: each.sequence)
    return list({(each.replaces, each.onwards): each for each in in_order}.values())


def series_id(master: VEvent) -> str:
    """The id all occurrences of a series share, the same at every sync. (contract §12)"""
    return "ics:" + _digest("|".join([master.title, *master.rules]))


def occurrence(each: Expanded, series: str | None, external_id: str | None = None) -> Occurrence:
    """An occurrence as it is stored. Without an external id it gets one of its title and times. (contract §12)"""
    what, start = each.event, each.start
    starts, ends = _texts(start, each.length)
    all_day = not isinstance(start, datetime)
    return Occurrence(
        external_id=external_id or _digest(f"{what.title}|{starts}|{ends}|{'true' if all_day else 'false'}"),
        series_id=series,
        title=what.title,
        start=starts,
        end=ends,
        all_day=all_day,
        location=what.location,
        description=what.description,
        reminders=what.reminders,
    )


def _texts(start: date | datetime, length: Length) -> tuple[str, str]:
    """Start and end as stored: instants, or dates with an exclusive end."""
    if isinstance(start, datetime):
        return instant(start), instant(length.after(start))
    return start.isoformat(), date.fromordinal(start.toordinal() + length.days).isoformat()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
