"""Push messages in a real Chromium: the service worker shows them, a tap opens their link."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.push_worker import Worker
from tests.journeys.viewports import on_the_phone

pytestmark = [pytest.mark.journey, pytest.mark.service_worker, pytest.mark.whole_chromium]


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    with serving(tmp_path / "data") as served:
        yield served


@pytest.fixture
def worker(page: Page, mantel: MantelServer) -> Worker:
    """The service worker of a phone that allows notifications."""
    page.context.grant_permissions(["notifications"], origin=mantel.url)
    mantel.sign_in(page)
    return Worker(page, mantel.url)


@on_the_phone
def test_every_message_is_shown_and_replaces_one_with_its_tag(worker: Worker) -> None:
    swimming = {"title": "🏊 Swimming", "url": "/#/calendar?event=a", "tag": "event:a"}
    worker.deliver(json.dumps({**swimming, "body": "In 30 minutes"}))
    first = [["🏊 Swimming", "In 30 minutes", "/#/calendar?event=a"]]
    assert first == worker.shown(first)

    worker.deliver(json.dumps({**swimming, "body": "Now"}))
    worker.deliver("\x00 nobody can read this")
    worker.deliver("")
    three = [
        ["Mantel", "\x00 nobody can read this", "/"],
        ["Mantel", "You have a new notification.", "/"],
        ["🏊 Swimming", "Now", "/#/calendar?event=a"],
    ]
    assert three == worker.shown(three)


@on_the_phone
def test_a_tap_opens_the_link_in_the_open_page(worker: Worker, page: Page) -> None:
    page.evaluate("window.open_since = 'before'")
    worker.deliver(json.dumps({"title": "3 chores left today", "body": "Dishes", "url": "/chores"}))
    chores = [["3 chores left today", "Dishes", "/chores"]]
    assert chores == worker.shown(chores)

    worker.tap("3 chores left today")

    expect(page).to_have_url(re.compile(r"/#/chores$"))
    assert [] == worker.shown([])
    assert "before" == page.evaluate("window.open_since")
