"""A served household, and the official MCP client connected to it."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.morning import ZONE
from tests.ports import free_port
from tests.served import ALONE

ROOT = Path(__file__).parent.parent.parent
ADMIN_KEY = "an-admin-key-of-the-tests"
# Pages of this machine can be read.
HOME = {"ALLOW_PRIVATE_FEED_URLS": "true"}
RECIPE = b"""<html><script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe",
"name": "Soup", "recipeYield": "4", "recipeIngredient": ["500 g leeks", "1 l water"], "recipeInstructions": "Cook."}
</script></html>"""


class Served(NamedTuple):
    """A process with the demo household; `key` is a display key, `admin` the permanent one."""

    url: str
    admin: str
    key: str

    def rest(self, method: str, path: str, body: object = None) -> httpx.Response:
        """A REST call with the admin key."""
        headers = {"Authorization": f"Bearer {self.admin}"}
        return httpx.request(method, self.url + path, headers=headers, json=body, timeout=120, verify=False)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`mantel serve --demo` on a free port."""
    port = free_port()
    variables = {"PORT": str(port), **ALONE, "DATA_DIR": str(tmp_path_factory.mktemp("data"))}
    process = subprocess.Popen(
        [sys.executable, "-m", "appliance", "serve", "--demo", "--no-photos"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "ADMIN_API_KEY": ADMIN_KEY, "TZ": ZONE.key, **HOME, **variables},
    )
    try:
        yield Served(f"http://127.0.0.1:{port}", ADMIN_KEY, _display_key(f"http://127.0.0.1:{port}"))
    finally:
        process.kill()
        process.wait()


def _display_key(url: str) -> str:
    for _ in range(2400):
        try:
            headers = {"Authorization": f"Bearer {ADMIN_KEY}"}
            body = {"name": "Agent", "scope": "display"}
            made = httpx.post(f"{url}/api/keys", headers=headers, json=body, timeout=120, verify=False)
            assert 201 == made.status_code, made.text
            return str(made.json()["key"])
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="module")
def recipe_page() -> Iterator[str]:
    """The address of a page with a recipe."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(RECIPE)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/soup"
        server.shutdown()
