"""The day of a member: events, chores and items of one person."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.accessibility import assert_accessible
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import in_both_schemes, on_the_phone
from tests.morning import ZONE, at, today

pytestmark = pytest.mark.journey


@pytest.fixture
def mantel(tmp_path: Path) -> Iterator[MantelServer]:
    """Ana has events, a chore and a due item; Ben has none."""
    with serving(tmp_path / "data") as served:
        served.call("PATCH", "/api/settings", {"timezone": ZONE.key, "themeMode": "auto"})
        calendar = served.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
        ana = served.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d", "avatar": "🦊"})["id"]
        served.call("POST", "/api/members", {"name": "Ben", "color": "#2f6f8f"})
        school = {"title": "School trip", "allDay": True, "start": str(today()), "end": str(today() + timedelta(1))}
        served.call("POST", "/api/events", {"calendarId": calendar, "memberIds": [ana], **school})
        noon = at(12, days=1)
        request = {"title": "Dentist", "allDay": False, "location": "High Street 4", "travelMinutes": 20}
        times = {"start": noon.isoformat(), "end": (noon + timedelta(hours=1)).isoformat()}
        served.call("POST", "/api/events", {"calendarId": calendar, "memberIds": [ana], **request, **times})
        cat = {"title": "Feed the cat", "memberId": ana, "points": 3, "rrule": "FREQ=DAILY"}
        served.call("POST", "/api/chores", cat)
        todo = served.call("POST", "/api/lists", {"name": "School", "kind": "todo", "emoji": "🎒"})["id"]
        item = {"title": "Sign the letter", "memberId": ana, "dueDate": str(today() - timedelta(2))}
        served.call("POST", f"/api/lists/{todo}/items", [item])
        yield served


@on_the_phone
def test_the_greeting_follows_the_clock_of_the_page(page: Page, mantel: MantelServer) -> None:
    """In the zone of the household and the language of the device, without a change on the server."""
    page.clock.install(time=at(16))
    ana = mantel.call("GET", "/api/members")[0]["id"]
    mantel.sign_in(page, f"/day/{ana}")
    expect(page.get_by_role("heading", name="Good afternoon, Ana")).to_be_visible()
    page.clock.fast_forward("01:00:00")
    expect(page.get_by_role("heading", name="Good evening, Ana")).to_be_visible()
    page.evaluate("localStorage.setItem('mantel.language', 'pl')")
    page.reload()
    expect(page.get_by_role("heading", name="Dobry wieczór, Ana")).to_be_visible()


@in_both_schemes
def test_an_avatar_on_the_wall_opens_the_day(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page, "/calendar", wall=True)
    # The coming events are beside the calendar, above the family.
    expect(page.get_by_role("complementary").get_by_text("School trip").first).to_be_visible()
    page.get_by_role("region", name="Family").get_by_role("link", name="Ana").tap()
    expect(page.get_by_role("heading", name="Ana’s day")).to_be_visible()
    plans = page.get_by_role("region", name="Events")
    expect(plans.get_by_role("listitem")).to_have_count(1)
    expect(plans).to_contain_text("School trip")
    expect(page.get_by_role("region", name="Chores")).to_contain_text("Overdue since")
    expect(page.get_by_role("region", name="Tomorrow")).to_contain_text("Leave by 11:40")
    assert_accessible(page)

    page.get_by_role("checkbox", name="Feed the cat").tap()
    expect(page.get_by_text("1 of 1 chore done")).to_be_visible()
    expect(page.get_by_text("3 points today")).to_be_visible()
    page.get_by_role("radiogroup", name="Period").get_by_text("This week").tap()
    expect(plans.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("checkbox", name="Feed the cat")).to_have_count(7)
    assert_accessible(page)

    plans.get_by_role("link", name="Dentist").tap()
    expect(page.locator("dialog[open]")).to_contain_text("Dentist")


@on_the_phone
@in_both_schemes
def test_a_phone_shows_avatars_and_an_empty_day(page: Page, mantel: MantelServer) -> None:
    mantel.sign_in(page)
    page.get_by_role("button", name="More", exact=True).tap()
    page.get_by_role("list", name="Family members").get_by_role("link", name="Ben").tap()
    expect(page.get_by_role("heading", name="Nothing planned for Ben")).to_be_visible()
    assert_accessible(page)
    mantel.go(page, "/day/nobody")
    expect(page.get_by_role("heading", name="This member does not exist")).to_be_visible()
    assert_accessible(page)
