"""CalDAV servers that the calendar tests share; each test makes its own calendars in them."""

from collections.abc import Iterator

import pytest

from tests.calendar.packaged_servers import cyrus, sabre
from tests.calendar.servers import Radicale, Server, radicale, xandikos


@pytest.fixture(scope="session")
def _radicale(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Radicale]:
    with radicale(tmp_path_factory.mktemp("radicale")) as running:
        yield running


@pytest.fixture(scope="session")
def _xandikos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with xandikos(tmp_path_factory.mktemp("xandikos")) as running:
        yield running


@pytest.fixture(scope="session")
def _sabre(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with sabre(tmp_path_factory.mktemp("sabre")) as running:
        yield running


@pytest.fixture(scope="session")
def _cyrus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with cyrus(tmp_path_factory.mktemp("cyrus")) as running:
        yield running


@pytest.fixture
def server(_radicale: Radicale) -> Iterator[Radicale]:
    """Radicale, undisturbed at first, with nothing of the tests before but their calendars."""
    _radicale.disturb = lambda method, path: None
    _radicale.requests.clear()
    yield _radicale
    _radicale.disturb = lambda method, path: None


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("sabre", "cyrus")]


@pytest.fixture(params=["radicale", "xandikos", *SLOW])
def any_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """Each of the servers in turn; those of Debian packages in the slow tests only."""
    running: Server = request.getfixturevalue(f"_{request.param}")
    yield running
    running.clear()
