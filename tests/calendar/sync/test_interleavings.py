"""Edits on the wall, edits on a phone and syncs of one calendar, in any order: no edit is lost."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from appliance.app import Application
from appliance.calendar.accounts.service import Accounts
from appliance.calendar.events.models import EventPatch
from appliance.calendar.provider_writes.service import EventWriter
from appliance.calendar.providers.caldav.provider import CalDav
from appliance.calendar.providers.models import (
    Draft,
    Edit,
    Pulled,
    Remote,
    RemoteCalendar,
    SyncState,
    Target,
    Window,
    Written,
)
from appliance.calendar.providers.provider import AccountProvider
from appliance.calendar.sync.service import Syncer
from appliance.calendar.undo.service import UndoLog
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import SYSTEM
from appliance.notes import actions as notes
from appliance.settings import Settings
from tests.calendar.accounts import fixtures as caldav
from tests.calendar.fixtures import between
from tests.calendar.hosted import fixtures as hosted
from tests.calendar.hosted.google import GoogleStandIn
from tests.calendar.hosted.microsoft import MicrosoftStandIn
from tests.calendar.hosted.standin import serving
from tests.calendar.servers import Radicale
from tests.client import Client, Loop

WALL = ("create", "rename", "remove")
STEPS = st.lists(st.sampled_from([*WALL, "phone", "sync", "answer"]), min_size=2, max_size=8)


class LateProvider:
    """A provider whose answers arrive late: while `held`, an answer that is made waits until it is released."""

    def __init__(self, provider: AccountProvider):
        self.provider = provider
        self.held: set[str] = set()
        self.made = threading.Event()

    async def _late(self, kind: str) -> None:
        if kind in self.held:
            self.made.set()
        while kind in self.held:
            await asyncio.sleep(0.002)

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        pulled = await self.provider.pull(remote, window, zone, sync_state)
        await self._late("pull")
        return pulled

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        return await self.provider.calendars(remote)

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        return await self.provider.create(remote, draft, window, zone)

    async def rule(self, remote: Remote, target: Target, zone: ZoneInfo) -> str | None:
        return await self.provider.rule(remote, target, zone)

    async def edit_dates(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        return await self.provider.edit_dates(remote, target, edit, window, zone)

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        written = await self.provider.edit(remote, target, edit, window, zone)
        await self._late("edit")
        return written

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        return await self.provider.remove(remote, target, window, zone)

    async def divide(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        return await self.provider.divide(remote, target, edit, window, zone)

    async def end(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        return await self.provider.end(remote, target, window, zone)

    async def revoke(self, remote: Remote) -> None:
        await self.provider.revoke(remote)


class Phone(NamedTuple):
    """Another device at the provider: it adds an event, and renames the one that was there from the beginning."""

    add: Callable[[], None]
    rename: Callable[[], None]


class Scene(NamedTuple):
    """A household with one synced calendar, and its provider as a phone sees it."""

    client: Client
    application: Application
    loop: Loop
    calendar_id: str
    late: LateProvider
    syncer: Syncer
    phone: Phone
    kind: str

    def sync(self, *, whole: bool = False) -> "Future[int]":
        return asyncio.run_coroutine_threadsafe(self.syncer.sync(self.calendar_id, whole=whole), self.loop.loop)

    @contextmanager
    def held(self, kind: str) -> Iterator[None]:
        """Hold the provider's answers to one kind of request."""
        self.late.made.clear()
        self.late.held.add(kind)
        try:
            yield
        finally:
            self.late.held.discard(kind)

    def titles(self) -> list[str]:
        return sorted(each["title"] for each in between(self.client, "2026-11-01", "2027-01-01"))


@pytest.fixture
def google() -> Iterator[GoogleStandIn]:
    running = GoogleStandIn()
    with serving(running):
        yield running


@pytest.fixture
def microsoft() -> Iterator[MicrosoftStandIn]:
    running = MicrosoftStandIn()
    with serving(running):
        yield running


@pytest.fixture
def settings(tmp_path: Path, google: GoogleStandIn, microsoft: MicrosoftStandIn) -> Settings:
    addresses = {**google.settings(), **microsoft.settings()}
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_feed_urls=True, **addresses)


@pytest.fixture(params=["caldav", "google", "microsoft"])
def scene(
    request: pytest.FixtureRequest, client: Client, anybody: Client, application: Application, loop: Loop
) -> Iterator[Scene]:
    """The same calendar at each kind of provider."""
    numbers = count(1)
    if request.param == "caldav":
        server: Radicale = request.getfixturevalue("server")
        followed = caldav.follow(client, server, caldav.connect(client, server))
        calendar_id = followed.calendar_id

        def add() -> None:
            number = next(numbers)
            lines = [line.replace("dentist@phone", f"{number}@phone") for line in caldav.SINGLE]
            lines = [line.replace("SUMMARY:Dentist", f"SUMMARY:Phone {number}") for line in lines]
            server.put(f"{followed.name}/phone{number}.ics", *lines)

        def rename() -> None:
            lines = [line.replace("SUMMARY:Dentist", "SUMMARY:Renamed on the phone") for line in caldav.SINGLE]
            server.put(f"{followed.name}/dentist.ics", *lines)
    else:
        stand_in = request.getfixturevalue(request.param)
        at_provider = hosted.follow(client, anybody, application, loop, stand_in)
        calendar_id = at_provider.calendar_id

        def add() -> None:
            day = hosted.at("2026-11-27", 10)
            stand_in.put(f"Phone {next(numbers)}", day, day + timedelta(hours=1))

        def rename() -> None:
            stand_in.change(at_provider.dentist, "Renamed on the phone")

    late = LateProvider(application.accounts.provider(request.param))
    syncer = Syncer(application.database, {request.param: late})
    made = Scene(client, application, loop, calendar_id, late, syncer, Phone(add, rename), request.param)
    made.sync(whole=True).result(60)
    yield made
    late.held.clear()
    loop.run(syncer.settled())
    loop.run(application.syncer.settled())
    loop.run(application.net.close())


def on_the_wall(scene: Scene, step: str, mine: dict[str, str], number: int) -> None:
    """Create, rename or remove an event as a member does. `mine` are the titles of the wall's events by id."""
    if step == "create":
        body = {"calendarId": scene.calendar_id, "title": f"Wall {number}", "allDay": False}
        times = {"start": "2026-11-25T10:00:00.000Z", "end": "2026-11-25T11:00:00.000Z"}
        answer = scene.client.post("/api/events", {**body, **times})
        assert 201 == answer.status_code, answer.text
        mine[answer.json()["id"]] = f"Wall {number}"
    elif mine and step == "rename":
        event_id = next(iter(mine))
        answer = scene.client.patch(f"/api/events/{event_id}", {"title": f"Wall {number}"})
        assert 200 == answer.status_code, answer.text
        mine[event_id] = f"Wall {number}"
    elif mine:
        event_id = next(iter(mine))
        answer = scene.client.delete(f"/api/events/{event_id}")
        assert 200 == answer.status_code, answer.text
        del mine[event_id]


@pytest.mark.parametrize("step", WALL)
def test_an_edit_made_while_a_sync_is_under_way_stays(scene: Scene, step: str) -> None:
    mine: dict[str, str] = {}
    on_the_wall(scene, "create", mine, 1)
    with scene.held("pull"):
        running = scene.sync(whole=True)
        assert scene.late.made.wait(60)
        on_the_wall(scene, step, mine, 2)
    running.result(60)

    assert sorted(mine.values()) == [title for title in scene.titles() if title.startswith("Wall")]


@given(steps=STEPS)
@example(steps=["sync", "create", "answer"])
@example(steps=["create", "sync", "rename", "phone", "answer", "sync", "remove"])
@examples(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_no_order_of_edits_and_syncs_loses_one(scene: Scene, steps: list[str]) -> None:
    mine: dict[str, str] = {}
    running: Future[int] | None = None
    before = set(scene.titles())
    for number, step in enumerate(steps):
        if step == "phone":
            scene.phone.add()
        elif step in WALL:
            on_the_wall(scene, step, mine, 100 + number)
        elif step == "sync" and running is None:
            scene.late.made.clear()
            scene.late.held.add("pull")
            running = scene.sync()
            assert scene.late.made.wait(60)
        elif step == "answer" and running is not None:
            scene.late.held.clear()
            running.result(60)
            running = None
        shown = {title for title in scene.titles() if title.startswith("Wall")} - before
        assert set(mine.values()) - before == shown, steps
    scene.late.held.clear()
    if running is not None:
        running.result(60)

    scene.sync().result(60)
    by_changes = scene.titles()
    scene.sync(whole=True).result(60)
    assert scene.titles() == by_changes
    assert set(mine.values()) <= set(by_changes)
    for event_id in mine:
        scene.client.delete(f"/api/events/{event_id}")


def test_a_change_that_a_sync_brought_before_an_older_answer_arrived_is_not_lost(scene: Scene) -> None:
    """The wall's edit is stored only after a sync brought a newer version of the same event from a phone."""
    [dentist] = [each for each in between(scene.client, "2026-11-01", "2027-01-01") if each["title"] == "Dentist"]
    server = scene.application.accounts.provider("caldav")
    assert isinstance(server, CalDav)
    accounts = Accounts(scene.application.database, {scene.kind: scene.late}, server, True)
    writer = EventWriter(
        accounts,
        notes.LINKS,
        UndoLog(),
    )
    session = Session(scene.application.database, SYSTEM)
    with scene.held("edit"):
        edit = asyncio.run_coroutine_threadsafe(
            writer.edit(session, dentist["id"], EventPatch(title="Renamed on the wall")), scene.loop.loop
        )
        assert scene.late.made.wait(60)
        scene.phone.rename()
        scene.sync().result(60)
    edit.result(60)

    scene.sync().result(60)
    assert "Renamed on the phone" in scene.titles()
