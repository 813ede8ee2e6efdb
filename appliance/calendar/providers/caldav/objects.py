"""Read a CalDAV object: its occurrences within a window, identified by href, UID and recurrence."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.ics.budget import Budget
from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.parts import by_uid
from appliance.calendar.providers.ics.read import (
    NOBODY,
    Owners,
    Reading,
    Versions,
    lost_rule,
    occurrence,
    read_versions,
)
from appliance.calendar.providers.ics.series import Expanded, as_start, expand, iter_occurrences
from appliance.calendar.providers.ics.vevents import VEvent
from appliance.calendar.providers.ics.zones import Zones
from appliance.calendar.providers.models import Losses, Window
from appliance.kernel.errors import BadGateway


class Unreadable(BadGateway):
    """An object of which nothing can be read."""

    def __init__(self, losses: Losses) -> None:
        super().__init__("an event of the calendar cannot be read", code="event_unreadable")
        self.losses = losses


@dataclass(frozen=True)
class Name:
    """The parts of an external id. `recurrence` is empty for an event that does not recur."""

    href: str
    uid: str
    recurrence: str

    def __str__(self) -> str:
        return f"{self.href}::{self.uid}::{self.recurrence}"


def named(external_id: str) -> Name:
    """The parts of an external id. The address before the path may hold colons of its own. Raises BadGateway."""
    scheme, _, rest = external_id.partition("://")
    host, _, path = rest.partition("/")
    path, _, recurrence = path.rpartition("::")
    path, colons, uid = path.partition("::")
    if not colons:
        raise BadGateway("this event cannot be found at its source", code="event_gone")
    return Name(f"{scheme}://{host}/{path}", uid, recurrence)


def occurrences(file: bytes, href: str, household: tzinfo, window: Window, owners: Owners = NOBODY) -> list[Occurrence]:
    """The occurrences of an object within a window. Raises as `read`."""
    return read(file, href, household, window, Budget(), owners).occurrences


def read(file: bytes, href: str, household: tzinfo, window: Window, budget: Budget, owners: Owners = NOBODY) -> Reading:
    """The occurrences of an object within a window, and what cannot be read of it.

    Floating times are in the household's zone. Raises Unreadable when there is nothing that can be read, BadGateway
    when it is no calendar, and TooMuch.
    """
    groups, losses = _groups(file, household)
    if losses.events and not groups:
        raise Unreadable(losses)
    found: dict[str, Occurrence] = {}
    for uid, (masters, changes) in groups.items():
        master = next((one for one in masters if one.recurs), None)

        def made(instance: Expanded, uid: str = uid, master: VEvent | None = master) -> Occurrence:
            recurs = master is not None or instance.event.replaces is not None
            recurrence = recurrence_id(master, instance.identity, household) if recurs else ""
            return occurrence(instance, uid if recurs else None, str(Name(href, uid, recurrence)), owners)

        expanded, is_readable = expand(masters, changes, household, window, budget, made)
        found |= {stored.external_id: stored for stored in expanded}
        if not is_readable:
            losses = losses.and_also(lost_rule(masters))
    return Reading(occurrences=list(found.values()), losses=losses)


def is_empty(file: bytes, household: tzinfo) -> bool:
    """Whether an object has no occurrence at any time. False where a part of it cannot be read."""
    groups, losses = _groups(file, household)
    try:
        return not losses.events and not any(_has_occurrence(*events, household) for events in groups.values())
    except (OverflowError, ValueError):
        return False


def _groups(file: bytes, household: tzinfo) -> tuple[dict[str, Versions], Losses]:
    """The events of each UID, and what cannot be read."""
    components = split_components(file)
    zones, losses = Zones(components.timezones), Losses()
    groups: dict[str, Versions] = {}
    for uid, events in by_uid(components).items():
        versions, lost = read_versions(components.texts(events), zones, household)
        losses = losses.and_also(lost)
        if versions:
            groups[uid] = versions
    return groups, losses


def recurrence_id(master: VEvent | None, when: date | datetime, household: tzinfo) -> str:
    """The identifying text of an occurrence, the same for every zone and form that its time is written in."""
    if master is not None:
        when = as_start(master, when, household)
    if not isinstance(when, datetime):
        return when.strftime("%Y%m%d")
    at = when if when.tzinfo else when.replace(tzinfo=household)
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _has_occurrence(masters: list[VEvent], changes: list[VEvent], household: tzinfo) -> bool:
    """Whether anything is left of a series. Raises OverflowError, ValueError."""
    rules = [rule.upper() for master in masters for rule in master.rules]
    if any("COUNT=" not in rule and "UNTIL=" not in rule for rule in rules):
        return True
    dates = [event.start for event in (*masters, *changes)] + [when for event in masters for when, _ in event.added]
    if not dates:
        return False
    first = min(date(when.year, when.month, when.day) for when in dates)
    begin = datetime.combine(first, time(), UTC) - timedelta(days=2)
    # The short span answers for nearly every series; no rule that ends pauses for longer than the long one.
    spans = [Window(begin=begin, end=begin + timedelta(days=days)) for days in (800, 80_000)]
    return any(
        occurrence for span in spans for occurrence in iter_occurrences(masters, changes, household, span, Budget())
    )
