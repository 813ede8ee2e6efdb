"""Journeys of one display: the member it follows, its start screen, updates of the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.morning import ZONE, at

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


pytestmark = pytest.mark.service_worker


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household where Ana and Ben have an event and a chore each today; one more chore is for anyone."""
    with serving(tmp_path_factory.mktemp("display") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        family = mantel.call("POST", "/api/calendars", {"name": "Family", "kind": "local"})["id"]
        for name, color, event, chore in (("Ana", "#c8553d", "Judo", "Dishes"), ("Ben", "#2f6f8f", "Chess", "Laundry")):
            member = mantel.call("POST", "/api/members", {"name": name, "color": color})["id"]
            dates = {"start": at(10).isoformat(), "end": at(11).isoformat(), "allDay": False}
            mantel.call("POST", "/api/events", {"calendarId": family, "title": event, "memberIds": [member], **dates})
            mantel.call("POST", "/api/chores", {"title": chore, "memberId": member, "rrule": "FREQ=DAILY"})
        mantel.call("POST", "/api/chores", {"title": "Bins", "memberId": None, "rrule": "FREQ=DAILY"})
        yield mantel


def choose(page: Page, field: str, wanted: str) -> None:
    """Choose an option in the open settings."""
    page.get_by_role("button", name=f"{field}:").tap()
    page.get_by_role("option", name=wanted, exact=True).tap()
    expect(page.get_by_role("button", name=f"{field}: {wanted}")).to_be_visible()


@on_wall_and_phone
def test_a_display_that_follows_a_member_shows_their_data(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/calendar?view=schedule", wall=screen != "phone")
    expect(page.get_by_text("Judo")).to_be_visible()
    expect(page.get_by_text("Chess")).to_be_visible()

    mantel.go(page, "/settings/device")
    choose(page, "Follows", "Ana")

    mantel.go(page, "/calendar?view=schedule")
    expect(page.get_by_text("Judo")).to_be_visible()
    expect(page.get_by_text("Chess")).to_have_count(0)
    mantel.go(page, "/chores")
    expect(page.get_by_role("region", name="Ana")).to_be_visible()
    expect(page.get_by_text("Ben", exact=True)).to_have_count(0)
    expect(page.get_by_text("Anyone", exact=True).first).to_be_visible()

    # The setting belongs to this display and survives a reload.
    page.reload()
    expect(page.get_by_role("region", name="Ana")).to_be_visible()
    expect(page.get_by_text("Ben", exact=True)).to_have_count(0)
    mantel.go(page, "/settings/device")
    choose(page, "Follows", "Everybody")
    mantel.go(page, "/calendar?view=schedule")
    expect(page.get_by_text("Chess")).to_be_visible()


@on_the_wall
def test_showing_everybody_does_not_change_the_followed_member(mantel: MantelServer, page: Page, screen: str) -> None:
    page.clock.install()
    page.add_init_script("localStorage.setItem('mantel.home', 'calendar')")
    mantel.sign_in(page, "/settings/device", wall=True)
    choose(page, "Follows", "Ben")
    mantel.go(page, "/calendar?view=schedule")
    expect(page.get_by_text("Judo")).to_have_count(0)
    page.get_by_role("button", name="All", exact=True).tap()
    expect(page.get_by_text("Judo")).to_be_visible()

    page.clock.fast_forward("02:05")

    # The calendar is back in its default view, where the filters are folded.
    page.get_by_role("button", name="Filters (1)").tap()
    expect(page.get_by_role("button", name="Ben", exact=True)).to_have_attribute("aria-pressed", "true")
    mantel.go(page, "/calendar?view=schedule")
    expect(page.get_by_text("Chess")).to_be_visible()
    expect(page.get_by_text("Judo")).to_have_count(0)


@on_the_wall
def test_a_device_becomes_a_wall_and_a_phone_again(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/settings/device")
    wall = page.get_by_role("switch", name="This is the family’s wall")
    expect(wall).not_to_be_checked()
    keyboard = page.get_by_role("button", name="On-screen keyboard:")
    expect(keyboard).to_have_count(0)

    wall.tap()
    expect(wall).to_be_checked()
    expect(page.locator("html[data-wall]")).to_have_count(1)
    choose(page, "Start screen", "Chores")
    choose(page, "On-screen keyboard", "German")
    page.get_by_role("radiogroup", name="Dim when idle").get_by_text("15 min").tap()
    page.reload()
    expect(page.get_by_role("button", name="On-screen keyboard: German")).to_be_visible()
    expect(page.get_by_role("radio", name="15 min")).to_be_checked()
    mantel.go(page, "/")
    expect(page.get_by_role("heading", name="Chores", exact=True)).to_be_visible()

    mantel.go(page, "/settings/device")
    wall.tap()
    expect(page.locator("html[data-wall]")).to_have_count(0)
    expect(keyboard).to_have_count(0)


@on_the_wall
def test_a_wall_updates_only_while_nobody_touches_it(
    mantel: MantelServer, page: Page, touch: Touch, screen: str
) -> None:
    page.clock.install()
    mantel.sign_in(page, "/chores", wall=True)
    page.get_by_text("Dishes").wait_for()
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate("window.before = true")
    # For the browser, a worker with another URL is another version.
    page.evaluate("navigator.serviceWorker.register('/sw.js?language=en&newer')")
    expect(page.get_by_text("A new version is available.")).to_be_visible()

    x, y = middle(page.get_by_role("heading", name="Chores", exact=True))
    touch.down((x, y))
    for step in range(6):
        page.clock.fast_forward("01:00")
        touch.move((x + 5 * (step + 1), y))
    touch.up()
    page.clock.fast_forward("01:20")
    assert page.evaluate("window.before")

    page.clock.fast_forward("01:00")
    page.wait_for_function("window.before === undefined")
    expect(page.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")
    expect(page.get_by_text("A new version is available.")).to_be_hidden()
