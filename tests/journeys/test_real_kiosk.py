"""The server and the real kiosk on one machine, connected by the socket."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.journeys import browser
from tests.journeys.mantel_server import MantelServer, printed_code, serving
from tests.waiting import until

TIMEOUT_SECONDS = 60


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """An unclaimed server, and the kiosk of its machine."""
    with serving(tmp_path / "data") as mantel:
        environment = {"KIOSK_SOCKET": str(tmp_path / "data/wall.sock"), "XDG_STATE_HOME": str(tmp_path / "state")}
        command = [sys.executable, "-m", "kiosk", mantel.url, "--chromium", browser.required(), "--flag=--headless=new"]
        with (tmp_path / "kiosk.log").open("wb") as log:
            kiosk = subprocess.Popen(command, env={**os.environ, **environment}, stdout=log, stderr=log)
        try:
            yield mantel
        finally:
            kiosk.terminate()
            kiosk.wait(TIMEOUT_SECONDS)


def test_the_wall_signs_in_by_itself_again_after_its_key_was_removed_and_allowed(
    mantel: MantelServer, tmp_path: Path
) -> None:
    def wall() -> dict[str, Any]:
        found: dict[str, Any] = mantel.call("GET", "/api/wall")
        return found

    def used(key_id: str) -> bool:
        keys = mantel.call("GET", "/api/keys")
        return any(key["id"] == key_id and key["name"] == "This wall" and key["lastUsedAt"] for key in keys)

    report = until(lambda: (report := wall()["report"]) and report["page"] == "ok" and report)
    assert report["memory"]["wall"] > 0
    assert wall()["key"] is None

    claim = {"code": printed_code(tmp_path / "data.log"), "deviceRole": "admin", "deviceName": "Phone"}
    httpx.post(f"{mantel.url}/api/setup/claim", json=claim, timeout=TIMEOUT_SECONDS).raise_for_status()
    first = until(lambda: wall()["key"])
    until(lambda: used(first["id"]))

    mantel.call("DELETE", f"/api/keys/{first['id']}")
    assert {"id": None, "removed": True} == wall()["key"]
    mantel.call("POST", "/api/wall/key")
    second = until(lambda: wall()["key"])
    until(lambda: used(second["id"]))

    mantel.call("POST", "/api/wall/restart")
    again = until(lambda: (report := wall()["report"])["restarts"]["last"] and report["page"] == "ok" and report)
    assert (1, "asked") == (again["restarts"]["count"], again["restarts"]["last"]["why"])
    until(lambda: used(second["id"]))
    assert second == wall()["key"], "a browser that was started again still has its key"
