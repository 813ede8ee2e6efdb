"""The kiosk's side of the bridge to the wall's page, in Playwright's browser: requests in, events out."""

import asyncio
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from kiosk.page_requests import Handler, RequestError

# Playwright blocks while a page calls it, so the page fetches the answers later.
BINDING = """
window.mantelKiosk = (text) => void window.__request(text)
setInterval(async () => {
  for (const detail of await window.__answers()) dispatchEvent(new CustomEvent('mantel:kiosk', { detail }))
}, 50)
"""


@contextmanager
def kiosk_for(page: Page, handlers: Mapping[str, Handler], claim: dict[str, Any] | None = None) -> Iterator[list[str]]:
    """Answer the kiosk requests of every page that is opened from now on. Yields the received requests."""
    received: list[str] = []
    answers: list[dict[str, Any]] = []
    ready, over = threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        ready.set()
        await over.wait()

    # asyncio.run cancels unfinished requests at the end.
    thread = threading.Thread(target=asyncio.run, args=[serve()])
    thread.start()
    ready.wait()

    async def answer(request: dict[str, Any]) -> None:
        result: dict[str, Any] = {}
        try:
            if request["do"] == "hello" and claim:
                result = {"claim": claim}
            elif handler := handlers.get(request["do"]):
                result = await handler(request)
        except RequestError as reason:
            result = {"error": str(reason)}
        answers.append({**result, "id": request["id"]})

    def request(text: str) -> None:
        received.append(text)
        if loops[0].is_running():
            asyncio.run_coroutine_threadsafe(answer(json.loads(text)), loops[0])

    def fetch() -> list[dict[str, Any]]:
        fetched = answers[:]
        del answers[: len(fetched)]
        return fetched

    page.expose_function("__request", request)
    page.expose_function("__answers", fetch)
    page.add_init_script(BINDING)
    try:
        yield received
    finally:
        page.goto("about:blank")
        loops[0].call_soon_threadsafe(over.set)
        thread.join()
