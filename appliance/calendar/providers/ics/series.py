"""A series within a window: its rules, RDATE and EXDATE, and its changed occurrences (RECURRENCE-ID).

recurring-ical-events, which the tests compare with, is not used here. Its cost has no bound: 3 s for one
`FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30`. One odd property (`DTSTART:20261201T1000Z`) costs it the whole calendar, as in 11
files of tests/calendar/ics.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, tzinfo
from operator import itemgetter
from typing import NamedTuple, TypeVar

from appliance.calendar.providers.ics import repeats
from appliance.calendar.providers.ics.budget import Budget
from appliance.calendar.providers.ics.times import DAY, Length
from appliance.calendar.providers.ics.vevents import VEvent, once
from appliance.calendar.providers.models import Window

T = TypeVar("T")
YEAR = timedelta(days=366)


class Expanded(NamedTuple):
    """An occurrence: the VEVENT that describes it, its start and length, and the start by which the series knows it."""

    event: VEvent
    start: date | datetime
    length: Length
    identity: date | datetime


def expand(
    masters: list[VEvent],
    changes: list[VEvent],
    household: tzinfo,
    window: Window,
    budget: Budget,
    made: Callable[[Expanded], T],
) -> tuple[list[T], bool]:
    """What `made` makes of the occurrences of one UID, and whether its rules can be followed. Raises TooMuch.

    Where they cannot be followed, only the occurrences that need no rule are there.
    """
    for is_whole in (True, False):
        with suppress(OverflowError, ValueError):
            events = masters if is_whole else [once(master) for master in masters]
            return [
                made(expanded) for expanded in iter_occurrences(events, changes, household, window, budget)
            ], is_whole
    return [], False


def iter_occurrences(
    masters: list[VEvent], changes: list[VEvent], household: tzinfo, window: Window, budget: Budget
) -> Iterator[Expanded]:
    """Every occurrence of the events of one UID that overlaps the window, with its start and length.

    A change (a VEVENT with a RECURRENCE-ID) replaces the occurrence it names in every master that has it; without a
    master it stands alone. Starts are dates or aware datetimes. Raises ValueError, TooMuch.
    """
    budget.check_pairs(len(masters), len(changes))
    changes = _without_left_overs(changes, masters, household, window, budget)
    for master in masters:
        budget.check_time()
        for expanded in _unchanged(master, changes, household, window, budget):
            if _overlaps(expanded, window):
                budget.take()
                yield expanded

    recurring = [(master, _naming(master, master.removed, household)) for master in masters if master.recurs]
    for change in changes:
        when = change.replaces
        is_removed = when and any(is_named(as_start(master, when, household)) for master, is_named in recurring)
        expanded = Expanded(change, change.start, change.length, when or change.start)
        if not change.cancelled and not is_removed and _overlaps(expanded, window):
            budget.take()
            yield expanded


def _without_left_overs(
    changes: list[VEvent], masters: list[VEvent], household: tzinfo, window: Window, budget: Budget
) -> list[VEvent]:
    """The changes without those of occurrences that a newer version of the series does not have any more.

    Looked at are changes of occurrences within a year of the window, all of them by one expansion of each master.
    """
    newest = max((master.sequence for master in masters), default=0)
    begin, end = window.begin - YEAR, window.end + YEAR
    old = {
        number: change.replaces
        for number, change in enumerate(changes)
        if change.replaces is not None
        and change.sequence < newest
        and begin < _instant(change.replaces, household) < end
    }
    missing = set(old)
    for master in masters if old else ():
        budget.check_time()
        numbers = defaultdict[date | datetime, set[int]](set)
        for number, when in old.items():
            for name in (when, as_start(master, when, household)):
                numbers[name].add(number)
        for start, _ in _starts(master, household, begin, end, DAY, budget):
            # Of a timed series a date names whatever happens on it.
            missing -= numbers.get(start, set()) | numbers.get(_date(start), set())
    return [change for number, change in enumerate(changes) if number not in missing]


def _date(when: date | datetime) -> date:
    return date(when.year, when.month, when.day)


def _unchanged(
    master: VEvent, changes: list[VEvent], household: tzinfo, window: Window, budget: Budget
) -> Iterator[Expanded]:
    is_changed = _naming(master, (*master.removed, *(change.replaces for change in changes)), household)
    named = [
        (as_start(master, change.replaces, household), change)
        for change in changes
        if change.onwards and change.replaces
    ]
    onwards = sorted(
        ((_instant(identity, household), identity, change) for identity, change in named), key=itemgetter(0)
    )
    longest = max([master.length.about, *(change.length.about for _, change in named)])
    margin = max((abs(_instant(change.start, household) - begin) for begin, _, change in onwards), default=timedelta())
    for start, length in _starts(master, household, window.begin - margin, window.end + margin, longest, budget):
        if is_changed(start):
            continue
        passed = bisect_right(onwards, _instant(start, household), key=itemgetter(0))
        if not passed:
            yield Expanded(master, start, length or master.length, start)
            continue
        _, identity, change = onwards[passed - 1]
        if not change.cancelled:
            yield Expanded(change, _moved(start, identity, change), change.length, start)


def _starts(
    master: VEvent, household: tzinfo, begin: datetime, end: datetime, longest: timedelta, budget: Budget
) -> list[tuple[date | datetime, Length | None]]:
    """The starts of a master before anything is changed, in order, each once.

    DTSTART is one of them even where it does not match the rule, unless the rule ends before it: some programs leave
    such a series behind when it is deleted.
    """
    found: dict[date | datetime, Length | None] = {}
    if not master.rules or not all(repeats.is_over_before(rule, master.start, household) for rule in master.rules):
        found[_normalized(master.start)] = None
    for rule in master.rules:
        budget.check_time()
        found |= dict.fromkeys(_by_rule(rule, master, household, begin, end, longest))
        budget.check_count(len(found))
    budget.check_count(len(master.added))
    for when, length in master.added:
        found[as_start(master, when, household)] = length
    for rule in master.counter_rules:
        budget.check_time()
        for start in _by_rule(rule, master, household, begin, end, longest):
            found.pop(start, None)
    return sorted(found.items(), key=lambda pair: _instant(pair[0], household))


def _by_rule(
    rule: str, master: VEvent, household: tzinfo, begin: datetime, end: datetime, longest: timedelta
) -> list[date] | list[datetime]:
    start = master.start
    if not isinstance(start, datetime):
        return repeats.days(rule, start, household, begin.date() - longest, end.date() + DAY)
    found = repeats.starts(rule, start, longest, begin, end)
    # In the zone of the series again, so that days are counted by its clock.
    return [at.astimezone(start.tzinfo) for at in found]


def _naming(
    master: VEvent, written: Iterable[date | datetime | None], household: tzinfo
) -> Callable[[date | datetime], bool]:
    """Whether an occurrence of a master is among those that are named, in any form and zone."""
    named = [identity for identity in written if identity is not None]
    starts = {as_start(master, identity, household) for identity in named}
    # Of a timed series a date names whatever happens on it.
    days = {identity for identity in named if not isinstance(identity, datetime)}
    return lambda start: start in starts or (isinstance(start, datetime) and start.date() in days)


def as_start(master: VEvent, when: date | datetime, household: tzinfo) -> date | datetime:
    """A date or time written beside a master, in the form its own occurrences have."""
    start = master.start
    if isinstance(start, datetime):
        if not isinstance(when, datetime):
            return datetime.combine(when, start.timetz())
        own = when.replace(tzinfo=start.tzinfo) if when.tzinfo is None else when.astimezone(start.tzinfo)
        return _normalized(own)
    if not isinstance(when, datetime):
        return when
    # A date that was written as a local midnight in UTC is the date of that midnight.
    utc_evening = when.tzinfo is not None and when.utcoffset() == timedelta() and when.hour >= 12
    return when.astimezone(household).date() if utc_evening else when.date()


def _normalized(when: date | datetime) -> date | datetime:
    """A time that the clocks skip as the time after the gap, so that both spellings name one occurrence."""
    if not isinstance(when, datetime) or when.tzinfo is None:
        return when
    return when.astimezone(UTC).astimezone(when.tzinfo)


def _moved(start: date | datetime, identity: date | datetime, change: VEvent) -> date | datetime:
    """The start of an occurrence that a THISANDFUTURE change of an earlier one moves, by the local clock."""
    if isinstance(change.start, datetime) and isinstance(start, datetime) and isinstance(identity, datetime):
        zone = change.start.tzinfo
        away = change.start.replace(tzinfo=None) - identity.astimezone(zone).replace(tzinfo=None)
        return (start.astimezone(zone).replace(tzinfo=None) + away).replace(tzinfo=zone)
    days = change.start.toordinal() - identity.toordinal()
    on = date.fromordinal(start.toordinal() + days)
    return datetime.combine(on, change.start.timetz()) if isinstance(change.start, datetime) else on


def _overlaps(expanded: Expanded, window: Window) -> bool:
    start, length = expanded.start, expanded.length
    begins = _instant(start, UTC)
    ends = length.after(start) if isinstance(start, datetime) else begins + length.about
    return begins < window.end and (ends > window.begin or begins >= window.begin)


def _instant(when: date | datetime, zone: tzinfo) -> datetime:
    """The UTC instant of a start; a date is taken as its midnight in the zone."""
    if isinstance(when, datetime):
        return (when if when.tzinfo else when.replace(tzinfo=zone)).astimezone(UTC)
    return datetime(when.year, when.month, when.day, tzinfo=zone).astimezone(UTC)
