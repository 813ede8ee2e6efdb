"""Journeys of phones: what works on this one, the next step, and the ways to use Mantel away from home."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer
from tests.journeys.viewports import on_the_phone

pytestmark = pytest.mark.journey


@on_the_phone
def test_a_phone_says_what_works_and_leads_to_the_ways_away_from_home(page: Page, mantel: MantelServer) -> None:
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    mantel.sign_in(page, "/settings/phones")
    works = page.get_by_role("list", name="What works on this device").get_by_role("listitem")
    expect(works.first).to_contain_text("works")
    expect(works.filter(has_text="Camera")).to_contain_text("not yet")
    expect(
        page.get_by_role("region", name="The next step").get_by_role("button", name="Show the steps")
    ).to_be_visible()
    assert_accessible(page)

    page.get_by_role("button", name="Away from home").tap()
    expect(page.get_by_text("Mantel runs in your home, and nowhere else")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="tailscale serve --bg")).to_be_visible()
    page.get_by_role("button", name="A tunnel").tap()
    expect(page.get_by_text("could read it")).to_be_visible()
    assert_accessible(page)
