"""A calendar whose reading ends the server is paused, for longer each time."""

import asyncio
import threading

import pytest

from appliance.app import Application
from appliance.calendar.providers.ics import feed
from appliance.calendar.providers.ics.components import Components, split_components
from appliance.calendar.sync import actions
from tests.calendar.sync.test_sync import LESSONS, row, starts, tick
from tests.calendar.sync.web import FEED, Web
from tests.client import Client, Loop
from tests.fakes import FakeClock


def begun(application: Application, calendar_id: str) -> str | None:
    """The run of the server that reads the calendar, as stored."""
    run = application.database.read.value("SELECT sync_begun_by FROM calendars WHERE id = ?", calendar_id)
    return None if run is None else str(run)


def interrupt(application: Application, calendar_id: str, run: str) -> None:
    """What a run of the server stores that ends while it reads the calendar."""
    application.database.write_now(actions.begin, calendar_id, run)


def test_that_a_sync_begun_is_stored_before_the_feed_is_read(
    client: Client, application: Application, school: str, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str | None] = []

    def watched(file: bytes, charset: str | None) -> Components:
        seen.append(begun(application, school))
        return split_components(file, charset)

    monkeypatch.setattr(feed, "split_components", watched)
    for body in (FEED, b"no calendar"):
        web.body = body
        client.post(f"/api/calendars/{school}/sync")

    assert 2 == len(seen)
    assert None not in seen
    assert None is begun(application, school)


def test_an_unchanged_feed_is_not_begun(client: Client, application: Application, school: str, web: Web) -> None:
    web.etag = '"1"'
    client.post(f"/api/calendars/{school}/sync")
    version = application.database.rev

    client.post(f"/api/calendars/{school}/sync")

    assert version + 2 >= application.database.rev
    assert None is begun(application, school)


def test_an_interrupted_calendar_is_paused_for_longer_each_time(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    waits = []
    for number in range(5):
        interrupt(application, school, f"run {number}")
        requests = len(web.requests)
        loop.run(application.scheduler.tick())

        details = row(client, school)["lastErrorDetails"]
        assert "sync_interrupted" == details["code"]
        assert details["until"] in row(client, school)["lastError"]
        until = application.database.read.now.fromisoformat(details["until"])
        waits.append(until - application.database.read.now)
        clock.turn(seconds=waits[-1].total_seconds() - 60)
        loop.run(application.scheduler.tick())
        assert requests == len(web.requests)

    assert [10, 60, 360, 1440, 1440] == [each.total_seconds() / 60 for each in waits]
    tick(application, loop, clock, minutes=2)
    assert (None, None) == (row(client, school)["lastError"], row(client, school)["lastErrorDetails"])

    interrupt(application, school, "a later run")
    loop.run(application.scheduler.tick())
    clock.turn(minutes=11)
    loop.run(application.scheduler.tick())
    assert None is row(client, school)["lastError"]


def test_a_paused_calendar_keeps_its_events_and_can_be_synced_by_hand(
    client: Client, application: Application, loop: Loop, school: str, web: Web
) -> None:
    client.post(f"/api/calendars/{school}/sync")
    interrupt(application, school, "another run")
    loop.run(application.scheduler.tick())
    assert LESSONS == starts(client)

    assert 200 == client.post(f"/api/calendars/{school}/sync").status_code
    assert None is row(client, school)["lastError"]


def test_another_calendar_goes_on(
    client: Client, application: Application, loop: Loop, clock: FakeClock, school: str, web: Web
) -> None:
    club = client.post("/api/calendars", {"kind": "ics", "name": "Club", "url": web.url}).json()["id"]
    interrupt(application, school, "another run")

    tick(application, loop, clock)

    assert None is row(client, club)["lastError"]
    assert None is not row(client, club)["lastSyncedAt"]
    assert None is not row(client, school)["lastError"]


def test_a_stop_during_a_sync_is_no_interruption(
    application: Application, loop: Loop, school: str, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, leave = threading.Event(), threading.Event()

    def held(file: bytes, charset: str | None) -> Components:
        entered.set()
        leave.wait(60)
        return split_components(file, charset)

    async def stopped() -> str | None:
        application.syncer.sync_soon(school)
        while not entered.is_set():
            await asyncio.sleep(0.001)
        run = begun(application, school)
        await application.syncer.close()
        leave.set()
        return run

    monkeypatch.setattr(feed, "split_components", held)

    assert None is not loop.run(stopped())
    assert None is begun(application, school)
