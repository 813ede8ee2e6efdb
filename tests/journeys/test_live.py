"""What somebody changes elsewhere is on the wall at once: the server tells, nobody polls."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.journeys.mantel_server import serving


def test_a_change_made_elsewhere_is_told_to_the_wall(tmp_path: Path, page: Page) -> None:
    page.route("**/api/rev", lambda route: route.abort())
    with serving(tmp_path / "data") as mantel:
        with page.expect_response("**/api/live"):
            mantel.sign_in(page, "/lists", wall=True)

        mantel.call("POST", "/api/lists", {"name": "Garden party", "kind": "todo"})

        expect(page.get_by_text("Garden party").first).to_be_visible()
