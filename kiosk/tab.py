"""The browser's tab: opens the wall's page and checks at each heartbeat that the page answers and is drawn."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from kiosk import splash
from kiosk.bridge import Bridge, origin
from kiosk.config import KioskConfig
from kiosk.devtools import DevTools, DevToolsError
from kiosk.external_pages import ExternalPages, TouchObserver
from kiosk.page_requests import Handler
from kiosk.server_health import health_problem
from kiosk.touch import TouchWatcher

log = logging.getLogger("kiosk")

# The protocols of the tab before its first page, and after a page that could not be loaded.
BLANK_PROTOCOLS = ("about:", "chrome-error:")
LOG_REPEAT_SECONDS = 30
# The last one: a page whose program does not start leaves its element empty.
HEARTBEAT_SCRIPT = """[location.protocol, location.origin, navigator.userActivation.isActive,
  document.documentElement.dataset.wake ?? null, document.querySelector('meta[name=theme-color]')?.content ?? null,
  document.getElementById('app')?.innerText.trim() !== '']"""


class TabObserver(TouchObserver, Protocol):
    """Is called with the events of the tab."""

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of the page's requests, by name."""

    def on_heartbeat(self, page: str, light: str | None) -> None:
        """The tab answered or not: `page` is starting, ok or silent; `light` is the light mode of the wall's page.

        It is starting until the wall's page has drawn something.
        """


class Tab:
    """`on_crash` is called when the page's process has crashed."""

    def __init__(
        self,
        config: KioskConfig,
        devtools: DevTools,
        session: str,
        observer: TabObserver,
        on_crash: Callable[[], None],
    ) -> None:
        self._config = config
        self.devtools = devtools
        self.session = session
        self._observer = observer
        self._bridge = Bridge(devtools, session, config.url, observer.handlers)
        self._touch_watcher = TouchWatcher(devtools, session, observer.on_touch)
        self._external_pages = ExternalPages(config, devtools, session, observer)
        self._splash_html: str | None = None
        self._waiting_since: float | None = None
        self._logged_at: float | None = None
        devtools.on("Inspector.targetCrashed", session, lambda _: on_crash())

    async def open(self) -> None:
        """Show the splash and start to listen. Raises DevToolsError."""
        await self.devtools.call("Inspector.enable", self.session)
        await self._touch_watcher.open()
        await self._bridge.open()
        await self._show_splash(None)

    def close(self) -> None:
        """Stop answering the page."""
        self._bridge.close()

    async def send(self, detail: dict[str, Any]) -> bool:
        """Send a message to the wall's page. False when the tab shows another page."""
        return await self._bridge.send(detail)

    async def set_dark(self, dark: bool) -> None:
        """Say whether the screen is dark."""
        await self._touch_watcher.set_dark(dark)

    async def watch(self) -> None:
        """Keep the tab on the wall's page. Raises DevToolsError after `max_missed_heartbeats`."""
        missed = 0
        while True:
            pause = self._config.heartbeat_seconds
            try:
                protocol, page_origin, active, light, background, drawn = await self.devtools.evaluate(
                    HEARTBEAT_SCRIPT, self.session, timeout=self._config.heartbeat_timeout_seconds
                )
                if protocol in BLANK_PROTOCOLS:
                    self._observer.on_heartbeat("starting", None)
                    pause = await self._load_wall_page(protocol)
                else:
                    is_wall_page = page_origin == origin(self._config.url)
                    page = "ok" if drawn or not is_wall_page else "starting"
                    self._observer.on_heartbeat(page, light if is_wall_page else None)
                    if is_wall_page:
                        with suppress(OSError):
                            splash.save_background(self._config.profile_dir, background)
                    if await self._external_pages.check(tab_is_external=not is_wall_page, tab_is_active=active):
                        await self._open_wall_page()
                missed = 0
            except DevToolsError:
                missed += 1
                self._observer.on_heartbeat("silent", None)
                if missed >= self._config.max_missed_heartbeats:
                    raise
            await asyncio.sleep(pause)

    async def _load_wall_page(self, protocol: str) -> float:
        """Open the wall's page, or the splash while the server does not answer. Returns the seconds to wait."""
        clock = asyncio.get_running_loop().time
        problem = await health_problem(self._config.url)
        if problem is None:
            self._waiting_since = self._splash_html = None
            await self._open_wall_page()
            return min(self._config.heartbeat_seconds, self._config.retry_seconds)
        if self._waiting_since is None:
            self._waiting_since = clock()
        if self._logged_at is None or clock() - self._logged_at > LOG_REPEAT_SECONDS:
            self._logged_at = clock()
            log.info("Waiting for %s to answer (%s).", self._config.url, problem)
        if protocol != "about:":
            self._splash_html = None
            await self.devtools.call("Page.navigate", self.session, url="about:blank")
        await self._show_splash(problem)
        return self._config.retry_seconds

    async def _open_wall_page(self) -> None:
        await self.devtools.call("Page.navigate", self.session, url=self._config.page_url)

    async def _show_splash(self, problem: str | None) -> None:
        waited = None if self._waiting_since is None else asyncio.get_running_loop().time() - self._waiting_since
        background = splash.load_background(self._config.profile_dir)
        html = splash.render(background, waited, self._config.url, problem)
        if html == self._splash_html:
            return
        frame = (await self.devtools.call("Page.getFrameTree", self.session))["frameTree"]["frame"]["id"]
        await self.devtools.call("Page.setDocumentContent", self.session, frameId=frame, html=html)
        self._splash_html = html
