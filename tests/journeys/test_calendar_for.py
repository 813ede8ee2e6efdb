"""Who decides where a new event goes: its people, and the calendar that each of them keeps for new events."""

import re
from collections.abc import Iterator
from datetime import date, datetime

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.quick_add import quick_add
from tests.journeys.viewports import every_size
from tests.morning import ZONE, events_path, today
from tests.waiting import until

pytestmark = pytest.mark.journey

on_wall_and_phone = pytest.mark.parametrize("screen", ["wall-800", "phone"], indirect=True, scope="session")


@pytest.fixture
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household with Ida and Mara, a calendar of the family, one of Ida, one of the school, and a read-only one."""
    with serving(tmp_path_factory.mktemp("mantel") / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key})
        ids = {}
        for name, color in (("Ida", "#c8553d"), ("Mara", "#2f6f8f")):
            ids[name] = mantel.call("POST", "/api/members", {"name": name, "color": color})["id"]
        for name, members in (("Family", []), ("Ida’s things", [ids["Ida"]]), ("School", list(ids.values()))):
            mantel.call("POST", "/api/calendars", {"kind": "local", "name": name, "memberIds": members})
        mantel.call("POST", "/api/calendars", {"kind": "local", "name": "A closed one", "writable": False})
        yield mantel


def calendar_of(mantel: MantelServer, title: str) -> str:
    """The calendar of an event, once the server has it: the form closes before."""
    names = {one["id"]: one["name"] for one in mantel.call("GET", "/api/calendars")}

    def found() -> list[str]:
        events = mantel.call("GET", events_path(9))
        return [names[event["calendarId"]] for event in events if event["title"] == title]

    [name] = until(found)
    return name


@every_size
@on_wall_and_phone
def test_a_line_goes_to_the_calendar_of_its_people(mantel: MantelServer, page: Page, screen: str) -> None:
    phone = screen == "phone"
    mantel.sign_in(page, "/calendar?view=month", wall=not phone)
    for line, title, people, calendar in (
        ("Date night tomorrow 7pm", "Date night", "Everyone", "Family"),
        ("Piano tomorrow 4pm Ida", "Piano", "Ida", "Ida’s things"),
        ("Dentist tomorrow 5pm Mara", "Dentist", "Mara", "Family"),
        ("Cake tomorrow Ida #Family", "Cake", "Ida", "Family"),
    ):
        sheet = quick_add(page, phone=phone)
        page.keyboard.type(line)
        expect(sheet.get_by_role("button", name=re.compile(rf"Who: \W?{people}"))).to_be_visible()
        expect(sheet.get_by_role("button", name=re.compile(rf"Calendar: \W?{calendar}"))).to_be_visible()
        sheet.get_by_role("button", name="Add", exact=True).tap()
        expect(sheet).to_have_count(0)
        assert calendar == calendar_of(mantel, title)

    sheet = quick_add(page, phone=phone)
    page.keyboard.type("Sports day tomorrow")
    sheet.get_by_role("button", name=re.compile("Calendar: .?Family")).tap()
    sheet.get_by_role("button", name="Ida’s things", exact=True).tap()
    expect(sheet.get_by_role("button", name=re.compile(r"Who: \W?Ida\W?$"))).to_be_visible()


@every_size
@on_wall_and_phone
def test_a_person_keeps_a_calendar_for_new_events(mantel: MantelServer, page: Page, screen: str) -> None:
    phone = screen == "phone"
    mantel.sign_in(page, "/settings/members", wall=not phone)
    page.get_by_role("button", name="Ida", exact=True).tap()
    sheet = page.get_by_role("dialog", name="Ida")
    sheet.get_by_role("button", name="Calendar for new events: The one that suits").tap()
    expect(page.get_by_role("option", name="A closed one")).to_have_count(0)
    page.get_by_role("option", name="School").tap()
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet).to_have_count(0)

    mantel.go(page, f"/calendar?view=month&event=new&at={today()}")
    form = page.get_by_role("dialog", name="New event")
    expect(form.get_by_role("button", name="Calendar: Family")).to_be_visible()
    form.get_by_role("button", name="Ida", exact=True).tap()
    expect(form.get_by_role("button", name="Calendar: School")).to_be_visible()
    form.get_by_role("button", name="Mara").tap()
    expect(form.get_by_role("button", name="Calendar: School")).to_be_visible()
    form.get_by_role("button", name="Ida", exact=True).tap()
    expect(form.get_by_role("button", name="Calendar: Family")).to_be_visible()
    form.get_by_role("button", name="Calendar: Family").tap()
    page.get_by_role("option", name="Ida’s things").tap()
    form.get_by_role("button", name="Ida", exact=True).tap()
    type_into(form.get_by_label("Title"), "Choir")
    form.get_by_role("button", name="Save").tap()
    expect(form).to_have_count(0)
    assert "Ida’s things" == calendar_of(mantel, "Choir")


@every_size
@on_wall_and_phone
def test_a_holiday_of_the_region_is_a_day_and_what_is_unclear_can_be_tapped(
    mantel: MantelServer, page: Page, screen: str
) -> None:
    phone = screen == "phone"
    mantel.call("PATCH", "/api/settings", {"holidayCountry": "US"})
    mantel.sign_in(page, "/calendar?view=month", wall=not phone)
    sheet = quick_add(page, phone=phone)
    page.keyboard.type("Dinner on Christmas Eve 6pm Ida and Mara every full moon")
    expect(sheet.get_by_text("Dinner every full moon", exact=True)).to_be_visible()
    expect(sheet.get_by_role("button", name=re.compile("Who: .?Ida.?, .?Mara"))).to_be_visible()
    sheet.get_by_role("button", name=re.compile("Not understood: .every full moon")).tap()
    sheet.get_by_role("button", name="Every year").tap()
    expect(sheet.get_by_text("Dinner", exact=True)).to_be_visible()
    sheet.get_by_role("button", name="Add", exact=True).tap()
    expect(sheet).to_have_count(0)

    year = today().year + (today() > today().replace(month=12, day=24))
    [made] = mantel.call("GET", f"/api/events?from={year}-12-20&to={year}-12-27")
    assert ("Dinner", "FREQ=YEARLY") == (made["title"], made["rrule"])
    start = datetime.fromisoformat(made["start"]).astimezone(ZONE)
    assert (date(year, 12, 24), 18) == (start.date(), start.hour)
