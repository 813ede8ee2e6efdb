"""Fixtures of the journeys: Chromium, its viewport and colour scheme, touch input."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys import browser as chromium
from tests.journeys.list_page import Seed, household, lists_on
from tests.journeys.mantel_server import LOOPBACK, MantelServer
from tests.journeys.touch import Touch
from tests.journeys.viewports import ALL
from tests.morning import ZONE

# A busy machine draws late; what is never drawn still fails.
expect.set_options(timeout=15_000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as a journey: Playwright's event loop disturbs the other tests.

    A journey with several sizes or colour schemes runs in one of them, and in the others with the slow tests.
    """
    journeys = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in journeys:
        item.add_marker(pytest.mark.journey)
    for _, module in groupby(sorted(journeys, key=lambda item: item.path), lambda item: item.path):
        for item in set_aside(list(module)):
            item.add_marker(pytest.mark.slow)


def set_aside(journeys: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The journeys of one module that only run with the slow tests.

    Of each function the module keeps the next of its variants in turn, so that all sizes and schemes are used. With
    the mark `layout` it keeps all variants, with `every_size` one for each size.
    """
    functions: dict[object, list[pytest.Function]] = {}
    for item in journeys:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec") and not item.get_closest_marker("layout"):
            given = item.callspec.params
            others = [f"{name}={value!r}" for name, value in given.items() if name not in ("screen", "scheme")]
            size = given.get("screen") if item.get_closest_marker("every_size") else None
            functions.setdefault((item.originalname, size, *others), []).append(item)
    aside: list[pytest.Item] = []
    several = (variants for variants in functions.values() if len(variants) > 1)
    in_order = sorted(several, key=lambda variants: variants[0].location[1] or 0)
    for turn, variants in enumerate(in_order, len(journeys[0].path.name)):
        variants.sort(key=lambda item: (item.callspec.indices.get("screen", 0), item.callspec.indices.get("scheme", 0)))
        kept = variants[turn % len(variants)]
        aside += [item for item in variants if item is not kept]
    return aside


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium.without_window(), "args": chromium.launch_flags()}


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Browser:
    """Chromium without its window system; the whole of it for modules with the mark `whole_chromium`."""
    whole = request.node.get_closest_marker("whole_chromium")
    started: Browser = request.getfixturevalue("whole_chromium" if whole else "windowless_chromium")
    return started


@pytest.fixture(scope="session")
def windowless_chromium(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    with launch_browser() as started:
        yield started


@pytest.fixture(scope="session")
def whole_chromium(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    with launch_browser(executable_path=chromium.required()) as started:
        yield started


@pytest.fixture(scope="session")
def screen(request: pytest.FixtureRequest) -> str:
    """A name in ALL; `@on_every_screen` runs a journey with all of them."""
    return str(getattr(request, "param", "wall-1080"))


@pytest.fixture(scope="session")
def scheme(request: pytest.FixtureRequest) -> str:
    """light or dark; `@in_both_schemes` runs a journey with each."""
    return str(getattr(request, "param", "light"))


@pytest.fixture(scope="module")
def browser_context_args(
    request: pytest.FixtureRequest, browser_context_args: dict[str, Any], screen: str, scheme: str
) -> dict[str, Any]:
    """A service worker stores every file of the page for each new context: a third of a journey's processor time.

    So it runs in modules with the mark `service_worker`, and in all of them with the slow tests.
    """
    fast = "not slow" in request.config.option.markexpr
    allowed = request.node.get_closest_marker("service_worker") or not fast
    return {
        **browser_context_args,
        **ALL[screen],
        "timezone_id": ZONE.key,
        "color_scheme": scheme,
        "reduced_motion": "reduce",
        "service_workers": "allow" if allowed else "block",
    }


@pytest.fixture
def touch(page: Page) -> Iterator[Touch]:
    """Touch input for the page. Fingers that are still down at the end of the journey are lifted."""
    touch = Touch(page)
    yield touch
    touch.lift_all()


@pytest.fixture(scope="module")
def host(request: pytest.FixtureRequest) -> str:
    """Plain http, as most phones open it, unless the module needs a service worker."""
    return LOOPBACK if request.node.get_closest_marker("service_worker") else chromium.PLAIN_HOST


@pytest.fixture(scope="module")
def mantel(tmp_path_factory: pytest.TempPathFactory, host: str) -> Iterator[MantelServer]:
    """A household with Ana and Ben; most modules have one of their own."""
    with household(tmp_path_factory.mktemp("mantel") / "data", host) as mantel:
        yield mantel


@pytest.fixture
def seed(mantel: MantelServer) -> Iterator[Seed]:
    """Makes lists, which are deleted after the journey."""
    with lists_on(mantel) as make:
        yield make


@pytest.fixture
def second_phone(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """The phone of another person."""
    context = browser.new_context(**browser_context_args)
    yield context.new_page()
    context.close()
