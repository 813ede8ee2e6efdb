"""A household that may follow feeds in the home network, and a server with a feed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.app import Application
from appliance.settings import Settings
from tests.calendar.sync.web import Web, serving
from tests.client import Client, Loop


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Private addresses are allowed: the feeds of the tests are on this machine."""
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_feed_urls=True)


@pytest.fixture
def web() -> Iterator[Web]:
    """A server with a weekly swimming lesson."""
    with serving() as running:
        yield running


@pytest.fixture
def school(client: Client, application: Application, loop: Loop, web: Web) -> Iterator[str]:
    """The id of a calendar that follows the server's feed, not synced yet."""
    made = client.post("/api/calendars", {"kind": "ics", "name": "School", "url": web.url})
    assert 201 == made.status_code, made.text
    yield str(made.json()["id"])
    loop.run(application.syncer.settled())
    loop.run(application.net.close())
