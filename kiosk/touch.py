"""Watches for touches and keys on any page, and swallows the touch that lights a dark screen."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from kiosk.devtools import DevTools, DevToolsError

BINDING = "mantelTouched"
# The script runs in an isolated world: it gets the same events as the page, and the page cannot access it.
WORLD = "mantel"
SCRIPT = """(() => {
  let dark = false, blockUntil = 0, reportedAt = 0
  globalThis.mantelDark = (now) => { dark = now }
  const firstEvents = ['pointerdown', 'touchstart', 'mousedown', 'keydown']
  const laterEvents = ['pointerup', 'pointercancel', 'touchend', 'mouseup', 'keyup', 'click', 'dblclick', 'contextmenu']
  // These count as use of the page, too: input methods send no key events.
  const otherEvents = ['input', 'wheel']
  const report = (event) => {
    const now = performance.now()
    // A script of the page can dispatch events itself. They are not trusted.
    if (event.isTrusted && (dark || now - reportedAt > 1000)) { reportedAt = now; mantelTouched('') }
  }
  const guard = (event) => {
    const now = performance.now(), isFirst = firstEvents.includes(event.type)
    if (isFirst) report(event)
    if (isFirst && dark && event.isTrusted) {
      dark = false
      // A page that sleeps blocks the touch itself, and needs the event to wake up.
      if ((document.documentElement.dataset.wake ?? 'awake') === 'awake') blockUntil = now + 10_000
    }
    if (now >= blockUntil) return
    if (!isFirst) blockUntil = Math.min(blockUntil, now + 300)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const name of [...firstEvents, ...laterEvents]) addEventListener(name, guard, { capture: true, passive: false })
  for (const name of otherEvents) addEventListener(name, report, { capture: true, passive: true })
})()"""


class TouchWatcher:
    """Calls `on_touch` at a touch or a key in one tab, at most once a second."""

    def __init__(self, devtools: DevTools, session: str, on_touch: Callable[[], None]) -> None:
        self._devtools = devtools
        self._session = session
        self._on_touch = on_touch
        # The isolated world of each document: Chromium's id, and the unique id that it never reuses.
        self._contexts: dict[int, str] = {}
        self._dark = False
        self._send_tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Watch every document from now on. Call it before Bridge.open, which makes Chromium list its contexts."""
        self._devtools.on("Runtime.executionContextCreated", self._session, self._on_context_created)
        self._devtools.on("Runtime.executionContextDestroyed", self._session, self._on_context_destroyed)
        self._devtools.on("Runtime.executionContextsCleared", self._session, lambda _: self._contexts.clear())
        self._devtools.on("Runtime.bindingCalled", self._session, self._on_binding_called)
        await self._devtools.call("Page.enable", self._session)
        await self._devtools.call("Runtime.addBinding", self._session, name=BINDING, executionContextName=WORLD)
        await self._devtools.call(
            "Page.addScriptToEvaluateOnNewDocument", self._session, source=SCRIPT, worldName=WORLD
        )

    async def set_dark(self, dark: bool) -> None:
        """Say whether the screen is dark, so that the touch that lights it does nothing else."""
        self._dark = dark
        for context in list(self._contexts.values()):
            await self._send_dark(context)

    def _on_context_created(self, params: dict[str, Any]) -> None:
        context = params["context"]
        if context["name"] != WORLD:
            return
        self._contexts[context["id"]] = context["uniqueId"]
        if self._dark:
            task = asyncio.create_task(self._send_dark(context["uniqueId"]))
            self._send_tasks.add(task)
            task.add_done_callback(self._send_tasks.discard)

    def _on_context_destroyed(self, params: dict[str, Any]) -> None:
        self._contexts.pop(params["executionContextId"], None)

    def _on_binding_called(self, params: dict[str, Any]) -> None:
        if params["name"] == BINDING and params["executionContextId"] in self._contexts:
            self._on_touch()

    async def _send_dark(self, context: str) -> None:
        # The document may be gone.
        with suppress(DevToolsError):
            await self._devtools.call(
                "Runtime.evaluate",
                self._session,
                expression=f"globalThis.mantelDark?.({json.dumps(self._dark)})",
                uniqueContextId=context,
            )
