"""Read a feed: from the components of a file to the occurrences within a window."""

import hashlib
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.ics import parts
from appliance.calendar.providers.ics.budget import Budget
from appliance.calendar.providers.ics.components import Components, lines_of
from appliance.calendar.providers.ics.parts import Parts
from appliance.calendar.providers.ics.series import Expanded, expand
from appliance.calendar.providers.ics.times import Length
from appliance.calendar.providers.ics.vevents import UNTITLED, Unreadable, VEvent, read_event
from appliance.calendar.providers.ics.zones import Zones
from appliance.calendar.providers.models import MAX_REASONS, Losses, Window
from appliance.kernel.errors import BadGateway
from appliance.kernel.scheduling.clock import instant

LONGEST_REASON_TITLE, LONGEST_REASON = 60, 120
Owners: TypeAlias = Set[str]
NOBODY: Owners = frozenset()


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a feed holds within the window, by UID in the order of the file, and what could not be read of it.

    `parts` are the digests of its parts, each with what is to be stored of it, or None where that is stored already.
    """

    occurrences: list[Occurrence]
    losses: Losses
    parts: Mapping[bytes, bytes | None] = field(default_factory=dict)


# The masters and the changed occurrences of one UID.
Versions: TypeAlias = tuple[list[VEvent], list[VEvent]]


def read(
    components: Components,
    household: tzinfo,
    window: Window,
    budget: Budget | None = None,
    owners: Owners = NOBODY,
    known: Parts | None = None,
) -> Reading:
    """Read a feed; an event that cannot be read does not cost the others.

    Floating times are in the zone of `X-WR-TIMEZONE`, else in the household's. (contract §12, amended) Parts that are
    `known` from a reading on the same basis, of the same window, are not read again. Raises BadGateway for a feed that
    has too many events, takes too long, or has only unreadable events.
    """
    budget = budget or Budget()
    zones = Zones(components.timezones)
    zone = (zones.named(components.zone_name) if components.zone_name else None) or household
    losses = zones.take_unknown()
    occurrences: list[Occurrence] = []
    stored: dict[bytes, bytes | None] = {}
    for events in parts.by_uid(components).values():
        texts = components.texts(events)
        digest = parts.digest(texts)
        if known and digest in known:
            found, lost = parts.decoded(known[digest])
            budget.take(len(found))
            stored[digest] = None
        else:
            found, lost, is_readable = _read_part(texts, zones, zone, window, budget, owners)
            if is_readable:
                stored[digest] = parts.encoded(found, lost)
        occurrences += found
        losses = losses.and_also(lost)
    if losses.events and not stored:
        raise BadGateway("none of the calendar's events can be read", code="calendar_unreadable")
    return Reading(occurrences=occurrences, losses=losses, parts=stored)


def _read_part(
    texts: list[str], zones: Zones, zone: tzinfo, window: Window, budget: Budget, owners: Owners
) -> tuple[list[Occurrence], Losses, bool]:
    """The occurrences of the events with one UID, what is lost of them, and whether any of them can be read."""
    versions, losses = read_versions(texts, zones, zone)
    if versions is None:
        return [], losses, False
    masters, changes = versions
    series = next((series_id(master) for master in masters if master.recurs), None)
    found, follows_rules = expand(
        masters, changes, zone, window, budget, partial(occurrence, series=series, owners=owners)
    )
    if not follows_rules:
        losses = losses.and_also(lost_rule(masters))
        found = [replace(occurrence, series_id=None) for occurrence in found]
    return found, losses, True


def read_versions(texts: Iterable[str], zones: Zones, household: tzinfo) -> tuple[Versions | None, Losses]:
    """The masters and changes among the events with one UID, None where none of them can be read, and what is lost.

    Of several versions of an event the highest SEQUENCE decides, and of those with one start the last, as some
    producers give all their events one UID. Cancelled masters are left out.
    """
    masters: dict[date | datetime, VEvent] = {}
    changes: dict[object, VEvent] = {}
    losses = Losses()
    for text in texts:
        try:
            event = read_event(text, zones, household)
        except (ValueError, OverflowError) as problem:
            losses = losses.and_also(Losses(events=1) if len(losses.reasons) == MAX_REASONS else _lost(text, problem))
            continue
        if event.replaces is None:
            _keep_newest(masters, event)
        else:
            key = (event.replaces, event.onwards)
            if (known := changes.get(key)) is None or known.sequence <= event.sequence:
                changes[key] = event
    losses = losses.and_also(zones.take_unknown())
    if not masters and not changes:
        return None, losses
    return ([master for master in masters.values() if not master.cancelled], list(changes.values())), losses


def lost_rule(masters: list[VEvent]) -> Losses:
    """That the rules of one UID cannot be followed."""
    reasons = [_reason(master.title, f"RRULE:{rule}") for master in masters for rule in master.rules]
    return Losses(events=1, reasons=tuple(reasons[:1]))


def _keep_newest(versions: dict[date | datetime, VEvent], event: VEvent) -> None:
    newest = next(iter(versions.values()), event).sequence
    if event.sequence > newest:
        versions.clear()
    if event.sequence >= newest:
        versions[event.start] = event


def _lost(text: str, problem: Exception) -> Losses:
    title = next((line.partition(":")[2] for name, line in lines_of(text) if name == "SUMMARY"), "")
    return Losses(events=1, reasons=(_reason(title, problem.written if isinstance(problem, Unreadable) else ""),))


def _reason(title: str, written: str) -> str:
    title = " ".join(title.split())[:LONGEST_REASON_TITLE] or UNTITLED
    return f"{title} ({written})"[:LONGEST_REASON] if written else title


def series_id(master: VEvent) -> str:
    """The id all occurrences of a series share, the same at every sync. (contract §12)"""
    written = "|".join([master.title, *master.rules])
    return "ics:" + hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()


def occurrence(
    expanded: Expanded, series: str | None, external_id: str | None = None, owners: Owners = NOBODY
) -> Occurrence:
    """An occurrence as it is stored. Without an external id it gets one of its title and times. (contract §12)

    `owners` are the addresses of the calendar's owner, in lower case.
    """
    what, start = expanded.event, expanded.start
    starts, ends = _texts(start, expanded.length)
    all_day = not isinstance(start, datetime)
    return Occurrence(
        external_id=external_id or parts.external_id(what.title, starts, ends, all_day),
        series_id=series,
        title=what.title,
        start=starts,
        end=ends,
        all_day=all_day,
        location=what.location,
        description=what.description,
        reminders=what.reminders,
        declined=not what.declined_by.isdisjoint(owners) and what.attended_by.isdisjoint(owners),
    )


def _texts(start: date | datetime, length: Length) -> tuple[str, str]:
    """Start and end as stored: instants, or dates with an exclusive end."""
    if isinstance(start, datetime):
        return instant(start), instant(length.after(start))
    return start.isoformat(), date.fromordinal(start.toordinal() + length.days).isoformat()
