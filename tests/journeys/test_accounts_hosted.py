"""Journeys with Google and Microsoft accounts: entering an OAuth app, consent, and the synced calendar."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.calendar.hosted.google import GoogleStandIn
from tests.calendar.hosted.microsoft import MicrosoftStandIn
from tests.calendar.hosted.standin import serving as answering
from tests.journeys.accessibility import assert_accessible
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.touch import Point, Touch, middle
from tests.morning import ZONE, at, events_path
from tests.waiting import until

pytestmark = pytest.mark.journey

on_the_wall = pytest.mark.parametrize("screen", ["wall-800"], indirect=True, scope="session")
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")
SIX_PM = 18
HOUR = timedelta(hours=1)


@pytest.fixture
def google() -> Iterator[GoogleStandIn]:
    running = GoogleStandIn()
    with answering(running):
        yield running
    assert [] == running.faults


@pytest.fixture
def microsoft() -> Iterator[MicrosoftStandIn]:
    running = MicrosoftStandIn()
    with answering(running):
        yield running
    assert [] == running.faults


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder."""
    return tmp_path / "data"


@pytest.fixture
def mantel(folder: Path, google: GoogleStandIn, microsoft: MicrosoftStandIn) -> Iterator[MantelServer]:
    """A server that uses the stand-ins of both providers."""
    where = {**google.settings(), **microsoft.settings()}
    with serving(folder, **{name.upper(): value for name, value in where.items()}) as mantel:
        mantel.url = mantel.url.replace("127.0.0.1", "localhost")
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        yield mantel


def sheet(page: Page) -> Locator:
    return page.locator("dialog[open]").last


def enter_app(page: Page, stand_in: GoogleStandIn | MicrosoftStandIn) -> None:
    type_into(sheet(page).get_by_label("Client ID"), stand_in.CLIENT_ID)
    type_into(sheet(page).get_by_label("Client secret"), stand_in.SECRET)
    sheet(page).get_by_role("button", name="Save and continue").tap()


@on_wall_and_phone
def test_google_is_set_up_connected_and_read_both_ways(
    page: Page, mantel: MantelServer, google: GoogleStandIn, screen: str
) -> None:
    google.put("Swimming", at(SIX_PM), at(SIX_PM) + HOUR)
    mantel.sign_in(page, "/settings/calendars", wall=screen != "phone")
    page.get_by_role("button", name="Connect an account").tap()
    sheet(page).get_by_role("button", name="Google").tap()
    expect(sheet(page).get_by_text(f"{mantel.url}/api/oauth/google/callback")).to_be_visible()
    assert_accessible(page)
    type_into(sheet(page).get_by_label("Client ID"), "ana@example.org")
    sheet(page).get_by_role("button", name="Save and continue").tap()
    expect(sheet(page).get_by_role("alert")).to_contain_text("apps.googleusercontent.com")
    enter_app(page, google)
    expect(sheet(page).get_by_role("button", name="Continue with Google")).to_be_visible()
    assert_accessible(page)

    sheet(page).get_by_role("button", name="Continue with Google").tap()
    page.get_by_role("link", name="Cancel").tap()
    expect(page.get_by_text("Access to Google was denied. Nothing was connected.")).to_be_visible()
    assert [] == mantel.call("GET", "/api/accounts")

    page.get_by_role("button", name="Connect an account").tap()
    sheet(page).get_by_role("button", name="Google").tap()
    sheet(page).get_by_role("button", name="Continue with Google").tap()
    page.get_by_role("link", name="Allow").tap()
    family = sheet(page).get_by_role("switch", name="Show Family")
    expect(sheet(page).get_by_role("switch", name="Show Holidays")).to_have_accessible_description("Read only")
    expect(sheet(page)).to_contain_text("ana@example.org")
    assert "key=" not in page.url
    assert_accessible(page)
    family.tap()
    expect(sheet(page).get_by_role("button", name="Name, people, category")).to_have_count(1)
    sheet(page).locator("footer").get_by_role("button", name="Done").tap()
    expect(page.get_by_text(re.compile("Google, since"))).to_be_visible()

    mantel.go(page, "/calendar?view=day" if screen != "phone" else "/calendar?view=schedule")
    page.get_by_role("button", name=re.compile("Swimming")).first.tap()
    sheet(page).get_by_role("button", name="Edit").tap()
    type_into(sheet(page).get_by_label("Title"), "Diving")
    sheet(page).get_by_role("button", name="Save").tap()
    expect(page.get_by_role("button", name=re.compile("Diving")).first).to_be_visible()
    assert "Diving" in [str(each.fields["summary"]) for each in google.books["family"].items.values()]


@on_the_wall
def test_a_revoked_permission_is_granted_again(page: Page, mantel: MantelServer, microsoft: MicrosoftStandIn) -> None:
    mantel.sign_in(page, "/settings/calendars", wall=True)
    page.get_by_role("button", name="Connect an account").tap()
    sheet(page).get_by_role("button", name="Microsoft").tap()
    enter_app(page, microsoft)
    sheet(page).get_by_role("button", name="Continue with Microsoft").tap()
    page.get_by_role("link", name="Allow").tap()
    sheet(page).get_by_role("switch", name="Show Family").tap()
    expect(sheet(page).get_by_role("button", name="Name, people, category")).to_have_count(1)
    sheet(page).locator("footer").get_by_role("button", name="Done").tap()

    microsoft.withdraw()
    page.get_by_role("button", name="Sync now").tap()
    expect(page.get_by_text("connect the account again").first).to_be_visible()
    page.get_by_role("button", name=re.compile("ana@example.org")).tap()
    expect(sheet(page).get_by_role("alert")).to_contain_text("connect the account again")
    assert_accessible(page)
    sheet(page).get_by_role("button", name="Reconnect Microsoft").tap()
    page.get_by_role("link", name="Allow").tap()
    expect(sheet(page).get_by_role("switch", name="Show Family")).to_be_checked()
    expect(sheet(page).get_by_role("alert")).to_have_count(0)
    assert 1 == len(mantel.call("GET", "/api/accounts"))


def app_of(mantel: MantelServer, kind: str) -> dict[str, object]:
    """The OAuth app of a provider, as the API answers it."""
    found: dict[str, object] = mantel.call("GET", "/api/providers")[kind]
    return found


def seen(page: Page, locator: Locator) -> Point:
    """The point to touch an element at; fails when the element is covered or not in view."""
    locator.tap(trial=True)
    return middle(locator)


@on_wall_and_phone
def test_an_app_is_removed_and_entered_again(
    page: Page, touch: Touch, mantel: MantelServer, google: GoogleStandIn, screen: str
) -> None:
    def press(locator: Locator) -> None:
        touch.down(seen(page, locator))
        touch.up()

    google.put("Swimming", at(SIX_PM), at(SIX_PM) + HOUR)
    entered = {"clientId": google.CLIENT_ID, "clientSecret": google.SECRET}
    known = mantel.call("PUT", "/api/providers/google", entered)
    mantel.sign_in(page, "/settings/calendars", wall=screen != "phone")
    page.get_by_role("button", name="Connect an account").tap()
    sheet(page).get_by_role("button", name="Google").tap()
    sheet(page).get_by_role("button", name="Continue with Google").tap()
    page.get_by_role("link", name="Allow").tap()
    sheet(page).get_by_role("switch", name="Show Family").tap()
    expect(sheet(page).get_by_role("button", name="Name, people, category")).to_have_count(1)
    until(lambda: ["Swimming"] == titles_of_today(mantel), page=page)
    forget = sheet(page).get_by_role("button", name="Remove client ID and secret")
    expect(forget).to_have_count(0)
    sheet(page).get_by_role("button", name="Change client ID and secret").tap()
    expect(sheet(page).get_by_label("Client ID")).to_have_value(google.CLIENT_ID)
    assert_accessible(page)

    press(forget)
    question = page.get_by_role("dialog", name="Remove the client ID and secret for Google?")
    expect(question).to_contain_text("ana@example.org and its calendars stay, but stop syncing")
    assert_accessible(page)
    press(question.get_by_role("button", name="Cancel"))
    expect(question).to_be_hidden()
    expect(sheet(page).get_by_label("Client ID")).to_have_value(google.CLIENT_ID)
    assert known == app_of(mantel, "google")

    press(forget)
    press(question.get_by_role("button", name="Remove"))
    expect(page.get_by_text("The client ID and secret for Google were removed")).to_be_visible()
    expect(sheet(page).get_by_label("Client ID")).to_have_value("")
    expect(sheet(page).get_by_label("Client secret")).to_have_accessible_description(re.compile("stored encrypted"))
    expect(forget).to_have_count(0)
    assert_accessible(page)
    assert {"configured": False, "source": None, "secretSet": False} == app_of(mantel, "google")

    # As the dialog says: the account stays, its syncs fail, and it continues once the same app is entered.
    sheet(page).locator("footer").get_by_role("button", name="Done").tap()
    google.expire()
    page.get_by_role("button", name="Sync now").tap()
    expect(page.get_by_text("Google is not set up; enter its client id and secret first").first).to_be_visible()
    assert ["Swimming"] == titles_of_today(mantel)
    page.get_by_role("button", name=re.compile("Google, since")).tap()
    enter_app(page, google)
    expect(sheet(page).get_by_role("button", name="Reconnect Google")).to_be_visible()
    sheet(page).locator("footer").get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Sync now").tap()
    expect(page.get_by_text(re.compile("Google is not set up"))).to_have_count(0)
    assert known == app_of(mantel, "google")


@on_the_wall
def test_removing_an_entered_app_keeps_the_app_of_the_environment(page: Page, folder: Path) -> None:
    own, installed = "1-own.apps.googleusercontent.com", "2-installed.apps.googleusercontent.com"
    with serving(folder) as mantel:
        mantel.call("PUT", "/api/providers/google", {"clientId": own, "clientSecret": "hush-own"})
    with serving(folder, GOOGLE_CLIENT_ID=installed, GOOGLE_CLIENT_SECRET="hush-installed") as mantel:
        mantel.sign_in(page, "/settings/calendars", wall=True)
        page.get_by_role("button", name="Connect an account").tap()
        sheet(page).get_by_role("button", name="Google").tap()
        sheet(page).get_by_role("button", name="Change client ID and secret").tap()
        sheet(page).get_by_role("button", name="Remove client ID and secret").tap()
        question = page.get_by_role("dialog", name="Remove the client ID and secret for Google?")
        expect(question).to_contain_text("No account uses them.")
        question.get_by_role("button", name="Remove").tap()

        expect(page.get_by_text("server’s configuration are used for Google now")).to_be_visible()
        expect(sheet(page).get_by_role("button", name="Continue with Google")).to_be_visible()
        expect(sheet(page).get_by_role("button", name="Change client ID and secret")).to_have_count(0)
        expected = {"configured": True, "source": "env", "secretSet": True, "clientId": installed}
        assert expected == app_of(mantel, "google")


def titles_of_today(mantel: MantelServer) -> list[str]:
    found = mantel.call("GET", events_path(1))
    return [each["title"] for each in found]
