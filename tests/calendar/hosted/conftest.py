"""Fake Google and Microsoft servers on this machine, and a household that uses them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.app import Application
from appliance.settings import Settings
from tests.calendar.hosted.fixtures import Followed, Hosted, follow
from tests.calendar.hosted.google import GoogleStandIn
from tests.calendar.hosted.microsoft import MicrosoftStandIn
from tests.calendar.hosted.standin import serving
from tests.client import Client, Loop


@pytest.fixture
def google() -> Iterator[GoogleStandIn]:
    """Google, which must have been asked nothing that it does not know."""
    running = GoogleStandIn()
    with serving(running):
        yield running
    assert [] == running.faults


@pytest.fixture
def microsoft() -> Iterator[MicrosoftStandIn]:
    """Microsoft, likewise."""
    running = MicrosoftStandIn()
    with serving(running):
        yield running
    assert [] == running.faults


@pytest.fixture(params=["google", "microsoft"])
def provider(request: pytest.FixtureRequest, google: GoogleStandIn, microsoft: MicrosoftStandIn) -> Hosted:
    """Each of the two in turn."""
    return google if request.param == "google" else microsoft


@pytest.fixture
def settings(tmp_path: Path, google: GoogleStandIn, microsoft: MicrosoftStandIn) -> Settings:
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", **google.settings(), **microsoft.settings())


@pytest.fixture(autouse=True)
def quiet(application: Application, loop: Loop) -> Iterator[None]:
    """Nothing is left under way when a test ends."""
    yield
    loop.run(application.syncer.settled())
    loop.run(application.net.close())


@pytest.fixture
def family_calendar(
    client: Client, anybody: Client, application: Application, loop: Loop, provider: Hosted
) -> Followed:
    """The family's calendar at each of the two, followed and synced."""
    return follow(client, anybody, application, loop, provider)
