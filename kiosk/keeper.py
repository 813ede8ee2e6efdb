"""Keeps the wall going: the browser, the screen, the word to the server, and the sign of life to systemd."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from kiosk import chromium, life, machine, notify, rules
from kiosk.admission import Admission
from kiosk.channel import Channel
from kiosk.page_requests import Handler, Request
from kiosk.screen import Screen
from kiosk.status import Status, now
from kiosk.tab import Tab
from kiosk.told import House, Settings
from kiosk.wall import Wall
from kiosk.wifi import Wifi, wifi_handlers

log = logging.getLogger("kiosk")

STEADY_SECONDS = 60
LOOK_SECONDS = 10
LIGHTS = ("awake", "dim", "night")
# What was meant to happen is not a reason to wait before the next start.
MEANT = ("memory", "recycle", "asked")


class Keeper:
    """Everything that is known of this wall while it runs, and what is done about it."""

    def __init__(self, wall: Wall, screen: Screen, socket: Path | None = None) -> None:
        self.status = Status()
        self._wifi = Wifi()
        self.handlers: dict[str, Handler] = {
            "hello": self._hello,
            "light": self._gives_light,
            **wifi_handlers(self._wifi),
        }
        self._wall = wall
        self._screen = screen
        self._channel = Channel(socket, self._heard, self._connected) if socket else None
        self._admission = Admission(self._ask_for_key if self._channel is not None else None, self._tell)
        self._house = House()
        self._settings = Settings()
        self._light: str | None = None
        self._touched_at = asyncio.get_running_loop().time()
        self._sent_to_sleep = False
        self._dark = False
        self.process: chromium.Process | None = None
        self._end: asyncio.Future[str] | None = None
        self.tab: Tab | None = None
        self._ready = False
        # Something happened that the screen has to follow, and something that the server should hear at once.
        self._stirred = asyncio.Event()
        self._changed = asyncio.Event()
        self._doing: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        """Keep the wall going for ever."""
        async with asyncio.TaskGroup() as group:
            for loop in (self._browse(), self._see_to_the_screen(), self._tend(), self._watch_the_network()):
                group.create_task(loop)
            if self._channel is not None:
                group.create_task(self._channel.run())

    # What the browser does.

    def began(self, process: chromium.Process, end: "asyncio.Future[str]") -> None:
        self.process, self._end = process, end
        self.status.chromium_since = now()
        self._page("starting")

    def opened(self, tab: Tab | None) -> None:
        self.tab = tab
        if tab is None:
            self.process = self._end = None
        elif self._dark:
            self._do(tab.darken(True))

    def beat(self, page: str, light: str | None) -> None:
        if page != "silent":
            self.status.heartbeat = now()
            if not self._ready:
                self._ready = True
                notify.ready()
        if light in LIGHTS and light != self._light:
            self._light = light
            self._stirred.set()
        self._page(page)

    def touched(self) -> None:
        """Somebody is there."""
        self._touched_at = asyncio.get_running_loop().time()
        self._sent_to_sleep = False
        if self._dark:
            self._stirred.set()

    def _page(self, page: str) -> None:
        if page != self.status.page:
            self.status.page = page
            notify.status(f"The page is {page}.")
            self._changed.set()

    async def _browse(self) -> None:
        """One Chromium after the other: after one that ended by itself 1, 2, 4 … 30 seconds later."""
        clock = asyncio.get_running_loop().time
        pauses = chromium.pauses()
        while True:
            began = clock()
            try:
                why = await life.show(self._wall, self)
            except OSError as error:
                log.error("Chromium could not be started: %s.", error)
                why = "exited"
            self.status.restarted(why, now())
            self._page("restarting")
            self._changed.set()
            if clock() - began > STEADY_SECONDS:
                pauses = chromium.pauses()
            pause = 0 if why in MEANT else next(pauses)
            log.info("Starting Chromium again in %d s (%s).", pause, why)
            await asyncio.sleep(pause)

    # What the page asks for.

    async def _hello(self, request: Request) -> dict[str, Any]:
        self._admission.hello(bool(request.get("key")))
        return {}

    async def _gives_light(self, request: Request) -> dict[str, Any]:
        light = request.get("light")
        if light in LIGHTS:
            self._light = light
            self._stirred.set()
        return {}

    def _tell(self, detail: dict[str, Any]) -> None:
        if self.tab is not None:
            self._do(self.tab.tell(detail))

    # What the server says.

    def _heard(self, message: dict[str, Any]) -> None:
        match message.get("tell"):
            case "house":
                self._house = House.of(message)
                self._admission.house(self._house)
                self._stirred.set()
            case "settings":
                self._settings = Settings.of(message)
                self._stirred.set()
            case "key":
                self._admission.answered(message.get("key"), message.get("why"))
            case "do":
                self._told_to(message.get("what"))

    def _told_to(self, what: Any) -> None:
        if what == "restart":
            self._end_browser("asked")
        elif what == "screen-on":
            self.touched()
            self._stirred.set()
        elif what == "screen-off":
            self._sent_to_sleep = True
            self._stirred.set()

    def _ask_for_key(self) -> None:
        self._say({"ask": "key"})

    def _say(self, message: dict[str, Any]) -> bool:
        return self._channel is not None and self._channel.say(message)

    # What goes on all the time.

    async def _see_to_the_screen(self) -> None:
        """Keep the screen as it should be, and tell systemd of it: a compositor that is stuck is not alive."""
        while True:
            minute = self._house.local(now())
            wanted = rules.lit(
                self._settings, minute.hour * 60 + minute.minute, self._alone(), self._light, self._sent_to_sleep
            )
            self._stirred.clear()
            if not wanted.on:
                await self._darken(True)
            before = self._screen.seen
            if await self._screen.put_right(wanted, self._settings.rotation) != before:
                log.info("The screen: %s", self._screen.seen)
                self._changed.set()
            if wanted.on:
                await self._darken(False)
            if not self._screen.silent:
                notify.alive()
            await happened(self._stirred, LOOK_SECONDS)

    async def _darken(self, dark: bool) -> None:
        if dark != self._dark:
            self._dark = dark
            if self.tab is not None:
                await self.tab.darken(dark)

    async def _tend(self) -> None:
        """Look after the browser's memory and its nightly fresh start, and report."""
        clock = asyncio.get_running_loop().time
        reported = None
        while True:
            if self.process is not None:
                self.status.used = await asyncio.to_thread(machine.used_by, self.process.pid)
                alone, since = self._alone(), self.status.chromium_since
                if rules.overgrown(self.status.used, self._wall.memory, alone):
                    self._end_browser("memory")
                elif since and rules.due(self._settings.recycle_at, self._house.local(now()), since, alone):
                    self._end_browser("recycle")
            changed = self._changed.is_set()
            self._changed.clear()
            if changed or reported is None or clock() - reported >= self._wall.report:
                reported = clock()
                self._say(self.status.report(self._screen.seen.told()))
            await happened(self._changed, self._wall.beat)

    async def _watch_the_network(self) -> None:
        while True:
            now = await self._wifi.summary()
            if now != self.status.wifi:
                self.status.wifi = now
                self._changed.set()
            await asyncio.sleep(LOOK_SECONDS)

    def _connected(self) -> None:
        self._changed.set()

    def _alone(self) -> float:
        """Seconds since somebody touched the wall."""
        return asyncio.get_running_loop().time() - self._touched_at

    def _end_browser(self, why: str) -> None:
        if self._end is not None and not self._end.done():
            log.info("Chromium is ended (%s).", why)
            self._end.set_result(why)

    def _do(self, work: Coroutine[Any, Any, Any]) -> None:
        doing = asyncio.create_task(work)
        self._doing.add(doing)
        doing.add_done_callback(self._doing.discard)


async def happened(event: asyncio.Event, within: float) -> None:
    """Return when an event is set, or after so many seconds without."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), within)
