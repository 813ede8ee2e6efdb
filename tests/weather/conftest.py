"""A household whose weather comes from a server on this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.app import Application, end_background
from appliance.settings import Settings
from appliance.weather import service
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.weather.web import Web, serving

HOME = {"name": "Berlin", "lat": 52.52, "lon": 13.41, "countryCode": "DE"}


@pytest.fixture
def web() -> Iterator[Web]:
    """A weather service."""
    with serving() as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path, web: Web) -> Settings:
    """Weather and places come from the server of the test."""
    return Settings(
        data_dir=tmp_path / "data", tz="Europe/Berlin", open_meteo_url=f"{web.url}/", open_meteo_geocoding_url=web.url
    )


@pytest.fixture
def application(
    settings: Settings, clock: FakeClock, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Application]:
    """A household, and the end of what it asks outside. Requests wait long for the weather of a loaded machine."""
    monkeypatch.setattr(service, "SHORT_WAIT_SECONDS", 60)
    built = build(settings, clock=clock)
    yield built
    loop.run(end_background(built))
    built.database.close()


@pytest.fixture
def home(client: Client) -> Client:
    """An admin of a household that has said where it lives."""
    assert 200 == client.patch("/api/settings", {"location": HOME}).status_code
    return client
