"""What a device without push notifications shows instead."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import LOOPBACK, MantelServer
from tests.journeys.viewports import in_both_schemes, on_the_phone

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def host() -> str:
    """A secure context, which has what the journeys take away."""
    return LOOPBACK


@on_the_phone
@in_both_schemes
@pytest.mark.parametrize(
    ("script", "heading"),
    [
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "This page uses plain http"),
        ("delete window.PushManager; navigator.standalone = false", "Add Mantel to the home screen first"),
        ("delete window.PushManager; navigator.standalone = true", "This device is too old"),
        ("delete window.PushManager", "This browser does not support notifications"),
        ("Object.defineProperty(Notification, 'permission', { value: 'denied' })", "Notifications are blocked"),
    ],
)
def test_obstacles_to_notifications_are_explained(page: Page, mantel: MantelServer, script: str, heading: str) -> None:
    page.add_init_script(script)
    mantel.sign_in(page, "/settings/notifications")
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.get_by_role("button", name="Turn on notifications")).to_have_count(0)
    assert_accessible(page)
    if "plain http" in heading:
        page.get_by_role("button", name="Phones").tap()
        expect(page).to_have_url(re.compile(r"#/settings/phones$"))
