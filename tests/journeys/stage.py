"""A household that is really served: a fresh folder, the command line's own server on a free port, and a key to it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page

from tests.served import ALONE

KEY = "mtl_journeysjourneysjourneysjourneys"
PATIENCE_S = 30


class Stage:
    """A running household. `call` seeds it as an administrator would; `enter` lets a browser in."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {KEY}"})

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """What the API answers; fails with its own words when it refuses."""
        answer = self._http.request(method, path, json=body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def enter(self, page: Page, path: str = "/", *, wall: bool = False) -> None:
        """Sign the browser in, as the family's wall or as somebody's own device, and go to a screen."""
        page.goto(f"{self.url}/#/enter?key={KEY}{'&wall=1' if wall else ''}")
        page.locator("#main").wait_for()
        self.go(page, path)

    def go(self, page: Page, path: str) -> None:
        """To another screen, without loading the page anew."""
        page.evaluate("path => { location.hash = path }", path)

    def close(self) -> None:
        self._http.close()


@contextmanager
def serving(folder: Path, *options: str, **variables: str) -> Iterator[Stage]:
    """Serve a household from a folder; `options` go to the command, `variables` are added to the environment."""
    port = free_port()
    own = {"DATA_DIR": str(folder), **ALONE, "PORT": str(port), "ADMIN_API_KEY": KEY, "TZ": "Europe/Berlin"}
    command = [sys.executable, "-m", "appliance", "serve", *options]
    with (folder.with_suffix(".log")).open("wb") as log:
        server = subprocess.Popen(command, env={**os.environ, **own, **variables}, stdout=log, stderr=log)
    stage = Stage(f"http://127.0.0.1:{port}")
    try:
        wait_for(stage.url, server, folder.with_suffix(".log"))
        yield stage
    finally:
        stage.close()
        server.terminate()
        server.wait(PATIENCE_S)


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and server.poll() is None:
        try:
            httpx.get(f"{url}/api/health").raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError(f"the server did not come up:\n{log.read_text('utf-8', 'replace')}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
