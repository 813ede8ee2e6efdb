"""The board: the family's day on the wall, kept up to date, offline, and as the screen the wall returns to."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys import board_household
from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving, stored_once
from tests.journeys.test_text_size import LOST
from tests.journeys.test_this_display import choose
from tests.journeys.text_sizes import small_texts, text_sizes
from tests.journeys.viewports import ALL, in_both_schemes, layout
from tests.morning import ZONE
from tests.waiting import until
from tests.weather.web import serving as weather

# The widgets that have less room than they show, by the first of their text.
CUT = """() => [...document.querySelectorAll('.family, .day article, .day section:has(> h2)')]
  .filter(it => it.scrollHeight > it.clientHeight + 2).map(it => it.textContent.trim().slice(0, 30))"""
FONT = "it => parseFloat(getComputedStyle(it).fontSize)"
# The rows of events in which a text covers another one or leaves the row.
COVERED = """() => {
  const range = document.createRange()
  const boxOf = (part) => {
    range.selectNodeContents(part)
    const { left, right, top, bottom } = range.getBoundingClientRect(), box = part.getBoundingClientRect()
    return getComputedStyle(part).overflowX === 'visible' ? { left, right, top, bottom } : box
  }
  const across = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
  const down = (one, other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3
  return [...document.querySelectorAll('#main .board button.bar')]
    .filter((row) => row.checkVisibility({ visibilityProperty: true }))
    .filter((row) => {
      const parts = [...row.children].filter((part) => part.offsetParent && getComputedStyle(part).clipPath === 'none')
      const boxes = parts.map(boxOf), edge = row.getBoundingClientRect()
      return boxes.some(
        (one, at) =>
          one.left < edge.left - 1 || one.right > edge.right + 1 ||
          boxes.slice(at + 1).some((other) => across(one, other) && down(one, other)),
      )
    })
    .map((row) => row.innerText.replaceAll('\\n', ' | '))
}"""
# The words of rows that are shown on more than one line.
SPLIT = """() => [...document.querySelectorAll('#main .board :is(button.bar strong, .press .title)')]
  .filter((title) => title.checkVisibility({ visibilityProperty: true }))
  .flatMap((title) => {
    const range = document.createRange(), words = []
    for (const node of title.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue
      for (const { 0: word, index } of node.data.matchAll(/[^\\s-]+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word)
      }
    }
    return words
  })"""
TODAY = datetime.now(ZONE).replace(hour=0, minute=0, second=0, microsecond=0)


def at(hour: int, minute: int = 0) -> str:
    return (TODAY + timedelta(hours=hour, minutes=minute)).isoformat()


@pytest.fixture
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with Ana and Ben, their afternoon, and a chore of Ben's."""
    with serving(tmp_path_factory.mktemp("board") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        calendar = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
        ana, ben = (
            mantel.call("POST", "/api/members", {"name": name, "color": color})["id"]
            for name, color in (("Ana", "#c8553d"), ("Ben", "#2f6f8f"))
        )

        def event(title: str, start: str, end: str, **more: Any) -> None:
            body = {"calendarId": calendar, "title": title, "start": start, "end": end, "allDay": False, **more}
            mantel.call("POST", "/api/events", body)

        event("Swimming", at(16), at(17), memberIds=[ana], travelMinutes=15, location="Pool")
        event("Piano", at(18), at(19), memberIds=[ana])
        event("Soccer", at(15), at(16, 30), memberIds=[ben])
        for hour in range(8):
            event(f"Call {hour}", at(17, hour), at(20), memberIds=[ben])
        event("Dinner", at(18, 30), at(20), memberIds=[])
        chore = {"title": "Feed the cat", "memberId": ben, "rrule": "FREQ=DAILY", "dueDate": str(TODAY.date())}
        mantel.call("POST", "/api/chores", chore)
        yield mantel


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name)


def rows_that_show(within: Locator) -> list[str]:
    """The rows inside the box of their list; rows that do not fit are hidden."""
    rows = within.get_by_role("list", name="Events").get_by_role("listitem")
    return [row.inner_text() for row in rows.all() if row.is_visible()]


@in_both_schemes
@pytest.mark.parametrize("screen", ["wall-1080", "wall-800"], indirect=True, scope="session")
def test_the_board_says_who_does_what_next(mantel: MantelServer, page: Page, screen: str, scheme: str) -> None:
    page.clock.install(time=TODAY + timedelta(hours=15, minutes=24))
    mantel.sign_in(page, "/board", wall=True)

    ana = card(page, "Ana")
    expect(ana).to_contain_text("in 36 min")
    expect(ana).to_contain_text("Leave in 21 min")
    expect(card(page, "Ben")).to_contain_text("Now · until 4:30")
    expect(card(page, "Ben")).to_contain_text("0 of 1 done")
    expect(page.get_by_role("region", name="For everyone")).to_contain_text("Dinner")
    assert_accessible(page)
    assert [0, 0] == overflow(page)


def test_rows_that_do_not_fit_are_counted(mantel: MantelServer, page: Page) -> None:
    page.clock.install(time=TODAY + timedelta(hours=15, minutes=24))
    page.set_viewport_size({"width": 1280, "height": 800})
    mantel.sign_in(page, "/board", wall=True)
    ben = card(page, "Ben")
    expect(ben).to_contain_text("Soccer")
    # Below the rows, or beside the name where another row fits there.
    more = ben.get_by_role("link", name=re.compile(r"\+\d+ more"))
    expect(more).to_be_visible()

    # What is drawn above the rows may still come.
    counted = lambda: (len(rows_that_show(ben)), more.text_content() or "")  # noqa: E731
    shown, _ = until(counted, lambda found: f"+{9 - found[0]} more" in found[1], page=page)
    assert 1 < shown < 9

    more.tap()
    expect(page.get_by_role("heading", name="Ben’s day")).to_be_visible()


def test_an_event_begins_and_a_change_arrives_without_a_touch(mantel: MantelServer, page: Page) -> None:
    page.clock.install(time=TODAY + timedelta(hours=15, minutes=58))
    mantel.sign_in(page, "/board", wall=True)
    ana = card(page, "Ana")
    expect(ana).to_contain_text("in 2 min")
    expect(ana).to_contain_text("Leave now")

    page.clock.fast_forward("02:00")
    expect(ana).to_contain_text("Now · until 5:00")
    expect(page.locator("#main time")).to_have_text(re.compile("^4:00"))

    member = next(each for each in mantel.call("GET", "/api/members") if each["name"] == "Ana")
    mantel.call("PATCH", f"/api/members/{member['id']}", {"name": "Anna"})
    page.clock.fast_forward("00:20")
    expect(card(page, "Anna")).to_be_visible()


def test_a_tick_an_event_and_a_person_answer_a_touch(mantel: MantelServer, page: Page) -> None:
    page.clock.install(time=TODAY + timedelta(hours=15, minutes=24))
    mantel.sign_in(page, "/board", wall=True)
    ben = card(page, "Ben")
    ben.get_by_role("checkbox", name="Feed the cat").tap()
    expect(ben).to_contain_text("1 of 1 done")
    page.get_by_role("button", name="Undo").tap()
    expect(ben).to_contain_text("0 of 1 done")

    card(page, "Ana").get_by_role("button", name="Swimming").tap()
    sheet = page.get_by_role("dialog", name="Swimming")
    expect(sheet).to_contain_text("Pool")
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    expect(card(page, "Ana")).to_be_visible()

    card(page, "Ana").get_by_role("link", name="Ana").tap()
    expect(page.get_by_role("heading", name="Ana’s day")).to_be_visible()


def test_the_last_copy_is_shown_while_the_server_is_away(mantel: MantelServer, page: Page) -> None:
    mantel.sign_in(page, "/board", wall=True)
    expect(card(page, "Ana")).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    expect(card(page, "Ana")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="No connection")).to_be_visible()


def test_the_wall_returns_to_the_screen_that_the_settings_name(mantel: MantelServer, page: Page) -> None:
    page.clock.install(time=TODAY + timedelta(hours=15, minutes=24))
    mantel.sign_in(page, wall=True)
    expect(card(page, "Ana")).to_be_visible()

    mantel.go(page, "/lists")
    page.get_by_role("heading", name="Lists", exact=True).wait_for()
    page.clock.fast_forward("02:05")
    expect(card(page, "Ana")).to_be_visible()

    mantel.go(page, "/settings/device")
    choose(page, "Start screen", "Chores")
    page.clock.fast_forward("02:05")
    expect(page.get_by_role("heading", name="Chores", exact=True)).to_be_visible()


def test_a_board_without_people_leads_to_adding_them(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("nobody") / "data") as mantel:
        mantel.sign_in(page, wall=True)
        page.get_by_role("button", name="Add people").tap()
        expect(page.get_by_role("heading", name="Members").first).to_be_visible()


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household of eight people on a busy day, with the weather."""
    folder = tmp_path_factory.mktemp("busy") / "data"
    with weather() as web, serving(folder, OPEN_METEO_URL=web.url) as mantel:
        board_household.set_weather(mantel, web)
        board_household.populate(mantel, 8, busy=True)
        yield mantel


def test_what_matters_is_read_from_three_metres(busy: MantelServer, page: Page) -> None:
    """At 1080p: what is on now and next has 32 px, and nothing on the board or the calendar less than 18."""
    page.clock.install(time=board_household.today() + board_household.NOON)
    busy.sign_in(page, "/board", wall=True)
    expect(card(page, "Ana")).to_contain_text("Soccer practice")
    sizes = text_sizes(page, "#main")
    assert {} == small_texts(page)
    large = ("Soccer practice", "Dentist", "Dinner at Granny’s", "Ana", "Theodor")
    assert {} == {text: sizes[text] for text in large if sizes[text] < 32}

    for view in ("month", "week", "day", "schedule"):
        busy.go(page, f"/calendar?view={view}")
        expect(page.get_by_role("radio", name=view.capitalize())).to_be_checked()
        expect(page.get_by_text("Soccer practice").first).to_be_attached()
        assert {} == small_texts(page), view


@layout
@pytest.mark.parametrize("day", ["busy", "quiet"])
def test_every_household_fits_every_wall(tmp_path_factory: pytest.TempPathFactory, page: Page, day: str) -> None:
    """No board scrolls or loses a control, every card names its person, and at 1080p each text has its size."""
    page.clock.install(time=board_household.today() + board_household.NOON)
    with serving(tmp_path_factory.mktemp("fits") / "data") as mantel:
        board_household.populate(mantel, 1, busy=day == "busy")
        mantel.sign_in(page, "/board", wall=True)
        for people in (1, 3, 5, 8):
            board_household.add_people(mantel, people, busy=day == "busy")
            page.reload()
            expect(page.get_by_role("article")).to_have_count(people)
            assert_fits(page)
        if day == "quiet":
            expect(page.get_by_text("Nothing planned")).to_have_count(7)
        board_household.rename(mantel)
        page.reload()
        for name in board_household.NAMES:
            gap = until(partial(gap_before, page, name), lambda gap: 0 < gap < 40, page=page)
            assert 0 < gap < 40, name
        assert_fits(page)


def gap_before(page: Page, name: str) -> float:
    """The pixels between somebody's picture and their name."""
    picture = card(page, name).locator(".avatar").first.bounding_box()
    heading = card(page, name).get_by_role("heading", name=name, level=2).bounding_box()
    assert picture and heading
    return heading["x"] - (picture["x"] + picture["width"])


def overflow(page: Page) -> list[int]:
    """How many pixels the board is too high and too wide for its room, after its rows were counted again."""
    measure = "it => [it.scrollHeight - it.clientHeight, it.scrollWidth - it.clientWidth]"
    return until(lambda: page.locator("#main .board").evaluate(measure), lambda found: found == [0, 0], page=page)


def assert_fits(page: Page) -> None:
    for size in ("wall-800", "wall-portrait", "tablet", "wall-1080"):
        page.set_viewport_size(ALL[size]["viewport"])
        assert [0, 0] == overflow(page), size
        # Long titles end in an ellipsis.
        lost = until(lambda: [each for each in page.evaluate(LOST) if '" leaves ' not in each], is_empty, page=page)
        assert [] == lost, size
        for name in page.get_by_role("article").get_by_role("heading", level=2).all():
            expect(name).to_be_in_viewport(ratio=1)
    assert {} == small_texts(page)
    what = page.locator("article h2, article li:first-child strong").all()
    assert [] == [each.inner_text() for each in what if each.is_visible() and each.evaluate(FONT) < 32]


def is_empty(found: list[str]) -> bool:
    return not found


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (820, 1180)])
def test_every_card_has_what_is_on_and_a_chore(busy: MantelServer, page: Page, size: tuple[int, int]) -> None:
    page.clock.install(time=board_household.today() + board_household.NOON)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    busy.sign_in(page, "/board", wall=True)
    expect(page.get_by_role("region", name="Weather")).to_contain_text("Partly cloudy")
    for name, *_ in board_household.PEOPLE:
        expect(card(page, name).get_by_role("button", name="Soccer practice")).to_be_visible()
        expect(card(page, name).get_by_role("checkbox", name="Feed the cat")).to_be_visible()
        until(partial(has_room_for_a_chore, card(page, name)), page=page)
    assert 0 == overflow(page)[0]


# The texts that a card, a button or their own list cuts.
CUT_TEXTS = """() => [...document.querySelectorAll('.day :is(.more, .count, .uncounted, .add button, .title, strong)')]
  .filter((text) => text.checkVisibility({ visibilityProperty: true }) && text.innerText?.trim())
  .filter((text) => {
    const box = text.getBoundingClientRect()
    const outer = text.closest('article, section, .add').getBoundingClientRect()
    const isWide = text.matches('button') && text.scrollWidth > text.clientWidth + 1
    return isWide || box.bottom > outer.bottom + 1 || box.right > outer.right + 1
  })
  .map((text) => text.innerText)"""


@pytest.mark.parametrize(
    ("size", "text"),
    [
        ((1280, 800), "1.25"),
        ((1920, 1080), "1.25"),
        ((1280, 800), "1.5"),
        ((800, 1280), "1.5"),
        ((1920, 1080), "1.5"),
        ((1280, 800), "2"),
        ((1920, 1080), "2"),
    ],
)
def test_a_board_with_large_text_scrolls_before_a_card_is_cut(
    busy: MantelServer, page: Page, size: tuple[int, int], text: str
) -> None:
    page.clock.install(time=board_household.today() + board_household.NOON)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(stored_once(busy.url, {"textSize": text}))
    busy.sign_in(page, "/board", wall=True)
    expect(card(page, "Ana").get_by_role("button", name="Soccer practice")).to_be_visible()
    for faults in (CUT, CUT_TEXTS):
        until(partial(page.evaluate, faults), is_empty, page=page)
    for name, *_ in board_household.PEOPLE:
        for row in (
            card(page, name).get_by_role("button", name="Soccer practice"),
            card(page, name).get_by_role("checkbox").first,
        ):
            row.scroll_into_view_if_needed()
            expect(row).to_be_in_viewport(ratio=0.98)
    lists = page.get_by_role("region", name="Lists").get_by_role("link", name="Groceries")
    lists.scroll_into_view_if_needed()
    expect(lists).to_be_in_viewport(ratio=0.98)


def has_room_for_a_chore(of: Locator) -> bool:
    box, row = of.bounding_box(), of.get_by_role("checkbox").first.bounding_box()
    return bool(box and row and row["y"] + row["height"] <= box["y"] + box["height"] + 1)


def test_a_long_word_is_whole_on_the_narrowest_cards(tmp_path_factory: pytest.TempPathFactory, page: Page) -> None:
    page.clock.install(time=board_household.today() + board_household.NOON)
    with serving(tmp_path_factory.mktemp("words") / "data", TZ=ZONE.key) as mantel:
        board_household.populate(mantel, 8, busy=False)
        board_household.add_long_words(mantel)
        mantel.sign_in(page, "/board", wall=True)
        for size in ("wall-1080", "wall-800", "wall-portrait", "tablet"):
            page.set_viewport_size(ALL[size]["viewport"])
            expect(page.get_by_role("article").filter(has_text="Zahnarzttermin")).to_have_count(8)
            expect(page.get_by_role("article").filter(has_text="Geschirrspüler")).to_have_count(8)
            assert [] == until(partial(page.evaluate, SPLIT), lambda words: words == [], page=page), size


@pytest.mark.parametrize("size", ["wall-1080", "wall-portrait"])
def test_what_is_for_everyone_and_the_lists_come_before_the_next_days(
    busy: MantelServer, page: Page, size: str
) -> None:
    """Both are shown whole, and their titles wrap."""
    page.clock.install(time=board_household.today() + board_household.NOON)
    page.set_viewport_size(ALL[size]["viewport"])
    busy.sign_in(page, "/board", wall=True)
    everyone, lists = (page.get_by_role("region", name=name) for name in ("For everyone", "Lists"))
    for row in (everyone.get_by_role("link", name="Water the plants"), lists.get_by_role("link", name="Groceries")):
        expect(row).to_be_visible()
        whole = "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight + 1"
        until(partial(row.locator(".title").evaluate, whole), page=page)


def test_when_to_leave_stands_beside_the_time_or_below_it(tmp_path_factory: pytest.TempPathFactory, page: Page) -> None:
    """Both are whole in the cards of eight people, however long there is until then."""
    page.clock.install(time=board_household.today() + timedelta(hours=12))
    with serving(tmp_path_factory.mktemp("leave") / "data") as mantel:
        board_household.populate(mantel, 8, busy=False)
        board_household.add_trip(mantel)
        mantel.sign_in(page, "/board", wall=True)
        # The clock goes on while the boards are drawn.
        for passed, leave in (("00:00", "Leave by 3:40"), ("02:45:00", r"Leave in \d+ min"), ("55:00", "Leave now")):
            page.clock.fast_forward(passed)
            for size in ("wall-1080", "wall-800", "wall-portrait", "tablet"):
                page.set_viewport_size(ALL[size]["viewport"])
                expect(page.get_by_role("article").filter(has_text=re.compile(leave))).to_have_count(8)
                assert [] == until(lambda: page.evaluate(COVERED), is_empty, page=page), (leave, size)
