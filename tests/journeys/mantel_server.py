"""The real server for journeys: `mantel serve` in a fresh folder on a free port, with an admin key."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from playwright.sync_api import Page

from tests.journeys.waiting import settled
from tests.morning import ZONE
from tests.ports import free_port
from tests.served import ALONE, terminal
from tests.waiting import until
from tests.warm_server import start

KEY = "mtl_journeysjourneysjourneysjourneys"
TIMEOUT_SECONDS = 30
LOOPBACK = "127.0.0.1"
# A journey that moves the page's clock moves the server's with it: pages follow the clock of the server.
SAME_CLOCK = """{ const get = Headers.prototype.get
Headers.prototype.get = function (name) {
  return name.toLowerCase() === 'date' ? new Date().toUTCString() : get.call(this, name)
} }"""
# The listener of the page, which is older, is called first.
GO = """path => new Promise(gone => {
  const before = location.href
  addEventListener('hashchange', () => gone(), { once: true })
  location.hash = path
  if (location.href === before) gone()
})"""


class MantelServer:
    """A running server. `call` uses its API as an admin; `sign_in` opens it in a browser, at `url`."""

    def __init__(self, url: str, api: str | None = None) -> None:
        self.url = url
        self._http = plain_client(api or url, {"Authorization": f"Bearer {KEY}"})

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Send an API request and answer its JSON. Fails with the server's message on an error status."""
        answer = self._http.request(method, path, json=body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def sign_in(
        self,
        page: Page,
        path: str = "/",
        *,
        wall: bool = False,
        asked: bool = True,
        same_clock: bool = True,
        settles: bool = True,
    ) -> None:
        """Open a screen in a browser that is signed in, as the wall or as a personal device.

        Without `asked` it asks what a device asks once: how large a wall is, and whose a phone is. A wall counts the
        time without a touch from then on. With `same_clock` the server's clock is that of the page, also when the
        journey moves it. A page of which the journey holds back a part never `settles`.
        """
        # Stored before the page is loaded: `#/enter` would draw the home screen first, a fifth of the processor time.
        kind = {"wall": "1"} if wall else {}
        answers = {"viewing": "usual", "person": ""} if asked else {}
        page.add_init_script(stored_once(self.url, {"key": KEY, **kind, **answers}))
        if same_clock:
            page.add_init_script(SAME_CLOCK)
        page.goto(f"{self.url}/#{path}")
        page.locator("#main").wait_for()
        if wall:
            # Its behaviour is loaded after the first picture.
            page.locator("html[data-wake]").wait_for(state="attached")
        if settles:
            settled(page)

    def go(self, page: Page, path: str) -> None:
        """Go to another screen without loading the page again, and wait until it is drawn."""
        page.evaluate(GO, path)
        settled(page)

    def close(self) -> None:
        self._http.close()


def stored_once(origin: str, values: dict[str, str]) -> str:
    """A script that stores values of the UI when the origin is loaded next, and not when it is loaded again."""
    mark = f"stored-{uuid4()}"
    return f"""if (location.origin === {json.dumps(origin)} && !sessionStorage.getItem('{mark}')) {{
      sessionStorage.setItem('{mark}', '1')
      for (const [name, value] of Object.entries({json.dumps(values)})) localStorage.setItem('mantel.' + name, value)
    }}"""


@contextmanager
def serving(
    folder: Path, *options: str, host: str = LOOPBACK, photos: bool = False, **variables: str
) -> Iterator[MantelServer]:
    """Run a server on a data folder. `options` are command line options, `variables` are environment variables.

    A demo household has its photos only with `photos`: they come one by one, and each is a change. Its weather is the
    sample, as without internet.

    Browsers open it by the name `host`; with `PLAIN_HOST` the page is no secure context.

    Its log is the file beside the folder, with the suffix `.log`. What it prints to its terminal is added
    there too.
    """
    port = free_port()
    own = {"DATA_DIR": str(folder), **ALONE, "PORT": str(port), "ADMIN_API_KEY": KEY, "TZ": ZONE.key}
    command = ("serve", *options, *([] if photos else ["--no-photos"]))
    file = folder.with_suffix(".log")
    file.unlink(missing_ok=True)
    with file.open("ab") as log, terminal(file) as printer:
        server = start(command, {**os.environ, **own, **variables}, printer, log)
        api = f"http://{LOOPBACK}:{port}"
        mantel = MantelServer(f"http://{host}:{port}", api)
        try:
            wait_for(api, server.running, file)
            yield mantel
        finally:
            mantel.close()
            server.stop(TIMEOUT_SECONDS)


def wait_for(url: str, running: Callable[[], bool], log: Path) -> None:
    """Wait until the server answers its health check. Raises AssertionError with its log."""
    with plain_client(url) as client:

        def answers() -> bool:
            try:
                return client.get("/api/health").is_success
            except httpx.HTTPError:
                return False

        until(lambda: answers() or not running())
        assert answers(), f"the server did not start:\n{log.read_text('utf-8', 'replace')}"


def printed_code(log: Path) -> str:
    """The setup code, which reaches the file a moment after the server's first answer. Raises AssertionError."""
    found = until(lambda: re.findall(r"setup code is (\d{3}) (\d{3})", log.read_text("utf-8")))
    return "".join(found[0])


def plain_client(url: str, headers: dict[str, str] | None = None) -> httpx.Client:
    """For plain http only: reading the certificates of all authorities would take longer than most requests."""
    return httpx.Client(base_url=url, headers=headers, verify=False, timeout=TIMEOUT_SECONDS)
