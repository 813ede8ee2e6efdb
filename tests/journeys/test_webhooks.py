"""Journeys of webhooks: creating one, its delivery log, replacing its secret, switching it off."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import in_both_schemes
from tests.morning import ZONE
from tests.webhooks.receiver import Receiver, receiving

pytestmark = pytest.mark.journey

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """A server that may connect to addresses of the home network; its colour scheme follows the device."""
    with serving(tmp_path / "data", ALLOW_PRIVATE_WEBHOOK_URLS="1") as served:
        served.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        yield served


@on_wall_and_phone
@in_both_schemes
def test_a_webhook_is_delivered_and_its_log_shows_it(
    page: Page, mantel: MantelServer, receiver: Receiver, screen: str
) -> None:
    mantel.sign_in(page, "/settings/webhooks", wall=screen != "phone")
    expect(page.get_by_role("heading", name="No webhooks yet")).to_be_visible()
    assert_accessible(page)
    sheet = page.locator("dialog[open]")

    page.get_by_role("button", name="Add a webhook").tap()
    type_into(sheet.get_by_label("URL"), "lamp")
    sheet.get_by_role("button", name="Add a webhook").tap()
    expect(sheet.get_by_role("alert")).to_have_text("Must be a http or https address.")
    type_into(sheet.get_by_label("URL"), receiver.url)
    sheet.get_by_role("button", name="List added or changed").tap()
    sheet.get_by_role("button", name="Add a webhook").tap()
    receiver.secrets.append(sheet.get_by_role("group", name="Secret").inner_text())
    assert_accessible(page)
    sheet.get_by_role("button", name="I copied it").tap()

    mantel.call("POST", "/api/lists", {"name": "Garden party", "kind": "todo"})
    row = page.get_by_role("list", name="Messages to other programs").get_by_role("listitem")
    row.get_by_role("button").tap()
    log = sheet.get_by_role("list", name="Deliveries").get_by_role("listitem")
    expect(log).to_have_count(1)
    expect(log.first).to_contain_text("Delivered (status 200)")
    assert [receiver.secrets[0]] == receiver.signed

    receiver.status = 500
    mantel.call("POST", "/api/lists", {"name": "Winter tyres", "kind": "todo"})
    expect(log).to_have_count(2)
    expect(log.first).to_contain_text("Server error (status 500)")
    log.first.locator("summary").tap()
    expect(log.first).to_contain_text('"type": "list.changed"')
    assert_accessible(page)

    sheet.get_by_role("button", name="Delete").tap()
    page.get_by_role("button", name="Delete").last.tap()
    expect(page.get_by_role("heading", name="No webhooks yet")).to_be_visible()
    assert [] == mantel.call("GET", "/api/webhooks")


@pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
def test_a_secret_is_replaced_and_a_webhook_switched_off(page: Page, mantel: MantelServer, receiver: Receiver) -> None:
    made = mantel.call("POST", "/api/webhooks", {"url": receiver.url, "events": []})
    mantel.sign_in(page, "/settings/webhooks")
    row = page.get_by_role("list", name="Messages to other programs").get_by_role("listitem")
    expect(row).to_contain_text("All events")
    row.get_by_role("button").tap()
    sheet = page.locator("dialog[open]")
    sheet.get_by_role("button", name="New secret").tap()
    page.get_by_role("button", name="New secret").last.tap()
    fresh = sheet.get_by_role("group", name="Secret").inner_text()
    receiver.secrets += [made["secret"], fresh]
    sheet.get_by_role("button", name="I copied it").tap()
    mantel.call("POST", "/api/lists", {"name": "Garden party", "kind": "todo"})
    expect(row).to_contain_text("Last delivered")
    assert [fresh] == receiver.signed

    row.get_by_role("button").tap()
    sheet.get_by_role("switch", name="Enabled").tap()
    sheet.get_by_role("button", name="Save").tap()
    expect(row).to_contain_text("Off")
    assert [False] == [each["enabled"] for each in mantel.call("GET", "/api/webhooks")]
