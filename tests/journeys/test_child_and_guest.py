"""What a six-year-old at the wall and a guest with a phone can do, and what asks for the parents' PIN.

Neither has a parent's key. `tests/access/test_attacks.py` calls every operation; here each is tapped.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.list_page import add, tick
from tests.journeys.list_page import titles as done_titles
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.quick_add import quick_add
from tests.journeys.test_parent_mode import PIN, on_a_display
from tests.morning import ZONE, events_path, today
from tests.waiting import until

pytestmark = pytest.mark.journey

# A child taps the wall in the kitchen; a guest has a phone that was connected without a parent's key.
CHILD, GUEST = "wall-800", "phone"
both = pytest.mark.parametrize("screen", [CHILD, GUEST], indirect=True, scope="session")


class Home(NamedTuple):
    mantel: MantelServer
    ids: dict[str, str]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A household with a PIN: Ida, whose ticks wait for a yes, her calendar, a list and an event."""
    with serving(tmp_path_factory.mktemp("home") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        person = {"name": "Ida", "color": "#8E5BD6", "needsApproval": True, "role": "child"}
        ida = mantel.call("POST", "/api/members", person)["id"]
        mantel.call("POST", "/api/members", {"name": "Theo", "color": "#3e8e5a"})
        for name, members in (("Family", []), ("Ida’s things", [ida])):
            own = mantel.call("POST", "/api/calendars", {"kind": "local", "name": name, "memberIds": members})["id"]
        shopping = mantel.call("POST", "/api/lists", {"name": "Shopping", "kind": "shopping"})["id"]
        mantel.call("POST", f"/api/lists/{shopping}/items", {"title": "Milk"})
        days = {"start": str(today()), "end": str(today() + timedelta(days=1)), "allDay": True}
        event = mantel.call("POST", "/api/events", {"calendarId": own, "title": "Swimming", **days})["id"]
        mantel.call("PUT", "/api/settings/pin", {"pin": PIN})
        yield Home(mantel, {"ida": ida, "list": shopping, "event": event})


@pytest.fixture
def page(browser: Browser, home: Home, screen: str) -> Iterator[Page]:
    yield from on_a_display(browser, home.mantel, screen, "&wall=1" if screen == CHILD else "")


def cancel_the_pin(page: Page) -> None:
    page.get_by_role("dialog", name="Enter the parents’ PIN").get_by_role("button", name="Cancel").tap()


def delete_the_event(page: Page, home: Home) -> None:
    home.mantel.go(page, f"/calendar?event={home.ids['event']}")
    page.get_by_role("dialog", name="Swimming").get_by_role("button", name="Delete").tap()
    page.get_by_role("dialog").last.get_by_role("button", name="Delete").last.tap()


def delete_the_list(page: Page, home: Home) -> None:
    home.mantel.go(page, f"/lists/{home.ids['list']}")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Delete list").tap()
    page.get_by_role("dialog", name="Delete “Shopping”?").get_by_role("button", name="Delete").tap()


def add_a_chore(page: Page, home: Home) -> None:
    home.mantel.go(page, "/chores?chore=new")
    form = page.get_by_role("dialog", name="New chore")
    form.get_by_label("Chore", exact=True).tap()
    page.keyboard.type("Sweets for all")
    form.get_by_role("button", name="Save").tap()


LOCKED: dict[str, Callable[[Page, Home], None]] = {
    "an event is deleted": delete_the_event,
    "a list is deleted": delete_the_list,
    "a chore with points is added": add_a_chore,
}


@both
def test_what_only_parents_do_asks_for_the_pin(page: Page, home: Home, screen: str) -> None:
    before = stored(home)
    for locked in LOCKED.values():
        locked(page, home)
        cancel_the_pin(page)
        page.reload()
    assert before == stored(home)


def stored(home: Home) -> list[list[str]]:
    paths = ("/api/lists", "/api/chores", events_path(1))
    return [[each["id"] for each in home.mantel.call("GET", path)] for path in paths]


@both
def test_settings_and_what_was_deleted_are_behind_one_gate(page: Page, home: Home, screen: str) -> None:
    for path in ("", "/household", "/members", "/calendars", "/keys", "/deleted", "/phones"):
        home.mantel.go(page, f"/settings{path}")
        expect(page.get_by_role("heading", name="Only for parents")).to_be_visible()
        expect(page.get_by_role("navigation", name="Settings")).to_have_count(0)
    # A wall can be wiped and locked by anybody; a phone is its owner's.
    expect(page.get_by_role("button", name="Clean the screen")).to_have_count(1 if screen == CHILD else 0)
    expect(page.get_by_role("button", name="Lock for small children")).to_have_count(1 if screen == CHILD else 0)


@both
def test_a_tick_waits_and_no_yes_is_given(page: Page, home: Home, screen: str) -> None:
    dishes = {"title": f"Dishes, {screen}", "memberId": home.ids["ida"], "points": 20, "dueDate": str(today())}
    chore = home.mantel.call("POST", "/api/chores", dishes)["id"]
    home.mantel.go(page, "/chores")
    if screen == GUEST:
        page.get_by_role("button", name="Ida", exact=True).tap()
    page.get_by_role("button", name=re.compile(f"^Dishes, {screen}")).first.tap()
    until(lambda: chore in pending(home), page=page)
    page.get_by_role("button", name=re.compile(f"Dishes, {screen}.*Waiting for a yes")).tap()
    about = page.get_by_role("dialog", name=re.compile("Dishes"))
    expect(about.get_by_role("button", name="Yes", exact=True)).to_have_count(0)
    about.get_by_role("button", name="I’m a parent").tap()
    cancel_the_pin(page)
    expect(about.get_by_role("button", name="Yes", exact=True)).to_have_count(0)
    assert chore in pending(home)


def pending(home: Home) -> list[str]:
    return [each["choreId"] for each in home.mantel.call("GET", "/api/chores/pending")]


@both
def test_everyday_things_are_free(page: Page, home: Home, screen: str) -> None:
    home.mantel.go(page, f"/lists/{home.ids['list']}")
    add(page, f"Bread {screen}")
    tick(page, f"Bread {screen}")
    until(lambda: f"Bread {screen}" in done_titles(home.mantel, home.ids["list"], done=True), page=page)

    home.mantel.go(page, "/calendar?view=month")
    sheet = quick_add(page, phone=screen == GUEST)
    page.keyboard.type("Piano tomorrow 4-5 Ida every full moon")
    expect(sheet.get_by_role("button", name=re.compile(r"Calendar: \W?Ida’s things"))).to_be_visible()
    sheet.get_by_role("button", name=re.compile("Not understood: .every full moon")).tap()
    sheet.get_by_role("button", name="Every week").tap()
    sheet.get_by_role("button", name="Add", exact=True).tap()
    said = page.get_by_role("status").filter(has_text="Piano")
    said.get_by_role("button", name="Undo").tap()
    until(lambda: "Piano" not in titles(home), page=page)
    expect(page.get_by_role("dialog", name="Enter the parents’ PIN")).to_have_count(0)


def titles(home: Home) -> list[str]:
    return [each["title"] for each in home.mantel.call("GET", events_path(9))]
