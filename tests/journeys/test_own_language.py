"""Journeys in the family's language: from the setup on a parent's phone to a notification."""

import json
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.keys import type_into
from tests.journeys.mantel_server import MantelServer, printed_code, serving
from tests.journeys.viewports import SCREENS

WORDS = Path(__file__).parents[2] / "appliance/ui/src/words"
POINTS = {
    "de-DE": ("1 Punkt", "2 Punkte", "5 Punkte", "22 Punkte"),
    "pl-PL": ("1 punkt", "2 punkty", "5 punktów", "22 punkty"),
}
NOTICES = {
    "de-DE": ("Liste geändert", "Neu auf Einkauf"),
    "pl-PL": ("Zmiana na liście", "Nowe na liście: Zakupy"),
}


class Words:
    """The texts of a language by their dotted keys."""

    def __init__(self, locale: str):
        self._tree = json.loads((WORDS / f"{locale.partition('-')[0]}.json").read_text("utf-8"))

    def __getitem__(self, key: str) -> str:
        return str(reduce(lambda tree, name: tree[name], key.split("."), self._tree))


@pytest.mark.parametrize("locale", ["de-DE", "pl-PL"])
def test_a_household_is_set_up_counts_and_notifies_in_its_language(
    browser: Browser, tmp_path: Path, locale: str
) -> None:
    words = Words(locale)
    context = browser.new_context(**SCREENS["phone"], locale=locale, reduced_motion="reduce")
    with serving(tmp_path / "data") as mantel, context:
        page = context.new_page()
        page.goto(f"{mantel.url}/#/setup?code={printed_code(tmp_path / 'data.log')}")
        set_up(page, words)
        assert locale.partition("-")[0] == mantel.call("GET", "/api/settings")["language"]

        child = mantel.call("GET", "/api/members")[0]["id"]
        for points in (1, 2, 5, 22):
            chore = {"title": f"No {points}", "points": points, "memberId": child, "rrule": "FREQ=DAILY"}
            mantel.call("POST", "/api/chores", chore)
        mantel.go(page, f"/day/{child}")
        for text in POINTS[locale]:
            number = text.partition(" ")[0]
            expect(page.get_by_role("checkbox", name=f"No {number} {text}", exact=True)).to_be_visible()

        add_an_item(mantel)
        mantel.go(page, "/notifications")
        for text in NOTICES[locale]:
            expect(page.get_by_text(text).first).to_be_visible()


def set_up(page: Page, words: Words) -> None:
    tap(page, words["setup.claim"])
    see(page, words["setupSteps.languageTitle"])
    go_on(page, words)
    see(page, words["setupSteps.familyTitle"])
    type_into(page.get_by_label(words["householdSettings.familyName"]), "Nowak")
    go_on(page, words)
    see(page, words["setupSteps.townTitle"])
    tap(page, words["setup.skip"])
    see(page, words["setupSteps.membersTitle"])
    expect(page.get_by_label(words["setupSteps.firstMember"])).to_be_focused()
    page.keyboard.type("Hania")
    go_on(page, words)
    see(page, words["setupSteps.calendarTitle"])
    tap(page, words["setupSteps.calendarNone"])
    see(page, words["setupSteps.startersTitle"])
    tap(page, words["setupSteps.startersAdd"])
    tap(page, words["setupSteps.toHome"])
    page.locator("#main").wait_for()


def add_an_item(mantel: MantelServer) -> None:
    """As another device."""
    lists: list[dict[str, Any]] = mantel.call("GET", "/api/lists")
    mantel.call("POST", f"/api/lists/{lists[0]['id']}/items", {"title": "Mleko"})


def see(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).tap()


def go_on(page: Page, words: Words) -> None:
    tap(page, words["setup.next"])
