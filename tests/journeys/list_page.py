"""What the journeys of lists share: a household, new lists, and actions on a list's page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.journeys.keys import type_into
from tests.journeys.mantel_server import LOOPBACK, MantelServer, serving
from tests.morning import ZONE
from tests.waiting import until

Seed = Callable[..., str]


@contextmanager
def household(folder: Path, host: str = LOOPBACK) -> Iterator[MantelServer]:
    """A household with Ana and Ben, whose colour scheme follows the device."""
    with serving(folder, host=host) as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        for name, color in (("Ana", "#c8553d"), ("Ben", "#2f6f8f")):
            mantel.call("POST", "/api/members", {"name": name, "color": color})
        yield mantel


@contextmanager
def lists_on(mantel: MantelServer) -> Iterator[Seed]:
    """Makes a list with items (titles or whole items) and answers its id. Deletes it after the journey."""
    made: list[str] = []

    def make(*items: str | dict[str, Any], **more: Any) -> str:
        request = {"name": "Groceries", "kind": "shopping", "groupBy": "none", **more}
        made.append(mantel.call("POST", "/api/lists", request)["id"])
        requests = [{"title": item} if isinstance(item, str) else item for item in items]
        mantel.call("POST", f"/api/lists/{made[-1]}/items", requests)
        return made[-1]

    yield make
    existing = {one["id"] for one in mantel.call("GET", "/api/lists?archived=true")}
    for list_id in existing.intersection(made):
        mantel.call("DELETE", f"/api/lists/{list_id}")


def stored(mantel: MantelServer, list_id: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = mantel.call("GET", f"/api/lists/{list_id}")["items"]
    return items


def titles(mantel: MantelServer, list_id: str, *, done: bool) -> list[str]:
    return sorted(item["title"] for item in stored(mantel, list_id) if item["done"] == done)


def wait_order(mantel: MantelServer, list_id: str, first: str) -> list[str]:
    items = until(lambda: stored(mantel, list_id), lambda items: bool(items) and items[0]["title"] == first)
    return [item["title"] for item in items]


def wait_stored(mantel: MantelServer, list_id: str, *, done: bool, count: int) -> list[str]:
    return until(lambda: titles(mantel, list_id, done=done), lambda found: len(found) == count)


def tick(page: Page, title: str) -> None:
    """Tap the row's text."""
    page.get_by_role("listitem", name=title, exact=True).locator("label").first.tap()


def box(page: Page, title: str) -> Locator:
    return page.get_by_role("listitem", name=title, exact=True).get_by_role("checkbox").first


def add(page: Page, text: str) -> None:
    type_into(page.get_by_role("textbox", name="Add to the list"), text)
    page.locator("form").get_by_role("button", name="Add", exact=True).tap()


def rows(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name=name, exact=True).get_by_role("listitem")


def open_list(mantel: MantelServer, page: Page, list_id: str, **how: Any) -> None:
    """Open the page of a list, with its items."""
    mantel.sign_in(page, f"/lists/{list_id}", **how)
    page.get_by_role("textbox", name="Add to the list").wait_for()


def wait_until_cached(page: Page) -> None:
    """Wait until the service worker has stored the page."""
    page.evaluate(
        "navigator.serviceWorker.ready.then(() => caches.match('/')).then(kept => { if (!kept) throw 'none' })"
    )


def reload_data(page: Page) -> None:
    """Make the page load now, as it does when its network is back, instead of at its next poll."""
    page.evaluate("dispatchEvent(new Event('online'))")


def wait_until_sent(page: Page) -> None:
    expect(page.get_by_text("waiting to be sent")).to_have_count(0, timeout=30_000)
