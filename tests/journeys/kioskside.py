"""The kiosk's side of a wall's page, where Playwright holds the browser: requests come in, answers go out as events."""

import asyncio
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from kiosk.page_requests import Handler, RequestError

# The page asks and is never kept waiting; what is answered meanwhile, it fetches.
BINDING = """
window.mantelKiosk = (text) => void window.__request(text)
setInterval(async () => {
  for (const detail of await window.__answers()) dispatchEvent(new CustomEvent('mantel:kiosk', { detail }))
}, 50)
"""


@contextmanager
def kiosk_of(page: Page, handlers: Mapping[str, Handler], claim: dict[str, Any] | None = None) -> Iterator[list[str]]:
    """Stand in for the kiosk on every page that is opened from now on. What it was asked, as it came."""
    asked: list[str] = []
    answers: list[dict[str, Any]] = []
    ready, over = threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        ready.set()
        await over.wait()

    # What is unfinished at the end is cancelled by asyncio.run itself.
    thread = threading.Thread(target=asyncio.run, args=[serve()])
    thread.start()
    ready.wait()

    async def answer(request: dict[str, Any]) -> None:
        told: dict[str, Any] = {}
        try:
            if request["do"] == "hello" and claim:
                told = {"claim": claim}
            elif handler := handlers.get(request["do"]):
                told = await handler(request)
        except RequestError as reason:
            told = {"error": str(reason)}
        answers.append({**told, "id": request["id"]})

    def request(text: str) -> None:
        asked.append(text)
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
        yield asked
    finally:
        page.goto("about:blank")
        loops[0].call_soon_threadsafe(over.set)
        thread.join()
