"""What the journeys through the lists share: a household, lists made for a journey, and the hands on a list."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Locator, Page, expect

from tests.journeys.keys import type_into
from tests.journeys.stage import Stage, serving

PATIENCE_S = 20
T = TypeVar("T")
Seed = Callable[..., str]


@contextmanager
def household(folder: Path) -> Iterator[Stage]:
    """A household with Ana and Ben that dresses as the device does."""
    with serving(folder) as stage:
        stage.call("PATCH", "/api/settings", {"timezone": "Europe/Berlin", "themeMode": "auto"})
        for name, color in (("Ana", "#c8553d"), ("Ben", "#2f6f8f")):
            stage.call("POST", "/api/members", {"name": name, "color": color})
        yield stage


@contextmanager
def lists_on(stage: Stage) -> Iterator[Seed]:
    """Makes a list with items, by title or whole, and answers its id; it goes with the journey."""
    made: list[str] = []

    def make(*items: str | dict[str, Any], **more: Any) -> str:
        request = {"name": "Groceries", "kind": "shopping", "groupBy": "none", **more}
        made.append(stage.call("POST", "/api/lists", request)["id"])
        requests = [{"title": item} if isinstance(item, str) else item for item in items]
        stage.call("POST", f"/api/lists/{made[-1]}/items", requests)
        return made[-1]

    yield make
    there = {one["id"] for one in stage.call("GET", "/api/lists?archived=true")}
    for list_id in there.intersection(made):
        stage.call("DELETE", f"/api/lists/{list_id}")


def stored(stage: Stage, list_id: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = stage.call("GET", f"/api/lists/{list_id}")["items"]
    return items


def titles(stage: Stage, list_id: str, *, done: bool) -> list[str]:
    return sorted(item["title"] for item in stored(stage, list_id) if item["done"] == done)


def until(ask: Callable[[], T], enough: Callable[[T], bool]) -> T:
    """The first answer that is enough, or the last one there was time for."""
    for _ in range(PATIENCE_S * 10):
        if enough(ask()):
            break
        time.sleep(0.1)
    return ask()


def wait_order(stage: Stage, list_id: str, first: str) -> list[str]:
    items = until(lambda: stored(stage, list_id), lambda items: bool(items) and items[0]["title"] == first)
    return [item["title"] for item in items]


def wait_stored(stage: Stage, list_id: str, *, done: bool, count: int) -> list[str]:
    return until(lambda: titles(stage, list_id, done=done), lambda found: len(found) == count)


def tick(page: Page, title: str) -> None:
    """With a finger on the row's words, as a child would."""
    page.get_by_role("listitem", name=title, exact=True).locator("label").first.tap()


def box(page: Page, title: str) -> Locator:
    return page.get_by_role("listitem", name=title, exact=True).get_by_role("checkbox").first


def add(page: Page, text: str) -> None:
    type_into(page.get_by_role("textbox", name="Add to the list"), text)
    page.get_by_role("button", name="Add", exact=True).tap()


def rows(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name=name, exact=True).get_by_role("listitem")


def open_list(stage: Stage, page: Page, list_id: str, **how: Any) -> None:
    stage.enter(page, f"/lists/{list_id}", **how)
    page.get_by_role("textbox", name="Add to the list").wait_for()


def ready_for_a_reload(page: Page) -> None:
    """The service worker has taken the page in."""
    page.evaluate(
        "navigator.serviceWorker.ready.then(() => caches.match('/')).then(kept => { if (!kept) throw 'none' })"
    )


def look_again(page: Page) -> None:
    """The page asks the house now, as it does when its network is back, and not only at its next round."""
    page.evaluate("dispatchEvent(new Event('online'))")


def nothing_waits(page: Page) -> None:
    expect(page.get_by_text("waiting to be sent")).to_have_count(0, timeout=30_000)
