"""Journeys of a device's push notifications, with a push service on loopback."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.push_worker import TIMEOUT_S, Worker
from tests.journeys.viewports import in_both_schemes, on_the_phone
from tests.morning import ZONE
from tests.notifications.service import Browser, PushService, pushing

pytestmark = [pytest.mark.journey, pytest.mark.service_worker, pytest.mark.whole_chromium]

# Chromium's own push service is on the internet; the server sees only a subscription like this one.
SUBSCRIBED = """subscription => {
  let there = null
  PushManager.prototype.getSubscription = async () => there
  PushManager.prototype.subscribe = async options => (there = {
    endpoint: subscription.endpoint,
    options: { applicationServerKey: null },
    toJSON: () => subscription,
    unsubscribe: async () => { there = null; return true },
  })
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with pushing() as running:
        running.now = time.time
        yield running


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """A household with Ana and Ben; its colour scheme follows the device."""
    variables = {"ALLOW_PRIVATE_PUSH_URLS": "1", "VAPID_SUBJECT": "mailto:parents@example.org"}
    with serving(tmp_path / "data", **variables) as served:
        served.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        for name, color in (("Ana", "#c8553d"), ("Ben", "#2f6f8f")):
            served.call("POST", "/api/members", {"name": name, "color": color})
        yield served


@on_the_phone
@in_both_schemes
def test_a_phone_gets_the_notifications_it_selected(page: Page, mantel: MantelServer, service: PushService) -> None:
    own = Browser(service)
    page.context.grant_permissions(["notifications"], origin=mantel.url)
    page.add_init_script(f"({SUBSCRIBED})({json.dumps(own.subscription)})")
    mantel.sign_in(page, "/settings/notifications")
    # A new device has to store the page first, which takes longer on a busy machine than the page waits.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    type_into(page.get_by_label("Device name"), "Ana’s phone")
    assert_accessible(page)
    page.get_by_role("button", name="Turn on notifications").tap()
    expect(page.get_by_role("heading", name="Notifications are on")).to_be_visible()
    expect(page.get_by_role("switch", name="Event reminders")).to_be_checked()
    page.get_by_role("switch", name="Daily summary").tap()
    page.get_by_role("switch", name="List updates").tap()
    page.get_by_role("button", name="Ana", exact=True).tap()
    expect(page.get_by_role("button", name="Everyone")).to_have_attribute("aria-pressed", "false")
    assert_accessible(page)

    worker = Worker(page, mantel.url)
    page.get_by_role("button", name="Send a test").tap()
    expect(page.get_by_text("Last delivered")).to_be_visible()
    worker.deliver(json.dumps(own.seen[0]))
    shown = [["Notifications work", "This device receives notifications.", "/"]]
    assert shown == worker.shown(shown)
    page.reload()
    expect(page.get_by_role("switch", name="List updates")).to_be_checked()
    ana = mantel.call("GET", "/api/members")[0]["id"]
    (device,) = mantel.call("GET", "/api/push/subscriptions")
    assert ("Ana’s phone", [ana], True, True) == (
        device["deviceName"],
        device["memberIds"],
        device["prefs"]["dailySummary"],
        device["prefs"]["listUpdates"],
    )

    page.get_by_role("button", name="Turn off on this device").tap()
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()
    assert [] == mantel.call("GET", "/api/push/subscriptions")
    assert [] == service.faults


@on_the_phone
def test_a_renewed_subscription_is_sent_to_the_server(page: Page, mantel: MantelServer, service: PushService) -> None:
    own, moved = Browser(service), Browser(service)
    page.context.grant_permissions(["notifications"], origin=mantel.url)
    page.add_init_script(f"({SUBSCRIBED})({json.dumps(own.subscription)})")
    mantel.sign_in(page, "/settings/notifications")
    # A new device has to store the page first, which takes longer on a busy machine than the page waits.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    type_into(page.get_by_label("Device name"), "Ana’s phone")
    page.get_by_role("button", name="Turn on notifications").tap()
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_role("switch", name="List updates").tap()
    (before,) = mantel.call("GET", "/api/push/subscriptions")

    Worker(page, mantel.url).renew(moved.subscription)

    until = time.monotonic() + TIMEOUT_S
    while [before["id"]] == (ids := ids_of(mantel)) or len(ids) > 1:
        assert time.monotonic() < until, ids
        page.wait_for_timeout(50)
    (after,) = mantel.call("GET", "/api/push/subscriptions")
    assert (before["deviceName"], True) == (after["deviceName"], after["prefs"]["listUpdates"])
    mantel.call("POST", "/api/notify", {"title": "Dinner is ready", "body": "Soon."})
    assert ["Dinner is ready"] == [notice["title"] for notice in moved.seen]
    assert [] == own.seen


def ids_of(mantel: MantelServer) -> list[str]:
    return [device["id"] for device in mantel.call("GET", "/api/push/subscriptions")]
