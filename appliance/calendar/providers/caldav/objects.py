"""Read a CalDAV object: its occurrences within a window, identified by href, UID and recurrence."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.ics import repeats
from appliance.calendar.providers.ics.components import split_components
from appliance.calendar.providers.ics.read import by_uid, occurrence
from appliance.calendar.providers.ics.series import as_start, expand, iter_occurrences
from appliance.calendar.providers.ics.vevents import VEvent
from appliance.calendar.providers.ics.zones import Zones
from appliance.calendar.providers.models import Window
from appliance.kernel.errors import BadGateway


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
        raise BadGateway("this event cannot be found at its source")
    return Name(f"{scheme}://{host}/{path}", uid, recurrence)


def occurrences(file: bytes, href: str, household: tzinfo, window: Window) -> list[Occurrence]:
    """The occurrences of an object within a window. Floating times are in the household's zone.

    Raises BadGateway when it cannot be read.
    """
    groups, unreadable = _groups(file, household)
    if unreadable and not groups:
        raise BadGateway("an event of the calendar cannot be read")
    found: dict[str, Occurrence] = {}
    for uid, masters, changes in groups:
        master = next((one for one in masters if one.recurs), None)
        for each in expand(masters, changes, household, window)[0]:
            what, start, _ = each
            external_id = str(Name(href, uid, _recurrence(what, start, master, household)))
            series_id = uid if master or what.replaces is not None else None
            found[external_id] = occurrence(each, series_id, external_id)
    return list(found.values())


def is_empty(file: bytes, household: tzinfo) -> bool:
    """Whether an object has no occurrence at any time. False where a part of it cannot be read."""
    groups, unreadable = _groups(file, household)
    try:
        return not unreadable and not any(
            _has_occurrence(masters, changes, household) for _, masters, changes in groups
        )
    except (repeats.Unreadable, OverflowError, ValueError):
        return False


def recurrence_id(master: VEvent | None, when: date | datetime, household: tzinfo) -> str:
    """The identifying text of an occurrence, the same for every zone and form that its time is written in."""
    if master is not None:
        when = as_start(master, when, household)
    if not isinstance(when, datetime):
        return when.strftime("%Y%m%d")
    at = when if when.tzinfo else when.replace(tzinfo=household)
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _groups(file: bytes, household: tzinfo) -> tuple[list[tuple[str, list[VEvent], list[VEvent]]], int]:
    """The UIDs of an object with their masters and changes, and the number of unreadable events."""
    found = split_components(file)
    masters, changes, unreadable = by_uid(found.events, Zones(found.timezones), household)
    return [(uid, masters.get(uid, []), changes.get(uid, [])) for uid in {**masters, **changes}], unreadable


def _has_occurrence(masters: list[VEvent], changes: list[VEvent], household: tzinfo) -> bool:
    """Whether anything is left of a series. Raises repeats.Unreadable, OverflowError, ValueError."""
    rules = [rule.upper() for each in masters for rule in each.rules]
    if any("COUNT=" not in rule and "UNTIL=" not in rule for rule in rules):
        return True
    dates = [each.start for each in (*masters, *changes)] + [when for each in masters for when, _ in each.added]
    if not dates:
        return False
    first = min(date(when.year, when.month, when.day) for when in dates)
    begin = datetime.combine(first, time(), UTC) - timedelta(days=2)
    # The short span answers for nearly every series; no rule that ends pauses for longer than the long one.
    spans = [Window(begin=begin, end=begin + timedelta(days=days)) for days in (800, 80_000)]
    return any(each for span in spans for each in iter_occurrences(masters, changes, household, span))


def _recurrence(what: VEvent, start: date | datetime, master: VEvent | None, household: tzinfo) -> str:
    if what.replaces is None:
        return recurrence_id(master, start, household) if master else ""
    if not what.onwards or start == what.start:
        return recurrence_id(master, what.replaces, household)
    return recurrence_id(master, _unmoved(what, start, household), household)


def _unmoved(change: VEvent, start: date | datetime, household: tzinfo) -> date | datetime:
    """The start of an occurrence before a change for this and future occurrences moved it."""
    identity = change.replaces
    assert identity is not None
    if isinstance(change.start, datetime) and isinstance(start, datetime) and isinstance(identity, datetime):
        zone = change.start.tzinfo
        named = identity.astimezone(zone) if identity.tzinfo else identity.replace(tzinfo=household).astimezone(zone)
        away = change.start.replace(tzinfo=None) - named.replace(tzinfo=None)
        return (start.replace(tzinfo=None) - away).replace(tzinfo=zone)
    return date.fromordinal(start.toordinal() + identity.toordinal() - change.start.toordinal())
