"""Invitations that the owner of a calendar declined: hidden, or drawn as declined where events are shown."""

import re
from collections.abc import Iterator
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.feed_server import PATH, feed_server
from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import every_size, in_both_schemes
from tests.morning import ZONE, at, today

OWNER = "ana@example.org"
pytestmark = pytest.mark.journey
on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """A feed with one invitation that its owner declined, and one that she accepted; nothing is declined yet here."""
    with (
        feed_server(invitations()) as url,
        serving(tmp_path / "data", ALLOW_PRIVATE_FEED_URLS="1") as served,
    ):
        served.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        served.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d", "avatar": "🦊"})
        made = served.call("POST", "/api/calendars", {"kind": "ics", "name": "Work", "url": f"{url}{PATH}"})
        served.call("POST", f"/api/calendars/{made['id']}/sync")
        yield served


@every_size
@on_wall_and_phone
@in_both_schemes
def test_declined_invitations_are_drawn_as_declined_where_the_calendar_shows_them(
    page: Page, mantel: MantelServer, screen: str
) -> None:
    wall = screen != "phone"
    mantel.sign_in(page, "/settings/calendars", wall=wall)
    page.get_by_role("button", name="Work").first.tap()
    sheet = page.get_by_role("dialog", name="Work")
    sheet.get_by_role("button", name="Declined invitations").tap()
    page.get_by_role("option", name="Shown struck through").tap()
    type_into(sheet.get_by_role("textbox", name="The owner’s e-mail address"), "ana")
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet.get_by_role("alert")).to_be_visible()
    type_into(sheet.get_by_role("textbox", name="The owner’s e-mail address"), OWNER)
    assert_accessible(page)
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet).to_be_hidden()

    mantel.go(page, "/calendar?view=day")
    talk = page.locator("[data-event]", has_text="Talk")
    expect(talk).to_have_accessible_name(contains("Declined"))
    assert is_struck(talk.locator("strong"))
    assert not is_struck(page.locator("[data-event]", has_text="Lunch").locator("strong"))
    for view in ("week", "month", "schedule"):
        mantel.go(page, f"/calendar?view={view}")
        shown = page.locator("[data-event]:visible", has_text="Talk").first
        expect(shown).to_be_visible()
        assert is_struck(shown.locator("strong, span", has_text="Talk").last), view
        assert_accessible(page)

    mantel.go(page, "/board")
    if wall:
        card = page.get_by_role("button", name="Talk").first
        expect(card).to_have_accessible_description("Declined")
    else:
        card = page.get_by_role("region", name="Events").get_by_role("link", name="Talk")
        expect(card).to_have_accessible_name(contains("Declined"))
    assert is_struck(card.locator("strong"))
    assert_accessible(page)
    card.tap()
    expect(page.get_by_role("dialog").get_by_text("shows declined invitations")).to_be_visible()

    mantel.go(page, "/search?q=talk")
    found = page.get_by_role("link", name="Talk")
    expect(found).to_contain_text("Declined")
    assert is_struck(found.locator("strong"))


def contains(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text))


def is_struck(title: Locator) -> bool:
    """Whether a title is struck through, by itself or by what it is in."""
    return bool(title.evaluate("(each) => getComputedStyle(each).textDecorationLine === 'line-through'"))


def invitations() -> str:
    """The feed, with events of today and of tomorrow."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for title, hour, answer in (("Talk", 14, "DECLINED"), ("Lunch", 16, "ACCEPTED")):
        start = at(hour).astimezone(UTC)
        lines += [
            *("BEGIN:VEVENT", f"UID:{title}", f"SUMMARY:{title}", f"DTSTART:{start:%Y%m%dT%H%M%SZ}"),
            f"DTEND:{start + timedelta(minutes=90):%Y%m%dT%H%M%SZ}",
            f"ATTENDEE;PARTSTAT={answer}:mailto:{OWNER}",
            "END:VEVENT",
        ]
    lines += [
        *("BEGIN:VEVENT", "UID:Fair", "SUMMARY:Fair", f"DTSTART;VALUE=DATE:{today():%Y%m%d}"),
        *(f"DTEND;VALUE=DATE:{today() + timedelta(days=2):%Y%m%d}", f"ATTENDEE;PARTSTAT=DECLINED:mailto:{OWNER}"),
        *("END:VEVENT", "END:VCALENDAR", ""),
    ]
    return "\r\n".join(lines)
