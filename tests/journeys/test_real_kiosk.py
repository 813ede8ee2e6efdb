"""The whole wall of one machine: the served house, the real kiosk with its browser, and the socket between them."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.journeys import browser
from tests.journeys.stage import Stage, serving

PATIENCE_S = 60


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """A house nobody has claimed, and the kiosk of its machine."""
    with serving(tmp_path / "data") as stage:
        told = {"KIOSK_SOCKET": str(tmp_path / "house/wall.sock"), "XDG_STATE_HOME": str(tmp_path / "state")}
        command = [sys.executable, "-m", "kiosk", stage.url, "--chromium", browser.required(), "--flag=--headless=new"]
        with (tmp_path / "kiosk.log").open("wb") as log:
            kiosk = subprocess.Popen(command, env={**os.environ, **told}, stdout=log, stderr=log)
        try:
            yield stage
        finally:
            kiosk.terminate()
            kiosk.wait(PATIENCE_S)


def eventually(question: Callable[[], Any]) -> Any:
    """The first answer that is true."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if answer := question():
            return answer
        time.sleep(0.2)
    raise AssertionError("it never came true")


def test_a_wall_is_let_in_put_out_and_let_in_again_and_nobody_types_there(stage: Stage, tmp_path: Path) -> None:
    def wall() -> dict[str, Any]:
        found: dict[str, Any] = stage.call("GET", "/api/wall")
        return found

    def used(key_id: str) -> bool:
        keys = stage.call("GET", "/api/keys")
        return any(key["id"] == key_id and key["name"] == "This wall" and key["lastUsedAt"] for key in keys)

    report = eventually(lambda: (said := wall()["report"]) and said["page"] == "ok" and said)
    assert report["memory"]["wall"] > 0
    assert wall()["key"] is None

    printed = re.search(r"setup code is (\d{3}) (\d{3})", (tmp_path / "data.log").read_text("utf-8"))
    assert printed
    claim = {"code": "".join(printed.groups()), "deviceRole": "admin", "deviceName": "Phone"}
    httpx.post(f"{stage.url}/api/setup/claim", json=claim).raise_for_status()
    first = eventually(lambda: wall()["key"])
    eventually(lambda: used(first["id"]))

    stage.call("DELETE", f"/api/keys/{first['id']}")
    assert {"id": None, "removed": True} == wall()["key"]
    stage.call("POST", "/api/wall/key")
    second = eventually(lambda: wall()["key"])
    eventually(lambda: used(second["id"]))

    stage.call("POST", "/api/wall/restart")
    again = eventually(lambda: (said := wall()["report"])["restarts"]["last"] and said["page"] == "ok" and said)
    assert (1, "asked") == (again["restarts"]["count"], again["restarts"]["last"]["why"])
    eventually(lambda: used(second["id"]))
    assert second == wall()["key"], "a browser that was started again still has its key"
