"""Push messages without a push service: DevTools delivers them to the page's service worker."""

import time
from typing import Any

from playwright.sync_api import Page

TIMEOUT_S = 20
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready
  return (await registration.getNotifications()).map(({ title, body, data }) => [title, body, data.url])
}"""
# Tapping a notification needs a desktop, so the event that a tap causes is dispatched.
TAP = """async ([title, action]) => {
  const shown = (await registration.getNotifications()).find(one => one.title === title)
  dispatchEvent(new NotificationEvent('notificationclick', { notification: shown, action }))
}"""

# A browser whose push endpoint changes dispatches this event with the new subscription.
RENEW = """subscription => {
  const event = new ExtendableEvent('pushsubscriptionchange')
  event.newSubscription = { endpoint: subscription.endpoint, toJSON: () => subscription }
  dispatchEvent(event)
}"""


class Worker:
    """The service worker of a page. `deliver` sends it a push message, `tap` taps a notification."""

    def __init__(self, page: Page, origin: str) -> None:
        self._page = page
        self._origin = origin
        self._devtools = page.context.new_cdp_session(page)
        self._registrations: list[str] = []
        self._devtools.on("ServiceWorker.workerRegistrationUpdated", self._on_registrations)
        self._devtools.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def deliver(self, data: str) -> None:
        self._devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self._origin, "registrationId": self._registrations[-1], "data": data},
        )

    def shown(self, expected: list[list[str]], within: float = TIMEOUT_S) -> list[list[str]]:
        """Title, body and link of each shown notification; waits so many seconds for the expected ones."""
        until = time.monotonic() + within
        while (found := sorted(self._page.evaluate(SHOWN))) != expected and time.monotonic() < until:
            self._page.wait_for_timeout(50)
        return found

    def tap(self, title: str, action: str = "") -> None:
        """Tap a notification, or one of its buttons by the name of its action."""
        self._page.context.service_workers[0].evaluate(TAP, [title, action])

    def renew(self, subscription: dict[str, Any]) -> None:
        self._page.context.service_workers[0].evaluate(RENEW, subscription)

    def _on_registrations(self, event: dict[str, Any]) -> None:
        self._registrations += [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]
