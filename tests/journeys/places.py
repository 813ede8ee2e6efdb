"""Every screen of the touch interface, as addresses in the demo household."""

import re

from playwright.sync_api import Page, expect

from tests.journeys.stage import Stage

PLACES = (
    "/calendar?view=month",
    "/calendar?view=week",
    "/calendar?view=day",
    "/calendar?view=schedule",
    "/calendar?event=new",
    "/chores",
    "/chores?chore=new",
    "/chores?show=leaders",
    "/lists",
    "/lists/{list}",
    "/stickers/{member}",
    "/stickers/{member}/shop",
    "/paint",
    "/paint/all",
    "/day/{member}",
    "/notifications",
    "/pair",
)


def places(stage: Stage) -> list[str]:
    """With the demo household's first list and third member, who has stickers, put in."""
    names = {"list": stage.call("GET", "/api/lists")[0]["id"], "member": stage.call("GET", "/api/members")[2]["id"]}
    return [place.format(**names) for place in PLACES]


def sections(page: Page, stage: Stage) -> list[str]:
    """The addresses of the sections that the settings offer an admin."""
    stage.go(page, "/settings")
    links = page.get_by_role("navigation", name="Settings").get_by_role("link")
    # They are there only when it is known whose key this is.
    links.filter(has_text="Devices and keys").wait_for()
    found: list[str] = links.evaluate_all("all => all.map(link => link.hash.slice(1))")
    return found


def visit(page: Page, stage: Stage, place: str) -> None:
    """Go there, and wait until it is drawn with everything it asks the house for."""
    stage.go(page, place)
    expect(page.locator("#main :is(h1, h2)").first).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(0)


def name_of(place: str) -> str:
    """A file's name for a place."""
    named = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "one", place.strip("/"))
    return re.sub(r"[/?]", "-", re.sub(r"\w+=", "", named))
