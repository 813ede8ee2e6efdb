"""Runs the wall: the browser, the screen, the connection to the server, and the notifications to systemd."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from kiosk import browser_process, chromium, language, machine, rules, systemd
from kiosk.config import KioskConfig
from kiosk.key_handover import KeyHandover
from kiosk.page_requests import Handler, Request
from kiosk.screen import Screen
from kiosk.server_connection import ServerConnection
from kiosk.server_messages import HouseholdStatus, WallSettings
from kiosk.status import Status, utc_now
from kiosk.tab import Tab
from kiosk.wifi import Wifi, wifi_handlers

log = logging.getLogger("kiosk")

# A browser that ran for this long counts as stable: the delay before its next restart is short again.
STABLE_SECONDS = 60
POLL_SECONDS = 10
LIGHT_MODES = ("awake", "dim", "night")
# After a restart for one of these reasons the browser starts at once.
INTENDED_RESTARTS = ("memory", "recycle", "asked")


class Supervisor:
    """The state of the wall while the kiosk runs, and the loops that act on it."""

    def __init__(self, config: KioskConfig, screen: Screen, socket: Path | None = None) -> None:
        self.status = Status()
        self._wifi = Wifi()
        self.handlers: dict[str, Handler] = {
            "hello": self._on_page_hello,
            "light": self._on_page_light,
            "screen": self._on_page_screen,
            **wifi_handlers(self._wifi),
        }
        self._config = config
        self._screen = screen
        self._connection = ServerConnection(socket, self._on_message, self._on_connected) if socket else None
        request_key = self._request_key if self._connection is not None else None
        self._key_handover = KeyHandover(request_key, self._send_to_page)
        self._household = HouseholdStatus()
        self._settings = WallSettings()
        self._light: str | None = None
        self._touched_at = asyncio.get_running_loop().time()
        self._switched_off = False
        self._dark = False
        self.process: chromium.Process | None = None
        self._browser_end: asyncio.Future[str] | None = None
        self.tab: Tab | None = None
        self._ready = False
        # Wakes the screen loop: the screen may have to change.
        self._state_changed = asyncio.Event()
        # Wakes the maintenance loop: the server must get a report at once.
        self._report_due = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        """Run all loops until cancelled."""
        async with asyncio.TaskGroup() as group:
            for loop in (self._browser_loop(), self._screen_loop(), self._maintenance_loop(), self._wifi_loop()):
                group.create_task(loop)
            if self._connection is not None:
                group.create_task(self._connection.run())

    # Events of the browser.

    def on_started(self, process: chromium.Process, end: "asyncio.Future[str]") -> None:
        """The browser was started. `end` gets the reason when it must end."""
        self.process, self._browser_end = process, end
        self.status.browser_since = utc_now()
        self._set_page_status("starting")

    def on_tab_opened(self, tab: Tab | None) -> None:
        """The wall's tab is open; None when it is closed."""
        self.tab = tab
        if tab is None:
            self.process = self._browser_end = None
        elif self._dark:
            self._start_task(tab.set_dark(True))

    def on_heartbeat(self, page: str, light: str | None) -> None:
        """See TabObserver."""
        if page != "silent":
            self.status.heartbeat = utc_now()
            if not self._ready:
                self._ready = True
                systemd.notify_ready()
        if light in LIGHT_MODES and light != self._light:
            self._light = light
            self._state_changed.set()
        self._set_page_status(page)

    def on_touch(self) -> None:
        """Somebody touched the wall or pressed a key."""
        self._touched_at = asyncio.get_running_loop().time()
        self._switched_off = False
        if self._dark:
            self._state_changed.set()

    def idle_seconds(self) -> float:
        """Seconds since the last touch."""
        return asyncio.get_running_loop().time() - self._touched_at

    def _set_page_status(self, page: str) -> None:
        if page != self.status.page:
            self.status.page = page
            systemd.notify_status(f"The page is {page}.")
            self._report_due.set()

    async def _browser_loop(self) -> None:
        """Run Chromium again and again. After a failure, wait 1, 2, 4 … 30 seconds first."""
        clock = asyncio.get_running_loop().time
        delays = chromium.restart_delays()
        while True:
            started_at = clock()
            try:
                reason = await browser_process.run_browser(self._config, self)
            except OSError as error:
                log.error("Chromium could not be started: %s.", error)
                reason = "exited"
            self.status.record_restart(reason, utc_now())
            self._set_page_status("restarting")
            self._report_due.set()
            if clock() - started_at > STABLE_SECONDS:
                delays = chromium.restart_delays()
            delay = 0 if reason in INTENDED_RESTARTS else next(delays)
            log.info("Starting Chromium again in %d s (%s).", delay, reason)
            await asyncio.sleep(delay)

    # Messages of the page.

    async def _on_page_hello(self, request: Request) -> dict[str, Any]:
        self._key_handover.on_page_hello(bool(request.get("key")))
        return {}

    async def _on_page_light(self, request: Request) -> dict[str, Any]:
        light = request.get("light")
        if light in LIGHT_MODES:
            self._light = light
            self._state_changed.set()
        return {}

    async def _on_page_screen(self, _request: Request) -> dict[str, Any]:
        """The size of the picture in millimetres, so that the page knows how large its letters are."""
        width, height = self._screen.size_mm or (None, None)
        return {"widthMm": width, "heightMm": height}

    def _send_to_page(self, detail: dict[str, Any]) -> None:
        if self.tab is not None:
            self._start_task(self.tab.send(detail))

    # Messages of the server.

    def _on_connected(self) -> None:
        self._report_due.set()

    def _on_message(self, message: dict[str, Any]) -> None:
        match message.get("type"):
            case "household":
                self._household = HouseholdStatus.parse(message)
                self._key_handover.on_household(self._household)
                language.store(self._config.profile_dir, self._household.language)
                self._state_changed.set()
            case "settings":
                self._settings = WallSettings.parse(message)
                self._state_changed.set()
            case "key":
                self._key_handover.on_key(message.get("key"), message.get("why"))
            case "command":
                self._on_command(message.get("name"))

    def _on_command(self, command: Any) -> None:
        if command == "restart":
            self._end_browser("asked")
        elif command == "screen-on":
            self.on_touch()
            self._state_changed.set()
        elif command == "screen-off":
            self._switched_off = True
            self._state_changed.set()

    def _request_key(self) -> None:
        self._send_to_server({"type": "request-key"})

    def _send_to_server(self, message: dict[str, Any]) -> bool:
        return self._connection is not None and self._connection.send(message)

    # Loops.

    async def _screen_loop(self) -> None:
        """Keep the screen in the wanted state, and notify systemd while the compositor answers."""
        while True:
            now = self._household.local_time(utc_now())
            wanted = rules.wanted_screen(
                self._settings,
                minute=now.hour * 60 + now.minute,
                idle_seconds=self.idle_seconds(),
                light=self._light,
                switched_off=self._switched_off,
            )
            self._state_changed.clear()
            if not wanted.on:
                await self._set_dark(True)
            before = self._screen.state
            if await self._screen.apply(wanted, self._settings.rotation) != before:
                log.info("The screen: %s", self._screen.state)
                self._report_due.set()
            if wanted.on:
                await self._set_dark(False)
            if not self._screen.compositor_hangs:
                systemd.notify_watchdog()
            await wait_for_event(self._state_changed, POLL_SECONDS)

    async def _set_dark(self, dark: bool) -> None:
        if dark != self._dark:
            self._dark = dark
            if self.tab is not None:
                await self.tab.set_dark(dark)

    async def _maintenance_loop(self) -> None:
        """Restart the browser for its memory and once a night, and send reports to the server."""
        clock = asyncio.get_running_loop().time
        reported_at = None
        while True:
            if self.process is not None:
                self.status.browser_memory = await asyncio.to_thread(machine.group_memory, self.process.pid)
                self._restart_browser_if_needed()
            report_due = self._report_due.is_set()
            self._report_due.clear()
            if report_due or reported_at is None or clock() - reported_at >= self._config.report_seconds:
                reported_at = clock()
                self._send_to_server(self.status.report(self._screen.state.as_report()))
            await wait_for_event(self._report_due, self._config.heartbeat_seconds)

    def _restart_browser_if_needed(self) -> None:
        idle_seconds, since = self.idle_seconds(), self.status.browser_since
        if rules.needs_memory_restart(self.status.browser_memory, self._config.memory_limit_bytes, idle_seconds):
            self._end_browser("memory")
            return
        now = self._household.local_time(utc_now())
        if since and rules.needs_nightly_restart(self._settings.recycle_at, now, since, idle_seconds):
            self._end_browser("recycle")

    async def _wifi_loop(self) -> None:
        """Report changes of the network connection."""
        while True:
            summary = await self._wifi.summary()
            if summary != self.status.wifi:
                self.status.wifi = summary
                self._report_due.set()
            await asyncio.sleep(POLL_SECONDS)

    def _end_browser(self, reason: str) -> None:
        if self._browser_end is not None and not self._browser_end.done():
            log.info("Ending Chromium (%s).", reason)
            self._browser_end.set_result(reason)

    def _start_task(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def wait_for_event(event: asyncio.Event, timeout: float) -> None:
    """Return when the event is set, or after `timeout` seconds."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), timeout)
