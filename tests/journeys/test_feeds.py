"""Real ICS feeds on the wall: every event is shown on the days that another library computes."""

import os
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import icalendar
import pytest
import recurring_ical_events
from playwright.sync_api import Page

from tests.journeys.mantel_server import TIMEOUT_S, MantelServer, serving
from tests.morning import ZONE, today

FEEDS = Path(os.environ.get("TEST_FEEDS") or Path(__file__).parents[2].parent / "shared" / "data" / "feeds")
# The sync window is from 30 days ago to 365 days ahead; its first and last day are only partly inside.
BACK, AHEAD = timedelta(days=28), timedelta(days=360)

pytestmark = [
    pytest.mark.journey,
    pytest.mark.skipif(not FEEDS.is_dir(), reason=f"the feeds of real producers are not at {FEEDS}"),
]


class FolderHandler(SimpleHTTPRequestHandler):
    """Serves a folder without a log."""

    def log_message(self, format: str, *arguments: Any) -> None:
        """Write no log."""


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    """A household that subscribes to all feeds of the tests."""
    server = HTTPServer(("127.0.0.1", 0), partial(FolderHandler, directory=str(FEEDS)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with serving(tmp_path_factory.mktemp("feeds") / "data", ALLOW_PRIVATE_FEED_URLS="1") as mantel:
        mantel.call("PATCH", "/api/settings", {"timezone": ZONE.key, "weekStart": 1})
        for file in files():
            url = f"http://127.0.0.1:{server.server_port}/{file.name}"
            made = mantel.call("POST", "/api/calendars", {"kind": "ics", "name": file.stem, "url": url})
            mantel.call("POST", f"/api/calendars/{made['id']}/sync")
        yield mantel
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("screen", ["wall-1080"], indirect=True, scope="session")
def test_every_event_of_every_feed_is_shown_on_its_day(mantel: MantelServer, page: Page) -> None:
    now = today()
    # One more day on both sides: in its own zone an event may start on another date.
    expected = titles_by_day(now - BACK - timedelta(days=2), now + AHEAD + timedelta(days=2))
    assert sum(map(len, expected.values())) > 250

    mantel.sign_in(page, "/calendar?view=month", wall=True)
    page.route("**/api/live", lambda route: route.abort())  # polling only, without the event stream
    # A wall shows five weeks from the week of the date on, so four weeks from the date are always complete.
    for weeks in range(0, (BACK + AHEAD).days // 7, 4):
        first = now - BACK + timedelta(weeks=weeks)
        mantel.go(page, f"/calendar?view=month&date={first}")
        days = [first + timedelta(days=offset) for offset in range(28)]
        assert {} == differences(page, {day: expected.get(day, []) for day in days if day < now + AHEAD}), first


def files() -> list[Path]:
    """The feed files."""
    return sorted(FEEDS.glob("*.ics"))


def titles_by_day(first: date, last: date) -> dict[date, list[str]]:
    """The titles on each day of the household, by a library that the product does not use."""
    days = defaultdict(list)
    for file in files():
        # The library does not accept a date with a zone.
        tidied = re.sub(rb"(DTSTART|DTEND);TZID=[^:]*:(\d{8})\r?\n", rb"\1;VALUE=DATE:\2\r\n", file.read_bytes())
        for event in recurring_ical_events.of(icalendar.Calendar.from_ical(tidied)).between(first, last):
            if str(event.get("STATUS", "")) != "CANCELLED":
                start = event["DTSTART"].dt
                day = local_date(start)
                days[day].append(str(event.get("SUMMARY") or "(untitled)"))
    return days


def local_date(start: date | datetime) -> date:
    """The household's date of a start; a time without a zone is in the household's zone."""
    if not isinstance(start, datetime):
        return start
    return (start.astimezone(ZONE) if start.tzinfo else start).date()


def differences(page: Page, expected: dict[date, list[str]]) -> dict[date, tuple[list[str], str]]:
    """The days whose cells differ from these titles, after the month had time to load."""
    until = time.monotonic() + TIMEOUT_S
    while (wrong := at_once(page, expected)) and time.monotonic() < until:
        page.wait_for_timeout(100)
    return wrong


def at_once(page: Page, expected: dict[date, list[str]]) -> dict[date, tuple[list[str], str]]:
    found = page.locator("[data-day]").evaluate_all("all => all.map(one => [one.dataset.day, one.ariaLabel])")
    cells = {date.fromisoformat(day): label for day, label in found}
    return {
        day: (titles, cells.get(day, "is not shown"))
        for day, titles in expected.items()
        if day not in cells or not names(cells[day], titles)
    }


def names(label: str, titles: list[str]) -> bool:
    """Whether a cell's label names these titles and counts no others."""
    count = re.search(r"(\d+) events?", label)
    return len(titles) == (int(count[1]) if count else 0) and all(title in label for title in titles)
