"""The messages of the UI, and two languages for tests of the layout, which are made from the English ones."""

import json
import re
from math import ceil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

FOLDER = Path(__file__).parents[2] / "appliance/ui/src/messages"
TAGS = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())
# What is cut, what has a fixed width, and what is not translated shows in the first; the second is written from right
# to left, so that texts keep their length.
LONG, RIGHT_TO_LEFT = "en-XA", "ar-XB"
FOR_TESTS = (LONG, RIGHT_TO_LEFT)

ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
PLACEHOLDER = re.compile(r"(\{\w+\})")
PADDING = "lorem ipsum dolor "
LONGER_BY = 0.4


def messages(tag: str) -> dict[str, Any]:
    """All messages of a language."""
    return {**part(tag, "core"), **part(tag, "rest")}


def part(tag: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / tag / f"{name}.json").read_text("utf-8"))
    return found


def use_language(page: Page, tag: str) -> None:
    """Make a page use a language: by the choice of its device, or a test language in place of the browser's English."""
    if tag not in FOR_TESTS:
        page.add_init_script(f"localStorage.setItem('mantel.language', {json.dumps(tag)})")
        return
    page.route("**/assets/messages/en-*.json", lambda route: _answer(route, tag))
    # A worker would ask the server itself.
    page.add_init_script("delete Navigator.prototype.serviceWorker")


def in_test_language(tag: str, tree: Any) -> Any:
    """The same tree with its texts in a test language. Placeholders and the names that select forms stay."""
    if isinstance(tree, str):
        return _long(tree) if tag == LONG else _reversed(tree)
    return {key: each if key == "select" else in_test_language(tag, each) for key, each in tree.items()}


def _answer(route: Route, tag: str) -> None:
    name = "core" if "/en-core-" in route.request.url else "rest"
    texts = in_test_language(tag, part("en", name))
    if name == "core":
        texts["app"]["direction"] = "rtl" if tag == RIGHT_TO_LEFT else "ltr"
    route.fulfill(json=texts)


def _long(text: str) -> str:
    accented = "".join(
        each if PLACEHOLDER.fullmatch(each) else each.translate(ACCENTS) for each in PLACEHOLDER.split(text)
    )
    more = ceil(len(text) * LONGER_BY)
    return f"{accented} {(PADDING * ceil(more / len(PADDING)))[:more].strip()}"


def _reversed(text: str) -> str:
    return "".join(
        each if PLACEHOLDER.fullmatch(each) else re.sub(r"[^\W\d_]+", "\u202e\\g<0>\u202c", each)
        for each in PLACEHOLDER.split(text)
    )
