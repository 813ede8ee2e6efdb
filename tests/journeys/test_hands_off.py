"""A wall that takes no touches: while somebody wipes it, and while it is locked for small children."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import SCREENS
from tests.journeys.waiting import settled
from tests.morning import ZONE

pytestmark = [pytest.mark.journey, pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")]
PIN = "4512"
LOCKED = "Locked. Hold two fingers anywhere for two seconds."
HELD_MS = 2_100


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """A household with one chore that can be ticked on the board."""
    with serving(tmp_path / "data") as served:
        ida = served.call("POST", "/api/members", {"name": "Ida", "color": "#8E5BD6"})["id"]
        today = served.call("GET", "/api/board")["date"]
        served.call("POST", "/api/chores", {"title": "Dishes", "memberId": ida, "dueDate": today})
        yield served


@pytest.fixture
def wall(browser: Browser, mantel: MantelServer, screen: str) -> Iterator[Page]:
    """The wall, with a display key; its clock moves only when the journey says so."""
    key = mantel.call("POST", "/api/keys", {"name": "Wall", "scope": "display"})["key"]
    context = browser.new_context(**SCREENS[screen], timezone_id=ZONE.key, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{mantel.url}/#/enter?key={key}&wall=1")
    page.locator("#main").wait_for()
    page.evaluate("localStorage.setItem('mantel.viewing', 'usual')")
    page.clock.install()
    page.reload()
    page.locator("html[data-wake]").wait_for(state="attached")
    yield page
    context.close()


def offer(wall: Page, mantel: MantelServer, name: str) -> Locator:
    mantel.go(wall, "/settings/device")
    return wall.get_by_role("button", name=name)


def done(mantel: MantelServer) -> bool:
    today = mantel.call("GET", "/api/board")["date"]
    return any(chore["completed"] for chore in mantel.call("GET", f"/api/chores/day?date={today}"))


def lock(wall: Page, mantel: MantelServer) -> Locator:
    """Lock the wall; returns what says so."""
    offer(wall, mantel, "Lock for small children").tap()
    locked = wall.get_by_role("status").filter(has_text=LOCKED)
    expect(locked).to_be_visible()
    expect(wall.get_by_role("checkbox", name=re.compile("Dishes"))).to_be_visible()
    expect(wall.get_by_role("navigation")).to_have_count(0)
    return locked


def hold_two_fingers(wall: Page, touch: Touch) -> None:
    touch.down((300, 300), 0)
    touch.down((700, 400), 1)
    wall.clock.run_for(HELD_MS)
    touch.lift_all()


def test_the_screen_is_wiped_and_takes_touches_again(wall: Page, mantel: MantelServer) -> None:
    clean = offer(wall, mantel, "Clean the screen")
    lists = middle(wall.get_by_role("link", name="Lists"))
    clean.tap()
    wiping = wall.get_by_role("status", name="Wipe the screen now")
    expect(wiping.get_by_text("30", exact=True)).to_be_visible()
    assert_accessible(wall)
    before = wall.url
    began = wall.evaluate("Date.now()")
    wall.clock.pause_at((began + 1000) / 1000)

    touch = Touch(wall)
    touch.down(lists)
    touch.move((600, 500))
    touch.lift_all()
    wall.touchscreen.tap(*lists)
    wall.mouse.click(*lists)
    wall.keyboard.press("/")
    wall.keyboard.press("Escape")
    wall.clock.run_for(20_000)
    expect(wiping.get_by_text(re.compile(r"^\d$"))).to_be_visible()
    hold_two_fingers(wall, touch)
    expect(wiping).to_be_visible()
    assert before == wall.url

    wall.clock.run_for(10_000)
    expect(wiping).to_have_count(0)
    wall.clock.resume()
    wall.touchscreen.tap(*lists)
    expect(wall).to_have_url(re.compile("#/lists"))


def test_a_toddler_reaches_nothing_until_two_fingers_are_held(wall: Page, mantel: MantelServer) -> None:
    touch = Touch(wall)
    locked = lock(wall, mantel)
    assert_accessible(wall)
    dishes = middle(wall.get_by_role("checkbox", name=re.compile("Dishes")))
    wall.touchscreen.tap(*dishes)
    touch.down(dishes)
    wall.clock.run_for(HELD_MS)
    touch.lift_all()
    # A hand lies on the screen, and two fingers that wander are no hold.
    for finger in range(3):
        touch.down((300 + 100 * finger, 300), finger)
    wall.clock.run_for(HELD_MS)
    touch.lift_all()
    touch.down((300, 300), 0)
    touch.down((700, 400), 1)
    touch.move((500, 600), 1)
    wall.clock.run_for(HELD_MS)
    touch.lift_all()
    expect(locked).to_be_visible()

    wall.reload()
    expect(locked).to_be_visible()
    expect(wall.get_by_role("navigation")).to_have_count(0)
    wall.clock.run_for(150_000)
    settled(wall)
    wall.touchscreen.tap(*dishes)
    expect(locked).to_be_visible()
    assert not done(mantel)

    hold_two_fingers(wall, touch)
    expect(locked).to_have_count(0)
    expect(wall.get_by_text("The screen is unlocked")).to_be_visible()
    wall.reload()
    wall.get_by_role("link", name="Lists").tap()
    expect(wall).to_have_url(re.compile("#/lists"))


def test_a_mouse_or_a_keyboard_unlocks_by_a_long_press(wall: Page, mantel: MantelServer) -> None:
    locked = lock(wall, mantel)
    wall.keyboard.press("a")
    hold = locked.get_by_role("button", name="Hold to unlock")
    touch = Touch(wall)
    touch.down(middle(hold))
    wall.clock.run_for(HELD_MS)
    touch.lift_all()
    hold.click()
    expect(locked).to_be_visible()
    wall.mouse.move(*middle(hold))
    wall.mouse.down()
    wall.clock.run_for(HELD_MS)
    wall.mouse.up()
    expect(locked).to_have_count(0)

    lock(wall, mantel)
    wall.keyboard.press("Tab")
    expect(hold).to_be_focused()
    wall.keyboard.down("Enter")
    wall.clock.run_for(HELD_MS)
    wall.keyboard.up("Enter")
    expect(locked).to_have_count(0)


def test_with_a_pin_the_gate_offers_the_lock_and_the_pin_ends_it(wall: Page, mantel: MantelServer) -> None:
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    mantel.go(wall, "/settings")
    expect(wall.get_by_role("heading", name="Only for parents")).to_be_visible()
    locked = lock(wall, mantel)
    wall.mouse.move(20, 20)
    button = locked.get_by_role("button", name="Unlock with the PIN")
    touch = Touch(wall)
    wall.touchscreen.tap(*middle(button))
    pad = wall.get_by_role("dialog", name="Enter the parents’ PIN")
    expect(pad).to_have_count(0)
    button.click()
    expect(pad).to_be_visible()
    wall.keyboard.type(PIN)
    wall.keyboard.press("Enter")
    expect(locked).to_have_count(0)

    wall.get_by_role("button", name="Done", exact=True).tap()
    lock(wall, mantel)
    hold_two_fingers(wall, touch)
    expect(locked).to_have_count(0)


def test_settings_close_when_parent_mode_ends(wall: Page, mantel: MantelServer) -> None:
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    mantel.go(wall, "/settings/household")
    wall.get_by_role("button", name="Unlock").tap()
    wall.keyboard.type(PIN)
    wall.keyboard.press("Enter")
    name = wall.get_by_label("Family name")
    expect(name).to_be_visible()
    # Somebody touches the wall, so that it does not return to its start screen.
    for _ in range(5):
        wall.touchscreen.tap(640, 5)
        wall.clock.run_for(61_000)
    expect(name).to_have_count(0)
    expect(wall.get_by_role("heading", name="Only for parents")).to_be_visible()
    expect(wall.get_by_text("The five minutes of parent mode are over")).to_be_visible()
    assert_accessible(wall)
    wall.get_by_role("button", name="Unlock").tap()
    expect(wall.get_by_role("dialog", name="Enter the parents’ PIN")).to_be_visible()


def test_what_was_typed_is_kept_while_the_pin_is_asked_for_again(wall: Page, mantel: MantelServer) -> None:
    mantel.call("POST", "/api/categories", {"name": "Music", "color": "#3f9d63"})
    mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
    mantel.go(wall, "/settings/categories")
    wall.get_by_role("button", name="Unlock").tap()
    enter_pin(wall)
    sheet = type_into_the_category(wall, "Music", " lessons")
    run_out(wall, sheet)
    enter_pin(wall)
    expect(sheet.get_by_label("Name")).to_have_value("Music lessons")
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet).to_have_count(0)
    assert ["Music lessons"] == [each["name"] for each in mantel.call("GET", "/api/categories")]

    # Whoever does not know the PIN meets the gate.
    run_out(wall, type_into_the_category(wall, "Music lessons", "!"))
    wall.get_by_role("dialog", name="Enter the parents’ PIN").get_by_role("button", name="Cancel").tap()
    expect(wall.get_by_role("heading", name="Only for parents")).to_be_visible()
    expect(wall.get_by_role("dialog")).to_have_count(0)


def enter_pin(wall: Page) -> None:
    pad = wall.get_by_role("dialog", name="Enter the parents’ PIN")
    expect(pad).to_be_visible()
    wall.keyboard.type(PIN)
    wall.keyboard.press("Enter")
    expect(pad).to_have_count(0)


def type_into_the_category(wall: Page, name: str, text: str) -> Locator:
    wall.get_by_role("list", name="Categories").get_by_role("button", name=name, exact=True).tap()
    sheet = wall.get_by_role("dialog", name=name)
    sheet.get_by_label("Name").tap()
    wall.keyboard.press("End")
    wall.keyboard.type(text)
    return sheet


def run_out(wall: Page, sheet: Locator) -> None:
    """Let the five minutes pass, while somebody touches the wall."""
    for _ in range(5):
        sheet.get_by_role("heading").first.tap()
        wall.clock.run_for(61_000)
