"""What the description of an event says: links with their targets, addresses, and placeholders in angle brackets."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import MantelServer
from tests.journeys.viewports import on_the_phone
from tests.morning import today

pytestmark = pytest.mark.journey

LINK = "https://zoom.example/j/123"
DESCRIPTIONS = {
    "Join the meeting<https://teams.example/l/19:abc>\nMeeting ID: 123": (
        "Join the meeting<https://teams.example/l/19:abc>\nMeeting ID: 123"
    ),
    "Contact Anna <anna@example.com> by <TBC> Friday": "Contact Anna <anna@example.com> by <TBC> Friday",
    f'Zoom: <a href="{LINK}">Join here</a><br>Bring shoes': f"Zoom: Join here ({LINK})\nBring shoes",
    f'<p>Ask <a href="mailto:anna@example.com?subject=Hi">Anna</a> or <TBC></p><p>{LINK}</p>': (
        f"Ask Anna (anna@example.com) or <TBC>\n{LINK}"
    ),
    f'<b>Sch&ouml;n</b> <a href="{LINK}/">zoom.example/j/123</a>': f"Schön {LINK}/",
    '<span style="color: red">Read</span> <a href="javascript:alert(1)">this</a><style>p {}</style>': "Read this",
    "<table border><tr><td nowrap>Gym</td></tr><tr><td width>Hall 2</td></tr></table>": "Gym\nHall 2",
    "<p hidden data-x>Bring <b or c></p>": "Bring <b or c>",
    '<a name href="https://zoom.example/j/123">Join</a>': f"Join ({LINK})",
}


@on_the_phone
@pytest.mark.parametrize("description", DESCRIPTIONS)
def test_a_description_keeps_what_it_says(mantel: MantelServer, page: Page, description: str) -> None:
    calendar = mantel.call("POST", "/api/calendars", {"kind": "local", "name": "Family"})["id"]
    day = today() + timedelta(days=1)
    event = {"calendarId": calendar, "title": "Meeting", "allDay": True, "start": str(day), "end": str(day)}
    made = mantel.call("POST", "/api/events", event | {"end": str(day + timedelta(days=1)), "description": description})
    mantel.sign_in(page, f"/calendar?event={made['id']}")
    about = page.get_by_role("dialog").locator("dd.about")
    expect(about).to_be_visible()
    assert DESCRIPTIONS[description] == about.inner_text()
    mantel.call("DELETE", f"/api/calendars/{calendar}")
