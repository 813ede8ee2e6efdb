"""`./run screenshots [FOLDER] [--demo=busy] [--lang=TAG]`: every screen of a demo household, in all looks.

With `--board` only the board, of households of 1, 3, 5 and 8 people on a busy and on a quiet day, of one with unusual
names, and the wall at night.
"""

import argparse
import sys
import tempfile
from datetime import datetime
from functools import partial
from itertools import product
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from playwright.sync_api import Browser, BrowserType, Page, sync_playwright

from appliance.demo.photos import SCENES as PHOTOS
from tests.journeys import board_household, browser
from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.messages import LONG, RIGHT_TO_LEFT, use_language
from tests.journeys.screen_paths import name_of, screen_paths, settings_paths, visit
from tests.journeys.viewports import ALL
from tests.waiting import until
from tests.weather.web import serving as weather

FOLDER = Path(__file__).resolve().parent.parent / "screenshots"
Scheme = Literal["light", "dark"]
BERLIN = ZoneInfo("Europe/Berlin")
# Those whose tag alone says too little, or is not known to browsers.
LOCALES = {"en": "en-GB", LONG: "en-GB", RIGHT_TO_LEFT: "en-GB"}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def main() -> None:
    """Into `screenshots/`, or the folder that is named."""
    parser = argparse.ArgumentParser(prog="./run screenshots")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--demo", choices=["family", "busy"], default="family", help="the household to show")
    parser.add_argument("--board", action="store_true", help="only the board, of small and large households")
    parser.add_argument("--lang", default="en", help="a language of the UI; en-XA and ar-XB are those for tests")
    options = parser.parse_args()
    folder: Path = options.folder
    path = browser.chromium() or sys.exit(f"{browser.MISSING} {browser.advice()}")
    if options.board:
        shoot_boards(path, folder)
        return
    with (
        tempfile.TemporaryDirectory() as application,
        serving(
            Path(application) / "data", f"--demo={options.demo}", f"--lang={options.lang}", photos=True, TZ=BERLIN.key
        ) as mantel,
        sync_playwright() as playwright,
    ):
        mantel.call("PATCH", "/api/settings", {"themeMode": "auto"})
        slides = partial(mantel.call, "GET", "/api/photos/slideshow")
        until(slides, lambda shown: len(shown["photos"]) == len(PHOTOS), seconds=240)
        for screen in ALL:
            for scheme in SCHEMES:
                count = shoot(
                    mantel, playwright.chromium, path, screen, scheme, options.lang, folder / f"{screen}-{scheme}"
                )
                sys.stdout.write(f"{folder.name}/{screen}-{scheme}: {count} pictures\n")


def shoot(
    mantel: MantelServer, chromium: BrowserType, path: str, screen: str, scheme: Scheme, language: str, folder: Path
) -> int:
    """All screens in one size, scheme and language, by a browser of its own. How many pictures there are."""
    folder.mkdir(parents=True, exist_ok=True)
    started = chromium.launch(executable_path=path, args=browser.launch_flags())
    try:
        page = started.new_page(
            **ALL[screen],
            color_scheme=scheme,
            reduced_motion="reduce",
            locale=LOCALES.get(language, language),
        )
        use_language(page, language)
        page.clock.set_fixed_time(datetime.now(BERLIN).replace(hour=15, minute=24))
        mantel.sign_in(page, wall=screen.startswith("wall"))
        shown = [*screen_paths(mantel), *settings_paths(page, mantel)]
        for screen_path in shown:
            visit(page, mantel, screen_path)
            _picture(page, folder / f"{name_of(screen_path)}.png")
        return len(shown)
    finally:
        started.close()


def shoot_boards(path: str, folder: Path) -> None:
    """The boards of households of several sizes, in every size and scheme, with the weather; and the wall at night."""
    folder.mkdir(parents=True, exist_ok=True)
    with weather() as web:
        for people, day in [*product((1, 3, 5, 8), ("busy", "quiet")), (5, "names")]:
            with (
                tempfile.TemporaryDirectory() as application,
                serving(Path(application) / "data", OPEN_METEO_URL=web.url) as mantel,
                sync_playwright() as playwright,
            ):
                board_household.set_weather(mantel, web)
                board_household.populate(mantel, people, busy=day != "quiet")
                if day == "names":
                    board_household.rename(mantel)
                started = playwright.chromium.launch(executable_path=path, args=browser.launch_flags())
                for screen, scheme in product(ALL, SCHEMES):
                    page = _board(mantel, started, screen, scheme)
                    _picture(page, folder / f"{people}-{day}-{screen}-{scheme}.png")
                    page.close()
                if (people, day) == (5, "busy"):
                    mantel.call("PATCH", "/api/settings", {"quietFrom": "15:00", "quietTo": "06:00"})
                    for screen in ALL:
                        if screen != "phone":
                            page = _board(mantel, started, screen, "dark")
                            page.clock.fast_forward("02:05")
                            _picture(page, folder / f"night-{screen}.png")
                            page.close()
                started.close()
            sys.stdout.write(f"{folder.name}: {people} people, {day}\n")


def _board(mantel: MantelServer, started: Browser, screen: str, scheme: Scheme) -> Page:
    page = started.new_page(**ALL[screen], color_scheme=scheme, reduced_motion="reduce", locale="en-GB")
    page.clock.install(time=board_household.today() + board_household.NOON)
    mantel.sign_in(page, "/board", wall=screen != "phone")
    page.locator("article, .nobody").first.wait_for()
    return page


def _picture(page: Page, path: Path) -> None:
    # Pictures and letters that come last.
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(250)
    page.screenshot(path=path)


if __name__ == "__main__":
    main()
