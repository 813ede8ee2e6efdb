"""Journeys of changes while IndexedDB is slow: what was drawn is kept, and what was taken back is not sent."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.list_page import Seed, box, open_list, stored, tick, titles, wait_stored
from tests.journeys.mantel_server import MantelServer
from tests.journeys.viewports import on_the_phone
from tests.journeys.waiting import settled

pytestmark = pytest.mark.waits

# Transactions on one store wait for those before them.
HOLD = """() => new Promise((held) => {
    const opening = indexedDB.open('mantel')
    opening.onsuccess = () => {
        const store = opening.result.transaction('outbox', 'readwrite').objectStore('outbox')
        window.holding = true
        const again = () => { if (window.holding) store.count().onsuccess = again; held() }
        again()
    }
})"""
RELEASE = "window.holding = false"
FLUSH = "document.dispatchEvent(new Event('visibilitychange'))"


@on_the_phone
def test_a_change_is_kept_when_its_page_is_left_before_indexeddb_has_stored_it(
    mantel: MantelServer, seed: Seed, page: Page
) -> None:
    shop = seed("Milk", "Eggs")
    open_list(mantel, page, shop)
    page.evaluate(HOLD)
    tick(page, "Milk")
    expect(box(page, "Milk")).to_be_checked()

    page.reload()

    expect(box(page, "Milk")).to_be_checked()
    assert ["Milk"] == wait_stored(mantel, shop, done=True, count=1)
    assert ["Eggs"] == titles(mantel, shop, done=False)


@on_the_phone
def test_a_removal_that_was_undone_while_the_changes_are_read_is_not_sent(
    mantel: MantelServer, seed: Seed, page: Page
) -> None:
    shop = seed("Milk", "Eggs")
    page.clock.install()
    open_list(mantel, page, shop)
    page.get_by_role("button", name="Open Milk").tap()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).last.tap()
    expect(page.get_by_role("listitem", name="Milk", exact=True)).to_have_count(0)
    undo = page.get_by_role("button", name="Undo")
    undo.wait_for()
    page.evaluate(HOLD)
    page.evaluate(FLUSH)
    undo.tap()
    expect(box(page, "Milk")).to_be_visible()

    page.evaluate(RELEASE)
    # Longer than a removal is held back.
    page.clock.fast_forward("00:09")
    settled(page)

    expect(box(page, "Milk")).to_be_visible()
    assert ["Eggs", "Milk"] == sorted(item["title"] for item in stored(mantel, shop))
