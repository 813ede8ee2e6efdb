"""Pushes without a push service: DevTools hands a page's worker the message, as the browser would."""

import time
from typing import Any

from playwright.sync_api import Page

PATIENCE_S = 20
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready
  return (await registration.getNotifications()).map(({ title, body, data }) => [title, body, data.url])
}"""
# The tap itself needs a desktop; whoever taps, the worker hears this event.
TAP = """async title => {
  const shown = (await registration.getNotifications()).find(one => one.title === title)
  dispatchEvent(new NotificationEvent('notificationclick', { notification: shown }))
}"""

# A browser that moves to another address of its push service gives the worker a subscription of this shape.
RENEW = """subscription => {
  const event = new ExtendableEvent('pushsubscriptionchange')
  event.newSubscription = { endpoint: subscription.endpoint, toJSON: () => subscription }
  dispatchEvent(event)
}"""


class Worker:
    """The service worker of a page; `deliver` is what a push service does, `tap` what a finger does."""

    def __init__(self, page: Page, origin: str) -> None:
        self._page = page
        self._origin = origin
        self._devtools = page.context.new_cdp_session(page)
        self._registrations: list[str] = []
        self._devtools.on("ServiceWorker.workerRegistrationUpdated", self._heard)
        self._devtools.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def deliver(self, data: str) -> None:
        self._devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self._origin, "registrationId": self._registrations[-1], "data": data},
        )

    def shown(self, expected: list[list[str]]) -> list[list[str]]:
        """Title, body and target of each notification that stands, as soon as they are the expected ones."""
        until = time.monotonic() + PATIENCE_S
        while (found := sorted(self._page.evaluate(SHOWN))) != expected and time.monotonic() < until:
            self._page.wait_for_timeout(50)
        return found

    def tap(self, title: str) -> None:
        self._page.context.service_workers[0].evaluate(TAP, title)

    def renew(self, subscription: dict[str, Any]) -> None:
        self._page.context.service_workers[0].evaluate(RENEW, subscription)

    def _heard(self, event: dict[str, Any]) -> None:
        self._registrations += [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]
