"""Journeys of waiting changes: on a faulty network, and while others change the same list."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.faulty_proxy import PAGE_200, PAGE_401, PAGE_403, PLAIN_404, Fault, FaultyProxy, faulty_proxy
from tests.journeys.list_page import (
    Seed,
    add,
    box,
    open_list,
    reload_data,
    stored,
    tick,
    titles,
    wait_stored,
    wait_until_sent,
)
from tests.journeys.mantel_server import MantelServer
from tests.journeys.viewports import on_the_phone
from tests.journeys.waiting import settled
from tests.waiting import until

# Attempts within the few seconds that a fault lasts here; a loop without pauses makes hundreds in each second.
MAX_ATTEMPTS = 8
FAULT_MS = 3_000
STEP_MS = 100
FAULTS: dict[str, Fault] = {"Milk": PLAIN_404, "Eggs": PAGE_200, "Bread": PAGE_403, "Soap": PAGE_401}


pytestmark = [pytest.mark.service_worker, pytest.mark.waits]


@pytest.fixture
def proxy(mantel: MantelServer) -> Iterator[FaultyProxy]:
    with faulty_proxy(mantel.url) as proxy:
        yield proxy


@on_the_phone
def test_a_faulty_network_loses_and_repeats_nothing(
    mantel: MantelServer, seed: Seed, page: Page, proxy: FaultyProxy
) -> None:
    shop = seed(*FAULTS, "Apples")
    ids = {item["title"]: item["id"] for item in stored(mantel, shop)}
    page.clock.install()
    open_list(MantelServer(proxy.url), page, shop)

    for title, fault in FAULTS.items():
        proxy.fault = fault
        attempts = attempts_to_tick(page, proxy, title)
        assert 1 <= attempts <= MAX_ATTEMPTS, f"{attempts} attempts while the network answers {fault}"
    assert [] == titles(mantel, shop, done=True)
    expect(page.get_by_text("4 changes waiting to be sent")).to_be_visible()

    proxy.fault = None
    reload_data(page)

    wait_until_sent(page)
    assert sorted(FAULTS) == titles(mantel, shop, done=True)
    assert [f"PATCH /api/lists/{shop}/items/{ids[title]}" for title in FAULTS] == proxy.list_writes(forwarded=True)
    for title in FAULTS:
        expect(box(page, title)).to_be_checked()


def attempts_to_tick(page: Page, proxy: FaultyProxy, title: str) -> int:
    """Tick a row, and count the requests of a few seconds."""
    before = len(proxy.list_writes())
    tick(page, title)
    until(lambda: len(proxy.list_writes()) > before, page=page)
    for _ in range(FAULT_MS // STEP_MS):
        settled(page)
        page.clock.run_for(STEP_MS)
    return len(proxy.list_writes()) - before


@on_the_phone
def test_a_change_whose_response_was_lost_acts_once(
    mantel: MantelServer, seed: Seed, page: Page, proxy: FaultyProxy
) -> None:
    shop = seed("Milk", "Eggs")
    open_list(MantelServer(proxy.url), page, shop)
    tick(page, "Milk")
    wait_stored(mantel, shop, done=True, count=1)
    proxy.lose_responses = True
    page.get_by_role("button", name="Clear done items").tap()
    # A later change of the list ends the time in which clearing can be undone.
    add(page, "Butter")
    left = until(lambda: stored(mantel, shop), lambda items: len(items) == 1)
    assert ["Eggs"] == [item["title"] for item in left]
    mantel.call("PATCH", f"/api/lists/{shop}/items/{left[0]['id']}", {"done": True})

    proxy.lose_responses = False
    reload_data(page)

    assert ["Butter"] == wait_stored(mantel, shop, done=False, count=1)
    wait_until_sent(page)
    assert ["Eggs"] == titles(mantel, shop, done=True)
    cleared = [each for each in proxy.list_writes(forwarded=True) if each.endswith("/clear-completed")]
    assert len(cleared) >= 2


@on_the_phone
def test_clearing_without_a_connection_keeps_what_others_tick_meanwhile(
    mantel: MantelServer, seed: Seed, page: Page, second_phone: Page
) -> None:
    shop = seed("Milk", "Eggs", "Bread")
    for phone in (page, second_phone):
        open_list(mantel, phone, shop)
    tick(page, "Milk")
    wait_stored(mantel, shop, done=True, count=1)
    page.context.set_offline(True)
    page.get_by_role("button", name="Clear done items").tap()
    expect(page.get_by_role("listitem", name="Milk", exact=True)).to_have_count(0)
    expect(page.get_by_text("1 change waiting to be sent")).to_be_visible(timeout=20_000)
    tick(second_phone, "Eggs")
    assert ["Eggs", "Milk"] == wait_stored(mantel, shop, done=True, count=2)

    page.context.set_offline(False)

    assert ["Eggs"] == wait_stored(mantel, shop, done=True, count=1)
    wait_until_sent(page)
    for phone in (page, second_phone):
        reload_data(phone)
        expect(box(phone, "Eggs")).to_be_checked()
        expect(phone.get_by_role("listitem", name="Milk", exact=True)).to_have_count(0)
