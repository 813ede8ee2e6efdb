"""Journeys of lists without a connection: waiting changes, and two phones that end with the same list."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.keys import type_into
from tests.journeys.list_page import (
    Seed,
    add,
    box,
    open_list,
    reload_data,
    rows,
    stored,
    tick,
    titles,
    wait_stored,
    wait_until_cached,
    wait_until_sent,
)
from tests.journeys.mantel_server import KEY, MantelServer
from tests.journeys.viewports import on_the_phone
from tests.waiting import until

pytestmark = [pytest.mark.journey, pytest.mark.service_worker]


@on_the_phone
def test_two_phones_share_a_list_and_one_loses_the_connection(
    mantel: MantelServer, seed: Seed, page: Page, second_phone: Page
) -> None:
    shop = seed("Milk", "Eggs", "Bread", "Apples", "Soap")
    open_list(mantel, page, shop)
    open_list(mantel, second_phone, shop)
    page.context.set_offline(True)
    for title in ("Milk", "Eggs", "Bread"):
        tick(page, title)
        expect(box(page, title)).to_be_checked()
    add(page, "2 pears, cheese")
    expect(page.get_by_role("listitem", name="pears", exact=True)).to_contain_text("2")
    expect(page.get_by_text("4 changes waiting to be sent")).to_be_visible(timeout=15_000)
    tick(second_phone, "Soap")
    add(second_phone, "Candles")
    expect(box(second_phone, "Soap")).to_be_checked()
    expect(box(second_phone, "Candles")).not_to_be_checked()
    theirs = ["Apples", "Bread", "Candles", "Eggs", "Milk"]
    assert theirs == until(lambda: titles(mantel, shop, done=False), lambda found: found == theirs)

    page.context.set_offline(False)

    wait_until_sent(page)
    reload_data(second_phone)
    for phone in (page, second_phone):
        expect(rows(phone, "Groceries")).to_have_count(4)
        expect(rows(phone, "Done (4)")).to_have_count(4)
    assert ["Apples", "Candles", "cheese", "pears"] == titles(mantel, shop, done=False)
    assert ["Bread", "Eggs", "Milk", "Soap"] == titles(mantel, shop, done=True)


@on_the_phone
def test_a_reload_without_a_connection_keeps_the_list_and_the_waiting_changes(
    mantel: MantelServer, seed: Seed, page: Page
) -> None:
    shop = seed("Milk", "Eggs")
    open_list(mantel, page, shop)
    wait_until_cached(page)
    page.context.set_offline(True)
    tick(page, "Milk")
    add(page, "Butter")
    expect(page.get_by_role("listitem", name="Butter", exact=True)).to_be_visible()

    page.reload()

    expect(box(page, "Milk")).to_be_checked()
    expect(box(page, "Eggs")).not_to_be_checked()
    expect(page.get_by_role("listitem", name="Butter", exact=True)).to_be_visible()
    expect(page.get_by_text("2 changes waiting to be sent")).to_be_visible(timeout=15_000)
    assert ["Eggs", "Milk"] == titles(mantel, shop, done=False)

    page.context.set_offline(False)

    wait_until_sent(page)
    assert ["Milk"] == wait_stored(mantel, shop, done=True, count=1)
    assert ["Butter", "Eggs"] == until(lambda: titles(mantel, shop, done=False), lambda found: "Butter" in found)


@on_the_phone
def test_a_rejected_change_is_shown_and_dropped(mantel: MantelServer, seed: Seed, page: Page) -> None:
    shop = seed("Milk", "Eggs")
    open_list(mantel, page, shop)
    page.context.set_offline(True)
    tick(page, "Milk")
    tick(page, "Eggs")
    gone = next(one for one in stored(mantel, shop) if one["title"] == "Milk")
    mantel.call("DELETE", f"/api/lists/{shop}/items/{gone['id']}")
    page.context.set_offline(False)
    expect(page.get_by_text(re.compile("Tick Milk.*not found"))).to_be_visible(timeout=20_000)
    wait_until_sent(page)
    expect(page.get_by_role("listitem", name="Milk", exact=True)).to_have_count(0)
    assert ["Eggs"] == wait_stored(mantel, shop, done=True, count=1)


@on_the_phone
def test_waiting_changes_are_kept_when_the_key_expires(mantel: MantelServer, seed: Seed, page: Page) -> None:
    shop = seed("Milk", "Eggs")
    key = mantel.call("POST", "/api/keys", {"name": "Old phone", "scope": "display"})
    page.goto(f"{mantel.url}/#/enter?key={key['key']}")
    page.locator("#main").wait_for()
    mantel.go(page, f"/lists/{shop}")
    page.get_by_role("listitem", name="Milk", exact=True).wait_for()
    # Without a connection first: a page whose key was removed leaves the list at once.
    page.context.set_offline(True)
    tick(page, "Milk")
    mantel.call("DELETE", f"/api/keys/{key['id']}")
    page.context.set_offline(False)
    page.get_by_role("button", name="Enter a key").tap()
    type_into(page.get_by_role("textbox", name="Key"), KEY)
    page.get_by_role("button", name="Sign in").tap()
    assert ["Milk"] == wait_stored(mantel, shop, done=True, count=1)
