"""The form of a chore: everything that a chore has, behind sections that say what is set in them."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.browser import PLAIN_HOST
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import ROW_IS_LIFTED, Touch, middle
from tests.morning import ZONE, today
from tests.photos.pictures import picture

pytestmark = pytest.mark.journey

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """Theo and Ida."""
    with serving(tmp_path_factory.mktemp("mantel") / "data", host=PLAIN_HOST) as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto", "clockStyle": "24h"})
        for name, color in (("Theo", "#2f6f8f"), ("Ida", "#c8553d")):
            mantel.call("POST", "/api/members", {"name": name, "color": color})
        yield mantel


@pytest.fixture
def sheet(mantel: MantelServer, page: Page, screen: str) -> Iterator[Locator]:
    """The form of a new chore."""
    mantel.sign_in(page, "/chores?chore=new", wall=screen != "phone")
    yield page.get_by_role("dialog", name="New chore")
    for one in mantel.call("GET", "/api/chores"):
        mantel.call("DELETE", f"/api/chores/{one['id']}")


def pick_day(page: Page, sheet: Locator, field: str, days: int) -> str:
    """Pick a day in the month that is open. Answers its date."""
    day = today() + timedelta(days=days)
    sheet.get_by_role("button", name=re.compile(f"^{field}: ")).tap()
    name = re.compile(rf", {day:%B} {day.day}\b")
    page.get_by_role("dialog", name=field).get_by_role("button", name=name).tap()
    return str(day)


def saved(mantel: MantelServer, page: Page, sheet: Locator) -> dict[str, Any]:
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet).to_have_count(0)
    only: list[dict[str, Any]] = mantel.call("GET", "/api/chores")
    assert len(only) == 1
    return only[0]


@pytest.mark.parametrize("screen", ["wall-800", "tablet", "phone"], indirect=True, scope="session")
def test_a_new_chore_begins_with_its_title(mantel: MantelServer, page: Page, screen: str, sheet: Locator) -> None:
    expect(sheet.get_by_label("Chore", exact=True)).to_be_focused()
    page.keyboard.type("Dishes")
    chore = saved(mantel, page, sheet)
    assert "Dishes" == chore["title"]

    mantel.go(page, f"/chores?chore={chore['id']}")
    expect(page.get_by_role("dialog", name="Edit chore").get_by_label("Chore", exact=True)).not_to_be_focused()


@on_wall_and_phone
def test_a_chore_gets_a_rule_of_the_full_editor_a_time_and_a_season(
    mantel: MantelServer, page: Page, screen: str, sheet: Locator
) -> None:
    type_into(sheet.get_by_label("Chore", exact=True), "Water the garden")
    sheet.get_by_text("Other", exact=True).tap()
    expect(sheet.get_by_text("Every 2 weeks on")).to_be_visible()
    sheet.get_by_role("button", name="Increase Every").tap()

    sheet.get_by_role("button", name="Time and season").tap()
    sheet.get_by_role("switch", name="Due at a time").tap()
    expect(sheet.get_by_role("button", name="Time and season Due by")).to_be_visible()
    first = pick_day(page, sheet, "First day", 0)
    last = pick_day(page, sheet, "Last day", 0)
    assert_accessible(page)
    sheet.get_by_role("button", name="Time and season").tap()

    chore = saved(mantel, page, sheet)
    weekday = WEEKDAYS[today().weekday()]
    expected = {
        "rrule": f"FREQ=WEEKLY;INTERVAL=3;BYDAY={weekday};WKST=SU",
        "dueDate": str(today()),
        "dueBy": "17:00",
        "seasonFrom": first,
        "seasonUntil": last,
        "afterDays": None,
    }
    assert expected == {name: chore[name] for name in expected}

    # Opened again, the sections with values are open, and an edit keeps them.
    mantel.go(page, f"/chores?chore={chore['id']}")
    sheet = page.get_by_role("dialog", name="Edit chore")
    expect(sheet.get_by_text("Every 3 weeks on")).to_be_visible()
    expect(sheet.get_by_role("switch", name="Late after this time")).to_be_checked()
    sheet.get_by_role("button", name="Increase Points").tap()
    assert chore | {"points": 2} == saved(mantel, page, sheet)


@pytest.mark.parametrize("screen", ["phone"], indirect=True, scope="session")
def test_an_emoji_is_found_in_the_language_of_the_device(mantel: MantelServer, page: Page, screen: str) -> None:
    page.add_init_script("localStorage.setItem('mantel.language', 'de')")
    mantel.sign_in(page, "/chores?chore=new")
    page.get_by_role("dialog").get_by_role("button", name="Emoji").first.tap()
    search = page.get_by_role("searchbox")
    type_into(search, "Zahnb")
    expect(page.get_by_role("button", name="Zahnbürste")).to_have_text("🪥")


@on_wall_and_phone
def test_a_chore_is_copied_to_another_member(mantel: MantelServer, page: Page, screen: str, sheet: Locator) -> None:
    type_into(sheet.get_by_label("Chore", exact=True), "Make the bed")
    sheet.get_by_role("button", name="Theo", exact=True).tap()
    chore = saved(mantel, page, sheet)

    mantel.go(page, f"/chores?chore={chore['id']}")
    copies = page.get_by_role("dialog", name="Edit chore").get_by_role("group", name="Copy to")
    copies.get_by_role("button", name="Ida", exact=True).tap()
    expect(page.get_by_text("“Make the bed” was copied to Ida")).to_be_visible()
    names = {one["id"]: one["name"] for one in mantel.call("GET", "/api/members")}
    assert ["Ida", "Theo"] == sorted(names[one["memberId"]] for one in mantel.call("GET", "/api/chores"))


@on_the_wall
def test_a_chore_is_due_some_days_after_the_last_time(
    mantel: MantelServer, page: Page, screen: str, sheet: Locator
) -> None:
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet.get_by_role("alert")).to_contain_text("Enter what to do")
    type_into(sheet.get_by_label("Chore", exact=True), "Change the sheets")
    sheet.get_by_text("Other", exact=True).tap()
    sheet.get_by_text("After the last time", exact=True).tap()
    sheet.get_by_role("button", name="Increase Due again after").tap()
    sheet.get_by_role("button", name="Several", exact=True).tap()
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet.get_by_role("alert")).to_contain_text("Choose who shares it.")
    sheet.get_by_role("button", name="Theo", exact=True).tap()

    chore = saved(mantel, page, sheet)
    theo = next(one["id"] for one in mantel.call("GET", "/api/members") if one["name"] == "Theo")
    assert (None, 4, theo, None) == tuple(chore[name] for name in ("rrule", "afterDays", "memberId", "share"))

    mantel.go(page, "/chores?show=all")
    expect(page.get_by_text("4 days after the last time")).to_be_visible()


@on_wall_and_phone
def test_a_routine_gets_steps_with_order_timer_and_photo(
    mantel: MantelServer, page: Page, screen: str, sheet: Locator, touch: Touch, tmp_path: Path
) -> None:
    (tmp_path / "teeth.jpg").write_bytes(picture())
    type_into(sheet.get_by_label("Chore", exact=True), "Morning")
    sheet.get_by_role("button", name="Theo", exact=True).tap()
    sheet.get_by_role("button", name="Steps", exact=False).tap()
    sheet.get_by_role("button", name="Add a step").tap()
    expect(sheet.get_by_role("textbox", name="Step 1")).to_be_focused()
    for title in ("Get dressed", "Put on shoes", "Brush teeth", "Sing"):
        page.keyboard.type(title)
        if title != "Sing":
            page.keyboard.press("Enter")

    sheet.get_by_role("button", name="Details of Sing").tap()
    sheet.get_by_role("button", name="Remove the step").tap()
    expect(page.get_by_text("“Sing” was removed")).to_be_visible()
    sheet.get_by_role("button", name="Details of Brush teeth").tap()
    sheet.get_by_role("switch", name="Timer").tap()
    sheet.get_by_role("button", name="Increase Timer length").tap()
    sheet.get_by_role("button", name="Choose a photo").tap()
    picker = page.get_by_role("dialog", name="Choose a photo")
    assert_accessible(page)
    with page.expect_file_chooser() as chooser:
        picker.get_by_role("button", name="Add a photo").tap()
    chooser.value.set_files(tmp_path / "teeth.jpg")
    expect(picker).to_have_count(0)
    expect(sheet.get_by_role("button", name="Choose another")).to_be_visible()
    assert_accessible(page)
    sheet.get_by_role("button", name="Details of Brush teeth").last.tap()

    grip = sheet.get_by_role("button", name="Move Brush teeth")
    grip.scroll_into_view_if_needed()
    touch.drag(middle(grip), middle(sheet.get_by_role("button", name="Move Get dressed")), lifted=ROW_IS_LIFTED)
    expect(sheet.get_by_role("listitem").first).to_have_accessible_name("Brush teeth")

    steps = saved(mantel, page, sheet)["steps"]
    assert ["Brush teeth", "Get dressed", "Put on shoes"] == [step["title"] for step in steps]
    assert ([180, None, None], [True, False, False]) == (
        [step["timerSeconds"] for step in steps],
        [step["photoId"] is not None for step in steps],
    )

    mantel.go(page, "/chores")
    if screen == "phone":
        page.get_by_role("button", name="Theo", exact=True).tap()
    page.get_by_role("button", name=re.compile("Morning")).tap()
    card = page.locator("button.card")
    expect(card.locator("img")).to_be_visible()
    expect(page.get_by_role("img", name="3:00")).to_be_visible()
    for _ in steps:
        card.tap()
    expect(card).to_contain_text("🌟")
