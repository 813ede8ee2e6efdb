"""The paths of all screens of the UI, for the demo household."""

import re

from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import MantelServer

PATHS = (
    "/board",
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
    "/routine/{routine}?member={child}",
    "/rewards/{member}",
    "/rewards/week",
    "/photos",
    "/search",
    "/notifications",
    "/search?q=sw",
    "/pair",
)


def screen_paths(mantel: MantelServer) -> list[str]:
    """The paths with ids of the demo household: its first list and routine, and its third member, who has stickers."""
    routine = next((each for each in mantel.call("GET", "/api/chores") if each["steps"]), None)
    names = {
        "list": mantel.call("GET", "/api/lists")[0]["id"],
        "member": mantel.call("GET", "/api/members")[2]["id"],
        "routine": routine and routine["id"],
        "child": routine and routine["memberId"],
    }
    return [path.format(**names) for path in PATHS if routine or "{routine}" not in path]


def settings_paths(page: Page, mantel: MantelServer) -> list[str]:
    """The paths of the settings settings_paths that an admin sees."""
    mantel.go(page, "/settings")
    links = page.locator("main nav a[href^='#/settings/']")
    # Shown once the scope of the key is loaded.
    links.and_(page.locator("[href='#/settings/keys']")).wait_for()
    found: list[str] = links.evaluate_all("all => all.map(link => link.hash.slice(1))")
    return found


def visit(page: Page, mantel: MantelServer, path: str) -> None:
    """Go there and wait until it is drawn with its data."""
    mantel.go(page, path)
    expect(page.locator("#main :is(h1, h2)").first).to_be_visible()
    if path.startswith("/settings/"):
        # The navigation beside it has a heading too.
        page.locator("[data-section] > *").first.wait_for(state="attached")
    expect(page.locator(".skeleton")).to_have_count(0)


def name_of(path: str) -> str:
    """A file name for a path."""
    named = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "one", path.strip("/"))
    return re.sub(r"[/?]", "-", re.sub(r"\w+=", "", named))
