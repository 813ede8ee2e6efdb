"""A family's first day in its language: set-up, a list whose counts take every plural form, and a notification."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys.keys import type_into
from tests.journeys.mantel_server import TIMEOUT_SECONDS, printed_code, serving
from tests.journeys.messages import messages
from tests.journeys.viewports import SCREENS
from tests.waiting import until

APPLIANCE = Path(__file__).parents[2] / "appliance"
# Of the counts that a family sees: the plural form of each.
FORMS = {
    "de": {1: "one", 2: "other", 5: "other", 22: "other"},
    "pl": {1: "one", 2: "few", 5: "many", 22: "few"},
}


class Texts:
    """The texts of the UI and of the server in one language."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self._ui = messages(tag)
        self._server = json.loads((APPLIANCE / "words" / f"{tag}.json").read_text("utf-8"))

    def ui(self, key: str, **values: object) -> str:
        return self._text(self._ui, key, values)

    def server(self, key: str, **values: object) -> str:
        return self._text(self._server, key, values)

    def _text(self, tree: Any, key: str, values: dict[str, object]) -> str:
        for name in key.split("."):
            tree = tree[name]
        text: str = tree if isinstance(tree, str) else tree[FORMS[self.tag][int(str(values["count"]))]]
        return text.format(**values)


@pytest.mark.parametrize(("tag", "locale"), [("de", "de-DE"), ("pl", "en-GB")])
def test_a_family_starts_in_its_language(tag: str, locale: str, browser: Browser, tmp_path: Path) -> None:
    """German comes from the browser; Polish is chosen in an English browser."""
    say = Texts(tag)
    context = browser.new_context(**SCREENS["phone"], reduced_motion="reduce", locale=locale)
    page = context.new_page()
    with serving(tmp_path / "data") as mantel:
        page.goto(f"{mantel.url}/#/setup?code={printed_code(tmp_path / 'data.log')}")
        set_up(page, say, Texts("de") if locale == "de-DE" else None)
        settings = mantel.call("GET", "/api/settings")
        assert (tag, "Familie Łoś", 1, "24") == tuple(
            settings[name] for name in ("language", "familyName", "weekStart", "clock")
        )

        (shopping,) = mantel.call("GET", "/api/lists")
        assert say.ui("common.shopping") == shopping["name"]
        mantel.go(page, f"/lists/{shopping['id']}")
        field = page.get_by_role("textbox").first
        added = 0
        for count in (1, 2, 5, 22):
            while added < count:
                added += 1
                type_into(field, f"Brötchen {added}")
                field.press("Enter")
            expect(page.get_by_text(say.ui("lists.open", count=count), exact=True)).to_be_visible()
            page.get_by_role("button", name=say.ui("lists.menu"), exact=True).tap()
            page.get_by_role("button", name=say.ui("lists.remove")).tap()
            asked = page.get_by_role("alertdialog").or_(page.get_by_role("dialog")).last
            expect(asked.get_by_text(say.ui("lists.removeAskHint", count=count), exact=True)).to_be_visible()
            asked.get_by_role("button", name=say.ui("common.cancel")).tap()
            expect(page.get_by_text(say.ui("lists.removeAskHint", count=count), exact=True)).to_have_count(0)

        mantel.go(page, "/notifications")
        expect(page.get_by_role("heading", name=say.ui("notifications.title"), exact=True)).to_be_visible()
        expect(page.get_by_text(say.server("list.title")).first).to_be_visible()
        mantel.go(page, "/board")
        weekday = {
            "de": "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag",
            "pl": "poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela",
        }
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(rf"({weekday[tag]}).*\d"))
        assert page.locator("html").get_attribute("lang") == tag
    context.close()


def set_up(page: Page, say: Texts, first: Texts | None) -> None:
    """The first start on a parent's phone. `first` is the language of the first page; None for English."""
    page.get_by_role("button", name=first.ui("setup.claim") if first else "Start", exact=True).tap()
    heading = first.ui("setupSteps.languageTitle") if first else "Language and clock"
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    name = {"de": "Deutsch", "pl": "Polski"}[say.tag]
    if first:
        expect(page.get_by_role("radio", name=name)).to_be_checked()
    else:
        page.get_by_text(name, exact=True).tap()
    page.get_by_role("button", name=first.ui("setup.next") if first else "Continue").tap()

    def go_on(key: str) -> None:
        page.get_by_role("button", name=say.ui(key)).tap()

    def see(key: str, **values: object) -> None:
        expect(page.get_by_role("heading", name=say.ui(key, **values), exact=True)).to_be_visible()

    see("setupSteps.familyTitle")
    type_into(page.get_by_label(say.ui("householdSettings.familyName")), "Familie Łoś")
    go_on("setup.next")
    see("setupSteps.townTitle")
    go_on("setup.skip")
    see("setupSteps.membersTitle")
    expect(page.get_by_label(say.ui("setupSteps.firstMember"))).to_be_focused()
    page.keyboard.type("Zoë\nŁukasz\n")
    expect(page.get_by_role("list", name=say.ui("settings.members")).get_by_role("listitem")).to_have_count(2)
    go_on("setup.next")
    see("setupSteps.calendarTitle")
    go_on("setupSteps.calendarNone")
    see("setupSteps.startersTitle")
    go_on("setupSteps.startersAdd")
    see("setupSteps.doneTitle", name="\u2068Familie Łoś\u2069")
    go_on("setup.next")
    see("setupSteps.phoneTitle")
    go_on("common.openMantel")
    page.locator("#main").wait_for()


@pytest.mark.parametrize(
    ("tag", "description"),
    [
        ("en", "The household on one page: calendar, chores, lists and notes."),
        ("pl", "Cały dom na jednej stronie: kalendarz, obowiązki, listy i notatki."),
    ],
)
def test_the_installed_app_is_described_in_the_language_of_the_household(
    tag: str, description: str, tmp_path: Path
) -> None:
    with serving(tmp_path / "data") as mantel:
        mantel.call("PATCH", "/api/settings", {"language": tag})
        answer = httpx.get(f"{mantel.url}/manifest.webmanifest", timeout=TIMEOUT_SECONDS)
    assert ("application/manifest+json", "no-cache") == tuple(
        answer.headers[name] for name in ("content-type", "cache-control")
    )
    manifest = answer.json()
    assert ("Mantel", "/", tag, description) == tuple(
        manifest[name] for name in ("name", "start_url", "lang", "description")
    )


@pytest.mark.parametrize("late", [False, True], ids=["", "before the settings are there"])
def test_skipping_the_language_keeps_the_browsers(browser: Browser, tmp_path: Path, late: bool) -> None:
    """What the server says is in the language of the browser that set it up, also when nobody chose one."""
    say = Texts("pl")
    context = browser.new_context(**SCREENS["phone"], reduced_motion="reduce", locale="pl-PL")
    page = context.new_page()
    held: list[Route] = []

    with serving(tmp_path / "data") as mantel:
        if late:
            page.route("**/api/settings", lambda route: hold_reading(route, held))
        page.goto(f"{mantel.url}/#/setup?code={printed_code(tmp_path / 'data.log')}")
        page.get_by_role("button", name=say.ui("setup.claim")).tap()
        expect(page.get_by_role("heading", name=say.ui("setupSteps.languageTitle"))).to_be_visible()
        with page.expect_response(lambda response: response.request.method == "PATCH"):
            page.get_by_role("button", name=say.ui("setup.skip"), exact=True).tap()
            expect(page.get_by_role("heading", name=say.ui("setupSteps.familyTitle"))).to_be_visible()
            if late:
                until(lambda: held, page=page)
                for route in held:
                    route.continue_()
                page.unroute("**/api/settings")
        found = mantel.call("GET", "/api/settings")
        assert ("pl", "Nasza rodzina") == (found["language"], found["familyName"])
    context.close()


def test_a_language_that_is_chosen_before_the_settings_are_there_is_used_from_the_next_step(
    browser: Browser, tmp_path: Path
) -> None:
    """Its field has the focus, and a page on which somebody types keeps its language."""
    context = browser.new_context(**SCREENS["phone"], reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    held: list[Route] = []
    with serving(tmp_path / "data") as mantel:
        page.route("**/api/settings", lambda route: hold_reading(route, held))
        page.goto(f"{mantel.url}/#/setup?code={printed_code(tmp_path / 'data.log')}")
        page.get_by_role("button", name="Start", exact=True).tap()
        page.get_by_text("Polski", exact=True).tap()
        page.get_by_role("button", name="Continue").tap()
        until(lambda: held, page=page)
        for route in held:
            route.continue_()
        page.unroute("**/api/settings")
        expect(page.get_by_role("heading", name=Texts("pl").ui("setupSteps.familyTitle"))).to_be_visible()
        expect(page.get_by_role("textbox")).to_be_focused()
    context.close()


def hold_reading(route: Route, held: list[Route]) -> None:
    if route.request.method == "GET":
        held.append(route)
    else:
        route.continue_()
