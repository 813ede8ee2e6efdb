"""Notifications: a thousand devices pushed to, a tick of the big household, and what an idle hour writes."""

import asyncio
import random
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from appliance.app import Application, build
from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import Clock, instant
from appliance.notifications.feed import actions as feed
from appliance.notifications.feed.models import NewMessage
from appliance.notifications.push import actions as push
from appliance.notifications.push.models import NewSubscription
from appliance.notifications.reminders import actions as reminders
from benchmarks.harness import household
from benchmarks.report import Row, report
from tests.notifications.service import Browser, PushService, pushing

DEVICES = 1_000
EVENTS, RULES = 20_000, 300
TICKS = 30
YEARS = 10


class Turned(Clock):
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 20, 10, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def is_right(self) -> bool | None:
        return True


def main() -> None:
    """Print pushes a second, CPU of each, CPU of a quiet tick, and bytes written by an hour of them."""
    seconds, cpu, slow = _pushed()
    tick, first, written = _idle_hour()
    rows = [
        Row(what=f"{DEVICES} devices pushed to, push service on this machine", value=seconds, unit="s"),
        Row(what="CPU of one push, the push service's own included", value=cpu, unit="ms"),
        Row(what="the other devices, while one never answers", value=slow, unit="s"),
        Row(what=f"CPU of a day's first tick, {EVENTS} events and {RULES} rules", value=first, unit="ms"),
        Row(what="CPU of every other quiet tick", value=tick, unit="ms"),
        Row(what=f"written by an idle hour, {TICKS} ticks of both loops", value=written / 1e6, unit="MB", budget=1),
    ]
    report("Notifications", rows)


def _pushed() -> tuple[float, float, float]:
    """Seconds for a message to all, CPU milliseconds for each device, and seconds for all but one that is slow."""
    with household() as (application, _), pushing() as service:
        service.now = time.time
        settings = msgspec.structs.replace(application.settings, allow_private_push_urls=True)
        allowed = build(msgspec.structs.replace(settings, data_dir=settings.data_dir / "push"))
        browsers = [Browser(service) for _ in range(DEVICES)]
        allowed.database.write_now(_subscribe, browsers)
        seconds, cpu, slow = asyncio.run(_sent(allowed, browsers, service))
        allowed.database.close()
        assert service.faults == [], service.faults[:1]
        return seconds, cpu / DEVICES * 1000, slow


async def _sent(application: Application, browsers: list[Browser], service: PushService) -> tuple[float, float, float]:
    before, cpu = time.monotonic(), time.process_time()
    await application.database.write(feed.send, NewMessage(title="Dinner", body="In ten minutes"), "api")
    application.pusher.wake()
    await application.pusher.settled()
    seconds, cpu = time.monotonic() - before, time.process_time() - cpu
    assert {1} == {len(browser.seen) for browser in browsers}

    service.slow.add(browsers[0].endpoint.removeprefix(service.url))
    before = time.monotonic()
    await application.database.write(feed.send, NewMessage(title="Dinner", body="Now"), "api")
    application.pusher.wake()
    while any(len(browser.seen) < 2 for browser in browsers[1:]):
        await asyncio.sleep(0.02)
    slow = time.monotonic() - before
    await application.pusher.close()
    await application.net.close()
    return seconds, cpu, slow


def _subscribe(tx: Tx, browsers: list[Browser]) -> None:
    for number, browser in enumerate(browsers):
        body = {"subscription": browser.subscription, "deviceName": f"Phone {number}"}
        push.subscribe(tx, msgspec.convert(body, NewSubscription), True)


def _idle_hour() -> tuple[float, float, int]:
    """CPU milliseconds of a quiet tick and of a day's first one, and bytes that an hour of ticks writes."""
    with household() as (plain, _):
        clock = Turned()
        application = build(
            msgspec.structs.replace(plain.settings, data_dir=plain.settings.data_dir / "idle"), clock=clock
        )
        application.database.write_now(_fill, clock.at)
        before = time.process_time()
        application.database.write_now(reminders.remind)
        first = time.process_time() - before

        async def hour() -> tuple[float, int]:
            await _ticked(application)  # what keeps a row of its own does so now
            size, cpu = _log(application).stat().st_size, 0.0
            for _ in range(TICKS):
                clock.at += timedelta(minutes=2)
                before = time.process_time()
                await application.reminders.tick()
                cpu += time.process_time() - before
                await application.scheduler.tick()
            await application.net.close()
            return cpu / TICKS * 1000, _log(application).stat().st_size - size

        tick, written = asyncio.run(hour())
        application.database.close()
        return tick, first * 1000, written


async def _ticked(application: Application) -> None:
    await application.consumer_loop.drain()
    await application.reminders.tick()
    await application.scheduler.tick()


def _fill(tx: Tx, now: datetime) -> None:
    """Ten years of events and three hundred rules, none of which is reminded of in this hour."""
    home = calendars.add(tx, NewCalendar(kind="local", name="Family"))
    chance = random.Random(1)
    rules = [None] * EVENTS + ["FREQ=WEEKLY", "FREQ=DAILY", "FREQ=MONTHLY"] * (RULES // 3)
    rows = []
    for number, rule in enumerate(rules):
        start = now.replace(hour=13) + timedelta(days=chance.randrange(-365 * YEARS, 60), minutes=number % 300)
        rows.append(
            StoredEvent(
                id=str(number),
                calendar_id=home.id,
                external_id=None,
                series_id=None,
                title=f"Event {number}",
                start=instant(start),
                end=instant(start + timedelta(hours=1)),
                all_day=False,
                location=None,
                description=None,
                rrule=rule,
                category_id=None,
                reminders=None,
                travel_minutes=None,
                remind_before_leave=False,
            )
        )
    occurrences.put(tx, rows)


def _log(application: Application) -> Path:
    return application.database.path.with_name(application.database.path.name + "-wal")
