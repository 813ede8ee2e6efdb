"""Changes made elsewhere appear on the wall at once, through the event stream."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from tests.journeys.keys import type_into
from tests.journeys.mantel_server import KEY, serving
from tests.waiting import until


def test_a_change_made_elsewhere_appears_on_the_wall(tmp_path: Path, page: Page) -> None:
    page.route("**/api/rev", lambda route: route.abort())
    with serving(tmp_path / "data") as mantel:
        with page.expect_response("**/api/live"):
            mantel.sign_in(page, "/lists", wall=True)

        mantel.call("POST", "/api/lists", {"name": "Garden party", "kind": "todo"})

        expect(page.get_by_text("Garden party").first).to_be_visible()


def test_a_page_follows_changes_from_the_moment_somebody_signs_in(tmp_path: Path, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    with serving(tmp_path / "data") as mantel:
        mantel.call("POST", "/api/members", {"name": "Ana", "color": "#c8553d"})
        page.goto(mantel.url)
        page.get_by_role("button", name="Enter a key").tap()
        type_into(page.get_by_role("textbox", name="Key"), KEY)
        with page.expect_request("**/api/live"):
            page.get_by_role("button", name="Sign in").tap()
    assert 1 == asked.count("/api/rev"), "the next time it is asked for is a quarter of a minute later"


def test_an_answer_that_is_lost_is_asked_for_again(tmp_path: Path, page: Page) -> None:
    """Without another change, which may come hours later."""
    lost: list[Route] = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.abort()

    page.clock.install()
    with serving(tmp_path / "data") as mantel:
        with page.expect_response("**/api/live"):
            mantel.sign_in(page, "/lists", wall=True)
        expect(page.get_by_role("heading", name="Lists", exact=True)).to_be_visible()
        page.route("**/api/lists", lose_first)
        mantel.call("POST", "/api/lists", {"name": "Garden party", "kind": "todo"})
        until(lambda: lost, page=page)
        page.clock.fast_forward("00:15")
        expect(page.get_by_text("Garden party").first).to_be_visible()
