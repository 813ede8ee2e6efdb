"""Journeys of Settings, Data: export, import into another server, backup downloads."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import in_both_schemes
from tests.transfer import files
from tests.waiting import until

pytestmark = pytest.mark.journey

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """A server whose household has data of every kind."""
    with serving(tmp_path / "here") as running:
        running.call("POST", "/api/import", files.full())
        yield running


@pytest.fixture
def other_server(tmp_path: Path) -> Iterator[MantelServer]:
    """A server with an empty household."""
    with serving(tmp_path / "there") as running:
        yield running


def choose(page: Page, file: Path) -> None:
    """Choose a file in the device's file dialog."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=re.compile("Choose a file|Choose another file")).tap()
    chooser.value.set_files(file)


@on_wall_and_phone
@in_both_schemes
def test_a_household_moves_to_another_server(
    page: Page, mantel: MantelServer, other_server: MantelServer, tmp_path: Path, screen: str
) -> None:
    mantel.sign_in(page, "/settings/data", wall=screen != "phone")
    with page.expect_download() as leaving:
        page.get_by_role("button", name="Download export").tap()
    file = tmp_path / leaving.value.suggested_filename
    leaving.value.save_as(file)
    expect(page.get_by_text("Last exported on this device")).to_be_visible()
    exported = json.loads(file.read_text("utf-8"))
    assert mantel.call("GET", "/api/settings") == exported["settings"]

    other_server.sign_in(page, "/settings/data", wall=screen != "phone")
    choose(page, file)
    would = page.get_by_role("list", name="Import")
    expect(would.get_by_role("listitem").filter(has_text="2 members")).to_contain_text("new")
    expect(page.get_by_text("Settings that would change:")).to_contain_text("family name")
    expect(page.get_by_text("2 calendars must be reconnected: Club, Work.")).to_be_visible()
    assert_accessible(page)
    assert [] == other_server.call("GET", "/api/members")

    page.get_by_role("button", name="Import").tap()
    expect(page.get_by_text("28 entries were imported.")).to_be_visible()
    assert_accessible(page)
    again = other_server.call("GET", "/api/export")
    assert _moved(exported) == _moved(again)


@on_wall_and_phone
def test_an_invalid_file_shows_what_to_do(page: Page, mantel: MantelServer, tmp_path: Path, screen: str) -> None:
    mantel.sign_in(page, "/settings/data", wall=screen != "phone")
    before = _moved(mantel.call("GET", "/api/export"))
    choose(page, _written(tmp_path, "holiday.json", b"BEGIN:VCALENDAR"))
    expect(page.get_by_text("This is not a Mantel export.")).to_be_visible()

    choose(page, _written(tmp_path, "photo.json", b"x" * (10 * 1024 * 1024 + 1)))
    expect(page.get_by_text("the limit is 10 MB")).to_be_visible()

    broken = files.full()
    broken["chores"][1]["title"] = ""
    choose(page, _written(tmp_path, "broken.json", json.dumps(broken).encode()))
    expect(page.get_by_text("at chores.1.title: must not be empty")).to_be_visible()
    expect(page.get_by_text("Nothing was changed.")).to_be_visible()
    assert_accessible(page)

    choose(page, _written(tmp_path, "broken.json", json.dumps(files.full()).encode()))
    expect(page.get_by_role("button", name="Import")).to_be_visible()
    page.get_by_role("button", name="Cancel").tap()
    expect(page.get_by_role("button", name="Choose a file")).to_be_visible()
    assert before == _moved(mantel.call("GET", "/api/export"))


def test_a_backup_is_downloaded(page: Page, mantel: MantelServer) -> None:
    # The first one is made soon after the start, and does not raise rev.
    assert until(lambda: mantel.call("GET", "/api/backups")["backups"], bool)
    mantel.sign_in(page, "/settings/data")
    with page.expect_download() as leaving:
        page.get_by_role("button", name="Download the backup of").first.click()

    assert b"SQLite format 3\x00" == leaving.value.path().read_bytes()[:16]


def _written(folder: Path, name: str, content: bytes) -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


def _moved(file: dict[str, Any]) -> dict[str, Any]:
    """The part of an export that another server takes over."""
    return {name: value for name, value in file.items() if name not in ("exportedAt", "passkeys", "webhooks")}
