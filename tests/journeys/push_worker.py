"""Push messages without a push service: DevTools delivers them to the page's service worker."""

from typing import Any

import playwright.sync_api
from playwright.sync_api import Page

from tests.waiting import until

TIMEOUT_SECONDS = 20
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready
  return (await registration.getNotifications()).map(({ title, body, data }) => [title, body, data.url])
}"""
# An event of a script has no lifetime to extend: what the worker would extend it by is waited for here. Whoever reads
# the notifications while one is being shown can lose it: Chromium removes what is stored and not yet on the screen.
# Answers what failed of it, as the focus that only a person's tap may give to a page.
DISPATCH = """
  const work = []
  event.waitUntil = promise => work.push(promise)
  dispatchEvent(event)
  return (await Promise.allSettled(work)).flatMap(({ reason }) => reason ? [String(reason)] : [])
}"""
PUSH = f"""async text => {{
  const event = new PushEvent('push', {{ data: text }})
{DISPATCH}"""

# Tapping a notification needs a desktop, so the event of a tap is dispatched.
TAP = f"""async ([title, action]) => {{
  const shown = (await registration.getNotifications()).find(one => one.title === title)
  const event = new NotificationEvent('notificationclick', {{ notification: shown, action }})
{DISPATCH}"""

# A browser whose push endpoint changes dispatches this event with the new subscription.
RENEW = f"""async subscription => {{
  const event = new ExtendableEvent('pushsubscriptionchange')
  event.newSubscription = {{ endpoint: subscription.endpoint, toJSON: () => subscription }}
{DISPATCH}"""

# The worker's browser holds the first subscription; subscribing gives the second, or fails without one.
SUBSCRIPTIONS = """([held, next]) => {
  const made = subscription => subscription && {
    endpoint: subscription.endpoint,
    toJSON: () => subscription,
    unsubscribe: async () => { there = null; return true },
  }
  let there = made(held)
  PushManager.prototype.getSubscription = async () => there
  PushManager.prototype.subscribe = async () => {
    if (there) throw new Error('the dead subscription is still there')
    if (!next) throw new DOMException('the browser refuses', 'NotAllowedError')
    return there = made(next)
  }
}"""

# The page may know that its worker is active before the worker itself does, which until then shows nothing.
ACTIVATED = """() => new Promise(resolve => {
  const look = () => registration.active?.state === 'activated' ? resolve() : setTimeout(look, 20)
  look()
})"""

# The next notification, as a promise that gives up after a while.
EXPECT_NEXT = f"""() => {{
  const show = registration.showNotification
  globalThis.next = new Promise(resolve => {{
    setTimeout(resolve, {TIMEOUT_SECONDS * 1000})
    registration.showNotification = (...options) => {{
      delete registration.showNotification
      const showing = show.apply(registration, options)
      resolve(showing)
      return showing
    }}
  }})
}}"""


class Worker:
    """The service worker of a page. `tap` taps a notification."""

    def __init__(self, page: Page, origin: str) -> None:
        self._page = page
        self._origin = origin
        self._devtools = page.context.new_cdp_session(page)
        self._registrations: list[str] = []
        self._devtools.on("ServiceWorker.workerRegistrationUpdated", self._on_registrations)
        self._devtools.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self._worker.evaluate(ACTIVATED)

    def deliver(self, data: str) -> None:
        """Let a push message arrive, and wait until it is shown. DevTools may deliver it to another page's worker."""
        self._worker.evaluate(EXPECT_NEXT)
        self._devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self._origin, "registrationId": self._registrations[-1], "data": data},
        )
        self._worker.evaluate("globalThis.next")

    def dispatch(self, data: str) -> None:
        """Dispatch the event of a push message in this page's worker, and wait until it is shown."""
        assert [] == self._worker.evaluate(PUSH, data)

    def shown(self, expected: list[list[str]]) -> list[list[str]]:
        """Title, body and link of each shown notification; waits for the expected ones."""
        return until(lambda: sorted(self._page.evaluate(SHOWN)), lambda found: found == expected, page=self._page)

    def tap(self, title: str, action: str = "") -> None:
        """Tap a notification, or one of its buttons by the name of its action."""
        self._worker.evaluate(TAP, [title, action])

    def renew(self, subscription: dict[str, Any]) -> None:
        self._worker.evaluate(RENEW, subscription)

    def hold(self, subscription: dict[str, Any], following: dict[str, Any] | None) -> None:
        """Give the browser this subscription, and the one that subscribing gives next; None refuses it."""
        self._worker.evaluate(SUBSCRIPTIONS, [subscription, following])

    @property
    def _worker(self) -> playwright.sync_api.Worker:
        return self._page.context.service_workers[0]

    def _on_registrations(self, event: dict[str, Any]) -> None:
        self._registrations += [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]
