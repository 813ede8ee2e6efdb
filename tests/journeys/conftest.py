"""The journeys' browser: Debian's Chromium, on every screen Mantel is made for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import browser
from tests.journeys.fingers import Fingers
from tests.journeys.screens import ALL

# A machine that does three things at once draws late; what is never drawn still fails.
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is a journey: one without the mark would run among the tests that own the loop."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.journey)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": browser.required(), "args": browser.launch_flags()}


@pytest.fixture(scope="session")
def screen(request: pytest.FixtureRequest) -> str:
    """A name in ALL; `@on_every_screen` runs a journey on all of them."""
    return str(getattr(request, "param", "wall-1080"))


@pytest.fixture(scope="session")
def scheme(request: pytest.FixtureRequest) -> str:
    """light or dark; `@in_both_schemes` runs a journey in each."""
    return str(getattr(request, "param", "light"))


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], screen: str, scheme: str) -> dict[str, Any]:
    return {**browser_context_args, **ALL[screen], "color_scheme": scheme, "reduced_motion": "reduce"}


@pytest.fixture
def fingers(page: Page) -> Iterator[Fingers]:
    """Fingers on the page's glass; whichever are still down at the end of the journey are lifted."""
    hand = Fingers(page)
    yield hand
    hand.lift_all()
