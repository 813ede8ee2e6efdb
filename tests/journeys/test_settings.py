"""Journeys of the settings: members, calendars, categories, keys, accessibility of all sections."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.feed_server import feed_server
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.messages import use_language
from tests.journeys.qr_codes import scan
from tests.journeys.screen_paths import settings_paths
from tests.journeys.touch import ROW_IS_LIFTED, Touch, middle
from tests.morning import ZONE
from tests.waiting import until

pytestmark = pytest.mark.journey

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
PRESETS = ["Birthdays", "Appointments", "Sports", "School", "Travel"]
FEED = "\r\n".join(
    [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//club//EN",
        "BEGIN:VEVENT",
        "UID:training",
        "SUMMARY:Training",
        "DTSTART;VALUE=DATE:20240101",
        "RRULE:FREQ=WEEKLY;INTERVAL=4",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]
)


@pytest.fixture(scope="module")
def club() -> Iterator[str]:
    """A web server with only /club.ics."""
    with feed_server(FEED) as url:
        yield url


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A server that may connect to addresses of the home network."""
    with serving(tmp_path_factory.mktemp("settings") / "data", ALLOW_PRIVATE_FEED_URLS="1") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        yield mantel


@pytest.fixture
def mantel(application: MantelServer) -> MantelServer:
    """The household with only Ana, Ben and the Family calendar."""
    for kind in ("members", "calendars", "categories", "keys"):
        for each in application.call("GET", f"/api/{kind}"):
            application.call("DELETE", f"/api/{kind}/{each['id']}")
    for name, color in (("Ana", "#c8553d"), ("Ben", "#2f6f8f")):
        application.call("POST", "/api/members", {"name": name, "color": color})
    application.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})
    return application


def names(mantel: MantelServer, kind: str) -> list[str]:
    return [each["name"] for each in mantel.call("GET", f"/api/{kind}")]


def sheet(page: Page) -> Locator:
    return page.locator("dialog[open]")


def listed(page: Page, label: str) -> Locator:
    return page.get_by_role("list", name=label, exact=True).get_by_role("listitem")


@on_wall_and_phone
def test_presets_are_added_and_reordered_by_touch(page: Page, mantel: MantelServer, screen: str, touch: Touch) -> None:
    mantel.sign_in(page, "/settings/categories", wall=screen != "phone")
    page.get_by_role("button", name="Add Sports").tap()
    expect(listed(page, "Categories")).to_have_count(1)
    page.get_by_role("button", name="Add all 4").tap()
    expect(listed(page, "Categories")).to_have_count(5)
    expect(page.get_by_role("heading", name="More suggestions")).to_be_hidden()
    assert ["Sports", "Birthdays", "Appointments", "School", "Travel"] == names(mantel, "categories")
    assert ["dentist", "doctor", "appt", "appointment", "orthodontist"] == next(
        each["keywords"] for each in mantel.call("GET", "/api/categories") if each["name"] == "Appointments"
    )

    first, second = (page.get_by_role("button", name=f"Move {name}") for name in ("Sports", "Birthdays"))
    first.scroll_into_view_if_needed()
    start, below = middle(first), middle(second)
    touch.drag(start, (below[0], below[1] + 20), lifted=ROW_IS_LIFTED)
    expect(listed(page, "Categories").first).to_contain_text("Birthdays")
    page.reload()
    expect(listed(page, "Categories").first).to_contain_text("Birthdays")
    assert sorted(PRESETS) == sorted(names(mantel, "categories"))
    assert "Birthdays" == names(mantel, "categories")[0]


@on_the_wall
def test_a_category_is_reordered_by_keyboard_and_changed(page: Page, mantel: MantelServer) -> None:
    for name in ("Music", "Trips"):
        mantel.call("POST", "/api/categories", {"name": name, "color": "#3f9d63"})
    mantel.sign_in(page, "/settings/categories")
    page.get_by_role("button", name="Move Trips").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(listed(page, "Categories").first).to_contain_text("Trips")
    page.reload()
    expect(listed(page, "Categories").first).to_contain_text("Trips")

    listed(page, "Categories").last.get_by_role("button", name="Music", exact=True).tap()
    type_into(sheet(page).get_by_label("New keyword"), "choir, piano lesson")
    sheet(page).get_by_role("button", name="Save").tap()
    expect(listed(page, "Categories").last).to_contain_text("piano lesson")
    assert ["choir", "piano lesson"] == mantel.call("GET", "/api/categories")[1]["keywords"]


@on_wall_and_phone
def test_a_feed_is_added_and_a_broken_one_corrected(page: Page, mantel: MantelServer, club: str, screen: str) -> None:
    mantel.sign_in(page, "/settings/calendars", wall=screen != "phone")
    page.get_by_role("button", name="Add a calendar address").tap()
    type_into(sheet(page).get_by_label("Calendar address"), f"{club}/gone.ics")
    type_into(sheet(page).get_by_label("Name", exact=True), "Club")
    sheet(page).get_by_role("button", name="Ben").tap()
    sheet(page).get_by_role("button", name="Add", exact=True).tap()
    expect(sheet(page).get_by_role("alert")).to_contain_text("no calendar at this address")

    type_into(sheet(page).get_by_label("New address"), f"{club}/club.ics")
    sheet(page).get_by_role("button", name="Try again").tap()
    calendar = next(each for each in mantel.call("GET", "/api/calendars") if each["kind"] == "ics")
    expect(sheet(page).get_by_role("heading", name="events imported")).to_be_visible()
    count = mantel.call("POST", f"/api/calendars/{calendar['id']}/sync")["count"]
    expect(sheet(page).get_by_role("heading", name=f"{count} events imported")).to_be_visible()
    sheet(page).locator("footer").get_by_role("button", name="Done").tap()
    expect(listed(page, "Calendars").filter(has_text="Club")).to_contain_text("Up to date")
    ben = mantel.call("GET", "/api/members")[1]["id"]
    assert [ben] == calendar["memberIds"]


@on_the_wall
def test_a_feed_that_fails_later_shows_why(page: Page, mantel: MantelServer, club: str) -> None:
    request = {"kind": "ics", "name": "Club", "url": f"{club}/gone.ics"}
    mantel.call("POST", "/api/calendars", request)
    mantel.sign_in(page, "/settings/calendars")
    row = listed(page, "Calendars").filter(has_text="Club")
    row.get_by_role("button", name="Sync now").tap()
    expect(row).to_contain_text("Sync failed")
    row.get_by_role("switch", name="Shown").tap()
    expect(row).to_contain_text("Hidden")
    expect(row.get_by_role("button", name="Sync now")).to_be_disabled()


@on_the_wall
def test_a_member_is_added_changed_and_removed(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/members", wall=True)
    page.get_by_role("button", name="Add member").tap()
    sheet(page).get_by_role("button", name="Save").tap()
    expect(sheet(page).get_by_role("alert")).to_have_text("Enter a name.")
    type_into(sheet(page).get_by_label("Name", exact=True), "Cleo Lund")
    sheet(page).get_by_role("button", name="Month: None").tap()
    page.get_by_role("option", name="April").tap()
    type_into(sheet(page).get_by_label("Year"), "1899")
    sheet(page).get_by_role("button", name="Save").tap()
    expect(sheet(page).get_by_role("alert")).to_be_visible()
    type_into(sheet(page).get_by_label("Year"), "")
    sheet(page).get_by_role("button", name="Save").tap()
    expect(listed(page, "Members")).to_have_count(3)
    cleo = mantel.call("GET", "/api/members")[2]
    assert ("CL", "--04-01") == (cleo["avatar"], cleo["birthday"])

    listed(page, "Members").first.get_by_role("button", name="Ana", exact=True).tap()
    sheet(page).get_by_role("button", name="Remove").tap()
    page.get_by_role("button", name="Remove").last.tap()
    expect(listed(page, "Members")).to_have_count(2)
    assert ["Ben", "Cleo Lund"] == names(mantel, "members")


@on_the_wall
def test_a_key_is_created_shown_once_and_revoked(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/keys")
    page.get_by_role("button", name="Create key").tap()
    type_into(sheet(page).get_by_label("Device"), "Hall tablet")
    sheet(page).get_by_role("button", name="Create key").tap()
    key = sheet(page).locator("code").inner_text()
    expect(sheet(page).get_by_role("img", name="Scan this with the new device")).to_be_visible()
    sheet(page).locator("footer").get_by_role("button", name="Done").tap()
    expect(listed(page, "Devices with access")).to_contain_text(["Hall tablet"])
    assert key.startswith("mtl_")

    page.get_by_role("button", name="Revoke Hall tablet").tap()
    page.get_by_role("button", name="Revoke", exact=True).last.tap()
    expect(page.get_by_role("heading", name="No keys")).to_be_visible()
    assert [] == mantel.call("GET", "/api/keys")


@on_the_wall
def test_a_display_key_sees_only_what_it_may_change(page: Page, mantel: MantelServer) -> None:
    key = mantel.call("POST", "/api/keys", {"name": "Wall"})["key"]
    page.goto(f"{mantel.url}/#/enter?key={key}&wall=1")
    page.locator("#main").wait_for()
    mantel.go(page, "/settings")
    sections = page.get_by_role("navigation", name="Settings").get_by_role("link")
    family = ["Household", "Members", "Recently deleted", "Calendars", "Categories"]
    screens = ["This device", "Phones", "Away from home", "Appearance", "Sound and voice", "Photos"]
    expect(sections).to_contain_text([*family, *screens, "Notifications", "Secure connection", "About"])
    expect(sections).to_have_count(14)
    for name in ("Members", "Calendars"):
        sections.filter(has_text=name).first.tap()
        expect(page.get_by_role("heading", name=f"{name} are changed on a parent’s device")).to_be_visible()
    path = scan(page.locator("[data-section]").get_by_role("img").first, page).partition("#")[2]
    assert "/settings/calendars" == path
    assert_accessible(page)


@on_wall_and_phone
@pytest.mark.parametrize(
    ("tag", "find", "word", "title"),
    [
        ("en", "Search the settings", "monday", "First day of the week"),
        ("de", "Einstellungen durchsuchen", "schriftgr", "Textgröße"),
        ("pl", "Szukaj w ustawieniach", "poniedz", "Pierwszy dzień tygodnia"),
    ],
)
def test_a_setting_is_found_by_another_word_and_marked(
    page: Page, mantel: MantelServer, screen: str, tag: str, find: str, word: str, title: str
) -> None:
    use_language(page, tag)
    mantel.sign_in(page, "/settings", wall=screen != "phone")
    type_into(page.get_by_role("searchbox", name=find), word)
    assert_accessible(page)
    page.get_by_role("list", name=find).get_by_role("link", name=title).first.tap()
    expect(page.locator("[data-found]")).to_contain_text(title)
    expect(page.locator("[data-found]")).to_be_in_viewport()


@on_the_wall
def test_every_setting_that_is_found_is_on_its_screen(page: Page, mantel: MantelServer) -> None:
    mantel.call("POST", "/api/rewards", {"name": "Ice cream", "price": 10})
    mantel.sign_in(page, "/settings")
    assert "/settings/keys" in settings_paths(page, mantel)
    links: set[str] = set()
    for name in page.locator("main nav a strong").all_inner_texts():
        type_into(page.get_by_role("searchbox", name="Search the settings"), name)
        found = page.get_by_role("list", name="Search the settings").get_by_role("link")
        links |= set(found.evaluate_all("all => all.map(link => link.hash.slice(1))"))
    rows = sorted(link for link in links if "row=" in link)
    assert len(rows) > 40
    missing = []
    for row in rows:
        mantel.go(page, row)
        if not page.locator("[data-found]").count():
            missing.append(row)
    assert [] == missing


@on_the_wall
def test_options_of_chores_and_reminders_are_saved(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/settings/chores")
    page.get_by_role("radiogroup", name="Points for late chores").get_by_text("75%").tap()
    page.get_by_role("radiogroup", name="Streak grace days").get_by_text("3").tap()
    page.get_by_role("radiogroup", name="Sticker prices").get_by_text("Free").tap()
    page.get_by_role("switch", name="Leaderboard").tap()
    expect(page.get_by_role("switch", name="Leaderboard")).not_to_be_checked()
    mantel.go(page, "/settings/reminders")
    page.get_by_role("button", name="None", exact=True).tap()
    with page.expect_response(
        lambda answer: [1440] == (answer.request.post_data_json or {}).get("defaultReminderMinutes")
    ):
        page.get_by_role("button", name="1 day").tap()
    page.reload()
    expect(page.get_by_role("button", name="1 day")).to_have_attribute("aria-pressed", "true")
    now = mantel.call("GET", "/api/settings")
    assert (75, 3, 0, False, [1440]) == (
        now["lateCompletionCredit"],
        now["streakGraceDays"],
        now["stickerPriceScale"],
        now["leaderboardEnabled"],
        now["defaultReminderMinutes"],
    )


@on_the_wall
def test_a_late_response_does_not_undo_a_tap(page: Page, mantel: MantelServer) -> None:
    mantel.call("PATCH", "/api/settings", {"defaultReminderMinutes": []})
    mantel.sign_in(page, "/settings/reminders", wall=True)
    reminder = page.get_by_role("button", name="10 minutes")
    expect(reminder).to_have_attribute("aria-pressed", "false")
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method != "GET":
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route("**/api/settings", hold)
    mantel.call("PATCH", "/api/settings", {"familyName": "The Lindens"})
    until(lambda: len(held) == 1, page=page)
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        reminder.tap()
    route, before_the_tap = held[0]
    route.fulfill(response=before_the_tap)
    until(lambda: len(held) == 2, page=page)
    expect(reminder).to_have_attribute("aria-pressed", "true")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_role("button", name="1 day").tap()
    assert [10, 1440] == mantel.call("GET", "/api/settings")["defaultReminderMinutes"]
    page.unroute("**/api/settings")
    expect(page.get_by_role("button", name="1 day")).to_have_attribute("aria-pressed", "true")
    expect(reminder).to_have_attribute("aria-pressed", "true")


@on_the_wall
def test_changes_of_one_setting_arrive_in_the_order_of_the_taps(page: Page, mantel: MantelServer) -> None:
    mantel.call("PATCH", "/api/settings", {"defaultReminderMinutes": []})
    mantel.sign_in(page, "/settings/reminders", wall=True)
    ten_minutes = page.get_by_role("button", name="10 minutes")
    expect(ten_minutes).to_have_attribute("aria-pressed", "false")
    sent: list[Route] = []

    def hold_first(route: Route) -> None:
        if route.request.method == "PATCH":
            sent.append(route)
        if [route] != sent:
            route.continue_()

    page.route("**/api/settings", hold_first)
    ten_minutes.tap()
    until(lambda: sent, page=page)
    page.get_by_role("button", name="1 day").tap()
    expect(page.get_by_role("button", name="1 day")).to_have_attribute("aria-pressed", "true")
    # What was requested before has arrived.
    page.evaluate("fetch('/api/health')")
    assert [{"defaultReminderMinutes": [10]}] == [route.request.post_data_json for route in sent]

    sent[0].continue_()
    until(lambda: [10, 1440] == mantel.call("GET", "/api/settings")["defaultReminderMinutes"], page=page)
    expect(ten_minutes).to_have_attribute("aria-pressed", "true")


@on_wall_and_phone
def test_the_region_of_holidays_is_chosen_by_name(page: Page, mantel: MantelServer, screen: str) -> None:
    mantel.call("PATCH", "/api/settings", {"language": "de", "holidayCountry": None})
    mantel.sign_in(page, "/settings/household", wall=screen != "phone")
    country = page.get_by_role("button", name="Feiertage")
    expect(country).to_contain_text("Wie Ort oder Zeitzone")
    country.tap()
    type_into(page.get_by_role("textbox", name="Land"), "öster")
    page.get_by_role("button", name="Österreich").tap()
    following = page.get_by_role("region", name="Nächste Feiertage")
    expect(following).to_contain_text("Mariä Empfängnis")
    page.get_by_role("button", name="Bundesland oder Region").tap()
    page.get_by_role("option", name="Salzburg").tap()
    until(lambda: mantel.call("GET", "/api/settings")["holidaySubdivision"] == "5")
    assert "AT" == mantel.call("GET", "/api/settings")["holidayCountry"]
    mantel.call("PATCH", "/api/settings", {"language": "auto", "holidayCountry": None})
