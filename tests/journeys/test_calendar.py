"""Journeys of the calendar: editing events, filtering by member, events of a feed."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, Position, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.feed_server import PATH, feed_server
from tests.journeys.hour_grid import draw_hours
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import every_size, on_the_phone

pytestmark = pytest.mark.journey

BERLIN = ZoneInfo("Europe/Berlin")
# Far from today, so that no journey depends on the current date.
WEDNESDAY = "2031-06-04"
# Of a day: in a month its events are targets of their own.
CORNER: Position = {"x": 12, "y": 12}
WEDNESDAYS = [WEDNESDAY, "2031-06-11", "2031-06-18"]
NOT_THOSE = ["2031-06-05", "2031-06-25"]
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")


@pytest.fixture(scope="module")
def feed() -> Iterator[str]:
    """The URL of an ICS feed with training in three weeks, starting tomorrow."""
    begins = datetime.now(BERLIN).replace(hour=17, minute=0, second=0) + timedelta(days=1)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//club//EN",
        "BEGIN:VEVENT",
        "UID:training",
        "SUMMARY:Club training",
        f"DTSTART:{begins.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        "DURATION:PT1H",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]
    with feed_server("\r\n".join(lines)) as url:
        yield url + PATH


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory, feed: str) -> Iterator[MantelServer]:
    """A household with Ana and Ben, a local calendar and the feed."""
    with serving(tmp_path_factory.mktemp("mantel") / "data", ALLOW_PRIVATE_FEED_URLS="1") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": BERLIN.key, "weekStart": 1})
        for name, color in (("Ana", "#c8553d"), ("Ben", "#2f6f8f")):
            mantel.call("POST", "/api/members", {"name": name, "color": color})
        mantel.call(
            "POST", "/api/categories", {"name": "Sports", "color": "#3c9a5f", "emoji": "⚽", "keywords": ["swim"]}
        )
        mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
        club = mantel.call("POST", "/api/calendars", {"kind": "ics", "name": "Club", "url": feed})
        mantel.call("POST", f"/api/calendars/{club['id']}/sync")
        yield mantel


@pytest.fixture
def calendar(mantel: MantelServer, page: Page, screen: str) -> Iterator[Page]:
    """Opens the calendar without local events."""
    draw_hours(mantel, page)
    mantel.sign_in(page, f"/calendar?view=month&date={WEDNESDAY}", wall=screen != "phone")
    yield page
    for one in events(mantel):
        if not one["readOnly"] and not gone(mantel, one["id"]):
            mantel.call("DELETE", f"/api/events/{one['id']}")


def events(mantel: MantelServer, first: str = "2031-05-01", last: str = "2031-08-01") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = mantel.call("GET", f"/api/events?from={first}&to={last}")
    return found


def gone(mantel: MantelServer, event_id: str) -> bool:
    return not any(one["id"] == event_id for one in events(mantel))


def add(mantel: MantelServer, title: str, who: tuple[str, ...] = (), **more: Any) -> None:
    """Add an event of one hour on the first Wednesday."""
    members = {member["name"]: member["id"] for member in mantel.call("GET", "/api/members")}
    family = next(one for one in mantel.call("GET", "/api/calendars") if one["name"] == "Family")
    times = {"start": f"{WEDNESDAY}T14:00:00.000Z", "end": f"{WEDNESDAY}T15:00:00.000Z", "allDay": False}
    people = [members[name] for name in who]
    mantel.call(
        "POST", "/api/events", {"calendarId": family["id"], "title": title, "memberIds": people, **times, **more}
    )


def day(page: Page, date: str) -> Locator:
    return page.locator(f'[data-day="{date}"]')


def event_of(page: Page, title: str) -> Locator:
    """The button of an event; that of a day names its events too."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(title)}"))


def expect_on(page: Page, title: str, days: list[str], *, phone: bool, there: bool = True) -> None:
    """The month shows the event on exactly these days: in the cell on a wall, in the list below on a phone."""
    for date in days:
        if phone:
            day(page, date).tap()
            expect(event_of(page, title)).to_have_count(1 if there else 0)
        else:
            words = re.compile(re.escape(title))
            (
                expect(day(page, date)).to_have_accessible_name
                if there
                else expect(day(page, date)).not_to_have_accessible_name
            )(words)


def open_event(page: Page, title: str, date: str, *, phone: bool) -> None:
    """On a wall the events of a month open by themselves; a phone lists those of the day."""
    day(page, date).tap(position=CORNER)
    event_of(page, title).tap()


def choose(page: Page, field: str, option: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{field}: ")).tap()
    page.get_by_role("option", name=option).tap()


@every_size
@on_wall_and_phone
def test_a_weekly_event_is_created_changed_and_deleted(calendar: Page, mantel: MantelServer, screen: str) -> None:
    phone = screen == "phone"
    if phone:
        calendar.get_by_role("button", name="New", exact=True).tap()
        calendar.get_by_role("button", name="Event", exact=True).tap()
    else:
        # Tap the empty hour at which the event starts.
        mantel.go(calendar, f"/calendar?view=week&date={WEDNESDAY}")
        column = calendar.locator(f'[data-column="{WEDNESDAY}"]')
        height = column.evaluate("column => column.offsetHeight")
        column.tap(position={"x": 20, "y": height * 16.2 / 24})
    sheet = calendar.get_by_role("dialog", name="New event")
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet.get_by_role("alert")).to_have_text("Enter a title.")
    type_into(sheet.get_by_label("Title"), "Swim lesson")
    sheet.get_by_role("button", name="Ana").tap()
    choose(calendar, "Repeats", "Weekly")
    choose(calendar, "Repetition ends", "After a number of times")
    type_into(sheet.get_by_label("Number of times", exact=True), "3")
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet).to_have_count(0)

    made = events(mantel)
    assert WEDNESDAYS == [one["start"][:10] for one in made]
    assert ["FREQ=WEEKLY;BYDAY=WE;COUNT=3"] * 3 == [one["rrule"] for one in made]
    assert ("09:00" if phone else "16:00") == local_time(made[0]["start"])
    mantel.go(calendar, f"/calendar?view=month&date={WEDNESDAY}")
    expect_on(calendar, "Swim lesson", WEDNESDAYS, phone=phone)
    expect_on(calendar, "Swim lesson", NOT_THOSE, phone=phone, there=False)

    open_event(calendar, "Swim lesson", WEDNESDAYS[1], phone=phone)
    sheet = calendar.get_by_role("dialog", name="⚽ Swim lesson")
    expect(sheet.get_by_text("Every week on Wednesday, 3 times")).to_be_visible()
    expect(sheet.get_by_text("from the title")).to_be_visible()
    sheet.get_by_role("button", name="Edit").tap()
    sheet = calendar.get_by_role("dialog", name="Edit event")
    type_into(sheet.get_by_label("Title"), "Diving lesson")
    sheet.get_by_role("button", name="Save").tap()
    calendar.get_by_role("dialog", name="Change which dates?").get_by_role("button", name="All events").tap()
    expect(sheet).to_have_count(0)
    assert [("Diving lesson", date) for date in WEDNESDAYS] == [
        (one["title"], one["start"][:10]) for one in events(mantel)
    ]
    mantel.go(calendar, f"/calendar?view=month&date={WEDNESDAY}")
    expect_on(calendar, "Diving lesson", WEDNESDAYS, phone=phone)

    open_event(calendar, "Diving lesson", WEDNESDAYS[0], phone=phone)
    calendar.get_by_role("dialog", name="Diving lesson").get_by_role("button", name="Delete").tap()
    question = calendar.get_by_role("dialog", name="Delete “Diving lesson”?")
    question.get_by_role("button", name="All events").tap()
    expect(calendar.get_by_text("All dates of “Diving lesson” were deleted")).to_be_visible()
    undo = calendar.get_by_role("button", name="Undo").last
    assert [] == events(mantel)
    expect(event_of(calendar, "Diving lesson")).to_have_count(0)
    undo.tap()
    expect(event_of(calendar, "Diving lesson")).to_have_count(1)
    assert made[0]["memberIds"] == events(mantel)[0]["memberIds"]


@on_wall_and_phone
def test_one_date_of_a_series_changes(calendar: Page, mantel: MantelServer, screen: str) -> None:
    phone = screen == "phone"
    add(mantel, "Choir", rrule="FREQ=WEEKLY;BYDAY=WE;COUNT=3")
    calendar.reload()
    open_event(calendar, "Choir", WEDNESDAYS[1], phone=phone)
    calendar.get_by_role("button", name="Edit").tap()
    sheet = calendar.get_by_role("dialog", name="Edit event")
    sheet.get_by_role("button", name="Start time: 4:00 PM").tap()
    sheet.get_by_role("option", name="5:15 PM").tap()
    expect(sheet.get_by_role("button", name="End time: 6:15 PM")).to_be_visible()
    sheet.get_by_role("button", name="Save").tap()
    calendar.get_by_role("button", name="This event").tap()
    expect(calendar.get_by_text("“Choir” was changed on Wed, Jun 11")).to_be_visible()
    assert ["16:00", "17:15", "16:00"] == [local_time(one["start"]) for one in events(mantel)]

    mantel.go(calendar, f"/calendar?view=month&date={WEDNESDAY}")
    open_event(calendar, "Choir", WEDNESDAYS[2], phone=phone)
    calendar.get_by_role("button", name="Delete").tap()
    question = calendar.get_by_role("dialog", name="Delete “Choir”?")
    assert_accessible(calendar)
    question.get_by_role("button", name="This event").tap()
    expect(calendar.get_by_text("“Choir” was deleted on Wed, Jun 18")).to_be_visible()
    assert WEDNESDAYS[:2] == [one["start"][:10] for one in events(mantel)]


@on_the_wall
def test_a_time_is_typed_or_chosen_by_duration(calendar: Page, mantel: MantelServer) -> None:
    mantel.go(calendar, f"/calendar?event=new&at={WEDNESDAY}")
    sheet = calendar.get_by_role("dialog", name="New event")
    expect(sheet.get_by_label("Title")).to_be_focused()
    calendar.keyboard.type("Vet")
    sheet.get_by_role("button", name="Start time").tap()
    typed = sheet.get_by_label("Type a time")
    typed.tap()
    keys = calendar.locator(".keyboard")
    keys.get_by_role("button", name="?123").tap()
    for key in "1535":
        keys.get_by_role("button", name=key, exact=True).tap()
    keys.get_by_role("button", name="Enter").tap()
    expect(sheet.get_by_role("button", name="Start time: 3:35 PM")).to_be_visible()
    sheet.get_by_role("button", name="45 min").tap()
    expect(sheet.get_by_role("button", name="End time: 4:20 PM")).to_be_visible()
    sheet.get_by_role("button", name="Save").tap()
    expect(calendar.get_by_text("“Vet” was added")).to_be_visible()
    [made] = events(mantel)
    assert ("15:35", "16:20") == (local_time(made["start"]), local_time(made["end"]))


@on_the_wall
def test_the_chips_filter_by_member_and_category(calendar: Page, mantel: MantelServer) -> None:
    add(mantel, "A swim with Ana", ("Ana",))
    add(mantel, "Ben bakes", ("Ben",))
    add(mantel, "The fence is painted")
    calendar.reload()
    cell = day(calendar, WEDNESDAY)
    chips = calendar.get_by_role("group", name="Filters")
    everything = chips.get_by_role("button", name="All")
    expect(cell).to_have_accessible_name(re.compile("3 events"))
    expect(everything).to_have_attribute("aria-pressed", "true")

    chips.get_by_role("button", name="Ben").tap()
    expect(cell).to_have_accessible_name(re.compile("2 events.*Ben bakes.*The fence is painted"))
    expect(everything).to_have_attribute("aria-pressed", "false")
    chips.get_by_role("button", name="Sports").tap()
    expect(cell).to_have_accessible_name(re.compile("no events"))
    chips.get_by_role("button", name="Ben").tap()
    calendar.reload()
    expect(cell).to_have_accessible_name(re.compile("1 event, .*A swim with Ana"))
    everything.tap()
    expect(cell).to_have_accessible_name(re.compile("3 events"))


@on_wall_and_phone
def test_an_event_of_a_feed_is_read_only_but_has_members_and_a_category(calendar: Page, mantel: MantelServer) -> None:
    mantel.go(calendar, "/calendar?view=schedule")
    calendar.get_by_role("button", name="Club training").first.tap()
    sheet = calendar.get_by_role("dialog", name="Club training")
    expect(sheet.get_by_text("Read only: edit it in its own calendar.")).to_be_visible()
    expect(sheet.get_by_role("button", name="Edit")).to_have_count(0)
    expect(sheet.get_by_role("button", name="Delete")).to_have_count(0)

    ben = sheet.get_by_role("region", name="People and category").get_by_role("button", name="Ben")
    was_chosen = ben.get_attribute("aria-pressed") == "true"
    sheet.get_by_text("All dates", exact=True).tap()
    with calendar.expect_response(lambda answer: answer.request.method == "PATCH"):
        ben.tap()
    with calendar.expect_response(lambda answer: answer.request.method == "PATCH"):
        choose(calendar, "Category", "Sports" if not was_chosen else "Automatic")
    today = datetime.now(BERLIN).date()
    saved = events(mantel, f"{today}", f"{today + timedelta(days=30)}")
    expected = ("none", None) if was_chosen else ("series", "series")
    assert [expected] * 3 == [(one["memberScope"], one["categorySource"]) for one in saved]


@on_the_wall
def test_unsaved_input_is_kept(calendar: Page, mantel: MantelServer) -> None:
    mantel.go(calendar, f"/calendar?event=new&at={WEDNESDAY}T10:00")
    sheet = calendar.get_by_role("dialog", name="New event")
    type_into(sheet.get_by_label("Title"), "Half a thought")
    sheet.get_by_role("button", name="Close").tap()
    question = calendar.get_by_role("dialog", name="Discard changes?")
    question.get_by_role("button", name="Keep editing").tap()
    expect(sheet.get_by_label("Title")).to_have_value("Half a thought")

    calendar.go_back()
    expect(sheet).to_have_count(0)
    calendar.reload()
    calendar.get_by_role("button", name="Add", exact=True).tap()
    expect(sheet.get_by_label("Title")).to_have_value("Half a thought")
    sheet.get_by_role("button", name="Close").tap()
    question.get_by_role("button", name="Discard").tap()
    calendar.get_by_role("button", name="Add", exact=True).tap()
    expect(sheet.get_by_label("Title")).to_have_value("")


@on_the_phone
def test_a_swipe_changes_the_month(calendar: Page, mantel: MantelServer, touch: Any) -> None:
    heading = calendar.get_by_role("heading", level=1)
    expect(heading).to_have_text("June 2031")
    touch.drag((300, 300), (80, 310))
    expect(heading).to_have_text("July 2031")
    touch.drag((80, 300), (300, 310))
    expect(heading).to_have_text("June 2031")


@on_the_wall
def test_arrow_keys_change_the_page_and_the_day(calendar: Page) -> None:
    heading = calendar.get_by_role("heading", level=1)
    expect(heading).to_have_text("Jun – Jul 2031")
    arrange(calendar, "Calendar month")
    expect(heading).to_have_text("June 2031")
    calendar.keyboard.press("ArrowRight")
    expect(heading).to_have_text("July 2031")
    calendar.keyboard.press("ArrowLeft")
    day(calendar, WEDNESDAY).focus()
    calendar.keyboard.press("ArrowDown")
    expect(day(calendar, WEDNESDAYS[1])).to_be_focused()
    calendar.keyboard.press("Enter")
    expect(heading).to_have_text(re.compile("June 11, 2031"))


@on_the_wall
def test_a_wall_begins_today_and_each_view_can_be_arranged_otherwise(calendar: Page, mantel: MantelServer) -> None:
    add(mantel, "A swim with Ana", ("Ana",))
    add(mantel, "The fence is painted")
    expect(calendar.locator("[data-day]").first).to_have_attribute("data-day", "2031-06-02")
    expect(calendar.locator("[data-day][tabindex='0']")).to_have_count(1)

    mantel.go(calendar, f"/calendar?view=week&date={WEDNESDAY}")
    columns = calendar.locator("[data-column]")
    expect(columns.first).to_have_attribute("data-column", WEDNESDAY)
    swim = calendar.get_by_role("button", name="A swim with Ana, 4:00 – 5:00 PM, Wednesday, June 4, Ana")
    expect(swim).to_be_visible()
    calendar.get_by_role("button", name="1 more event from 4:00 PM").tap()
    expect(calendar.get_by_role("dialog").get_by_role("button", name="The fence is painted")).to_be_visible()
    calendar.keyboard.press("Escape")
    arrange(calendar, "Calendar week")
    expect(columns.first).to_have_attribute("data-column", "2031-06-02")

    mantel.go(calendar, f"/calendar?view=day&date={WEDNESDAY}")
    # Ana, Ben, and the events of nobody.
    expect(columns).to_have_count(3)
    expect(columns.nth(0).get_by_role("button")).to_have_count(1)
    expect(columns.nth(1).get_by_role("button")).to_have_count(0)
    calendar.reload()
    mantel.go(calendar, f"/calendar?view=week&date={WEDNESDAY}")
    expect(columns.first).to_have_attribute("data-column", "2031-06-02")


def arrange(page: Page, choice: str) -> None:
    page.get_by_role("button", name="Arrange this view").tap()
    page.get_by_role("dialog", name="Arrange this view").get_by_text(choice).tap()


def local_time(instant: str) -> str:
    return f"{datetime.fromisoformat(instant).astimezone(BERLIN):%H:%M}"
