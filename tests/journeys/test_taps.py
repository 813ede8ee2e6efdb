"""The tasks of docs/design/taps.md, done with real touches and counted."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.hour_grid import draw_hours
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import EVENT_IS_LIFTED, Touch, middle
from tests.morning import ZONE, today
from tests.waiting import until

pytestmark = pytest.mark.journey

TABLE = Path(__file__).resolve().parents[2] / "docs" / "design" / "taps.md"
SUNDAY = 7
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@dataclass(kw_only=True)
class Counted:
    """The touches of one task."""

    page: Page
    touch: Touch
    taps: int = 0
    gestures: int = 0
    typing: bool = False

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.tap()

    def type(self, text: str) -> None:
        """Type into the field that has the focus."""
        self.typing = True
        self.page.keyboard.type(text)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.gestures += 1
        self.touch.drag(start, end, lifted=EVENT_IS_LIFTED)


def documented() -> dict[str, tuple[int, int, bool]]:
    """Taps, gestures and typing of each task in the table of the document."""
    rows = [line.strip("| \n").split(" | ") for line in TABLE.read_text("utf-8").splitlines() if line.startswith("| ")]
    return {row[0]: (int(row[2]), int(row[3]), row[4] == "yes") for row in rows[1:]}


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with a calendar, a series next Wednesday, a chore and a shopping list."""
    with serving(tmp_path_factory.mktemp("taps") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "weekStart": week_start()})
        ida = mantel.call("POST", "/api/members", {"name": "Ida", "color": "#c8553d"})
        mantel.call("POST", "/api/members", {"name": "Theo", "color": "#2f6f8f"})
        family = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
        for title, day, more in (
            ("Swimming", tomorrow(8), {"rrule": "FREQ=WEEKLY;COUNT=3"}),
            ("Piano", monday(14), {}),
        ):
            start = datetime.combine(day, time(12), ZONE)
            times = {"start": start.isoformat(), "end": (start + timedelta(hours=1)).isoformat(), "allDay": False}
            mantel.call("POST", "/api/events", {"calendarId": family["id"], "title": title, **times, **more})
        mantel.call("POST", "/api/chores", {"title": "Feed the cat", "rrule": "FREQ=DAILY", "memberId": ida["id"]})
        shopping = mantel.call("POST", "/api/lists", {"name": "Groceries", "kind": "shopping"})
        mantel.call("POST", f"/api/lists/{shopping['id']}/items", [{"title": "tea"}])
        yield mantel


def week_start() -> int:
    """Sunday or Monday, so that tomorrow is in the row of today: at its end a month has no row for the next one."""
    return 0 if today().isoweekday() == SUNDAY else 1


def tomorrow(days: int = 1) -> date:
    return today() + timedelta(days=days)


def monday(after: int) -> date:
    """A Monday so many days from now, or the next one."""
    day = tomorrow(after)
    return day + timedelta(days=-day.weekday() % 7)


def titles(mantel: MantelServer, day: date) -> list[str]:
    # A date in the query is midnight in UTC.
    around = f"from={day - timedelta(days=1)}&to={day + timedelta(days=2)}"
    found: list[dict[str, Any]] = mantel.call("GET", f"/api/events?{around}")
    return sorted(each["title"] for each in found if local_day(each["start"]) == day)


def local_day(instant: str) -> date:
    return datetime.fromisoformat(instant).astimezone(ZONE).date()


def add_in_words(mantel: MantelServer, page: Page, hand: Counted) -> None:
    mantel.go(page, "/calendar?view=month")
    hand.tap(page.get_by_role("button", name="Quick add"))
    sheet = page.get_by_role("dialog", name="Quick add")
    expect(sheet.get_by_label("In one line")).to_be_focused()
    hand.type("Dentist tomorrow 3pm Ida")
    expect(sheet.get_by_role("button", name=re.compile("Time: 3:00 PM"))).to_be_visible()
    hand.tap(sheet.get_by_role("button", name="Add", exact=True))
    expect(page.get_by_text("“Dentist” was added")).to_be_visible()
    assert "Dentist" in titles(mantel, tomorrow())


def add_by_hand(mantel: MantelServer, page: Page, hand: Counted) -> None:
    mantel.go(page, "/calendar?view=month")
    hand.tap(page.get_by_role("button", name="Add", exact=True))
    sheet = page.get_by_role("dialog", name="New event")
    expect(sheet.get_by_label("Title")).to_be_focused()
    hand.type("Vet")
    hand.tap(sheet.get_by_role("button", name=re.compile("^Starts")))
    hand.tap(
        page.get_by_role("dialog", name="Starts").get_by_role(
            "button", name=re.compile(f", {tomorrow():%B} {tomorrow().day}\\b")
        )
    )
    hand.tap(sheet.get_by_role("button", name=re.compile("^Start time")))
    hand.tap(sheet.get_by_role("option", name="3:00 PM", exact=True))
    hand.tap(sheet.get_by_role("button", name="Ida"))
    hand.tap(sheet.get_by_role("button", name="Save"))
    expect(page.get_by_text("“Vet” was added")).to_be_visible()
    assert "Vet" in titles(mantel, tomorrow())


def move(mantel: MantelServer, page: Page, hand: Counted) -> None:
    mantel.go(page, f"/calendar?view=week&date={monday(14)}")
    block = page.locator("[data-event]", has_text="Piano")
    page.locator("[data-draggable]").wait_for()
    start = middle(block)
    column = page.locator("[data-column]").first.bounding_box()
    assert column is not None
    hand.drag(start, (start[0] + column["width"], start[1]))
    expect(page.get_by_text(re.compile("“Piano” was moved"))).to_be_visible()


def skip_one_date(mantel: MantelServer, page: Page, hand: Counted) -> None:
    day = tomorrow(8)
    mantel.go(page, f"/calendar?view=month&date={day}")
    hand.tap(page.locator("[data-event]", has_text="Swimming").first)
    hand.tap(page.get_by_role("button", name="Delete"))
    hand.tap(page.get_by_role("dialog").get_by_role("button", name="This event"))
    expect(page.get_by_text(re.compile("“Swimming” was deleted on"))).to_be_visible()
    assert "Swimming" not in titles(mantel, day)
    assert "Swimming" in titles(mantel, day + timedelta(days=7))


def undo(mantel: MantelServer, page: Page, hand: Counted) -> None:
    hand.tap(page.get_by_role("status").get_by_role("button", name="Undo").last)
    expect(page.locator("[data-event]", has_text="Swimming")).to_have_count(3)
    until(lambda: "Swimming" in titles(mantel, tomorrow(8)), page=page)


def find(mantel: MantelServer, page: Page, hand: Counted) -> None:
    mantel.go(page, "/calendar?view=month")
    hand.tap(page.get_by_role("link", name="Search"))
    expect(page.get_by_role("textbox", name="Search")).to_be_focused()
    hand.type("pia")
    expect(page.get_by_role("main").get_by_text(re.compile("Piano")).first).to_be_visible()


def tick_chore(mantel: MantelServer, page: Page, hand: Counted) -> None:
    mantel.go(page, "/chores")
    card = page.get_by_role("button", name=re.compile("Feed the cat"))
    hand.tap(card)
    expect(card).to_have_attribute("aria-pressed", "true")


def add_chore(mantel: MantelServer, page: Page, hand: Counted) -> None:
    mantel.go(page, "/chores")
    hand.tap(page.get_by_role("button", name="Quick add"))
    sheet = page.get_by_role("dialog", name="Quick add")
    expect(sheet.get_by_label("In one line")).to_be_focused()
    hand.type("Vacuum every Sat Ida, Theo")
    expect(sheet.get_by_text("Each person gets this chore.")).to_be_visible()
    hand.tap(sheet.get_by_role("button", name="Add", exact=True))
    expect(page.get_by_text("“Vacuum” was added")).to_be_visible()
    added = [one for one in mantel.call("GET", "/api/chores") if one["title"] == "Vacuum"]
    assert ["FREQ=WEEKLY;BYDAY=SA"] * 2 == [one["rrule"] for one in added]


def add_items(mantel: MantelServer, page: Page, hand: Counted) -> None:
    mantel.go(page, "/lists")
    hand.tap(page.get_by_role("button", name="Quick add"))
    sheet = page.get_by_role("dialog", name="Quick add")
    expect(sheet.get_by_label("In one line")).to_be_focused()
    hand.type("milk, 2 bread")
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    hand.tap(sheet.get_by_role("button", name="Add", exact=True))
    expect(page.get_by_text("bread").first).to_be_visible()


def tick_item(mantel: MantelServer, page: Page, hand: Counted) -> None:
    mantel.go(page, "/lists")
    hand.tap(page.get_by_role("link", name=re.compile("Groceries")))
    box = page.get_by_role("checkbox", name=re.compile("tea"))
    hand.tap(page.locator("label", has=box))
    expect(page.get_by_text("Done (1)").or_(page.get_by_role("button", name=re.compile("Done")).first)).to_be_visible()


# In the order of the document; `undo` takes back what `skip_one_date` did.
TASKS = {
    "add an event tomorrow at 15:00 for one person": add_in_words,
    "add the same event without naming day, time and person in words": add_by_hand,
    "move an event to another day": move,
    "skip one date of a series": skip_one_date,
    "undo what was just done": undo,
    "find an event by its name": find,
    "tick a chore": tick_chore,
    "add a chore that repeats, for two people": add_chore,
    "add two things to the shopping list": add_items,
    "tick an item of a list": tick_item,
}


@on_the_wall
def test_each_task_needs_as_many_taps_as_documented(mantel: MantelServer, page: Page, touch: Touch) -> None:
    draw_hours(mantel, page)
    mantel.sign_in(page, "/calendar?view=month", wall=True)
    counts = {}
    for name, task in TASKS.items():
        hand = Counted(page=page, touch=touch)
        task(mantel, page, hand)
        counts[name] = (hand.taps, hand.gestures, hand.typing)
    assert documented() == counts
