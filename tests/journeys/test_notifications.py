"""Journeys of a device's push notifications, with a push service on loopback."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.push_worker import Worker
from tests.journeys.viewports import in_both_schemes, on_the_phone
from tests.morning import ZONE
from tests.notifications.service import Browser, PushService, pushing
from tests.waiting import until

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

LOST = "This device no longer gets notifications."
# What the service worker would renew with.
CACHED = "async () => (await caches.match('/push', { cacheName: 'mantel-push' }))?.json() ?? null"


@pytest.fixture
def service() -> Iterator[PushService]:
    with pushing() as running:
        running.now = time.time
        yield running


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """A household with Ana and Ben; its colour scheme follows the device."""
    variables: dict[str, Any] = {"ALLOW_PRIVATE_PUSH_URLS": "1", "VAPID_SUBJECT": "mailto:parents@example.org"}
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
    until(lambda: not mantel.call("GET", "/api/push/subscriptions"), page=page)
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

    until(lambda: len(ids := ids_of(mantel)) == 1 and ids != [before["id"]], page=page)
    (after,) = mantel.call("GET", "/api/push/subscriptions")
    assert (before["deviceName"], True) == (after["deviceName"], after["prefs"]["listUpdates"])
    mantel.call("POST", "/api/notify", {"title": "Dinner is ready", "body": "Soon."})
    assert ["Dinner is ready"] == [notice["title"] for notice in moved.seen]
    assert [] == own.seen


@on_the_phone
def test_a_device_that_its_push_service_forgot_registers_again(
    page: Page, mantel: MantelServer, service: PushService
) -> None:
    own, again = Browser(service), Browser(service)
    worker = subscribed(page, mantel, own)
    worker.hold(own.subscription, again.subscription)
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_role("switch", name="List updates").tap()
    expect(page.get_by_role("switch", name="List updates")).to_be_checked()
    until(lambda: page.evaluate(CACHED)["device"]["prefs"]["listUpdates"], page=page)
    lose(page, mantel, service, own)

    page.reload()

    until(lambda: len(ids_of(mantel)) == 1, page=page)
    (device,) = mantel.call("GET", "/api/push/subscriptions")
    assert ("Ana’s phone", True) == (device["deviceName"], device["prefs"]["listUpdates"])
    expect(page.get_by_role("heading", name="Notifications are on")).to_be_visible()
    mantel.call("POST", "/api/notify", {"title": "Dinner is ready", "body": "Soon."})
    until(lambda: ["Dinner is ready"] == [notice["title"] for notice in again.seen], page=page)
    mantel.go(page, "/")
    expect(page.get_by_text(LOST)).to_have_count(0)


@on_the_phone
@in_both_schemes
def test_the_start_screen_says_that_a_device_gets_no_notifications(
    page: Page, mantel: MantelServer, service: PushService
) -> None:
    own = Browser(service)
    worker = subscribed(page, mantel, own)
    worker.hold(own.subscription, None)
    lose(page, mantel, service, own)
    # Forgotten by the service for good: the page gets another subscription when somebody turns them on.
    again = Browser(service)
    page.add_init_script(f"({SUBSCRIBED})({json.dumps(again.subscription)})")
    mantel.go(page, "/")
    page.reload()

    expect(page.get_by_text(LOST)).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Turn on again").tap()
    page.get_by_role("button", name="Turn on notifications").tap()

    expect(page.get_by_role("heading", name="Notifications are on")).to_be_visible()
    mantel.go(page, "/")
    page.locator("#main").wait_for()
    expect(page.get_by_text(LOST)).to_have_count(0)
    assert 1 == len(ids_of(mantel))


@on_the_phone
def test_a_device_may_stay_without_notifications(page: Page, mantel: MantelServer, service: PushService) -> None:
    own = Browser(service)
    worker = subscribed(page, mantel, own)
    worker.hold(own.subscription, None)
    lose(page, mantel, service, own)
    mantel.go(page, "/")
    page.reload()
    page.get_by_role("button", name="Leave off").tap()
    expect(page.get_by_text(LOST)).to_have_count(0)
    until(lambda: page.evaluate(CACHED) is None, page=page)


def subscribed(page: Page, mantel: MantelServer, own: Browser) -> Worker:
    """Turn on notifications of a phone; its name is that of Ana's."""
    page.context.grant_permissions(["notifications"], origin=mantel.url)
    page.add_init_script(f"({SUBSCRIBED})({json.dumps(own.subscription)})")
    mantel.sign_in(page, "/settings/notifications")
    worker = Worker(page, mantel.url)
    type_into(page.get_by_label("Device name"), "Ana’s phone")
    page.get_by_role("button", name="Turn on notifications").tap()
    expect(page.get_by_role("heading", name="Notifications are on")).to_be_visible()
    return worker


def lose(page: Page, mantel: MantelServer, service: PushService, own: Browser) -> None:
    """Send a message that the push service answers with 410, so that the server removes the device."""
    service.forget(own)
    mantel.call("POST", "/api/notify", {"title": "Breakfast", "body": "Now."})
    until(lambda: ids_of(mantel) == [], page=page)


def ids_of(mantel: MantelServer) -> list[str]:
    return [device["id"] for device in mantel.call("GET", "/api/push/subscriptions")]
