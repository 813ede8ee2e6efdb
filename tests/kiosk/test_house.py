"""A fresh house and its own wall: nobody types anything on the wall from the first start to the calendar."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Playwright, expect, sync_playwright

from tests.journeys.camera import scan
from tests.journeys.stage import free_port, serving
from tests.kiosk.stage import kiosk

PATIENCE_SECONDS = 60

pytestmark = pytest.mark.journey


def page_of(playwright: Playwright, port: int) -> Page:
    """The page that a kiosk's Chromium shows, which also listens at a port."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            return browser.contexts[0].pages[0]
        except Exception:
            # Chromium or its page is not there yet.
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def test_a_fresh_wall_is_claimed_from_a_phone_and_lets_itself_in(tmp_path: Path) -> None:
    def told() -> None:
        with sync_playwright() as playwright:
            story(tmp_path, playwright)

    # Playwright keeps a loop in its thread, where tests that come after this one have loops of their own.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(told).result()


def story(tmp_path: Path, playwright: Playwright) -> None:
    port, house = free_port(), tmp_path / "house"
    flags = (f"--remote-debugging-port={port}", "--window-size=1280,800")
    with (
        serving(house, HOST="0.0.0.0") as stage,
        kiosk(stage.url, tmp_path / "profile", *flags, socket=house / "wall.sock"),
    ):
        wall = page_of(playwright, port)
        expect(wall).to_have_url(re.compile(re.escape(stage.url)), timeout=PATIENCE_SECONDS * 1000)
        address = scan(wall.locator("body"), wall)
        code = re.findall(r"code=(\d{6})", address)[0]

        asked = {"code": code, "deviceRole": "admin", "deviceName": "A phone"}
        claimed = httpx.post(f"{stage.url}/api/setup/claim", json=asked).raise_for_status().json()
        expect(wall).to_have_url(re.compile("#/calendar$"), timeout=PATIENCE_SECONDS * 1000)
        expect(wall.locator("#main")).to_be_visible()
        expect(wall.locator("body")).not_to_contain_text(code)

        phone = httpx.Client(base_url=stage.url, headers={"Authorization": f"Bearer {claimed['adminKey']}"})
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not ((seen := phone.get("/api/wall").raise_for_status().json())["report"] or {}).get("heartbeat"):
            assert time.monotonic() < deadline, seen
            time.sleep(0.2)
        assert (True, "ok", 0) == (seen["attached"], seen["report"]["page"], seen["report"]["restarts"]["count"])
        assert seen["key"]["id"] in [key["id"] for key in phone.get("/api/keys").raise_for_status().json()]

        # Its own key opens it again after a restart, without a question.
        phone.post("/api/wall/restart").raise_for_status()
        while phone.get("/api/wall").json()["report"]["restarts"]["count"] != 1:
            assert time.monotonic() < deadline + PATIENCE_SECONDS
            time.sleep(0.2)
        wall = page_of(playwright, port)
        expect(wall).to_have_url(re.compile("#/calendar$"), timeout=PATIENCE_SECONDS * 1000)
        expect(wall.locator("#main")).to_be_visible(timeout=PATIENCE_SECONDS * 1000)
