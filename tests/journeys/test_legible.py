"""What is written on the screens is not covered, cut or out of line, and typing on the wall does what it says."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.test_keyboard import keyboard, write
from tests.journeys.viewports import ALL, on_the_phone
from tests.waiting import until

on_the_small_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
# Whether the text of a part fits into its element and into what can be seen of that.
TEXT_IS_INSIDE = """(element, part) => {
  const text = document.createRange()
  text.selectNodeContents(element.querySelector(part))
  const [words] = text.getClientRects()
  const style = getComputedStyle(element)
  const { left, right } = element.getBoundingClientRect()
  return words.left >= left && words.right <= right - parseFloat(style.paddingRight) + 0.5
}"""
LONG = "Maximiliane-Alexandra Wolkenstein"


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household without chores, with a short event, and with somebody of a long name."""
    with serving(tmp_path_factory.mktemp("legible") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": "Europe/Berlin"})
        for name in ("Ana", LONG, "Cleo"):
            mantel.call("POST", "/api/members", {"name": name, "color": "#c8553d"})
        family = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
        times = {"start": "2031-06-04T10:00:00.000Z", "end": "2031-06-04T10:45:00.000Z", "allDay": False}
        mantel.call("POST", "/api/events", {"calendarId": family, "title": "Vet", **times})
        yield mantel


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"] - 1
        and other["x"] < one["x"] + one["width"] - 1
        and one["y"] < other["y"] + other["height"] - 1
        and other["y"] < one["y"] + one["height"] - 1
    )


@on_the_small_wall
def test_enter_on_the_walls_keyboard_adds_the_item(mantel: MantelServer, page: Page, screen: str) -> None:
    made = mantel.call("POST", "/api/lists", {"name": "Errands", "kind": "todo"})["id"]
    mantel.sign_in(page, f"/lists/{made}", wall=True)
    page.get_by_role("textbox", name="Add to the list").tap()
    keyboard(page).wait_for()
    write(page, "stamps")
    keyboard(page).get_by_role("button", name="Enter", exact=True).tap()
    expect(page.get_by_role("checkbox", name="stamps")).to_be_visible()
    expect(page.get_by_role("textbox", name="Add to the list")).to_have_value("")


@pytest.mark.parametrize("size", ["wall-portrait", "tablet", "wall-800"])
def test_today_does_not_cover_the_title_of_the_week(mantel: MantelServer, page: Page, size: str) -> None:
    page.set_viewport_size(ALL[size]["viewport"])
    mantel.call("PATCH", "/api/settings", {"textScale": "xl"})
    try:
        mantel.sign_in(page, "/calendar?view=week&date=2031-06-30", wall=True)
        heading, today = page.locator("#main").get_by_role("heading").first, page.get_by_role("button", name="Today")
        expect(today).to_be_visible()
        expect(heading).to_be_visible()
        until(lambda: not overlap(box(heading), box(today)), page=page)
    finally:
        mantel.call("PATCH", "/api/settings", {"textScale": "m"})


@pytest.mark.parametrize("size", ["wall-portrait", "tablet"])
def test_a_narrow_month_shows_whole_times(mantel: MantelServer, page: Page, size: str) -> None:
    page.set_viewport_size(ALL[size]["viewport"])
    mantel.sign_in(page, "/calendar?view=month&date=2031-06-04", wall=True)
    bar = page.locator(".bars [data-event]", has_text="Vet")
    expect(bar.locator("small")).to_have_text("12p")
    for tasks in (None, "1"):
        bar.evaluate("(bar, tasks) => tasks && (bar.dataset.tasks = tasks)", tasks)
        until(lambda: bar.evaluate(TEXT_IS_INSIDE, "small"), page=page)


@on_the_phone
def test_a_long_name_keeps_to_its_place(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/chores")
    names = [page.get_by_text(name, exact=True).first for name in ("Ana", LONG, "Cleo")]
    for name in names:
        expect(name).to_be_visible()
    until(lambda: not any(overlap(*pair) for pair in combinations(map(box, names), 2)), page=page)
    until(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page=page)


def test_the_first_chores_are_in_line(mantel: MantelServer, page: Page) -> None:
    """The title and the points of an idea begin at the same place."""
    mantel.sign_in(page, "/chores", wall=True)
    idea = page.locator(".ideas button").first
    expect(idea).to_be_visible()
    title, points = idea.locator("strong"), idea.locator(".points")
    until(lambda: abs(box(title)["x"] - box(points)["x"]) < 2, page=page)


def test_the_first_chores_are_the_first_thing_shown(mantel: MantelServer, page: Page) -> None:
    """No empty board is drawn before it is known that there are no chores."""
    page.add_init_script(
        "new MutationObserver(() => { if (document.querySelector('#main ul > .free')) window.drewBoard = true })"
        ".observe(document, { childList: true, subtree: true })"
    )
    mantel.sign_in(page, "/chores", wall=True)
    expect(page.locator(".ideas button").first).to_be_visible()
    assert not page.evaluate("window.drewBoard")


def test_the_side_column_is_hidden_on_one_screen_of_this_device(mantel: MantelServer, page: Page) -> None:
    mantel.sign_in(page, "/lists", wall=True)
    page.get_by_role("button", name="Hide the side column").tap()
    show = page.get_by_role("button", name="Show the side column")
    expect(show).to_be_visible()
    mantel.go(page, "/calendar?view=month")
    expect(page.get_by_role("button", name="Hide the side column")).to_be_visible()

    page.reload()
    mantel.go(page, "/lists")
    expect(show).to_be_visible()
    show.tap()
    expect(page.get_by_role("button", name="Hide the side column")).to_be_visible()


@pytest.mark.parametrize("size", ["wall-1080", "wall-800", "wall-portrait", "tablet"])
def test_the_navigation_shows_every_word(mantel: MantelServer, page: Page, size: str) -> None:
    page.set_viewport_size(ALL[size]["viewport"])
    mantel.sign_in(page, "/board", wall=True)
    navigation = page.get_by_role("navigation", name="Main navigation")
    expect(navigation.get_by_text("Settings", exact=True)).to_be_in_viewport(ratio=1)
    until(lambda: navigation.evaluate("it => it.scrollHeight <= it.clientHeight + 1"), page=page)
    for word in navigation.locator(".word").all():
        expect(word).to_be_visible()
