"""What a page may ask the kiosk for, and which page: a real Chromium, and pages of two origins."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kiosk import chromium
from kiosk.bridge import Bridge, origin
from kiosk.devtools import DevTools
from kiosk.page_requests import Handler, RequestError
from tests.journeys import browser
from tests.kiosk.stage import Server, done

# Keeps what it is told in `heard`; asks when the test lets it.
PAGE = """<!doctype html><title>Wall</title><script>
heard = [];
addEventListener('mantel:kiosk', (event) => heard.push(event.detail));
ask = (request) => new Promise((answer) => {
  addEventListener('mantel:kiosk', (event) => event.detail.id === request.id && answer(event.detail));
  mantelKiosk(JSON.stringify(request));
  setTimeout(() => answer('nothing'), 700);
});
</script>"""


class Tab:
    """A page in a Chromium without a screen, and the bridge to it."""

    def __init__(self, devtools: DevTools, session: str, bridge: Bridge) -> None:
        self.bridge = bridge
        self._devtools = devtools
        self._session = session

    async def goes_to(self, url: str) -> None:
        loaded = asyncio.Event()
        self._devtools.on("Page.loadEventFired", self._session, lambda _: loaded.set())
        await self._devtools.call("Page.enable", self._session)
        await self._devtools.call("Page.navigate", self._session, url=url)
        await loaded.wait()

    async def run(self, expression: str) -> Any:
        answer = await self._devtools.call(
            "Runtime.evaluate", self._session, expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def asks(self, **request: Any) -> Any:
        return await self.run(f"ask({json.dumps(request)})")


@asynccontextmanager
async def tab(url: str, profile: Path, handlers: Mapping[str, Handler]) -> AsyncIterator[Tab]:
    given = chromium.arguments(profile, root=os.geteuid() == 0, wayland=False, extra=("--headless=new",))
    process = chromium.start(browser.required(), given, os.environ)
    try:
        async with DevTools(process.read, process.write) as devtools:
            session = await devtools.attach()
            bridge = Bridge(devtools, session, url, handlers)
            await bridge.open()
            yield Tab(devtools, session, bridge)
            bridge.close()
            await devtools.close_browser(within=5)
    finally:
        process.end()
        process.wait()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://localhost:80/deep?a#b", "http://localhost"),
        ("https://Mantel.local:443", "https://mantel.local"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
    ],
)
def test_an_origin_is_written_as_chromium_writes_it(url: str, expected: str) -> None:
    assert expected == origin(url)


@pytest.mark.journey
def test_the_walls_own_page_is_answered_and_told(tmp_path: Path) -> None:
    async def answers(request: dict[str, Any]) -> dict[str, Any]:
        return {"doubled": request["number"] * 2}

    async def refuses(_: dict[str, Any]) -> dict[str, Any]:
        raise RequestError("There is no such network.")

    async def breaks(_: dict[str, Any]) -> dict[str, Any]:
        raise ValueError("the password is hunter2")

    async def talk(url: str) -> None:
        handlers = {"double": answers, "refuse": refuses, "break": breaks}
        async with tab(url, tmp_path, handlers) as shown:
            await shown.goes_to(f"{url}/?wall=1")
            assert "function" == await shown.run("typeof mantelKiosk")
            assert {"id": 7, "doubled": 42} == await shown.asks(id=7, do="double", number=21)
            assert {"id": 8, "error": "There is no such network."} == await shown.asks(id=8, do="refuse")
            assert {"id": 9, "error": "That did not work."} == await shown.asks(id=9, do="break")
            assert {"id": 10, "error": "This wall cannot do that."} == await shown.asks(id=10, do="unheard")
            await shown.run("mantelKiosk('{'), mantelKiosk('[]'), mantelKiosk('{}')")

            words = "</script>'\"\\\u2028 Küche"
            assert await shown.bridge.tell({"key": words})
            assert words == (await shown.run("heard"))[-1]["key"]
            # A reload makes a new document, and the bridge leads there, too.
            await shown.goes_to(f"{url}/?wall=2")
            assert {"id": 1, "doubled": 2} == await shown.asks(id=1, do="double", number=1)

    with Server(PAGE).running() as server:
        done(talk(server.url))


@pytest.mark.journey
def test_a_page_of_another_origin_gets_nothing(tmp_path: Path) -> None:
    asked: list[Any] = []

    async def notes(request: dict[str, Any]) -> dict[str, Any]:
        asked.append(request)
        return {}

    async def talk(own: str, other: str) -> None:
        async with tab(own, tmp_path, {"note": notes}) as shown:
            await shown.goes_to(f"{other}/?consent")
            assert "nothing" == await shown.asks(id=1, do="note")
            assert not await shown.bridge.tell({"key": "secret"})
            assert [] == await shown.run("heard")

            # The same page in a frame of the wall's own page stays a stranger.
            await shown.goes_to(f"{own}/?wall=1")
            await shown.run(
                f"new Promise((loaded) => {{ const frame = document.createElement('iframe');"
                f" frame.src = '{other}/?consent'; frame.onload = () => loaded(1); document.body.append(frame) }})"
            )
            assert await shown.bridge.tell({"hello": 1})
            assert [{"hello": 1}] == await shown.run("heard")
            assert [] == asked

    with Server(PAGE).running() as own, Server(PAGE).running() as other:
        done(talk(own.url, other.url))
