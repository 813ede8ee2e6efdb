"""What the page and the kiosk say to each other: a function in the page's window, and events on it."""

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from kiosk.devtools import DevTools, DevToolsError
from kiosk.page_requests import Handler, RequestError

log = logging.getLogger("kiosk")

FUNCTION = "mantelKiosk"
EVENT = "mantel:kiosk"
DEFAULT_PORTS = {"http": 80, "https": 443}


def origin(url: str) -> str:
    """The origin of an address, as Chromium writes it."""
    parts = urlsplit(url)
    port = "" if parts.port in (None, DEFAULT_PORTS.get(parts.scheme)) else f":{parts.port}"
    host = parts.hostname or ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}"


class Bridge:
    """One tab's side of the conversation. Only documents of the wall's own origin are heard, and only they are told."""

    def __init__(self, devtools: DevTools, session: str, url: str, handlers: Mapping[str, Handler]) -> None:
        self._devtools = devtools
        self._session = session
        self._origin = origin(url)
        self._handlers = handlers
        # The wall's own documents: Chromium's short number of each, and the name that it gives to no other.
        self._own: dict[int, str] = {}
        self._answering: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Put the function into every document from now on. Raises DevToolsError."""
        self._devtools.on("Runtime.executionContextCreated", self._session, self._created)
        self._devtools.on("Runtime.executionContextDestroyed", self._session, self._destroyed)
        self._devtools.on("Runtime.executionContextsCleared", self._session, lambda _: self._own.clear())
        self._devtools.on("Runtime.bindingCalled", self._session, self._called)
        await self._devtools.call("Runtime.enable", self._session)
        await self._devtools.call("Runtime.addBinding", self._session, name=FUNCTION)

    def close(self) -> None:
        for answering in self._answering:
            answering.cancel()

    async def tell(self, detail: dict[str, Any]) -> bool:
        """Tell the wall's page. False when another page is open, or none that listens."""
        return any([await self._dispatch(document, detail) for document in list(self._own.values())])

    def _created(self, params: dict[str, Any]) -> None:
        context = params["context"]
        if context["origin"] == self._origin and context.get("auxData", {}).get("isDefault"):
            self._own[context["id"]] = context["uniqueId"]

    def _destroyed(self, params: dict[str, Any]) -> None:
        self._own.pop(params["executionContextId"], None)

    def _called(self, params: dict[str, Any]) -> None:
        document = self._own.get(params["executionContextId"])
        if params["name"] != FUNCTION or document is None:
            return
        answering = asyncio.create_task(self._answer(document, params["payload"]))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)

    async def _answer(self, document: str, payload: str) -> None:
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
        except RequestError as reason:
            answer = {"error": str(reason)}
        except Exception as error:
            # Whatever is wrong with one request, the wall goes on. Its words may hold a secret: only the kind is told.
            log.warning("A request of the page (%s) failed: %s.", request.get("do"), type(error).__name__)
            answer = {"error": "That did not work."}
        if "id" in request:
            await self._dispatch(document, {**answer, "id": request["id"]})

    async def _dispatch(self, document: str, detail: dict[str, Any]) -> bool:
        # JSON is JavaScript, too, and nothing of it is markup here.
        event = f"dispatchEvent(new CustomEvent({json.dumps(EVENT)},{{detail:{json.dumps(detail)}}}))"
        try:
            await self._devtools.call("Runtime.evaluate", self._session, expression=event, uniqueContextId=document)
        except DevToolsError:
            # The document is gone; its successor will say hello.
            return False
        return True
