"""Journeys of the stored page: opening without a connection, updates, installation."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.list_page import reload_data, wait_until_cached
from tests.journeys.mantel_server import MantelServer, serving, stored_once

# The files of messages that the worker has stored.
STORED_MESSAGES = """async () => {
  const stores = (await caches.keys()).filter((name) => name.startsWith('mantel-shell-'))
  const files = await Promise.all(stores.map(async (name) => (await caches.open(name)).keys()))
  return files.flat().flatMap(({ url }) => /messages\\/(\\w+-\\w+)-/.exec(url)?.[1] ?? []).sort()
}"""
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


pytestmark = pytest.mark.service_worker


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("shell") / "data") as mantel:
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        mantel.call("POST", "/api/lists", {"name": "Groceries", "kind": "shopping"})
        yield mantel


@on_the_wall
def test_without_a_connection_every_screen_opens_and_shows_the_age_of_its_data(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    mantel.sign_in(page, "/lists", wall=True)
    page.get_by_text("Groceries").wait_for()
    wait_until_cached(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("Groceries")).to_be_visible()
    expect(page.get_by_text("Showing data from")).to_be_visible()
    # Not opened in this visit: its code comes from the device too.
    mantel.go(page, "/paint")
    page.get_by_role("img", name="Canvas").wait_for()
    page.context.set_offline(False)
    reload_data(page)
    expect(page.get_by_text("Showing data from")).to_be_hidden()


@on_the_wall
def test_a_device_keeps_its_language_without_a_connection(mantel: MantelServer, page: Page, screen: str) -> None:
    page.add_init_script(stored_once(mantel.url, {"language": "de"}))
    mantel.sign_in(page, "/lists", wall=True)
    page.get_by_role("heading", name="Listen", exact=True).wait_for()
    wait_until_cached(page)
    assert page.evaluate(STORED_MESSAGES) == ["de-core", "de-rest"]
    # Nothing that the browser itself has stored.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Listen", exact=True)).to_be_visible()
    page.context.set_offline(False)


@on_the_wall
def test_a_new_version_is_offered(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/lists", wall=True)
    wait_until_cached(page)
    # For the browser, a worker with another URL is another version.
    page.evaluate("navigator.serviceWorker.register('/sw.js?language=en&newer')")
    expect(page.get_by_text("A new version is available.")).to_be_visible()
    expect(page.get_by_role("heading", name="Lists", exact=True)).to_be_visible()
    page.get_by_role("button", name="Reload").tap()
    page.get_by_role("heading", name="Lists", exact=True).wait_for()
    expect(page.get_by_text("A new version is available.")).to_be_hidden()


@on_the_wall
def test_a_part_that_failed_to_load_is_loaded_again(
    mantel: MantelServer, browser: Browser, browser_context_args: dict[str, Any], screen: str
) -> None:
    with browser.new_context(**{**browser_context_args, "service_workers": "block"}) as context:
        page = context.new_page()
        mantel.sign_in(page, "/chores", wall=True)
        page.get_by_role("heading", name="Chores", exact=True).wait_for()
        page.route("**/assets/*.js", lambda route: route.abort("connectionreset"))
        mantel.go(page, "/chores?chore=new")
        # In a message, and beside the button that loads the page again.
        expect(page.get_by_text("Part of this page could not be loaded.").first).to_be_visible()
        page.unroute("**/assets/*.js")
        page.get_by_role("button", name="Reload").tap()
        expect(page.get_by_role("textbox", name="Chore")).to_be_visible()
        expect(page.get_by_text("Part of this page could not be loaded.")).to_have_count(0)


@on_the_wall
def test_a_browser_can_install_it(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page)
    wait_until_cached(page)
    browser = page.context.new_cdp_session(page)
    assert [] == browser.send("Page.getAppManifest")["errors"]
    # A browser context is a private window, which cannot install apps.
    errors = [error["errorId"] for error in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [] == [error for error in errors if error != "in-incognito"]
