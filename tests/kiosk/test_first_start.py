"""The first start of a server and its wall: from the setup code to the calendar without typing on the wall."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Playwright, expect, sync_playwright

from tests.journeys.mantel_server import serving
from tests.journeys.qr_codes import scan
from tests.kiosk.harness import running_kiosk
from tests.ports import free_port
from tests.waiting import until

TIMEOUT_SECONDS = 60

pytestmark = pytest.mark.journey


def page_of(playwright: Playwright, port: int) -> Page:
    """The page of the kiosk's Chromium, which also listens on a DevTools port."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while True:
        try:
            browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            return browser.contexts[0].pages[0]
        except Exception:
            # Chromium has not started yet, or has no page yet.
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def test_a_new_wall_is_claimed_from_a_phone_and_signs_in_by_itself(tmp_path: Path) -> None:
    def run() -> None:
        with sync_playwright() as playwright:
            scenario(tmp_path, playwright)

    # Playwright leaves an event loop in its thread, which would disturb the tests that run later.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(run).result()


def scenario(tmp_path: Path, playwright: Playwright) -> None:
    port, data_dir = free_port(), tmp_path / "data"
    flags = (f"--remote-debugging-port={port}", "--window-size=1280,800")
    with (
        serving(data_dir, HOST="0.0.0.0") as mantel,
        running_kiosk(mantel.url, tmp_path / "profile", *flags, socket=data_dir / "wall.sock"),
    ):
        wall = page_of(playwright, port)
        expect(wall).to_have_url(re.compile(re.escape(mantel.url)), timeout=TIMEOUT_SECONDS * 1000)
        address = scan(wall.locator("body"), wall)
        code = re.findall(r"code=(\d{6})", address)[0]

        claim = {"code": code, "deviceRole": "admin", "deviceName": "A phone"}
        claimed = httpx.post(f"{mantel.url}/api/setup/claim", json=claim).raise_for_status().json()
        expect(wall).to_have_url(re.compile("#/calendar$"), timeout=TIMEOUT_SECONDS * 1000)
        expect(wall.locator("#main")).to_be_visible()
        expect(wall.locator("body")).not_to_contain_text(code)

        phone = httpx.Client(base_url=mantel.url, headers={"Authorization": f"Bearer {claimed['adminKey']}"})

        def wall_status() -> Any:
            return phone.get("/api/wall").raise_for_status().json()

        status = until(wall_status, lambda now: (now["report"] or {}).get("heartbeat"))
        assert (True, "ok", 0) == (status["attached"], status["report"]["page"], status["report"]["restarts"]["count"])
        assert status["key"]["id"] in [key["id"] for key in phone.get("/api/keys").raise_for_status().json()]

        # After a restart the browser still has its key.
        phone.post("/api/wall/restart").raise_for_status()
        until(wall_status, lambda now: now["report"]["restarts"]["count"] == 1)
        wall = page_of(playwright, port)
        expect(wall).to_have_url(re.compile("#/calendar$"), timeout=TIMEOUT_SECONDS * 1000)
        expect(wall.locator("#main")).to_be_visible(timeout=TIMEOUT_SECONDS * 1000)
