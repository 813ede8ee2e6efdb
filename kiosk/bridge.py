"""Messages between the wall's page and the kiosk: a function in the page's window, and events dispatched on it."""

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from kiosk.devtools import DevTools, DevToolsError
from kiosk.page_requests import Handler, RequestError

log = logging.getLogger("kiosk")

BINDING = "mantelKiosk"
EVENT = "mantel:kiosk"
DEFAULT_PORTS = {"http": 80, "https": 443}


def origin(url: str) -> str:
    """The origin of an address, serialised as Chromium does."""
    parts = urlsplit(url)
    port = "" if parts.port in (None, DEFAULT_PORTS.get(parts.scheme)) else f":{parts.port}"
    host = parts.hostname or ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}"


class Bridge:
    """The connection to the documents of one tab. Only documents of the wall's own origin send and receive."""

    def __init__(self, devtools: DevTools, session: str, url: str, handlers: Mapping[str, Handler]) -> None:
        self._devtools = devtools
        self._session = session
        self._origin = origin(url)
        self._handlers = handlers
        # The JavaScript contexts of the wall's own documents. Chromium reuses the id, but never the unique id.
        self._contexts: dict[int, str] = {}
        self._answer_tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Add the function to every document from now on. Raises DevToolsError."""
        self._devtools.on("Runtime.executionContextCreated", self._session, self._on_context_created)
        self._devtools.on("Runtime.executionContextDestroyed", self._session, self._on_context_destroyed)
        self._devtools.on("Runtime.executionContextsCleared", self._session, lambda _: self._contexts.clear())
        self._devtools.on("Runtime.bindingCalled", self._session, self._on_binding_called)
        await self._devtools.call("Runtime.enable", self._session)
        await self._devtools.call("Runtime.addBinding", self._session, name=BINDING)

    def close(self) -> None:
        """Cancel the answers that are not sent yet."""
        for task in self._answer_tasks:
            task.cancel()

    async def send(self, detail: dict[str, Any]) -> bool:
        """Send a message to the wall's page. False when the tab shows another page."""
        return any([await self._dispatch(context, detail) for context in list(self._contexts.values())])

    def _on_context_created(self, params: dict[str, Any]) -> None:
        context = params["context"]
        if context["origin"] == self._origin and context.get("auxData", {}).get("isDefault"):
            self._contexts[context["id"]] = context["uniqueId"]

    def _on_context_destroyed(self, params: dict[str, Any]) -> None:
        self._contexts.pop(params["executionContextId"], None)

    def _on_binding_called(self, params: dict[str, Any]) -> None:
        context = self._contexts.get(params["executionContextId"])
        if params["name"] != BINDING or context is None:
            return
        task = asyncio.create_task(self._answer(context, params["payload"]))
        self._answer_tasks.add(task)
        task.add_done_callback(self._answer_tasks.discard)

    async def _answer(self, context: str, payload: str) -> None:
        try:
            request = json.loads(payload)
        except ValueError:
            return
        if not isinstance(request, dict):
            return
        answer: dict[str, Any]
        handler = self._handlers.get(str(request.get("do")))
        try:
            if handler is None:
                raise RequestError("This wall cannot do that.")
            answer = await handler(request)
        except RequestError as error:
            answer = {"error": str(error)}
        except Exception as error:
            # A failed request must not stop the kiosk. The message may hold a password, so only the type is logged.
            log.warning("A request of the page (%s) failed: %s.", request.get("do"), type(error).__name__)
            answer = {"error": "That did not work."}
        if "id" in request:
            await self._dispatch(context, {**answer, "id": request["id"]})

    async def _dispatch(self, context: str, detail: dict[str, Any]) -> bool:
        # JSON is valid JavaScript, and this is not HTML, so nothing else needs escaping.
        event = f"dispatchEvent(new CustomEvent({json.dumps(EVENT)},{{detail:{json.dumps(detail)}}}))"
        try:
            await self._devtools.call("Runtime.evaluate", self._session, expression=event, uniqueContextId=context)
        except DevToolsError:
            # The document is gone. The next one sends its own hello.
            return False
        return True
