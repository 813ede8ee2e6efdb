"""A time zone as the VTIMEZONE of an iCalendar file. (RFC 5545 §3.6.5)

The rule in force is two parts with a yearly RRULE and no end, for Outlook reads no RDATE (MS-OXCICAL 2.1.3.1.1.19.2).
Changes of the clocks before that rule are dates. In our years a change that follows no rule is a part by itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from appliance.kernel.recurrence.rule import WEEKDAYS

FIRST, LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
# A change that follows no rule is a part by itself in these years, and the one before them.
OUR_YEARS = range(2020, 2041)
# So many years have every weekday and leap day.
CYCLE = 28
WEEK, SECOND = timedelta(days=7), timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of the clocks: its time by the clocks before it, the offsets before and after, and the new name."""

    at: datetime
    before: timedelta
    after: timedelta
    name: str
    is_summer: bool = False

    @property
    def kind(self) -> tuple[timedelta, timedelta, str, bool]:
        """What the changes of one part have in common."""
        return self.before, self.after, self.name, self.is_summer


def vtimezone(key: str) -> bytes:
    """The VTIMEZONE of a zone of the IANA database."""
    zone = ZoneInfo(key)
    changes = list(_changes(zone))
    by_rule = _by_rule(changes)
    first = min((change.at for _, ruled in by_rule for change in ruled), default=LAST.replace(tzinfo=None))
    others = [change for change in changes if change.at < first]
    latest = max((change.at for change in changes if change.at.year < OUR_YEARS.start), default=None)
    singles = [change for change in others if change.at.year in OUR_YEARS or change.at == latest]
    older = sorted((change for change in others if change not in singles), key=lambda change: (change.kind, change.at))

    lines = ["BEGIN:VTIMEZONE", f"TZID:{key}", *_part([_opening(zone)])]
    for _, of_kind in groupby(older, lambda change: change.kind):
        lines += _part(list(of_kind))
    for change in singles:
        # What is in force without a rule is standard time.
        lines += _part([replace(change, is_summer=change.is_summer and change is not changes[-1])])
    for rule, ruled in by_rule:
        lines += _part(ruled[:1], rule)
    return "".join(f"{line}\r\n" for line in [*lines, "END:VTIMEZONE"]).encode()


def _opening(zone: ZoneInfo) -> Change:
    """What is in force at the beginning."""
    local = FIRST.astimezone(zone)
    offset = local.utcoffset() or timedelta()
    return Change(at=FIRST.replace(tzinfo=None), before=offset, after=offset, name=local.tzname() or zone.key)


def _changes(zone: ZoneInfo) -> Iterator[Change]:
    """The changes of the clocks, in order; no zone has two within a week."""

    def offset_at(moment: datetime) -> timedelta:
        return moment.astimezone(zone).utcoffset() or timedelta()

    begin, before = FIRST, offset_at(FIRST)
    while begin < LAST:
        end = begin + WEEK
        after = offset_at(end)
        if before != after:
            low, high = begin, end
            while high - low > SECOND:
                middle = low + (high - low) // SECOND // 2 * SECOND
                low, high = (middle, high) if offset_at(middle) == before else (low, middle)
            new, at = high.astimezone(zone), (high + before).replace(tzinfo=None)
            yield Change(at=at, before=before, after=after, name=new.tzname() or zone.key, is_summer=bool(new.dst()))
        begin, before = end, after


def _by_rule(changes: list[Change]) -> list[tuple[str, list[Change]]]:
    """The two rules in force with the changes that follow them from one year on; nothing where there are no rules."""
    last_year, rules = LAST.year - 1, []
    for kind in sorted({(change.before, change.after) for change in changes if change.at.year == last_year}):
        of_kind = [change for change in changes if (change.before, change.after) == kind]
        cycle = [change.at for change in of_kind[-CYCLE:]]
        if cycle[0].year != last_year - CYCLE + 1 or (rule := _rule(cycle)) is None:
            return []
        ruled: list[Change] = []
        for change in reversed(of_kind):
            if change.at.year != last_year - len(ruled) or _rule([*cycle, change.at]) != rule:
                break
            ruled.append(change)
        rules.append((*rule, ruled))
    begin = max((ruled[-1].at.year for _, _, ruled in rules), default=0)
    return [
        (
            text,
            [
                replace(change, at=change.at - early, is_summer=change.after > change.before)
                for change in reversed(ruled)
                if change.at.year >= begin
            ],
        )
        for text, early, ruled in rules
    ]


def _rule(onsets: Sequence[datetime]) -> tuple[str, timedelta] | None:
    """The rule of the changes of a cycle of years, and how much earlier than they are its times; None without one.

    Midnight is written as the end of the day before where that is a numbered day of its month (the last Thursday).
    """
    for early in (timedelta(), SECOND):
        written = [day - early for day in onsets]
        number = _number(written)
        if number and len({(day.month, day.weekday(), day.time()) for day in written}) == 1:
            return f"FREQ=YEARLY;BYDAY={number}{WEEKDAYS[written[0].weekday()]};BYMONTH={written[0].month}", early
    days = range(min(day.day for day in onsets), max(day.day for day in onsets) + 1)
    if len(days) > 7 or len({(day.month, day.weekday(), day.time()) for day in onsets}) > 1:
        return None
    by_day = f"BYDAY={WEEKDAYS[onsets[0].weekday()]};BYMONTHDAY={','.join(map(str, days))}"
    return f"FREQ=YEARLY;{by_day};BYMONTH={onsets[0].month}", timedelta()


def _number(days: Sequence[datetime]) -> int | None:
    """Which one of its weekday each day is in its month, -1 for the last; None where that differs."""
    if all((day + WEEK).month != day.month for day in days):
        return -1
    numbers = {(day.day - 1) // 7 + 1 for day in days}
    return numbers.pop() if len(numbers) == 1 else None


def _part(changes: Sequence[Change], rule: str | None = None) -> list[str]:
    """A part for changes of one kind. Each date has a line: ical.js reads only the first of several on one."""
    first, *others = changes
    name = "DAYLIGHT" if first.is_summer else "STANDARD"
    return [
        f"BEGIN:{name}",
        f"DTSTART:{first.at:%Y%m%dT%H%M%S}",
        *([f"RRULE:{rule}"] if rule else []),
        *(f"RDATE:{change.at:%Y%m%dT%H%M%S}" for change in others),
        f"TZNAME:{first.name}",
        f"TZOFFSETFROM:{_offset(first.before)}",
        f"TZOFFSETTO:{_offset(first.after)}",
        f"END:{name}",
    ]


def _offset(away: timedelta) -> str:
    """An offset as RFC 5545 §3.3.14 writes it."""
    minutes, seconds = divmod(abs(away) // SECOND, 60)
    text = f"{'-' if away < timedelta() else '+'}{minutes // 60:02}{minutes % 60:02}"
    return f"{text}{seconds:02}" if seconds else text
