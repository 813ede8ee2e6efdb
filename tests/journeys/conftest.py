"""Fixtures of the journeys: Chromium, its viewport and colour scheme, touch input."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import browser
from tests.journeys.touch import Touch
from tests.journeys.viewports import ALL
from tests.morning import ZONE

# A busy machine draws late; what is never drawn still fails.
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as a journey: Playwright's event loop disturbs the other tests."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.journey)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": browser.required(), "args": browser.launch_flags()}


@pytest.fixture(scope="session")
def screen(request: pytest.FixtureRequest) -> str:
    """A name in ALL; `@on_every_screen` runs a journey with all of them."""
    return str(getattr(request, "param", "wall-1080"))


@pytest.fixture(scope="session")
def scheme(request: pytest.FixtureRequest) -> str:
    """light or dark; `@in_both_schemes` runs a journey with each."""
    return str(getattr(request, "param", "light"))


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], screen: str, scheme: str) -> dict[str, Any]:
    return {
        **browser_context_args,
        **ALL[screen],
        "timezone_id": ZONE.key,
        "color_scheme": scheme,
        "reduced_motion": "reduce",
    }


@pytest.fixture
def touch(page: Page) -> Iterator[Touch]:
    """Touch input for the page. Fingers that are still down at the end of the journey are lifted."""
    touch = Touch(page)
    yield touch
    touch.lift_all()
