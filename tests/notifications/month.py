"""A simulated household: its data, its days, and its power cuts."""

import random
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from appliance.app import Application
from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.events import actions as events
from appliance.calendar.events.models import NewEvent, Occurrence
from appliance.calendar.sync import queries as sync_queries
from appliance.chores import actions as chores
from appliance.chores.models import CompleteRequest, NewChore
from appliance.household import actions as household
from appliance.household.models import SettingsPatch
from appliance.kernel.scheduling.clock import instant
from appliance.lists import actions as lists
from appliance.lists.models import NewItem, NewList
from appliance.notifications.push import actions as push
from appliance.notifications.push.models import NewSubscription
from appliance.settings import Settings
from tests.building import build
from tests.client import Loop
from tests.fakes import FakeClock
from tests.family import move_in
from tests.notifications.service import Browser, PushService

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
TICK = 2 * MINUTE


class Plan(msgspec.Struct, frozen=True):
    """An event of the household: local times, and days counted from the first one."""

    title: str
    at: str | None  # None lasts all day
    lasts: timedelta
    every: int | None  # days between occurrences; None for once
    reminders: list[int] | None
    people: tuple[str, ...] = ()
    travel: int | None = None
    skip: int = 0  # days before the first


EVENTS = [
    Plan("Breakfast", "08:05", 30 * MINUTE, 1, None),
    Plan("Night bus", "02:30", 20 * MINUTE, 1, [0, 60], ("Ana",)),
    Plan("Late film", "23:45", 90 * MINUTE, 3, [10], ("Ben",)),
    Plan("Choir", "19:30", 90 * MINUTE, 7, None, ("Ana", "Ben"), 25, 2),
    Plan("Recycling", None, DAY, 7, [0, 540], (), None, 1),
    Plan("Silent", "12:00", 60 * MINUTE, 1, []),
    Plan("Once", "10:10", 60 * MINUTE, None, [1440, 15], (), None, 2),
]
SYNCED = Plan("Lesson", "14:20", 45 * MINUTE, 2, [5], ("Cleo",))
LEADS = {
    0: "Now",
    5: "In 5 minutes",
    10: "In 10 minutes",
    15: "In 15 minutes",
    30: "In 30 minutes",
    60: "In 1 hour",
    1440: "In 24 hours",
}
ALL_DAY_LEADS = {0: "Today", 540: "Tomorrow"}
DEFAULT = 30
DEVICES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "kitchen": ((), {"dailySummary": True, "choreNudge": True, "listUpdates": True}),
    "ana": (("Ana",), {"dailySummary": True, "summaryTime": "02:30", "choreNudge": True, "choreNudgeTime": "17:31"}),
    "ben": (("Ben", "Cleo"), {"dailySummary": True, "summaryTime": "23:59"}),
    "quiet": ((), {"eventReminders": False}),
}
# Chores of every day, by whom: Ana does hers in the afternoon of even days, the plants are watered in the morning.
CHORES = {"Bins": "Ana", "Plants": None}
# Times of day at which something is sent.
TELLING = ("00:00", "01:30", "02:30", "07:30", "07:35", "08:00", "14:15", "15:00", "17:31", "18:35", "23:35", "23:59")
DONE = {"Bins": ("16:40", 2), "Plants": ("07:50", 1)}


class Outage(msgspec.Struct, frozen=True):
    begin: datetime
    end: datetime


class Life:
    """The household over some days. It records ticks, changes and delays, for the calculation of the expectation."""

    def __init__(self, folder: Path, zone: str, first: date, days: int, seed: int, service: PushService, loop: Loop):
        self.zone, self.first, self.days = ZoneInfo(zone), first, days
        self.begin, self.end = self.wall(first, "00:00"), self.wall(first + days * DAY, "00:00")
        self.clock = FakeClock(self.begin)
        self.browsers = {name: Browser(service) for name in DEVICES}
        self.ticks: list[datetime] = []
        self.held_up: dict[datetime, datetime] = {}
        self.completed: dict[tuple[str, date], datetime] = {}
        self.added: list[tuple[datetime, datetime]] = []
        self._folder, self._loop, self._random = folder, loop, random.Random(seed)
        self._lives = 0
        service.now = lambda: self.clock.now().timestamp()
        self.application = self._built(Settings(data_dir=folder / "0", tz="UTC", allow_private_push_urls=True))
        self._furnish(zone)

    def wall(self, day: date, at: str) -> datetime:
        """The instant of a local time in the household's zone."""
        return datetime.combine(day, time.fromisoformat(at), self.zone).astimezone(UTC)

    def live(self) -> None:
        """Every tick, deed and power cut, in order."""
        deeds, outages = sorted(self._deeds(), key=lambda each: each[0]), list(self._outages())
        now = self.begin + timedelta(seconds=self._random.randrange(120))
        while now < self.end:
            outage = outages[0] if outages and outages[0].begin < now + TICK else None
            unsent = outage is not None and self._random.random() < 0.5
            self._do(deeds, now)
            self._tick(now, unsent)
            if outage is None:
                now += TICK
                continue
            outages.pop(0)
            cut = now if unsent else outage.begin
            if unsent:
                self.held_up[now] = outage.end
            self._do(deeds, cut)
            undone = self._random.random() < 0.5
            self._do(deeds, min(cut + 5 * MINUTE, outage.end), drop=not undone, sent_at=outage.end)
            self._do(deeds, outage.end, drop=True)
            self._cut_power(outage.end)
            now = outage.end
        self._loop.run(self._settle())
        self.feed = list(
            self.application.database.read.rows("SELECT kind, title, body, url, at FROM notifications ORDER BY at")
        )
        self._loop.run(self.application.net.close())
        self.application.database.close()

    def _built(self, settings: Settings) -> Application:
        return build(settings, clock=self.clock)

    def _furnish(self, zone: str) -> None:
        write = self.application.database.write_now
        write(household.change_settings, SettingsPatch(timezone=zone))
        family = write(move_in)
        home = write(calendars.add, NewCalendar(kind="local", name="Family"))
        for plan in EVENTS:
            start, end = self.times(plan, self.first + plan.skip * DAY)
            rule = {1: "FREQ=DAILY", None: None}.get(plan.every, f"FREQ=DAILY;INTERVAL={plan.every}")
            write(
                events.add,
                NewEvent(
                    calendar_id=home.id,
                    title=plan.title,
                    start=start,
                    end=end,
                    all_day=plan.at is None,
                    member_ids=[family[each].id for each in plan.people],
                    rrule=rule,
                    reminders=plan.reminders,
                    travel_minutes=plan.travel,
                    remind_before_leave=plan.travel is not None,
                ),
            )
        school = write(calendars.add, NewCalendar(kind="local", name="School", member_ids=[family["Cleo"].id]))
        write(lambda tx: tx.run("UPDATE calendars SET kind = 'ics', writable = 0 WHERE id = ?", school.id))
        write(sync_queries.replace_synced, school.id, [self.lesson(day) for day in self.occurrences(SYNCED)])
        self._chores = {}
        for title, who in CHORES.items():
            member_id = family[who].id if who else None
            request = NewChore(title=title, member_id=member_id, rrule="FREQ=DAILY", due_date=self.first - DAY)
            self._chores[title] = write(chores.add, request).id
        self._shop = write(lists.create, NewList(name="Shop", kind="shopping")).id
        for name, (followed, prefs) in DEVICES.items():
            body = {
                "subscription": self.browsers[name].subscription,
                "deviceName": name,
                "prefs": prefs,
                "memberIds": [family[each].id for each in followed],
            }
            write(push.subscribe, msgspec.convert(body, NewSubscription), True)

    def times(self, plan: Plan, day: date) -> tuple[str, str]:
        """Start and end of the occurrence of a day, as they are written down."""
        if plan.at is None:
            return day.isoformat(), (day + plan.lasts).isoformat()
        start = self.wall(day, plan.at)
        return instant(start), instant(start + plan.lasts)

    def lesson(self, day: date) -> Occurrence:
        """The synced event of a day, as its feed states it."""
        start, end = self.times(SYNCED, day)
        return Occurrence(
            external_id=str(day),
            series_id="lessons",
            title=SYNCED.title,
            start=start,
            end=end,
            all_day=False,
            location=None,
            description=None,
            reminders=(5,),
        )

    def occurrences(self, plan: Plan) -> list[date]:
        """The days of an event, up to two days after the end."""
        first = self.first + plan.skip * DAY
        return [first + count * DAY for count in range(0, self.days + 2, plan.every)] if plan.every else [first]

    def _deeds(self) -> Iterator[tuple[datetime, Callable[[], None], str]]:
        for number in range(self.days):
            day = self.first + number * DAY
            for title, (at, every) in DONE.items():
                if number % every == 0:
                    yield self.wall(day, at), partial(self._complete, title, day), "chore"
            for _ in range(self._random.randrange(4, 12)):
                moment = self.wall(day, "00:00") + timedelta(seconds=self._random.randrange(23 * 3600))
                yield moment, self._add, "list"
                if self._random.random() < 0.5:
                    yield moment + timedelta(seconds=self._random.randrange(1200)), self._add, "list"

    def _outages(self) -> Iterator[Outage]:
        """Sometimes for up to three hours, and often for some minutes while something is about to be sent."""
        now = self.begin
        while now < self.end:
            begin = now + timedelta(seconds=self._random.randrange(1800, 3 * 3600))
            end = begin + timedelta(seconds=self._random.randrange(20, self._random.choice((540, 3000, 10800))))
            ahead = [each for each in self._telling(now) if each - begin < 2 * 60 * MINUTE]
            if ahead and self._random.random() < 0.8:
                at = self._random.choice(ahead)
                begin = at - timedelta(seconds=self._random.randrange(300))
                end = at + timedelta(seconds=self._random.randrange(780))
            if end < self.end:
                yield Outage(begin, end)
            now = end + 10 * MINUTE

    def _telling(self, now: datetime) -> list[datetime]:
        """When something is sent in the next day, in the household's zone."""
        today = now.astimezone(self.zone).date()
        found = [self.wall(day, at) for day in (today, today + DAY) for at in TELLING]
        return [each for each in found if each - 5 * MINUTE > now]

    def _do(self, deeds: list[Any], until: datetime, drop: bool = False, sent_at: datetime | None = None) -> None:
        """Do what is to be done by then; `drop` leaves it undone, `sent_at` is when the power is back to tell of it."""
        while deeds and deeds[0][0] <= until:
            moment, deed, kind = deeds.pop(0)
            if drop or (sent_at and kind == "chore"):
                continue
            self.clock.at = moment
            deed()
            if kind == "list":
                self.added.append((moment, sent_at or moment))
            if sent_at is None:
                self._loop.run(self._settle())

    def _complete(self, title: str, day: date) -> None:
        self.application.database.write_now(chores.complete, self._chores[title], CompleteRequest(date=day))
        self.completed[title, day] = self.clock.at

    def _add(self) -> None:
        self.application.database.write_now(lists.add_items, self._shop, NewItem(title="Milk"))

    def _tick(self, now: datetime, unsent: bool) -> None:
        self.clock.at = now
        self.ticks.append(now)
        self._loop.run(self._ticked(unsent))

    async def _ticked(self, unsent: bool) -> None:
        await self.application.reminders.tick()
        if unsent:
            await self.application.pusher.close()  # before it could begin: planned, and nothing sent
        else:
            await self.application.pusher.settled()

    async def _settle(self) -> None:
        await self.application.consumer_loop.drain()
        await self.application.pusher.settled()

    def _cut_power(self, until: datetime) -> None:
        """Only what the disk holds at this moment is left; the server starts with that."""
        self._lives += 1
        old, kept = self.application, self._folder / str(self._lives)
        shutil.copytree(old.settings.data_dir, kept)
        self._loop.run(old.net.close())
        old.database.close()
        shutil.rmtree(old.settings.data_dir)
        self.clock.at = until
        self.application = self._built(msgspec.structs.replace(old.settings, data_dir=kept))
        self._loop.run(self._settle())
