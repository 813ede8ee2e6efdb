"""Journeys of an idle wall: idle reset, dimming, night screen, and the touch that wakes it presses nothing."""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.waiting import until

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
BERLIN = ZoneInfo("Europe/Berlin")
AFTERNOON = datetime(2026, 11, 20, 15, 24, tzinfo=BERLIN)
LATE = datetime(2026, 11, 20, 22, 30, tzinfo=BERLIN)


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with Ana and quiet hours from 21:00."""
    with serving(tmp_path_factory.mktemp("wall") / "data") as mantel:
        quiet = {"quietFrom": "21:00", "quietTo": "07:00"}
        mantel.call("PATCH", "/api/settings", {"timezone": "Europe/Berlin", "themeMode": "auto", **quiet})
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        yield mantel


def open_wall(mantel: MantelServer, page: Page, path: str, time: datetime, **kept: str) -> None:
    """Open the wall at a time of day; `kept` are settings stored on this device."""
    page.clock.install(time=time)
    for name, value in kept.items():
        page.add_init_script(f"localStorage.setItem('mantel.{name}', '{value}')")
    mantel.sign_in(page, path, wall=True)


def light(page: Page, expected: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-wake", expected)


@on_the_wall
def test_the_touch_that_wakes_the_night_screen_presses_nothing(mantel: MantelServer, page: Page, screen: str) -> None:
    open_wall(mantel, page, "/lists", LATE)
    page.get_by_role("heading", name="Lists", exact=True).wait_for()
    page.clock.fast_forward("02:05")
    light(page, "night")
    asleep = page.get_by_role("status", name="The wall is asleep")
    expect(asleep).to_contain_text("Friday")
    assert_accessible(page)
    before = asleep.locator("time").bounding_box()
    page.clock.fast_forward("03:00")
    expect(asleep.locator("time")).to_contain_text("10:3")
    until(lambda: before != asleep.locator("time").bounding_box(), page=page)

    chores = page.get_by_role("link", name="Chores")
    box = chores.bounding_box()
    assert box is not None
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.clock.pause_at(datetime(2026, 11, 20, 22, 40, tzinfo=BERLIN))
    page.touchscreen.tap(*where)
    light(page, "awake")
    # The clock is paused: less than 300 ms have passed.
    page.touchscreen.tap(*where)
    expect(chores).not_to_have_attribute("aria-current", "page")
    page.clock.run_for(400)
    page.touchscreen.tap(*where)
    expect(chores).to_have_attribute("aria-current", "page")
    page.clock.resume()
    page.clock.fast_forward("02:05")
    light(page, "night")
    page.keyboard.press("Tab")
    light(page, "awake")


@on_the_wall
def test_a_page_opened_by_the_kiosk_at_night_shows_the_night_screen_at_once(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    shown: list[str] = []
    page.expose_binding("showLight", lambda _, light: shown.append(light))
    page.add_init_script("addEventListener('mantel:wake', event => showLight(event.detail))")
    page.add_init_script("window.mantelKiosk = () => {}")
    open_wall(mantel, page, "/", LATE)
    # A script evaluated by DevTools counts as user activation. A reloaded page has none, and is not asked before it
    # says that it is night.
    shown.clear()
    page.reload()
    until(lambda: shown[-1:] == ["night"], page=page)
    expect(page.get_by_role("status", name="The wall is asleep")).to_contain_text("Friday")
    page.touchscreen.tap(400, 400)
    light(page, "awake")
    shown.clear()
    page.reload()
    until(lambda: shown[-1:] == ["night"], page=page)


@on_the_wall
def test_the_wall_dims_by_day_when_it_is_set(mantel: MantelServer, page: Page, screen: str) -> None:
    open_wall(mantel, page, "/", AFTERNOON, dimAfter="5")
    expect(page.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")
    page.clock.fast_forward("03:00")
    light(page, "awake")
    page.clock.fast_forward("03:00")
    light(page, "dim")
    page.get_by_role("link", name="Chores").tap(force=True)
    light(page, "awake")
    expect(page.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")


@on_the_wall
def test_the_idle_reset_shows_today_and_everybody(mantel: MantelServer, page: Page, screen: str) -> None:
    open_wall(mantel, page, "/?view=week&date=2026-01-05", AFTERNOON, home="calendar")
    page.get_by_role("button", name="Filters").tap()
    ana = page.get_by_role("button", name="Ana", exact=True)
    ana.tap()
    expect(ana).to_have_attribute("aria-pressed", "true")
    before = page.evaluate("getComputedStyle(document.body).translate")
    page.clock.fast_forward("02:05")
    expect(page.get_by_role("heading", level=1)).to_contain_text("November")
    page.get_by_role("button", name="Filters").tap()
    expect(ana).to_have_attribute("aria-pressed", "false")
    light(page, "awake")
    # The picture moves slightly, against burn-in.
    page.clock.fast_forward("02:00")
    expect(page.locator("body")).not_to_have_css("translate", before)


@on_the_wall
def test_the_idle_reset_goes_to_the_start_screen_of_this_display(mantel: MantelServer, page: Page, screen: str) -> None:
    open_wall(mantel, page, "/lists", AFTERNOON, home="chores")
    page.get_by_role("heading", name="Lists", exact=True).wait_for()
    page.clock.fast_forward("02:05")
    expect(page.get_by_role("heading", name="Lists", exact=True)).to_be_hidden()
    expect(page.get_by_role("link", name="Chores")).to_have_attribute("aria-current", "page")


@on_the_wall
def test_a_sheet_that_is_opened_again_at_once_stays_open(mantel: MantelServer, page: Page, screen: str) -> None:
    open_wall(mantel, page, "/chores?chore=new", AFTERNOON)
    sheet = page.locator("dialog[open]")
    expect(sheet.get_by_role("textbox", name="Chore")).to_be_visible()
    # The browser reports a closed dialog only in a later task, when this one has been opened again.
    closings = page.evaluate("""async () => {
        const to = async (hash) => {
            history.pushState(null, '', hash)
            dispatchEvent(new PopStateEvent('popstate'))
            for (let turn = 0; turn < 10; turn++) await null
        }
        const dialog = document.querySelector('dialog[open]')
        let closings = 0
        dialog.addEventListener('close', () => closings++)
        await to('#/chores')
        await to('#/chores?chore=new')
        await new Promise((after) => setTimeout(after, 100))
        return closings
    }""")
    assert closings == 1
    expect(page).to_have_url(f"{mantel.url}/#/chores?chore=new")
    expect(sheet.get_by_role("textbox", name="Chore")).to_be_visible()


@on_the_wall
def test_unsaved_input_is_offered_again(mantel: MantelServer, page: Page, screen: str) -> None:
    open_wall(mantel, page, "/chores?chore=new", AFTERNOON)
    sheet = page.locator("dialog[open]")
    title = sheet.get_by_role("textbox", name="Chore")
    type_into(title, "Water the plants")
    page.clock.fast_forward("02:05")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")

    mantel.go(page, "/chores?chore=new")
    expect(title).to_have_value("")
    sheet.get_by_role("button", name="Restore").tap()
    expect(title).to_have_value("Water the plants")
    sheet.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Discard").tap()
    expect(sheet).to_have_count(0)
    expect(page).to_have_url(f"{mantel.url}/#/chores")
    mantel.go(page, "/chores?chore=new")
    expect(title).to_have_value("")
    expect(sheet.get_by_role("button", name="Restore")).to_have_count(0)
