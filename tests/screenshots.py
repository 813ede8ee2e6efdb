"""`./run screenshots [FOLDER]`: every screen of the demo household, in every size, light and dark, to look at."""

import sys
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from playwright.sync_api import BrowserType, Page, sync_playwright

from tests.journeys import browser
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.screen_paths import name_of, screen_paths, settings_paths, visit
from tests.journeys.viewports import ALL

FOLDER = Path(__file__).resolve().parent.parent / "screenshots"
Scheme = Literal["light", "dark"]
BERLIN = ZoneInfo("Europe/Berlin")
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def main() -> None:
    """Into `screenshots/`, or the folder that is named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    path = browser.chromium() or sys.exit(f"{browser.MISSING} {browser.advice()}")
    with (
        tempfile.TemporaryDirectory() as application,
        serving(Path(application) / "data", "--demo", TZ=BERLIN.key) as mantel,
        sync_playwright() as playwright,
    ):
        mantel.call("PATCH", "/api/settings", {"themeMode": "auto"})
        for screen in ALL:
            for scheme in SCHEMES:
                count = shoot(mantel, playwright.chromium, path, screen, scheme, folder / f"{screen}-{scheme}")
                sys.stdout.write(f"{folder.name}/{screen}-{scheme}: {count} pictures\n")


def shoot(mantel: MantelServer, chromium: BrowserType, path: str, screen: str, scheme: Scheme, folder: Path) -> int:
    """All screens in one size and scheme, by a browser of its own. How many pictures there are."""
    folder.mkdir(parents=True, exist_ok=True)
    started = chromium.launch(executable_path=path, args=browser.launch_flags())
    try:
        page = started.new_page(**ALL[screen], color_scheme=scheme, reduced_motion="reduce", locale="en-GB")
        page.clock.set_fixed_time(datetime.now(BERLIN).replace(hour=15, minute=24))
        mantel.sign_in(page, wall=screen.startswith("wall"))
        shown = [*screen_paths(mantel), *settings_paths(page, mantel)]
        for screen_path in shown:
            visit(page, mantel, screen_path)
            _picture(page, folder / f"{name_of(screen_path)}.png")
        return len(shown)
    finally:
        started.close()


def _picture(page: Page, path: Path) -> None:
    # Pictures and letters that come last.
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(250)
    page.screenshot(path=path)


if __name__ == "__main__":
    main()
