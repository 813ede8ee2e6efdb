"""A journey of the setup with an Apple account: by CalDAV, with an app password."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.calendar.servers import PASSWORD, USER, radicale
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import printed_code, serving
from tests.journeys.test_setup import claim, see
from tests.journeys.viewports import on_the_phone
from tests.morning import today

pytestmark = pytest.mark.journey

# What the form accepts for Apple; the server of this machine has another one.
APP_PASSWORD = "abcd-efgh-ijkl-mnop"
SWIMMING = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Test//EN
BEGIN:VEVENT
UID:swimming
DTSTAMP:20261101T000000Z
SUMMARY:Swimming
DTSTART:{day}T140000Z
DTEND:{day}T150000Z
END:VEVENT
END:VCALENDAR
"""


@on_the_phone
def test_an_apple_account_is_connected_with_an_app_password(page: Page, tmp_path: Path, screen: str) -> None:
    """With a CalDAV server of this machine in the place of iCloud: only the address and the user are exchanged."""

    def to_this_machine(route: Route) -> None:
        sent: dict[str, str] = json.loads(route.request.post_data or "")
        assert ("https://caldav.icloud.com", "ana@icloud.com") == (sent["serverUrl"], sent["username"])
        password = PASSWORD if sent["password"] == APP_PASSWORD else "wrong"
        here = {"serverUrl": server.url, "username": USER, "password": password}
        route.continue_(post_data=json.dumps(sent | here))

    with radicale(tmp_path) as server, serving(tmp_path / "data", ALLOW_PRIVATE_FEED_URLS="1") as mantel:
        server.make("family")
        soon = today() + timedelta(days=2)
        event = SWIMMING.format(day=f"{soon:%Y%m%d}")
        server.request("PUT", "family/swim.ics", event, Content_Type="text/calendar")
        page.route("**/api/accounts/caldav", to_this_machine)
        page.goto(f"{mantel.url}/#/setup?code={printed_code(tmp_path / 'data.log')}")
        claim(page)
        for _ in range(4):
            page.get_by_role("button", name="Skip").tap()
        see(page, "Do you already have a calendar?")
        page.get_by_role("button", name="Apple").tap()
        expect(page.get_by_role("listitem").filter(has_text="App-Specific Passwords")).to_be_visible()
        expect(page.get_by_label("Apple Account e-mail")).to_be_focused()
        page.keyboard.type("ana@icloud.com")
        type_into(page.get_by_label("App-specific password"), "wrong")
        page.get_by_role("button", name="Connect").tap()
        expect(page.get_by_role("alert")).to_contain_text("xxxx-xxxx-xxxx-xxxx")
        type_into(page.get_by_label("App-specific password"), "aaaa-bbbb-cccc-dddd")
        page.get_by_role("button", name="Connect").tap()
        expect(page.get_by_role("alert")).to_contain_text("password")
        assert [] == mantel.call("GET", "/api/accounts")

        type_into(page.get_by_label("App-specific password"), APP_PASSWORD)
        page.get_by_role("button", name="Connect").tap()
        expect(page.get_by_role("region", name="Apple")).to_contain_text("found")
        page.get_by_role("button", name="Continue").tap()
        see(page, "A good start")
        shown = {(calendar["name"], calendar["kind"]) for calendar in mantel.call("GET", "/api/calendars")}
        assert {("Family", "caldav"), ("Family", "local")} <= shown
        events = mantel.call("GET", f"/api/events?from={soon}&to={soon + timedelta(days=1)}")
        assert ["Swimming"] == [each["title"] for each in events]
        page.get_by_role("button", name="Back", exact=True).tap()
        expect(page.get_by_role("region", name="Apple")).to_contain_text("found")
