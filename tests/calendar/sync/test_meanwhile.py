"""Changes that happen while a sync waits for the network."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from appliance.app import Application
from appliance.calendar.providers.ics.feed import Feeds
from appliance.calendar.providers.models import Remote, Window
from appliance.kernel.errors import BadGateway, Conflict, NotFound
from appliance.kernel.net.client import Net
from tests.calendar.sync.test_sync import LESSONS, YEAR, row, starts
from tests.calendar.sync.web import FEED, Web, serving
from tests.client import Changes, Client, Loop


def begun(application: Application, loop: Loop, web: Web, calendar_id: str) -> "Future[int]":
    """A sync that waits for the server's answer."""
    web.gate.clear()
    before = len(web.requests)
    running = asyncio.run_coroutine_threadsafe(application.syncer.sync(calendar_id), loop.loop)
    loop.run(_until(lambda: len(web.requests) > before))
    return running


async def _until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def test_a_scheduled_sync_joins_the_one_that_is_under_way(
    client: Client, application: Application, loop: Loop, school: str, web: Web, recorded: Changes
) -> None:
    recorded()
    first = begun(application, loop, web, school)
    second = asyncio.run_coroutine_threadsafe(application.syncer.sync(school, whole=False), loop.loop)
    loop.run(asyncio.sleep(0))
    web.gate.set()

    assert [3, 3] == [first.result(60), second.result(60)]
    assert 1 == len(web.requests)
    assert ["calendar.synced", "events.changed"] == [topic for topic, _ in recorded()]


def test_sync_now_waits_for_a_sync_that_began_after_the_request(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    """The running one may have read the calendar before the change that somebody wants to see."""
    first = begun(application, loop, web, school)
    later = [asyncio.run_coroutine_threadsafe(application.syncer.sync(school), loop.loop) for _ in range(2)]
    loop.run(asyncio.sleep(0))
    web.body = FEED.replace(b"COUNT=3", b"COUNT=2")
    web.gate.set()

    assert [3, 2, 2] == [first.result(60), *(each.result(60) for each in later)]
    assert 2 == len(web.requests)
    assert LESSONS[:2] == starts(client)


def test_sync_now_after_one_that_fails_is_a_sync_of_its_own(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    first = begun(application, loop, web, school)
    client.delete(f"/api/calendars/{school}")
    later = asyncio.run_coroutine_threadsafe(application.syncer.sync(school), loop.loop)
    loop.run(asyncio.sleep(0))
    web.gate.set()

    for each in (first, later):
        with pytest.raises(NotFound):
            each.result(60)
    assert 1 == len(web.requests)


def test_a_sync_continues_when_its_caller_disconnects(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    running = begun(application, loop, web, school)
    running.cancel()
    web.gate.set()
    loop.run(application.syncer.settled())

    assert LESSONS == starts(client)


def test_a_calendar_that_was_removed_meanwhile_stays_removed(
    client: Client, application: Application, loop: Loop, school: str, web: Web, recorded: Changes
) -> None:
    running = begun(application, loop, web, school)
    client.delete(f"/api/calendars/{school}")
    recorded()
    web.gate.set()

    with pytest.raises(NotFound):
        running.result(60)
    assert ([], [], []) == (client.get("/api/calendars").json(), client.get(YEAR).json(), recorded())


def test_a_calendar_that_was_switched_off_meanwhile_is_not_touched(
    client: Client, application: Application, loop: Loop, school: str, web: Web, recorded: Changes
) -> None:
    running = begun(application, loop, web, school)
    client.patch(f"/api/calendars/{school}", {"enabled": False})
    recorded()
    web.gate.set()

    with pytest.raises(Conflict, match="was changed while it was synced"):
        running.result(60)
    assert (None, []) == (row(client, school)["lastSyncedAt"], recorded())


def test_a_failure_of_the_old_address_is_not_stored_for_the_new_one(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    running = begun(application, loop, web, school)
    web.status = 500
    with serving() as other:
        other.body = FEED.replace(b"COUNT=3", b"COUNT=1")
        client.patch(f"/api/calendars/{school}", {"url": other.url})
        web.gate.set()
        with pytest.raises(BadGateway):
            running.result(60)
        loop.run(application.syncer.settled())

        assert None is row(client, school)["lastError"]
        assert {"ok": True, "count": 1} == client.post(f"/api/calendars/{school}/sync").json()
    assert LESSONS[:1] == starts(client)


def test_a_sync_in_the_background_follows_the_one_that_is_under_way(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    begun(application, loop, web, school)
    loop.loop.call_soon_threadsafe(application.syncer.sync_soon, school)
    loop.run(asyncio.sleep(0))
    web.gate.set()
    loop.run(application.syncer.settled())

    assert 2 == len(web.requests)
    assert LESSONS == starts(client)


def test_a_background_sync_of_an_unknown_calendar_has_no_effect(application: Application, loop: Loop) -> None:
    loop.loop.call_soon_threadsafe(application.syncer.sync_soon, "nobody")
    loop.run(asyncio.sleep(0))
    loop.run(application.syncer.settled())

    assert None is application.database.read.value("SELECT id FROM calendars")


def pulled(net: Net, url: str, allow_private: bool, seconds: float) -> BadGateway:
    """How a pull fails."""

    async def pull() -> None:
        try:
            window = Window.around(datetime(2026, 11, 20, tzinfo=UTC))
            await Feeds(net, allow_private, seconds).pull(Remote(config=url), window, ZoneInfo("Europe/Berlin"), None)
        finally:
            await net.close()

    with pytest.raises(BadGateway) as caught:
        asyncio.run(pull())
    return caught.value


def test_a_feed_in_the_home_network_needs_the_switch(web: Web) -> None:
    message = pulled(Net(), web.url, False, 5).message

    assert "public address" in message
    assert [] == web.requests
