"""Messages between page and kiosk in a real Chromium, with pages of two origins."""

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
from tests.kiosk.harness import PageServer, go_to, run_in_thread

# Collects the received messages in `received`. The test calls `ask` to send a request.
PAGE = """<!doctype html><title>Wall</title><script>
received = [];
addEventListener('mantel:kiosk', (event) => received.push(event.detail));
ask = (request) => new Promise((answer) => {
  addEventListener('mantel:kiosk', (event) => event.detail.id === request.id && answer(event.detail));
  mantelKiosk(JSON.stringify(request));
  setTimeout(() => answer('nothing'), 700);
});
</script>"""


class Tab:
    """A page in a headless Chromium, and the bridge to it."""

    def __init__(self, devtools: DevTools, session: str, bridge: Bridge) -> None:
        self.bridge = bridge
        self._devtools = devtools
        self._session = session

    async def open(self, url: str) -> None:
        await go_to(self._devtools, self._session, url)

    async def evaluate(self, expression: str) -> Any:
        answer = await self._devtools.call(
            "Runtime.evaluate", self._session, expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def request(self, **request: Any) -> Any:
        return await self.evaluate(f"ask({json.dumps(request)})")


@asynccontextmanager
async def open_tab(url: str, profile: Path, handlers: Mapping[str, Handler]) -> AsyncIterator[Tab]:
    arguments = chromium.build_arguments(profile, root=os.geteuid() == 0, wayland=False, extra=("--headless=new",))
    process = chromium.start(browser.required(), arguments, os.environ)
    try:
        async with DevTools(process.read, process.write) as devtools:
            session = await devtools.attach_to_page()
            bridge = Bridge(devtools, session, url, handlers)
            await bridge.open()
            yield Tab(devtools, session, bridge)
            bridge.close()
            await devtools.close_browser(timeout=5)
    finally:
        process.kill()
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
def test_an_origin_is_serialised_as_chromium_does(url: str, expected: str) -> None:
    assert expected == origin(url)


@pytest.mark.journey
def test_the_wall_page_sends_requests_and_receives_messages(tmp_path: Path) -> None:
    async def double(request: dict[str, Any]) -> dict[str, Any]:
        return {"doubled": request["number"] * 2}

    async def fail(_: dict[str, Any]) -> dict[str, Any]:
        raise RequestError("There is no such network.")

    async def crash(_: dict[str, Any]) -> dict[str, Any]:
        raise ValueError("the password is hunter2")

    async def scenario(url: str) -> None:
        handlers = {"double": double, "fail": fail, "crash": crash}
        async with open_tab(url, tmp_path, handlers) as tab:
            await tab.open(f"{url}/?wall=1")
            assert "function" == await tab.evaluate("typeof mantelKiosk")
            assert {"id": 7, "doubled": 42} == await tab.request(id=7, do="double", number=21)
            assert {"id": 8, "error": "There is no such network."} == await tab.request(id=8, do="fail")
            assert {"id": 9, "error": "That did not work."} == await tab.request(id=9, do="crash")
            assert {"id": 10, "error": "This wall cannot do that."} == await tab.request(id=10, do="unknown")
            await tab.evaluate("mantelKiosk('{'), mantelKiosk('[]'), mantelKiosk('{}')")

            text = "</script>'\"\\\u2028 Küche"
            assert await tab.bridge.send({"key": text})
            assert text == (await tab.evaluate("received"))[-1]["key"]
            # A reload creates a new document, which can send and receive too.
            await tab.open(f"{url}/?wall=2")
            assert {"id": 1, "doubled": 2} == await tab.request(id=1, do="double", number=1)

    with PageServer(PAGE).running() as server:
        run_in_thread(scenario(server.url))


@pytest.mark.journey
def test_a_page_of_another_origin_is_ignored_and_gets_nothing(tmp_path: Path) -> None:
    requests: list[Any] = []

    async def record(request: dict[str, Any]) -> dict[str, Any]:
        requests.append(request)
        return {}

    async def scenario(own: str, other: str) -> None:
        async with open_tab(own, tmp_path, {"record": record}) as tab:
            await tab.open(f"{other}/?consent")
            assert "nothing" == await tab.request(id=1, do="record")
            assert not await tab.bridge.send({"key": "secret"})
            assert [] == await tab.evaluate("received")

            # In a frame of the wall's page, a page of another origin is still ignored.
            await tab.open(f"{own}/?wall=1")
            await tab.evaluate(
                f"new Promise((loaded) => {{ const frame = document.createElement('iframe');"
                f" frame.src = '{other}/?consent'; frame.onload = () => loaded(1); document.body.append(frame) }})"
            )
            assert await tab.bridge.send({"hello": 1})
            assert [{"hello": 1}] == await tab.evaluate("received")
            assert [] == requests

    with PageServer(PAGE).running() as own, PageServer(PAGE).running() as other:
        run_in_thread(scenario(own.url, other.url))
