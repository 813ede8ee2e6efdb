"""What the narrow columns of seven people show: whole words, and titles that end inside their event."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.hour_grid import draw_hours
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import on_the_phone
from tests.morning import ZONE
from tests.waiting import until

on_the_small_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
# The words of elements that are shown on more than one line.
SPLIT_WORDS = """all => all.flatMap((element) => {
  const node = element.firstChild, range = document.createRange(), words = []
  for (const { 0: word, index } of node.data.matchAll(/[^ -]+-?/g)) {
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word)
  }
  return words
})"""
OUTSIDE = """all => all
  .filter((text) => text.getBoundingClientRect().right > text.closest('button').getBoundingClientRect().right)
  .map((text) => text.textContent)"""

IS_BESIDE_LABEL = """title => title.closest('.head').scrollLeft > 0 &&
  title.getBoundingClientRect().left >= document.querySelector('.strip .label').getBoundingClientRect().right"""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """The busy demo household: seven people with long names, names from right to left, and of emoji only."""
    with serving(tmp_path_factory.mktemp("large") / "data", "--demo=busy", TZ=ZONE.key) as mantel:
        yield mantel


@on_the_small_wall
def test_the_words_of_a_name_are_whole_above_its_chores(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, "/chores", wall=True)
    name = page.locator(".heading strong")
    expect(name.filter(has_text="Maximilian-")).to_be_visible()
    expect(name).to_have_count(7)
    assert [] == name.evaluate_all(SPLIT_WORDS)


@on_wall_and_phone
def test_a_title_that_is_cut_ends_inside_its_event(mantel: MantelServer, page: Page, screen: str) -> None:
    family = mantel.call("GET", "/api/calendars")[0]["id"]
    ida = next(each["id"] for each in mantel.call("GET", "/api/members") if each["name"] == "Ida")
    start, end = (datetime.now(ZONE).replace(hour=12, minute=minute) for minute in (0, 30))
    event = {"title": "Kieferorthopädische Sprechstunde", "start": start.isoformat(), "end": end.isoformat()}
    mantel.call("POST", "/api/events", {**event, "calendarId": family, "allDay": False, "memberIds": [ida]})
    mantel.sign_in(page, "/calendar?view=day", wall=screen != "phone")
    text = page.locator("[data-event] .text")
    text.filter(has_text="Sprechstunde").first.wait_for()
    assert [] == text.evaluate_all(OUTSIDE)


@on_the_phone
def test_a_week_that_is_scrolled_to_today_shows_titles_from_their_start(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    """Also of an event that began before: the days before today are to the left of the screen."""
    thursday = datetime.now(ZONE).replace(hour=12) + timedelta(days=(3 - datetime.now(ZONE).weekday()) % 7)
    page.clock.set_fixed_time(thursday)
    family = mantel.call("GET", "/api/calendars")[0]["id"]
    start, end = (str((thursday + timedelta(days=days)).date()) for days in (-3, 2))
    event = {"title": "Grandparents from Lübeck stay with us for a week", "start": start, "end": end, "allDay": True}
    mantel.call("POST", "/api/events", {**event, "calendarId": family, "memberIds": []})
    draw_hours(mantel, page)
    mantel.sign_in(page, "/calendar?view=week")
    title = page.locator(".strip strong", has_text="Grandparents")
    title.wait_for()
    until(lambda: title.evaluate(IS_BESIDE_LABEL), page=page)
