"""What a page asks of the server when it is opened for the first time: few files, and each answer of the API once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from time import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import ALL, on_every_screen
from tests.journeys.waiting import settled

pytestmark = pytest.mark.journey

# Scripts and styles, those included that are fetched ahead. Lists fetch the most ahead: rows that can be dragged, the
# sheet of an item, and the library and grammar of a list that is sorted by hand.
MAX_FILES = 30
MAX_FILES_OF_LISTS = 36
# Calls of the API, the event stream included. The wall's side column needs seven.
MAX_CALLS = 20
# Sheets are loaded ahead within this time, and the counter is not requested again yet.
LOADED_WITHIN_MS = 2_500
QUARTER = 15 * 60

PATHS = (
    "/calendar",
    "/chores",
    "/lists",
    "/lists/{list}",
    "/stickers/{member}",
    "/paint",
    "/notifications",
    "/day/{member}",
    "/settings",
)


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MantelServer]:
    with serving(tmp_path_factory.mktemp("page-load") / "data", "--demo") as mantel:
        yield mantel


@on_every_screen
def test_a_cold_load_takes_few_requests_and_reads_each_path_once(
    mantel: MantelServer, browser: Browser, screen: str
) -> None:
    names = {"list": mantel.call("GET", "/api/lists")[0]["id"], "member": mantel.call("GET", "/api/members")[2]["id"]}
    for path in (path.format(**names) for path in PATHS):
        requests = cold_load(mantel, browser, screen, path)
        urls = [(request.method, urlsplit(request.url)) for request in requests]
        files = [url.path for _, url in urls if url.path.endswith((".js", ".css"))]
        calls = [(method, url) for method, url in urls if url.path.startswith("/api/")]
        reads = Counter(f"{url.path}?{url.query}" for method, url in calls if method == "GET")

        assert {} == {read: times for read, times in reads.items() if times > 1}, path
        assert "/api/live?" in reads
        assert len(calls) <= MAX_CALLS, (path, calls)
        assert len(files) <= (MAX_FILES_OF_LISTS if path.startswith("/lists") else MAX_FILES), (
            path,
            len(files),
            files,
        )


def cold_load(mantel: MantelServer, browser: Browser, screen: str, path: str) -> Sequence[Request]:
    """The requests of a screen in a browser without a cache, and of what it loads a moment later.

    Once more when a quarter of an hour has begun meanwhile: then a wall reads the weather anew, as it should.
    """
    while True:
        quarter = time() // QUARTER
        requests = loaded(mantel, browser, screen, path)
        if quarter == time() // QUARTER:
            return requests


def loaded(mantel: MantelServer, browser: Browser, screen: str, path: str) -> Sequence[Request]:
    # Where the device's zone is another than the household's, days are requested again once the settings are there.
    zone = mantel.call("GET", "/api/settings")["timezone"]
    with browser.new_context(**ALL[screen], timezone_id=zone, service_workers="block") as context:
        page = context.new_page()
        requests = recorded(page)
        page.clock.install()
        mantel.sign_in(page, path, wall=screen.startswith("wall"))
        page.locator("#main :is(h1, h2)").first.wait_for()
        page.clock.fast_forward(LOADED_WITHIN_MS)
        settled(page)
    return requests


def recorded(page: Page) -> Sequence[Request]:
    """The requests that the page makes from now on."""
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    return requests
