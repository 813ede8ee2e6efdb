"""Whether somebody touches the wall, whatever page it shows, and that a touch of a dark screen presses nothing."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from kiosk.devtools import DevTools, DevToolsError

FUNCTION = "mantelTouched"
# A world of its own beside the page's: it sees the same presses, and the page does not see it.
WORLD = "mantel"
SCRIPT = """(() => {
  let dark = false, until = 0, told = 0
  globalThis.mantelDark = (now) => { dark = now }
  const down = ['pointerdown', 'touchstart', 'mousedown', 'keydown']
  const rest = ['pointerup', 'pointercancel', 'touchend', 'mouseup', 'keyup', 'click', 'dblclick', 'contextmenu']
  const guard = (event) => {
    const now = performance.now(), begins = down.includes(event.type)
    if (begins && (dark || now - told > 1000)) { told = now; mantelTouched('') }
    if (begins && dark) {
      dark = false
      // A page that is itself asleep has a shield of its own, and has to feel the touch to wake.
      if ((document.documentElement.dataset.wake ?? 'awake') === 'awake') until = now + 10_000
    }
    if (now >= until) return
    if (!begins) until = Math.min(until, now + 300)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const name of [...down, ...rest]) addEventListener(name, guard, { capture: true, passive: false })
})()"""


class Touch:
    """Calls back at a touch or a key in one tab, at most once a second while they go on."""

    def __init__(self, devtools: DevTools, session: str, touched: Callable[[], None]) -> None:
        self._devtools = devtools
        self._session = session
        self._touched = touched
        self._worlds: dict[int, str] = {}
        self._dark = False
        self._telling: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Feel touches in every document from now on; before the bridge, which has Chromium list its worlds."""
        self._devtools.on("Runtime.executionContextCreated", self._session, self._created)
        self._devtools.on("Runtime.executionContextDestroyed", self._session, self._destroyed)
        self._devtools.on("Runtime.executionContextsCleared", self._session, lambda _: self._worlds.clear())
        self._devtools.on("Runtime.bindingCalled", self._session, self._called)
        await self._devtools.call("Page.enable", self._session)
        await self._devtools.call("Runtime.addBinding", self._session, name=FUNCTION, executionContextName=WORLD)
        await self._devtools.call(
            "Page.addScriptToEvaluateOnNewDocument", self._session, source=SCRIPT, worldName=WORLD
        )

    async def darken(self, dark: bool) -> None:
        """Say whether the screen is dark, so that the touch that lights it does nothing else."""
        self._dark = dark
        for world in list(self._worlds.values()):
            await self._say(world)

    def _created(self, params: dict[str, Any]) -> None:
        context = params["context"]
        if context["name"] != WORLD:
            return
        self._worlds[context["id"]] = context["uniqueId"]
        if self._dark:
            telling = asyncio.create_task(self._say(context["uniqueId"]))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    def _destroyed(self, params: dict[str, Any]) -> None:
        self._worlds.pop(params["executionContextId"], None)

    def _called(self, params: dict[str, Any]) -> None:
        if params["name"] == FUNCTION and params["executionContextId"] in self._worlds:
            self._touched()

    async def _say(self, world: str) -> None:
        # A document that is gone needs no telling.
        with suppress(DevToolsError):
            await self._devtools.call(
                "Runtime.evaluate",
                self._session,
                expression=f"globalThis.mantelDark?.({json.dumps(self._dark)})",
                uniqueContextId=world,
            )
