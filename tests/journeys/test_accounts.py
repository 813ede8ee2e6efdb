"""Journeys with a CalDAV account: a real server is connected and synced in both directions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.calendar.servers import PASSWORD, USER, Radicale, radicale
from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.morning import ZONE, today
from tests.waiting import until

pytestmark = pytest.mark.journey

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Radicale]:
    with radicale(tmp_path) as running:
        running.make("family", **{"A:calendar-color": "#1e90ffff"})
        yield running


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A server that may connect to addresses of the home network."""
    with serving(tmp_path_factory.mktemp("accounts") / "data", ALLOW_PRIVATE_FEED_URLS="1") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        mantel.call("POST", "/api/categories", {"name": "Sports", "color": "#3f9d63", "emoji": "⚽"})
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        yield mantel


@pytest.fixture
def mantel(application: MantelServer) -> MantelServer:
    """The household without any account or calendar."""
    for kind in ("accounts", "calendars"):
        for each in application.call("GET", f"/api/{kind}"):
            application.call("DELETE", f"/api/{kind}/{each['id']}")
    return application


def sheet(page: Page) -> Locator:
    return page.locator("dialog[open]").last


def sign_in(page: Page, server: str, password: str = PASSWORD) -> None:
    """Fill in and submit the account form."""
    type_into(sheet(page).get_by_label("Server address"), server)
    type_into(sheet(page).get_by_label("User name"), USER)
    type_into(sheet(page).get_by_label("Password", exact=True), password)
    type_into(sheet(page).get_by_label("Account name"), "Grandma's server")
    sheet(page).get_by_role("button", name="Connect", exact=True).tap()


def follow(mantel: MantelServer, server: Radicale) -> str:
    """Connect the server and select the Family calendar through the API; answers the calendar's id."""
    body = {"name": "Server", "serverUrl": server.url, "username": USER, "password": PASSWORD}
    account_id = mantel.call("POST", "/api/accounts/caldav", body)["id"]
    remote_id = f"{server.url}{server.home}family/"
    request = {"kind": "caldav", "name": "Family", "accountId": account_id, "remoteId": remote_id, "color": "#1e90ff"}
    calendar_id = str(mantel.call("POST", "/api/calendars", request)["id"])
    mantel.call("POST", f"/api/calendars/{calendar_id}/sync")
    return calendar_id


def objects(server: Radicale) -> list[str]:
    """The paths of the calendar's objects on the CalDAV server."""
    body = '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getetag/></prop></propfind>'
    _, _, text = server.request("PROPFIND", "family/", body, Depth="1", Content_Type="application/xml")
    return re.findall(rf"{server.home}(family/[^<]+\.ics)<", text)


@on_wall_and_phone
def test_a_server_is_connected_and_calendars_are_selected(
    page: Page, mantel: MantelServer, server: Radicale, screen: str
) -> None:
    mantel.sign_in(page, "/settings/calendars", wall=screen != "phone")
    page.get_by_role("button", name="Connect an account").tap()
    assert_accessible(page)
    sheet(page).get_by_role("button", name="iCloud").tap()
    expect(sheet(page).get_by_text("app-specific password")).to_be_visible()
    assert_accessible(page)
    sign_in(page, server.url)
    expect(sheet(page).get_by_role("alert")).to_contain_text("not an app-specific password")
    assert [] == mantel.call("GET", "/api/accounts")
    sheet(page).get_by_role("button", name="Other provider").tap()
    sheet(page).get_by_role("listitem").filter(has_text="Any CalDAV server").get_by_role("button").tap()
    sign_in(page, server.url, "wrong")
    expect(sheet(page).get_by_role("alert")).to_contain_text("password")
    expect(sheet(page).get_by_label("User name")).to_have_value(USER)
    sign_in(page, server.url)

    family = sheet(page).get_by_role("switch", name="Show Family")
    closed = sheet(page).get_by_role("switch", name="Show Closed")
    expect(family).to_have_accessible_description("Events can be edited here")
    expect(closed).to_have_accessible_description("Read only")
    assert_accessible(page)
    closed.tap()
    expect(sheet(page).get_by_role("button", name="Name, people, category")).to_have_count(1)
    family.tap()
    expect(sheet(page).get_by_role("button", name="Name, people, category")).to_have_count(2)
    shown = {each["name"]: each for each in mantel.call("GET", "/api/calendars")}
    assert {"Family": True, "Closed": False} == {name: each["writable"] for name, each in shown.items()}
    assert "#1e90ff" == shown["Family"]["color"]

    sheet(page).get_by_role("button", name="Name, people, category").first.tap()
    sheet(page).get_by_role("button", name="Ana").tap()
    sheet(page).get_by_role("button", name="Save").tap()
    expect(page.get_by_text("CalDAV, read only")).to_be_visible()
    assert_accessible(page)

    page.get_by_role("button", name="Grandma's server").tap()
    expect(family).to_be_checked()
    closed.tap()
    held: list[Route] = []
    page.route("**/api/calendars/*", lambda route: held.append(route))
    sheet(page).get_by_role("button", name="Remove", exact=True).tap()
    expect(closed).not_to_be_checked()
    sheet(page).get_by_role("button", name="Remove account").tap()
    # The server answers the first removal after the second was asked for.
    until(lambda: held, page=page)
    held.pop().continue_()
    page.unroute("**/api/calendars/*")
    expect(sheet(page)).to_contain_text("Its calendar and events are removed here: Family")
    sheet(page).get_by_role("button", name="Remove account").tap()
    expect(page.get_by_role("button", name="Grandma's server")).to_have_count(0)
    assert [] == mantel.call("GET", "/api/calendars")
    assert 207 == server.request("PROPFIND", "family/", Depth="0")[0]


@on_the_wall
def test_events_are_synced_in_both_directions(page: Page, mantel: MantelServer, server: Radicale) -> None:
    calendar_id = follow(mantel, server)
    mantel.sign_in(page, f"/calendar?view=day&event=new&at={today()}T17:00", wall=True)
    type_into(sheet(page).get_by_label("Title"), "Swimming")
    server.disturb = lambda method, path: (507, {}, b"full") if method == "PUT" else None
    sheet(page).get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Failed:")).to_be_visible()
    expect(sheet(page).get_by_label("Title")).to_have_value("Swimming")
    assert [] == objects(server)
    server.disturb = lambda method, path: None
    sheet(page).get_by_role("button", name="Save").tap()
    expect(page.get_by_role("button", name=re.compile("Swimming"))).to_be_visible()
    [address] = objects(server)
    written = server.text(address)
    assert "SUMMARY:Swimming" in written

    status, _, answer = server.request(
        "PUT", address, written.replace("Swimming", "Diving"), Content_Type="text/calendar"
    )
    assert status in (201, 204), answer
    mantel.call("POST", f"/api/calendars/{calendar_id}/sync")
    event = page.get_by_role("button", name=re.compile("Diving"))
    event.tap()
    sheet(page).get_by_role("button", name="Category: Automatic").tap()
    page.get_by_role("option", name=re.compile("Sports")).tap()
    expect(sheet(page)).to_contain_text("for this date")
    assert_accessible(page)

    status, _, answer = server.request(
        "PUT", address, written.replace("Swimming", "Sailing"), Content_Type="text/calendar"
    )
    assert status in (201, 204), answer
    mantel.call("POST", f"/api/calendars/{calendar_id}/sync")
    expect(sheet(page)).to_contain_text("Sailing")
    expect(sheet(page)).to_contain_text("for this date")
    sheet(page).get_by_role("button", name="Edit").tap()
    type_into(sheet(page).get_by_label("Where"), "At the lake")
    sheet(page).get_by_role("button", name="Save").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert "LOCATION:At the lake" in server.text(address)

    page.get_by_role("button", name=re.compile("Sailing")).tap()
    sheet(page).get_by_role("button", name="Delete").tap()
    expect(sheet(page)).to_contain_text("It is also deleted in “Family”.")
    sheet(page).get_by_role("button", name="Delete").tap()
    expect(page.get_by_role("button", name=re.compile("Sailing"))).to_have_count(0)
    assert [] == objects(server)


@on_the_wall
def test_a_changed_password_is_shown_and_can_be_entered(page: Page, mantel: MantelServer, server: Radicale) -> None:
    follow(mantel, server)
    server.disturb = lambda method, path: (401, {}, b"")
    mantel.sign_in(page, "/settings/calendars", wall=True)
    page.get_by_role("button", name="Sync now").tap()
    expect(page.get_by_text("does not accept this user name and password").first).to_be_visible()
    page.get_by_role("button", name="Server CalDAV").tap()
    sheet(page).get_by_role("button", name="New password").tap()
    type_into(sheet(page).get_by_label("New password"), "guess")
    sheet(page).get_by_role("button", name="Check and save").tap()
    expect(sheet(page).get_by_role("alert").last).to_contain_text("password")
    assert_accessible(page)
    server.disturb = lambda method, path: None
    type_into(sheet(page).get_by_label("New password"), PASSWORD)
    sheet(page).get_by_role("button", name="Check and save").tap()
    expect(page.get_by_text("The new password was saved")).to_be_visible()
    # The calendars are synced again automatically.
    sheet(page).get_by_role("button", name="Close").tap()
    expect(page.get_by_text(re.compile("Sync failed"))).to_have_count(0, timeout=30_000)


@on_wall_and_phone
def test_times_and_rule_of_a_series_at_the_server_are_changed(
    page: Page, mantel: MantelServer, server: Radicale, screen: str
) -> None:
    server.put(
        "family/choir.ics",
        "BEGIN:VEVENT",
        "UID:choir",
        "DTSTAMP:20261101T000000Z",
        "SUMMARY:Choir",
        f"DTSTART;VALUE=DATE:{today():%Y%m%d}",
        "RRULE:FREQ=DAILY;COUNT=3",
        "END:VEVENT",
    )
    follow(mantel, server)
    mantel.sign_in(page, "/calendar?view=schedule", wall=screen != "phone")
    choir = page.get_by_role("button", name=re.compile("Choir"))
    expect(choir).to_have_count(3)
    choir.first.tap()
    sheet(page).get_by_role("button", name="Edit").tap()
    repeats = sheet(page).get_by_role("button", name=re.compile("^Repeats: "))
    expect(repeats).to_have_accessible_name("Repeats: Daily")
    assert_accessible(page)
    sheet(page).get_by_role("button", name="All day").tap()
    sheet(page).get_by_role("button", name="Save").tap()
    sheet(page).get_by_role("button", name="All events").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    # The days are shown until the answer replaces them, and are no events at the server any more.
    expect(page.get_by_role("button", name=re.compile("Choir, 9:00"))).to_have_count(3)
    assert "DTSTART;TZID=" in server.text("family/choir.ics")

    choir.first.tap()
    sheet(page).get_by_role("button", name="Edit").tap()
    repeats.tap()
    page.get_by_role("option", name="Never").tap()
    sheet(page).get_by_role("button", name="Save").tap()
    expect(sheet(page).get_by_role("button", name="This event")).to_have_count(0)
    sheet(page).get_by_role("button", name="All events").tap()
    expect(choir).to_have_count(1)
    assert "RRULE" not in server.text("family/choir.ics")
