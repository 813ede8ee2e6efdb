"""A household that may use servers in the home network, with one account."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.app import Application
from appliance.settings import Settings
from tests.calendar.accounts.fixtures import Connected, connect, follow
from tests.calendar.servers import Radicale, Server
from tests.client import Client, Loop


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Private addresses are allowed: the servers of the tests are on this machine."""
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_feed_urls=True)


@pytest.fixture(autouse=True)
def quiet(application: Application, loop: Loop) -> Iterator[None]:
    """Nothing is left under way when a test ends."""
    yield
    loop.run(application.syncer.settled())
    loop.run(application.net.close())


@pytest.fixture
def choir(client: Client, application: Application, loop: Loop, server: Radicale) -> Connected:
    """A calendar at Radicale with a weekly series of three and a single event, synced."""
    return _followed(client, application, loop, server)


@pytest.fixture
def any_choir(client: Client, application: Application, loop: Loop, any_server: Server) -> Connected:
    """The same at each of the servers."""
    return _followed(client, application, loop, any_server)


def _followed(client: Client, application: Application, loop: Loop, server: Server) -> Connected:
    connected = follow(client, server, connect(client, server))
    loop.run(application.syncer.sync(connected.calendar_id))
    if isinstance(server, Radicale):
        server.requests.clear()
    return connected
