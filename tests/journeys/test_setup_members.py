"""The setup's list of members, while requests are on their way."""

import re
from pathlib import Path

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.journeys.mantel_server import printed_code, serving
from tests.journeys.test_setup import choose_the_clock, choose_the_time_zone, claim, name_the_family, see
from tests.journeys.viewports import on_the_phone


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
