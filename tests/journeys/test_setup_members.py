"""The setup's list of members, while requests are on their way."""

import re
from pathlib import Path

import httpx
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.journeys.mantel_server import printed_code, serving
from tests.journeys.test_setup import choose_the_clock, choose_the_time_zone, claim, name_the_family, see
from tests.journeys.viewports import on_the_phone
from tests.waiting import until


@on_the_phone
def test_a_new_member_is_listed_once_while_the_answer_is_on_its_way(page: Page, tmp_path: Path) -> None:
    answered: list[tuple[Route, APIResponse]] = []

    def hold_answer(route: Route) -> None:
        if route.request.method == "POST":
            answered.append((route, route.fetch()))
        else:
            route.continue_()

    with serving(tmp_path / "data") as mantel:
        page.goto(f"{mantel.url}/#/setup?code={printed_code(tmp_path / 'data.log')}")
        claim(page)
        choose_the_clock(page)
        name_the_family(page)
        choose_the_time_zone(page)
        see(page, "Who is in the family?")
        page.route("**/api/members", hold_answer)
        page.keyboard.type("Ana\nBen\n")
        listed = page.get_by_role("list", name="Members")
        expect(listed.get_by_role("button", name="Ana")).to_be_visible()
        expect(listed.get_by_text(re.compile("^(Ana|Ben)$"))).to_have_text(["Ana", "Ben"])
        route, answer = answered[0]
        route.fulfill(response=answer)
        expect(listed.get_by_role("button", name="Ben")).to_be_visible()
        expect(listed.get_by_text(re.compile("^(Ana|Ben)$"))).to_have_text(["Ana", "Ben"])


@on_the_phone
def test_who_is_a_child_is_said_in_the_setup_and_changed_later(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as mantel:
        page.goto(f"{mantel.url}/#/setup?code={printed_code(tmp_path / 'data.log')}")
        claim(page)
        choose_the_clock(page)
        name_the_family(page)
        choose_the_time_zone(page)
        see(page, "Who is in the family?")
        page.keyboard.type("Ana\nBen\nIda\n")
        page.get_by_role("radiogroup", name="Ben is").get_by_text("Child").tap()
        listed = page.get_by_role("list", name="Members")
        expect(listed.get_by_role("radio", name="Child", checked=True)).to_have_count(2)

        headers = {"Authorization": "Bearer " + page.evaluate("localStorage.getItem('mantel.key')")}

        def roles() -> dict[str, str]:
            answer = httpx.get(f"{mantel.url}/api/members", headers=headers)
            return {each["name"]: each["role"] for each in answer.json()}

        until(lambda: roles() == {"Ana": "adult", "Ben": "child", "Ida": "child"}, page=page)
        # A reload of the setup keeps what was chosen.
        page.reload()
        expect(listed.get_by_role("radio", name="Child", checked=True)).to_have_count(2)

        # The setup ends with the tab.
        page.evaluate("sessionStorage.clear()")
        page.goto(f"{mantel.url}/#/settings/members")
        page.reload()
        page.get_by_role("button", name=re.compile("^Ben")).tap()
        sheet = page.get_by_role("dialog", name="Ben")
        sheet.get_by_role("radiogroup", name="Adult or child").get_by_text("Adult").tap()
        sheet.get_by_role("button", name="Save").tap()
        until(lambda: roles() == {"Ana": "adult", "Ben": "adult", "Ida": "child"}, page=page)

        # Whose phone a child’s may be follows.
        asked = httpx.post(f"{mantel.url}/api/pair", json={"kind": "child"}).json()
        page.goto(f"{mantel.url}/#/pair?code={asked['code']}")
        page.reload()
        group = page.get_by_role("group", name="Whose is it?")
        expect(group.get_by_role("button")).to_have_text([re.compile("Ida")])
