"""The page of updates: in an installation that is updated by hand, and with a release at its address."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.updates.release_server import Release, web_server

pytestmark = pytest.mark.journey
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A server that runs from its sources, and a signed release of a later version."""
    folder: Path = tmp_path_factory.mktemp("updates")
    release = Release(folder / "release")
    release.publish("9.0.0", notes="### For the family\n\n- The board is calmer.")
    key = release.signer.public
    with web_server(release.folder) as web, serving(folder / "data", UPDATE_URL=web.url, UPDATE_KEY=key) as server:
        yield server


@on_wall_and_phone
def test_a_release_is_found_and_the_page_says_how_to_install_it(mantel: MantelServer, page: Page) -> None:
    mantel.sign_in(page, "/settings/updates")
    section = page.locator("[data-section=updates]")
    section.get_by_role("button", name="Look for updates").tap()
    expect(section.get_by_role("heading", name="Version 9.0.0 is here")).to_be_visible()
    expect(section.get_by_role("listitem")).to_have_text(["The board is calmer."])
    expect(section.get_by_text("git pull && ./run")).to_be_visible()
    # Nothing offers what this installation cannot do.
    expect(section.get_by_role("button", name="Install now")).to_have_count(0)
    assert_accessible(page)
