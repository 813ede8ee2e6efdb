"""What a page asks of the server when it is opened for the first time: few files, and each answer of the API once."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.journeys.mantel_server import MantelServer, serving
from tests.journeys.viewports import ALL, on_every_screen

pytestmark = pytest.mark.journey

# Scripts and styles, those included that are fetched ahead. Lists fetch the most ahead: rows that can be dragged, the
# sheet of an item, and the library and grammar of a list that is sorted by hand.
MAX_FILES = 30
MAX_FILES_OF_LISTS = 36
# Calls of the API, the event stream included. The wall's side column needs seven.
MAX_CALLS = 20
QUIET_SECONDS = 2.5
# A page asks for the counter again after a quarter of a minute, which may pass while the other pages are opened.
REPEATED = "/api/rev"
REPEATED_AFTER_MS = 10_000

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
    for path, requests in cold_loads(mantel, browser, screen, [path.format(**names) for path in PATHS]).items():
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


def cold_loads(
    mantel: MantelServer, browser: Browser, screen: str, paths: Sequence[str]
) -> dict[str, Sequence[Request]]:
    """Open screens, each in a browser without a cache, and wait until no page requests more. Answers the requests.

    They are opened one after the other, and waited for together.
    """
    zone = mantel.call("GET", "/api/settings")["timezone"]
    requests: dict[str, Sequence[Request]] = {}
    with ExitStack() as contexts:
        for path in paths:
            # Where the device's zone is another than the household's, days are asked for again once the settings are
            # there.
            context = contexts.enter_context(
                browser.new_context(**ALL[screen], timezone_id=zone, service_workers="block")
            )
            page = context.new_page()
            requests[path] = recorded(page)
            mantel.sign_in(page, path, wall=screen.startswith("wall"))
            page.locator("#main :is(h1, h2)").first.wait_for()
        seen, since = 0, time.monotonic()
        while time.monotonic() - since < QUIET_SECONDS:
            page.wait_for_timeout(100)
            if (count := sum(map(len, requests.values()))) > seen:
                seen, since = count, time.monotonic()
    return {path: [each for each in made if not is_repeated(each, made)] for path, made in requests.items()}


def is_repeated(request: Request, requests: Sequence[Request]) -> bool:
    """Whether it asks for the counter long after the page did so for the first time."""
    if urlsplit(request.url).path != REPEATED:
        return False
    first = next(each for each in requests if urlsplit(each.url).path == REPEATED)
    return request.timing["startTime"] - first.timing["startTime"] > REPEATED_AFTER_MS


def recorded(page: Page) -> Sequence[Request]:
    """The requests that the page makes from now on."""
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    return requests
