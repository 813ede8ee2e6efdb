"""Finds pages of other origins that nobody uses: in the wall's own tab, and in windows that cover it."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Protocol

from kiosk import rules
from kiosk.config import KioskConfig
from kiosk.devtools import DevTools, DevToolsError

log = logging.getLogger("kiosk")

# Chromium sets it for about five seconds after a touch or a key, in a frame of any site.
ACTIVATION_SCRIPT = "navigator.userActivation.isActive"


class TouchObserver(Protocol):
    """Records touches."""

    def on_touch(self) -> None:
        """Record a touch."""

    def idle_seconds(self) -> float:
        """Seconds since the last touch."""


class ExternalPages:
    """Watches the external pages of one browser. `session` is the session of the wall's own tab."""

    def __init__(self, config: KioskConfig, devtools: DevTools, session: str, observer: TouchObserver) -> None:
        self._config = config
        self._devtools = devtools
        self._session = session
        self._observer = observer
        self._tab_target: str | None = None
        # The other windows by target id, with their DevTools sessions; None when attaching failed.
        self._windows: dict[str, str | None] = {}
        self._since: float | None = None
        self._dialog_tasks: set[asyncio.Task[None]] = set()
        self._accept_leave_dialogs(session)

    async def check(self, *, tab_is_external: bool, tab_is_active: bool) -> bool:
        """Close the other windows when they are abandoned. Return whether the tab itself must leave its page.

        `tab_is_active`: somebody has just touched the tab's page. Raises DevToolsError.
        """
        await self._update_windows()
        if not tab_is_external and not self._windows:
            self._since = None
            return False
        if tab_is_active or any([await self._is_active(session) for session in self._windows.values()]):
            self._observer.on_touch()
        now = asyncio.get_running_loop().time()
        if self._since is None:
            self._since = now
        idle_seconds = min(self._observer.idle_seconds(), now - self._since)
        if not rules.is_page_abandoned(idle_seconds, self._config.external_page_idle_seconds):
            return False
        log.info("Leaving an external page: nobody has touched it for %d s.", idle_seconds)
        for target in self._windows:
            # The window may have closed in the meantime.
            with suppress(DevToolsError):
                await self._devtools.call("Target.closeTarget", targetId=target)
        return tab_is_external

    async def _update_windows(self) -> None:
        """Attach to new windows and forget the closed ones."""
        if self._tab_target is None:
            tab = await self._devtools.call("Target.getTargetInfo", self._session)
            self._tab_target = str(tab["targetInfo"]["targetId"])
        targets = (await self._devtools.call("Target.getTargets"))["targetInfos"]
        open_windows = {target["targetId"] for target in targets if target["type"] == "page"} - {self._tab_target}
        for closed in self._windows.keys() - open_windows:
            del self._windows[closed]
        for opened in open_windows - self._windows.keys():
            self._windows[opened] = await self._attach(opened)

    async def _attach(self, target: str) -> str | None:
        with suppress(DevToolsError):
            answer = await self._devtools.call("Target.attachToTarget", targetId=target, flatten=True)
            session = str(answer["sessionId"])
            self._accept_leave_dialogs(session)
            await self._devtools.call("Page.enable", session)
            return session
        return None

    async def _is_active(self, session: str | None) -> bool:
        if session is not None:
            timeout = self._config.heartbeat_timeout_seconds
            with suppress(DevToolsError):
                return bool(await self._devtools.evaluate(ACTIVATION_SCRIPT, session, timeout=timeout))
        return False

    def _accept_leave_dialogs(self, session: str) -> None:
        """Answer the dialog of a page that asks before it is left (beforeunload)."""

        async def accept() -> None:
            with suppress(DevToolsError):
                await self._devtools.call("Page.handleJavaScriptDialog", session, accept=True)

        def on_dialog(params: dict[str, Any]) -> None:
            if params["type"] == "beforeunload":
                task = asyncio.create_task(accept())
                self._dialog_tasks.add(task)
                task.add_done_callback(self._dialog_tasks.discard)

        self._devtools.on("Page.javascriptDialogOpening", session, on_dialog)
