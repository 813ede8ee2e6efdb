"""Changes made elsewhere appear on the wall at once, through the event stream."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import serving


def test_a_change_made_elsewhere_appears_on_the_wall(tmp_path: Path, page: Page) -> None:
    page.route("**/api/rev", lambda route: route.abort())
    with serving(tmp_path / "data") as mantel:
        with page.expect_response("**/api/live"):
            mantel.sign_in(page, "/lists", wall=True)

        mantel.call("POST", "/api/lists", {"name": "Garden party", "kind": "todo"})

        expect(page.get_by_text("Garden party").first).to_be_visible()
