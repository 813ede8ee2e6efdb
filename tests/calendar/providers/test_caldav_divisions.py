"""CalDAV series in other zones than the household's, edited at random: no date is lost, added or misplaced."""

import copy
import random
import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

import msgspec
import pytest

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.caldav import division, edits
from appliance.calendar.providers.caldav.clock import lasting
from appliance.calendar.providers.caldav.objects import Name, named, occurrences
from appliance.calendar.providers.models import Edit, Times, Window
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.scheduling.clock import instant

HREF = "https://dav.example.org/ana/family/a.ics"
NOW = datetime(2026, 11, 20, tzinfo=UTC)
WINDOW = Window(begin=datetime(2025, 12, 1, tzinfo=UTC), end=datetime(2029, 2, 1, tzinfo=UTC))
ZONES = [
    "America/Los_Angeles",
    "Europe/Berlin",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "Pacific/Chatham",
    "UTC",
]
FORMS = [*ZONES[:-1], "Z", "floating", "days"]
UID = "a@b"
TITLES = ("Swim", "Band", "Choir")
DAY = timedelta(days=1)
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


class Made:
    """A series at random: its file, the zone by whose clock it counts, and the household's zone."""

    def __init__(self, chance: random.Random):
        form = chance.choice(FORMS)
        self.household = ZoneInfo(chance.choice(ZONES))
        self.zone: tzinfo = UTC if form == "Z" else ZoneInfo(form) if "/" in form else self.household
        self.all_day = form == "days"
        start = self.start = datetime(2026, 1, 1) + timedelta(minutes=15 * chance.randrange(500 * 96))
        if self.all_day:
            self.start = datetime.combine(start, time())
            times = [f"DTSTART;VALUE=DATE:{start:%Y%m%d}"]
            times += chance.choice([[], ["DURATION:P3D"], [f"DTEND;VALUE=DATE:{start + timedelta(days=2):%Y%m%d}"]])
        else:
            name, z = (f";TZID={form}" if "/" in form else ""), "Z" if form == "Z" else ""
            times = [f"DTSTART{name}:{start:%Y%m%dT%H%M%S}{z}"]
            length = timedelta(minutes=15 * chance.randrange(1, 200))
            end = (start.replace(tzinfo=self.zone).astimezone(UTC) + length).astimezone(self.zone)
            ends = f"DTEND{name}:{end:%Y%m%dT%H%M%S}{z}"
            times += [ends if not end.fold and chance.random() < 0.6 else "DURATION:PT90M"]
        self.rule = self._rule(chance, start, form)
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN", "BEGIN:VEVENT", "UID:a@b", "SUMMARY:Swim"]
        lines += [*times, f"RRULE:{self.rule}", "END:VEVENT", "END:VCALENDAR", ""]
        self.file = "\r\n".join(lines).encode()

    def _rule(self, chance: random.Random, start: datetime, form: str) -> str:
        days = ",".join(sorted(chance.sample(WEEKDAYS, chance.randrange(1, 4))))
        parts = [
            chance.choice(
                [
                    "FREQ=DAILY",
                    f"FREQ=DAILY;BYDAY={days}",
                    "FREQ=DAILY;INTERVAL=3",
                    "FREQ=WEEKLY",
                    f"FREQ=WEEKLY;BYDAY={days}",
                    f"FREQ=WEEKLY;BYDAY={days}",
                    f"FREQ=WEEKLY;BYDAY={days};INTERVAL=2;WKST={chance.choice(['SU', 'MO'])}",
                    "FREQ=MONTHLY",
                    "FREQ=MONTHLY;BYDAY=2TU",
                    "FREQ=MONTHLY;BYMONTHDAY=10",
                    "FREQ=YEARLY",
                ]
            )
        ]
        until = start + timedelta(days=chance.randrange(400))
        zoned = until.replace(tzinfo=self.zone).astimezone(UTC)
        date_only, z, local = f"UNTIL={until:%Y%m%d}", f"UNTIL={zoned:%Y%m%dT%H%M%SZ}", f"UNTIL={until:%Y%m%dT%H%M%S}"
        ends = {"days": [date_only], "floating": [local, date_only]}.get(form, [z, z, date_only])
        return ";".join([*parts, *chance.choice([[], [f"COUNT={chance.randrange(1, 40)}"], [chance.choice(ends)]])])

    def local(self, text: str) -> datetime:
        """The local time of a stored one, by the clock of the series."""
        at = datetime.fromisoformat(text)
        return at if at.tzinfo is None else at.astimezone(self.zone).replace(tzinfo=None)

    def stored(self, local: datetime) -> str:
        return local.date().isoformat() if self.all_day else instant(local.replace(tzinfo=self.zone))


class Entry(msgspec.Struct, kw_only=True):
    """What one date of a series is to be: its title and times, and the times that the series has there."""

    title: str
    times: Times
    of_series: Times


class Part(msgspec.Struct, kw_only=True):
    """An object of the series, and what is to be in it by recurrence; `at` is the time of day of the series."""

    made: Made
    file: bytes
    title: str
    at: time
    entries: dict[str, Entry]

    def wall(self, text: str) -> datetime:
        """The local time of a date; of one that the clocks skip, the one that the rule means."""
        local = self.made.local(text)
        meant = datetime.combine(local.date(), self.at)
        return meant if self.made.stored(meant) == text else local

    def read(self) -> dict[str, Occurrence]:
        found = occurrences(self.file, HREF, self.made.household, WINDOW)
        return {named(each.external_id).recurrence: each for each in found}

    def check(self) -> None:
        """What is read is what is to be; near the ends of the window something may be on either side."""
        first, after = (f"{each:%Y-%m-%d}" for each in (WINDOW.begin + 9 * DAY, WINDOW.end - 9 * DAY))
        expected = [(each.title, each.times.start, each.times.end) for each in self.entries.values()]
        found = [(each.title, each.start, each.end) for each in self.read().values()]
        near = [sorted(each for each in those if first < each[1] < after) for those in (expected, found)]
        assert near[0] == near[1], (self.made.household, self.file.decode(), sorted({*near[0]} ^ {*near[1]}))


def times_of(each: Occurrence) -> Times:
    return Times(start=each.start, end=each.end, all_day=each.all_day)


def begun(chance: random.Random) -> Part | None:
    made = Made(chance)
    part = Part(made=made, file=made.file, title="Swim", at=made.start.time(), entries={})
    part.entries = {
        recurrence: Entry(title="Swim", times=times_of(each), of_series=times_of(each))
        for recurrence, each in part.read().items()
    }
    return part if part.entries else None


def requested(chance: random.Random, part: Part, times: Times) -> Times | None:
    """Times as somebody enters them, on the household's clock; None for the second of a time that comes twice."""
    if times.all_day:
        by, longer = chance.randrange(-3, 4) * DAY, chance.choice([0, 0, 1]) * DAY
        start, end = (date.fromisoformat(each) for each in (times.start, times.end))
        return Times(start=(start + by).isoformat(), end=(end + by + longer).isoformat(), all_day=True)
    by = timedelta(minutes=15 * chance.choice([chance.randrange(-8, 9), chance.randrange(-100, 100), 0]))
    start, end = (datetime.fromisoformat(each) + by for each in (times.start, times.end))
    if start.astimezone(part.made.zone).fold:
        return None
    return Times(start=instant(start), end=instant(end + timedelta(minutes=chance.choice([0, 0, 45]))), all_day=False)


def edit(chance: random.Random, part: Part) -> list[Part]:
    """Change a part, and what is to be in it; the parts that there are then. Raises BadRequest, BadGateway."""
    found, household = part.read(), part.made.household
    recurrence = chance.choice(sorted(found))
    one, name = found[recurrence], Name(HREF, UID, recurrence)
    times = requested(chance, part, times_of(one)) if chance.random() < 0.6 else None
    title = chance.choice(TITLES)
    change = Edit(title=title) if times is None else Edit(title=title, times=times)
    kind = chance.choice(["this", "delete", "all", "following", "following", "following", "end"])
    if kind == "delete":
        left = edits.without(part.file, name, household, NOW)
        del part.entries[recurrence]
        part.file = left or b""
        return [part] if left else []
    if kind == "end":
        return earlier_of(part, name)
    entry = part.entries[recurrence]
    if kind == "all":
        part.file, _ = edits.changed_whole(part.file, name, Edit(title=title), household, NOW)
        for each in part.entries.values():
            each.title = title if each.title == part.title or each is entry else each.title
        part.title = title
        return [part]
    if kind == "this":
        part.file = edits.changed(part.file, name, one, change, household, NOW)
        entry.title, entry.times = title, times or entry.times
        return [part]
    file, new = division.after(part.file, name, UID, one, change, household, NOW)
    later = Part(made=part.made, file=file, title=title, at=part.at, entries={})
    shift = timedelta()
    if times and times.start != one.start:
        is_own = entry.times.start != entry.of_series.start
        was = part.made.local(one.start) if is_own else part.wall(one.start)
        shift = part.made.local(times.start) - was
        later.at = (part.wall(entry.of_series.start) + shift).time()
    for key, each in part.entries.items():
        if key >= recurrence:
            moved = moved_by(part, each.of_series, shift, lasting(times or each.of_series))
            is_own = each.times != each.of_series
            new_title = title if each.title == part.title or each is entry else each.title
            new_times = (times or each.times) if each is entry else each.times if is_own else moved
            later.entries[key] = Entry(title=new_title, times=new_times, of_series=moved)
    assert new in later.read()
    # By the names that they have now.
    later.entries = {re.sub("[-:]|\\.000", "", each.of_series.start): each for each in later.entries.values()}
    return [*earlier_of(part, name), later]


def earlier_of(part: Part, name: Name) -> list[Part]:
    left = division.before(part.file, name, part.made.household, NOW)
    entries = {key: each for key, each in part.entries.items() if key < name.recurrence}
    assert bool(entries) == bool(left)
    return [Part(made=part.made, file=left, title=part.title, at=part.at, entries=entries)] if left else []


def moved_by(part: Part, times: Times, shift: timedelta, length: timedelta) -> Times:
    start = part.made.stored(part.wall(times.start) + shift)
    if part.made.all_day:
        return Times(start=start, end=(date.fromisoformat(start) + length).isoformat(), all_day=True)
    return Times(start=start, end=instant(datetime.fromisoformat(start) + length), all_day=False)


def search(seed: int) -> int:
    """Edit a series at random; how many edits of it were not refused."""
    chance = random.Random(seed)
    first, accepted = begun(chance), 0
    parts = [first] if first else []
    for _ in range(6):
        for part in parts:
            part.check()
        if not parts:
            break
        part = parts.pop(chance.randrange(len(parts)))
        if not part.entries or not part.read():
            continue
        try:
            parts += edit(chance, copy.deepcopy(part))
            accepted += 1
        except (BadRequest, BadGateway) as problem:
            assert problem.extra["code"] in ("series_not_divisible", "series_not_movable"), problem
            parts.append(part)
    for part in parts:
        part.check()
    return accepted


def test_edits_of_series_in_other_zones() -> None:
    assert sum(search(seed) for seed in range(30)) > 100


@pytest.mark.slow
def test_edits_of_many_series_in_other_zones() -> None:
    assert sum(search(seed) for seed in range(1_000, 1_200)) > 1_000


def divided(household: str, *lines: str, at: str, change: Edit) -> list[str]:
    """The starts of all occurrences, and the lines of the new object that define it."""
    zone = ZoneInfo(household)
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:a@b", *lines, "END:VEVENT", "END:VCALENDAR", ""]
    file = "\r\n".join(text).encode()
    one = next(each for each in occurrences(file, HREF, zone, WINDOW) if each.start.startswith(at))
    later, _ = division.after(file, named(one.external_id), "new", one, change, zone, NOW)
    earlier = division.before(file, named(one.external_id), zone, NOW)
    parts = [each for each in (earlier, later) if each]
    return [each.start for part in parts for each in occurrences(part, HREF, zone, WINDOW)] + [
        line for line in later.decode().split("\r\n") if line.startswith(("DTSTART;", "DTSTART:2026", "RRULE:FREQ=W"))
    ]


def test_a_series_of_whole_days_that_gets_a_time_keeps_its_weekday() -> None:
    """A time in UTC would be on the next weekday there, and move with summer time here."""
    mondays = ("DTSTART;VALUE=DATE:20261026", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3")
    evening = Times(start="2026-10-27T00:30:00.000Z", end="2026-10-27T01:30:00.000Z", all_day=False)

    assert [
        "2026-10-27T00:30:00.000Z",
        "2026-11-03T01:30:00.000Z",
        "2026-11-10T01:30:00.000Z",
        "DTSTART;TZID=America/Los_Angeles:20261026T173000",
        "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3",
    ] == divided("America/Los_Angeles", *mondays, at="2026-10-26", change=Edit(times=evening))


def test_a_series_with_a_time_that_becomes_whole_days_has_the_days_of_the_household() -> None:
    tuesdays = ("DTSTART:20261201T010000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215T010000Z")
    monday = Times(start="2026-11-30", end="2026-12-01", all_day=True)

    assert [
        "2026-11-30",
        "2026-12-07",
        "2026-12-14",
        "DTSTART;VALUE=DATE:20261130",
        "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261214",
    ] == divided("America/Los_Angeles", *tuesdays, at="2026-12-01", change=Edit(times=monday))
