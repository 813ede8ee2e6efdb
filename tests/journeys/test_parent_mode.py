"""Parent mode on a wall, as a child, a parent and a guest meet it."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import SCREENS, on_the_phone
from tests.journeys.virtual_authenticator import add_authenticator
from tests.morning import ZONE
from tests.waiting import until

pytestmark = pytest.mark.journey
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
PIN = "4512"


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    with serving(tmp_path / "data") as served:
        yield served


@pytest.fixture
def ida(mantel: MantelServer) -> str:
    """A child whose ticks wait for a yes, with one chore and points to spend."""
    ida = str(mantel.call("POST", "/api/members", {"name": "Ida", "color": "#8E5BD6", "needsApproval": True})["id"])
    mantel.call("POST", "/api/members", {"name": "Theo", "color": "#3e8e5a"})
    today = mantel.call("GET", "/api/board")["date"]
    dishes = {"title": "Dishes", "emoji": "🍽️", "memberId": ida, "points": 20, "dueDate": today}
    mantel.call("POST", "/api/chores", dishes)
    mantel.call("POST", "/api/points/awards", {"memberId": ida, "points": 50})
    return ida


@pytest.fixture
def wall(browser: Browser, mantel: MantelServer, ida: str, screen: str) -> Iterator[Page]:
    """The wall, with a display key."""
    yield from on_a_display(browser, mantel, screen, "&wall=1")


def on_a_display(browser: Browser, mantel: MantelServer, screen: str, how: str = "") -> Iterator[Page]:
    key = mantel.call("POST", "/api/keys", {"name": "Screen", "scope": "display"})["key"]
    context = browser.new_context(**SCREENS[screen], timezone_id=ZONE.key, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{mantel.url}/#/enter?key={key}{how}")
    page.locator("#main").wait_for()
    yield page
    context.close()


def enter_pin(page: Page) -> None:
    pad = page.get_by_role("dialog", name="Enter the parents’ PIN")
    for digit in PIN:
        pad.get_by_role("button", name=digit, exact=True).tap()
    pad.get_by_role("button", name="Unlock").tap()
    expect(pad).to_have_count(0)


def waiting(mantel: MantelServer) -> list[dict[str, Any]]:
    return list(mantel.call("GET", "/api/chores/pending"))


def balance(mantel: MantelServer, member: str) -> int:
    return int(mantel.call("GET", f"/api/members/{member}/points")["balance"])


@on_the_wall
def test_a_child_withdraws_and_deletes_nothing_by_a_tap(mantel: MantelServer, wall: Page) -> None:
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    today = mantel.call("GET", "/api/board")["date"]
    tomorrow = (date.fromisoformat(today) + timedelta(days=1)).isoformat()
    calendar = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
    swimming = {"calendarId": calendar, "title": "Swimming", "start": today, "end": tomorrow, "allDay": True}
    event = mantel.call("POST", "/api/events", swimming)

    wall.get_by_role("checkbox", name=re.compile("Dishes")).tap()
    until(lambda: len(waiting(mantel)) == 1, page=wall)
    dishes = wall.get_by_role("checkbox", name=re.compile("Dishes.*Waiting for a yes"))
    dishes.tap()
    about = wall.get_by_role("dialog", name=re.compile("Dishes"))
    expect(about.get_by_role("button", name="I’m a parent")).to_be_visible()
    assert_accessible(wall)
    about.get_by_role("button", name="Cancel").tap()
    assert 1 == len(waiting(mantel))

    mantel.go(wall, f"/calendar?event={event['id']}")
    sheet = wall.get_by_role("dialog", name="Swimming")
    sheet.get_by_role("button", name="Delete").tap()
    wall.get_by_role("dialog").last.get_by_role("button", name=re.compile("All|Delete")).last.tap()
    pad = wall.get_by_role("dialog", name="Enter the parents’ PIN")
    pad.get_by_role("button", name="Cancel").tap()
    expect(wall.get_by_text("This change needs the parents’ PIN.")).to_be_visible()
    assert event["id"] == mantel.call("GET", f"/api/events/{event['id']}")["id"]

    mantel.go(wall, "/settings")
    expect(wall.get_by_role("heading", name="Only for parents")).to_be_visible()
    expect(wall.get_by_role("link", name=re.compile("Household"))).to_have_count(0)
    assert_accessible(wall)


@on_the_wall
def test_a_parent_answers_on_the_wall(mantel: MantelServer, wall: Page, ida: str) -> None:
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    wall.get_by_role("checkbox", name=re.compile("Dishes")).tap()
    until(lambda: len(waiting(mantel)) == 1, page=wall)
    wall.get_by_role("checkbox", name=re.compile("Dishes.*Waiting for a yes")).tap()
    about = wall.get_by_role("dialog", name=re.compile("Dishes"))
    about.get_by_role("button", name="I’m a parent").tap()
    enter_pin(wall)
    expect(wall.get_by_text(re.compile(r"Parent mode · [45]:\d\d"))).to_be_visible()
    type_into(about.get_by_label("A word for the child (optional)"), "The pan too")
    about.get_by_role("button", name="Do it again").tap()
    expect(wall.get_by_role("checkbox", name=re.compile("Dishes.*Please do it again"))).to_be_visible()
    assert 50 == balance(mantel, ida)

    mantel.go(wall, "/chores")
    expect(wall.get_by_text("The pan too")).to_be_visible()
    wall.get_by_role("button", name=re.compile("Dishes")).tap()
    wall.get_by_role("button", name=re.compile("Dishes.*Waiting for a yes")).tap()
    about = wall.get_by_role("dialog", name=re.compile("Dishes"))
    type_into(about.get_by_label("A word for the child (optional)"), "Shiny!")
    about.get_by_role("button", name="Yes", exact=True).tap()
    expect(wall.get_by_text("Approved: 20 points")).to_be_visible()
    expect(wall.get_by_role("button", name=re.compile("Dishes.*Shiny!"), pressed=True)).to_be_visible()
    assert 70 == balance(mantel, ida)

    mantel.go(wall, "/settings")
    expect(wall.get_by_role("navigation", name="Settings")).to_be_visible()
    wall.get_by_role("button", name="Done", exact=True).tap()
    expect(wall.get_by_text("Parent mode ·")).to_have_count(0)
    expect(wall.get_by_role("heading", name="Only for parents")).to_be_visible()


@on_the_wall
def test_a_parent_answers_from_the_notifications(mantel: MantelServer, wall: Page, ida: str) -> None:
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    wall.get_by_role("checkbox", name=re.compile("Dishes")).tap()
    until(lambda: len(waiting(mantel)) == 1, page=wall)
    mantel.go(wall, "/notifications")
    wall.get_by_role("button", name="1 chore waits for a yes").tap()
    wall.get_by_role("button", name="Approve Dishes").tap()
    enter_pin(wall)
    expect(wall.get_by_text("Nothing is waiting")).to_be_visible()
    assert 70 == balance(mantel, ida)


@on_the_wall
def test_a_reward_waits_is_given_and_says_when_again(mantel: MantelServer, wall: Page, ida: str) -> None:
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    film = {"name": "Film night", "emoji": "🍿", "price": 10, "weeklyLimit": 1, "needsApproval": True}
    mantel.call("POST", "/api/rewards", film)
    mantel.go(wall, f"/rewards/{ida}")
    wall.get_by_role("button", name="Redeem", exact=True).tap()
    wall.get_by_role("dialog").get_by_role("button", name="Redeem for 10").tap()
    wall.get_by_role("dialog").get_by_role("button", name="Great").tap()
    expect(wall.get_by_text("Waiting for a parent’s yes")).to_be_visible()
    expect(wall.get_by_role("button", name="Redeem", exact=True)).to_have_count(0)
    assert_accessible(wall)

    wall.get_by_role("button", name="Add a word for Ida about Film night").tap()
    type_into(wall.get_by_label("A word for the child (optional)"), "On Saturday")
    assert_accessible(wall)
    wall.get_by_role("button", name="Yes to Film night for Ida").tap()
    enter_pin(wall)
    expect(wall.get_by_text("On Saturday", exact=True)).to_be_visible()
    expect(wall.get_by_text(re.compile("^Again on "))).to_be_visible()
    expect(wall.get_by_role("button", name="Redeem", exact=True)).to_have_count(0)


@on_the_wall
def test_a_wall_without_a_pin_says_so_once(mantel: MantelServer, wall: Page) -> None:
    wall.get_by_role("checkbox", name=re.compile("Dishes")).tap()
    until(lambda: len(waiting(mantel)) == 1, page=wall)
    wall.get_by_role("checkbox", name=re.compile("Dishes.*Waiting for a yes")).tap()
    about = wall.get_by_role("dialog", name=re.compile("Dishes"))
    expect(about.get_by_text("A parent answers on their own phone.")).to_be_visible()
    about.get_by_role("button", name="Not done after all").tap()
    until(lambda: waiting(mantel) == [], page=wall)

    mantel.go(wall, "/settings")
    offer = wall.get_by_role("complementary", name="Children can change everything here")
    expect(offer).to_be_visible()
    assert_accessible(wall)
    offer.get_by_role("button", name="We don’t need one").tap()
    expect(offer).to_have_count(0)
    until(lambda: mantel.call("GET", "/api/settings")["pinDeclined"], page=wall)


@on_the_phone
def test_a_parents_phone_with_a_passkey_opens_parent_mode(mantel: MantelServer, page: Page) -> None:
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    # Passkeys need a name, not an address.
    home = MantelServer(mantel.url.replace("127.0.0.1", "localhost"))
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    add_authenticator(session)
    home.sign_in(page, "/settings/passkeys")
    page.get_by_role("button", name="Create passkey").tap()
    type_into(page.get_by_label("Name"), "Ana’s phone")
    page.get_by_role("button", name="Create", exact=True).tap()
    expect(page.get_by_role("list", name="Passkeys")).to_contain_text("Ana’s phone")

    # The same phone as a guest has it: without a parent's key.
    key = mantel.call("POST", "/api/keys", {"name": "Guest", "scope": "display"})["key"]
    page.evaluate("key => localStorage.setItem('mantel.key', key)", key)
    page.reload()
    home.go(page, "/settings")
    page.get_by_role("button", name="Use a passkey").tap()
    expect(page.get_by_role("navigation", name="Settings")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Parent mode · [45]:\d\d"))).to_be_visible()
    home.close()
