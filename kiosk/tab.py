"""The one tab of one Chromium: it is led to the wall, and asked again and again whether it is there."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from kiosk import splash
from kiosk.bridge import Bridge, origin
from kiosk.devtools import DevTools, DevToolsError
from kiosk.page_requests import Handler
from kiosk.touch import Touch
from kiosk.wall import Wall, unwell

log = logging.getLogger("kiosk")

# Where Chromium stands before it was sent anywhere, and after it could not load what it was sent to.
NOWHERE = ("about:", "chrome-error:")
REMINDER_SECONDS = 30
LOOK = """[location.protocol, location.origin, document.documentElement.dataset.wake ?? null,
  document.querySelector('meta[name=theme-color]')?.content ?? null]"""


class Watcher(Protocol):
    """Who wants to know what the tab does."""

    @property
    def handlers(self) -> Mapping[str, Handler]: ...
    def beat(self, page: str, light: str | None) -> None:
        """The tab was asked: `page` is starting, ok or silent; `light` is what the wall says it gives."""

    def touched(self) -> None: ...


class Tab:
    """`crashed` is called when the page's process has died."""

    def __init__(
        self, wall: Wall, devtools: DevTools, session: str, watcher: Watcher, crashed: Callable[[], None]
    ) -> None:
        self._wall = wall
        self.devtools = devtools
        self.session = session
        self._watcher = watcher
        self._bridge = Bridge(devtools, session, wall.url, watcher.handlers)
        self._touch = Touch(devtools, session, watcher.touched)
        self._shown: str | None = None
        self._waiting: float | None = None
        self._said: float | None = None
        devtools.on("Inspector.targetCrashed", session, lambda _: crashed())

    async def open(self) -> None:
        """Show the splash, and listen. Raises DevToolsError."""
        await self.devtools.call("Inspector.enable", self.session)
        await self._touch.open()
        await self._bridge.open()
        await self._splash(None)

    def close(self) -> None:
        self._bridge.close()

    async def tell(self, detail: dict[str, Any]) -> bool:
        """Tell the wall's page something. False when it is not open."""
        return await self._bridge.tell(detail)

    async def darken(self, dark: bool) -> None:
        """Say whether the screen is dark."""
        await self._touch.darken(dark)

    async def watch(self) -> None:
        """Keep the page at the wall's address. Raises DevToolsError when it has not answered several times."""
        missed = 0
        while True:
            pause = self._wall.beat
            try:
                place, whose, light, ground = await self.devtools.evaluate(
                    LOOK, self.session, within=self._wall.answer_within
                )
                if place in NOWHERE:
                    self._watcher.beat("starting", None)
                    pause = await self._lead(place)
                else:
                    own = whose == origin(self._wall.url)
                    self._watcher.beat("ok", light if own else None)
                    if own:
                        with suppress(OSError):
                            splash.keep_ground(self._wall.profile, ground)
                missed = 0
            except DevToolsError:
                missed += 1
                self._watcher.beat("silent", None)
                if missed >= self._wall.misses:
                    raise
            await asyncio.sleep(pause)

    async def _lead(self, place: str) -> float:
        """One step on the way to the wall; the seconds to the next."""
        clock = asyncio.get_running_loop().time
        reason = await unwell(self._wall.url)
        if reason is None:
            self._waiting = self._shown = None
            await self.devtools.call("Page.navigate", self.session, url=self._wall.page)
            return min(self._wall.beat, self._wall.patience)
        if self._waiting is None:
            self._waiting = clock()
        if self._said is None or clock() - self._said > REMINDER_SECONDS:
            self._said = clock()
            log.info("Waiting for %s to answer (%s).", self._wall.url, reason)
        if place != NOWHERE[0]:
            self._shown = None
            await self.devtools.call("Page.navigate", self.session, url="about:blank")
        await self._splash(reason)
        return self._wall.patience

    async def _splash(self, reason: str | None) -> None:
        waited = None if self._waiting is None else asyncio.get_running_loop().time() - self._waiting
        shown = splash.page(splash.ground(self._wall.profile), waited, self._wall.url, reason)
        if shown == self._shown:
            return
        frame = (await self.devtools.call("Page.getFrameTree", self.session))["frameTree"]["frame"]["id"]
        await self.devtools.call("Page.setDocumentContent", self.session, frameId=frame, html=shown)
        self._shown = shown
