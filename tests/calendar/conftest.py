"""CalDAV servers that the calendar tests share; each test makes its own calendars in them."""

from collections.abc import Iterator

import pytest

from tests.calendar.servers import Radicale, Server, radicale, xandikos


@pytest.fixture(scope="session")
def _radicale(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Radicale]:
    with radicale(tmp_path_factory.mktemp("radicale")) as running:
        yield running


@pytest.fixture(scope="session")
def _xandikos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with xandikos(tmp_path_factory.mktemp("xandikos")) as running:
        yield running


@pytest.fixture
def server(_radicale: Radicale) -> Iterator[Radicale]:
    """Radicale, undisturbed at first, with nothing of the tests before but their calendars."""
    _radicale.disturb = lambda method, path: None
    _radicale.requests.clear()
    yield _radicale
    _radicale.disturb = lambda method, path: None


@pytest.fixture(params=["radicale", "xandikos"])
def any_server(request: pytest.FixtureRequest) -> Server:
    """Each of the servers in turn."""
    running: Server = request.getfixturevalue(f"_{request.param}")
    return running
