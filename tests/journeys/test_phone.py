"""The first start of a phone: it opens on Today, asks whose it is, and shows their day before the family's."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Touch, middle
from tests.journeys.viewports import in_both_schemes, on_the_phone
from tests.morning import ZONE, at, today
from tests.waiting import until


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """Ana has an event, a chore and a due item today, Ben an event; one chore and one event are for everybody."""
    with serving(tmp_path_factory.mktemp("phone") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        family = mantel.call("POST", "/api/calendars", {"name": "Family", "kind": "local"})["id"]
        ana, ben = (
            mantel.call("POST", "/api/members", {"name": name, "color": color})["id"]
            for name, color in (("Ana", "#c8553d"), ("Ben", "#2f6f8f"))
        )
        for title, hour, people in (("Judo", 15, [ana]), ("Chess", 16, [ben]), ("Dinner", 18, [])):
            times = {"start": at(hour).isoformat(), "end": at(hour + 1).isoformat(), "allDay": False}
            event = {"calendarId": family, "title": title, "memberIds": people, **times}
            made = mantel.call("POST", "/api/events", event)
            if title == "Judo":
                note = {"target": f"event:{made['id']}", "body": "Bring the belt"}
                mantel.call("POST", "/api/notes", note)
        for title, member in (("Feed the cat", ana), ("Laundry", ben), ("Bins", None)):
            mantel.call("POST", "/api/chores", {"title": title, "memberId": member, "rrule": "FREQ=DAILY"})
        todo = mantel.call("POST", "/api/lists", {"name": "School", "kind": "todo"})["id"]
        letter = {"title": "Sign the letter", "memberId": ana, "dueDate": str(today() - timedelta(1))}
        mantel.call("POST", f"/api/lists/{todo}/items", [letter])
        yield mantel


def is_done(mantel: MantelServer, title: str) -> bool:
    chores = mantel.call("GET", f"/api/chores/day?date={today()}")
    return next(bool(chore["completed"]) for chore in chores if chore["title"] == title)


@on_the_phone
@in_both_schemes
def test_a_phone_asks_whose_it_is_and_shows_their_day_first(
    mantel: MantelServer, page: Page, touch: Touch, screen: str, scheme: str
) -> None:
    mantel.sign_in(page, asked=False)
    expect(page.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")
    expect(page.locator("time.clock")).to_have_count(0)
    question = page.get_by_role("region", name="Who are you?")
    expect(question).to_be_visible()
    assert_accessible(page)
    touch.down(middle(question.get_by_role("button", name="Ana")))
    touch.up()
    expect(question).to_be_hidden()

    mine = page.get_by_role("region", name="My day")
    for what in ("Judo", "Dinner", "Feed the cat", "Sign the letter"):
        expect(mine.get_by_text(what)).to_be_visible()
    for what in ("Chess", "Laundry"):
        expect(mine.get_by_text(what)).to_have_count(0)
    family = page.get_by_role("region", name="Family")
    expect(family.get_by_role("link", name="Ben")).to_contain_text("Chess")
    regions = page.locator("#main section").evaluate_all("all => all.map(one => one.querySelector('h2').innerText)")
    assert ["My day", "For everyone", "Family"] == regions[:3]
    # A note says what it is about.
    expect(page.get_by_role("region", name="Today’s notes")).to_contain_text(re.compile("About: .?Judo"))
    assert_accessible(page)

    if not is_done(mantel, "Feed the cat"):
        touch.down(middle(mine.get_by_role("checkbox", name="Feed the cat")))
        touch.up()
    expect(mine.get_by_role("checkbox", name="Feed the cat")).to_be_checked()
    assert until(lambda: is_done(mantel, "Feed the cat"))

    page.reload()
    expect(mine).to_be_visible()
    expect(question).to_be_hidden()
    mine.get_by_text("Judo").tap()
    expect(page.get_by_role("dialog", name="Judo")).to_be_visible()


@on_the_phone
def test_a_phone_of_everybody_shows_the_family(mantel: MantelServer, page: Page, screen: str) -> None:
    mantel.sign_in(page, asked=False)
    page.get_by_role("button", name="It belongs to all of us").tap()
    expect(page.get_by_role("region", name="My day")).to_have_count(0)
    events = page.get_by_role("region", name="Events")
    for what in ("Judo", "Chess", "Dinner"):
        expect(events.get_by_text(what)).to_be_visible()
    mantel.go(page, "/settings/device")
    page.get_by_role("button", name="Whose device this is:").tap()
    page.get_by_role("option", name="Ben", exact=True).tap()
    mantel.go(page, "/board")
    expect(page.get_by_role("region", name="My day").get_by_text("Chess")).to_be_visible()


@on_the_phone
def test_one_button_adds_on_every_screen(mantel: MantelServer, page: Page, touch: Touch, screen: str) -> None:
    mantel.sign_in(page, "/calendar?view=schedule&date=2031-06-04")
    navigation = page.get_by_role("navigation", name="Main navigation")
    touch.down(middle(navigation.get_by_role("button", name="New")))
    touch.up()
    menu = page.get_by_role("dialog", name="New", exact=True)
    touch.down(middle(menu.get_by_role("button", name="Event")))
    touch.up()
    sheet = page.get_by_role("dialog", name="New event")
    expect(sheet.get_by_role("button", name=re.compile("Jun.* 4"))).to_have_count(1)
    sheet.get_by_role("button", name="Close").tap()

    mantel.go(page, "/lists")
    navigation.get_by_role("button", name="New").tap()
    menu.get_by_role("button", name="Quick add").tap()
    line = page.get_by_role("dialog", name="Quick add")
    type_into(line.get_by_role("textbox").first, "Milk")
    line.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Discard").tap()
    expect(line).to_be_hidden()

    navigation.get_by_role("button", name="New").tap()
    menu.get_by_role("button", name="Chore").tap()
    expect(page.get_by_role("dialog", name="New chore")).to_be_visible()
