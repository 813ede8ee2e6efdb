"""Journeys of sound and voice: off by default, a cheer for finished chores, a chime for reminders, reading aloud."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.morning import ZONE, today

pytestmark = [
    pytest.mark.journey,
    pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session"),
]

# Counts the tones that the page starts, notes what it says, and gives the device a voice.
EARS = """() => {
  window.tones = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) {
    window.tones += 1
    return start.apply(this, when)
  }
  window.said = []
  window.SpeechSynthesisUtterance = class {
    constructor(text) { this.text = text }
  }
  speechSynthesis.getVoices = () => (window.voiceless ? [] : [{ lang: 'en-GB', localService: true }])
  speechSynthesis.speak = ({ text }) => window.said.push(text)
}"""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household in whose time zone it is morning."""
    with serving(tmp_path_factory.mktemp("mantel") / "data") as served:
        served.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        yield served


@pytest.fixture
def ana(mantel: MantelServer) -> Iterator[dict[str, Any]]:
    """Ana has two chores today."""
    ana: dict[str, Any] = mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
    chores = [
        mantel.call("POST", "/api/chores", {"title": title, "memberId": ana["id"], "dueDate": today().isoformat()})
        for title in ("Feed the fish", "Make the bed")
    ]
    yield ana
    for chore in chores:
        mantel.call("DELETE", f"/api/chores/{chore['id']}")
    mantel.call("DELETE", f"/api/members/{ana['id']}")


def tones(page: Page) -> int:
    return int(page.evaluate("window.tones"))


def wait_for_tones(page: Page, count: int) -> None:
    page.wait_for_function("count => window.tones >= count", arg=count)


def tick(page: Page, title: str) -> None:
    page.get_by_role("region", name="Ana", exact=True).get_by_role("button", name=title).tap()
    expect(page.get_by_role("region", name="Ana").get_by_role("button", name=title)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_finished_chores_are_cheered_once_it_is_switched_on(
    mantel: MantelServer, ana: dict[str, Any], page: Page
) -> None:
    page.add_init_script(f"({EARS})()")
    mantel.sign_in(page, "/chores", wall=True)
    tick(page, "Feed the fish")
    mantel.go(page, "/settings/sound")
    expect(page.get_by_text("Chime for reminders and messages")).to_be_visible()
    assert 0 == tones(page)
    assert_accessible(page)

    page.get_by_role("switch", name="Cheer for finished chores").tap()
    wait_for_tones(page, 4)
    mantel.go(page, "/chores")
    tick(page, "Make the bed")
    wait_for_tones(page, 8)


def test_a_message_chimes(mantel: MantelServer, ana: dict[str, Any], page: Page) -> None:
    page.add_init_script(f"({EARS})()")
    mantel.sign_in(page, "/settings/sound", wall=True)
    page.get_by_role("switch", name="Chime for reminders and messages").tap()
    wait_for_tones(page, 2)

    mantel.call("POST", "/api/notify", {"title": "Dinner", "body": "Come to the table"})
    wait_for_tones(page, 4)


def test_the_day_is_read_aloud(mantel: MantelServer, ana: dict[str, Any], page: Page) -> None:
    page.add_init_script(f"({EARS})()")
    mantel.sign_in(page, "/board", wall=True)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Read aloud")).to_have_count(0)

    mantel.go(page, "/settings/sound")
    page.get_by_role("switch", name="Read today aloud").tap()
    mantel.go(page, "/board")
    page.get_by_role("button", name="Read aloud").tap()
    page.wait_for_function("() => window.said.length > 1")
    said = page.evaluate("window.said")
    assert said[0].startswith("Today is ")
    assert "Ana has 2 chores left: Feed the fish and Make the bed." in said
    page.get_by_role("button", name="Stop").tap()
    expect(page.get_by_role("button", name="Read aloud")).to_be_visible()

    page.add_init_script("window.voiceless = true")
    page.reload()
    expect(page.get_by_text("Make the bed")).to_be_visible()
    expect(page.get_by_role("button", name="Read aloud")).to_have_count(0)
