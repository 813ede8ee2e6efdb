"""A simulated month with power cuts and clock changes, compared with an independent calculation of what is sent."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from tests.client import Loop
from tests.notifications.month import (
    ALL_DAY_LEADS,
    CHORES,
    DAY,
    DEFAULT,
    DEVICES,
    EVENTS,
    LEADS,
    MINUTE,
    SYNCED,
    Life,
    Plan,
)
from tests.notifications.service import PushService

# The clocks change in the middle: forward in the first of each pair, back in the second.
CHANGES = [
    ("Europe/Berlin", date(2027, 3, 28)),
    ("Europe/Berlin", date(2026, 10, 25)),
    ("America/New_York", date(2027, 3, 14)),
    ("America/New_York", date(2026, 11, 1)),
    ("Australia/Lord_Howe", date(2026, 10, 4)),
    ("Australia/Lord_Howe", date(2027, 4, 4)),
]

Sent = tuple[str, ...]


class Expected:
    """What should have been sent, calculated from the household, the ticks that ran and the changes that were made.

    Nothing here is taken from the code under test: occurrences are counted day by day, and something meant for an
    instant is sent by the first tick that runs less than ten minutes after it.
    """

    def __init__(self, life: Life):
        self.life = life
        self.feed: list[Sent] = []
        self.late: list[timedelta] = []
        self.devices: dict[str, list[Sent]] = {name: [] for name in DEVICES}
        self._reminders()
        for day in (life.first + number * DAY for number in range(-1, life.days)):
            self._daily(day)
        self._list_updates()

    def _tick_for(self, at: datetime) -> datetime | None:
        index = bisect_left(self.life.ticks, at)
        tick = self.life.ticks[index] if index < len(self.life.ticks) else None
        if tick is None or tick - at >= 10 * MINUTE:
            return None
        self.late.append(tick - at)
        return tick

    def _expect(self, tick: datetime, what: Sent, feed: bool, devices: Iterable[str]) -> None:
        if feed:
            self.feed.append((tick.isoformat()[:19], *what))
        # What was planned and not sent when the power went is sent when it is back, within an hour.
        if self.life.held_up.get(tick, tick) - tick < 60 * MINUTE:
            for name in devices:
                self.devices[name].append(what)

    def _reminders(self) -> None:
        life = self.life
        for plan in (*EVENTS, SYNCED):
            receivers = [name for name in receivers_of(plan.people) if DEVICES[name][1].get("eventReminders", True)]
            for day in life.occurrences(plan):
                start = life.wall(day, plan.at or "00:00")
                for minutes in [DEFAULT] if plan.reminders is None else plan.reminders:
                    tick = self._tick_for(start - (minutes + (plan.travel or 0)) * MINUTE)
                    if tick:
                        what = ("reminder", plan.title, life.times(plan, day)[0], words(plan, minutes))
                        self._expect(tick, what, True, receivers)

    def _daily(self, day: date) -> None:
        times = {
            name: prefs.get("summaryTime", "07:30") for name, (_, prefs) in DEVICES.items() if prefs.get("dailySummary")
        }
        self._at_times(day, times, "07:30", lambda _, who: ("summary", self._summary(day, who)))
        times = {
            name: prefs.get("choreNudgeTime", "08:00")
            for name, (_, prefs) in DEVICES.items()
            if prefs.get("choreNudge")
        }
        self._at_times(day, times, "08:00", lambda tick, who: self._nudge(day, who, tick))

    def _at_times(self, day: date, times: dict[str, str], default: str, worded: object) -> None:
        assert callable(worded)
        for name, at in times.items():
            tick = self._tick_for(self.life.wall(day, at))
            if tick and (what := worded(tick, DEVICES[name][0])):
                self._expect(tick, what, False, [name])
        for at in sorted({default, *(each for each in times.values() if each < default)}):
            tick = self._tick_for(self.life.wall(day, at))
            if tick and (what := worded(tick, ())):
                self._expect(tick, what, True, [])
                return

    def _summary(self, day: date, who: tuple[str, ...]) -> str:
        life = self.life
        begin, end = life.wall(day, "00:00"), life.wall(day + DAY, "00:00")
        count = 0
        for plan in (*EVENTS, SYNCED):
            if who and plan.people and not set(who) & set(plan.people):
                continue
            for each in life.occurrences(plan):
                start = life.wall(each, plan.at or "00:00")
                after = start + plan.lasts if plan.at else life.wall(each + DAY, "00:00")
                count += start < end and after > begin
        return f"{count} events"

    def _nudge(self, day: date, who: tuple[str, ...], tick: datetime) -> Sent | None:
        left = [
            title
            for title, owner in CHORES.items()
            if (not who or owner is None or owner in who)
            and self.life.completed.get((title, day), tick + MINUTE) > tick
        ]
        count = f"{len(left)} chore{'s' if len(left) > 1 else ''} left today"
        return ("chore", count, ", ".join(left)) if left else None

    def _list_updates(self) -> None:
        last = datetime.min.replace(tzinfo=self.life.begin.tzinfo)
        for added, sent in self.life.added:
            if sent - added < 10 * MINUTE and added - last >= 10 * MINUTE:
                last = added
                self._expect(sent, ("list", "List updated", "New on Shop"), True, ["kitchen"])


def receivers_of(people: tuple[str, ...]) -> list[str]:
    return [name for name, (who, _) in DEVICES.items() if not who or not people or set(who) & set(people)]


def words(plan: Plan, minutes: int) -> str:
    """How the first line begins."""
    if plan.at is None:
        return ALL_DAY_LEADS[minutes]
    return "Leave by" if plan.travel else LEADS[minutes]


def content(title: str, body: str, url: str) -> Sent:
    """The content of a notification, in the form of the calculation."""
    if url.startswith("/#/calendar"):
        line = body.splitlines()[0]
        lead = "Leave by" if line.startswith("Leave by") else line.partition(" · ")[0]
        return ("reminder", title, url.partition("&at=")[2], lead)
    if title == "Today":
        return ("summary", body.partition(" · ")[0])
    return ("list" if url == "/lists" else "chore", title, body)


def check(life: Life) -> None:
    life.live()
    expected = Expected(life)
    assert len(life.ticks) > life.days * 500
    assert life.held_up, "no power cut came between planning and sending"
    assert max(expected.late) > 9 * MINUTE, "nothing was sent at the last moment"
    for name, browser in life.browsers.items():
        seen = Counter(content(each["title"], each["body"], each["url"]) for each in browser.seen)
        assert Counter(expected.devices[name]) == seen, name
    feed = Counter((at[:19], *content(title, body, url)) for _, title, body, url, at in life.feed)
    assert Counter(expected.feed) == feed
    assert {"reminder", "summary", "chore", "list"} == {kind for kind, *_ in life.feed}


@pytest.mark.parametrize(("zone", "change"), CHANGES[:3])
def test_days_around_a_clock_change(tmp_path: Path, service: PushService, loop: Loop, zone: str, change: date) -> None:
    check(Life(tmp_path, zone, change - DAY, 2, 20261120, service, loop))


@pytest.mark.slow
@pytest.mark.parametrize(("zone", "change"), CHANGES)
def test_a_month(tmp_path: Path, service: PushService, loop: Loop, zone: str, change: date) -> None:
    check(Life(tmp_path, zone, change - timedelta(days=15), 30, change.toordinal(), service, loop))
