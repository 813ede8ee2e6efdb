"""A phone begins a fresh Mantel from an encrypted backup of the old one."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.viewports import on_the_phone
from tests.machine import Machine
from tests.waiting import until

pytestmark = [
    pytest.mark.journey,
    pytest.mark.skipif(shutil.which("restic") is None, reason="restic is not installed: apt install restic"),
]
PASSPHRASE = "six words that nobody guesses"


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[tuple[Machine, Path]]:
    """A machine that nobody has claimed, and the stick with the backup of another one."""
    stick = tmp_path / "stick"
    stick.mkdir()
    old = Machine(tmp_path / "old", tmp_path / "old.log")
    new = Machine(tmp_path / "new", tmp_path / "new.log")
    try:
        old.start()
        old.request("POST", "/api/members", {"name": "Ana", "color": "#ee5577"})
        old.request("PUT", "/api/backups/remote", {"kind": "folder", "address": str(stick), "passphrase": PASSPHRASE})
        old.request("POST", "/api/backups/remote/run")
        until(lambda: old.request("GET", "/api/backups/remote")[1]["lastAt"], seconds=240)
        old.stop()
        new.start()
        yield new, stick
    finally:
        old.kill()
        new.kill()


@on_the_phone
def test_a_fresh_mantel_begins_from_a_backup(page: Page, fresh: tuple[Machine, Path]) -> None:
    machine, stick = fresh
    code = re.search(r"code=(\d{6})", machine.run("claim-code").stdout)
    assert code
    page.goto(f"http://127.0.0.1:{machine.port}/#/setup?code={code[1]}")
    page.get_by_role("button", name="I have a backup").tap()
    page.get_by_label("Address of the place").tap()
    page.keyboard.type(str(stick))
    page.get_by_label("Passphrase of the backups").tap()
    page.keyboard.type("the wrong passphrase")
    page.get_by_role("button", name="Look what is there").tap()
    expect(page.get_by_role("alert")).to_contain_text("does not open")
    page.get_by_label("Passphrase of the backups").tap()
    page.keyboard.press("Control+A")
    page.keyboard.type(PASSPHRASE)
    page.get_by_role("button", name="Look what is there").tap()
    expect(page.get_by_text("Ana", exact=True)).to_be_visible()
    page.get_by_role("button", name="Restore this household").tap()
    # The server starts again meanwhile; then the phone has a key of the restored household.
    until(
        lambda: page.evaluate("localStorage.key(0) !== null && location.hash"),
        lambda at: at == "#/",
        page=page,
        seconds=240,
    )
    assert [each["name"] for each in machine.request("GET", "/api/members")[1]] == ["Ana"]
