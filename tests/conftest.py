"""Fixtures for every test: an application on an empty data folder, its database, its family, and clients."""

import gc
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import hypothesis
import msgspec
import pytest

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application, end_background
from appliance.kernel.database.consumers import changes_after
from appliance.kernel.database.database import Database
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.scheduling.zone_data import use_newer_zone_data
from appliance.mcp import tool_calls
from appliance.people.models import Person
from appliance.settings import Settings
from tests.building import build
from tests.client import Call, Client, ClientOf, Loop
from tests.fakes import FakeClock
from tests.family import move_in
from tests.served import NO_WEATHER

# What is drawn decides no landing: the same examples at each run, in any time. The slow tests draw others.
hypothesis.settings.register_profile(
    "same", derandomize=True, database=None, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("other", parent=hypothesis.settings.get_profile("same"), derandomize=False)

# Before test files make time zones, for a zone equals only itself.
use_newer_zone_data()


def pytest_configure(config: pytest.Config) -> None:
    """For `tests.check`, which leaves the slow tests out unless they are asked for."""
    hypothesis.settings.load_profile("same" if "not slow" in config.option.markexpr else "other")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """For pytest-xdist: a worker gets whole files, so that their fixtures are built once.

    The tests that mostly wait are one group, which begins first; meanwhile the other workers use the processor.
    Journeys take about as long as each other: the files with the most of them come next, so that at the end all workers
    are busy.
    """
    if not hasattr(config, "workerinput"):
        return
    for item in items:
        waits = item.get_closest_marker("waits")
        item.add_marker(pytest.mark.xdist_group("waits" if waits else str(item.path.relative_to(config.rootpath))))
    journeys = Counter(
        item.path for item in items if item.get_closest_marker("journey") and not item.get_closest_marker("slow")
    )
    items.sort(key=lambda item: (item.get_closest_marker("waits") is None, -journeys[item.path]))


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Generator[None, Any, Any]:
    """A worker sends its reports as UTF-8, in which lone surrogates have no encoding: they become question marks."""
    return encodable((yield))


def encodable(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case dict():
            return {encodable(key): encodable(each) for key, each in value.items()}
        case list() | tuple():
            return type(value)(encodable(each) for each in value)
        case _:
            return value


@pytest.fixture(autouse=True)
def _chromium_for_journeys(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chromium may not be installed before the journeys: a test that needs it has their mark, or is slow."""
    if not {"journey", "slow"} & {mark.name for mark in request.node.iter_markers()}:
        monkeypatch.setenv("CHROMIUM", "only-for-journeys")


@pytest.fixture
def clock() -> FakeClock:
    """A clock at Friday 20 November 2026, 15:24 UTC."""
    return FakeClock()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The machine's configuration; a test module may override it."""
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", open_meteo_url=NO_WEATHER)


@pytest.fixture
def application(settings: Settings, clock: FakeClock, loop: Loop) -> Iterator[Application]:
    """A whole household on a fresh folder, unclaimed and empty."""
    built = build(settings, clock=clock)
    yield built
    loop.run(end_background(built))
    built.database.close()


@pytest.fixture
def database(application: Application) -> Database:
    """The household's database: `write_now(action, request)` writes, `read` reads."""
    return application.database


@pytest.fixture
def family(database: Database) -> dict[str, Person]:
    """Ana, Ben, Cleo and Dan, by name."""
    return database.write_now(move_in)


@pytest.fixture
def ids(family: dict[str, Person]) -> dict[str, str]:
    """The ids of Ana, Ben, Cleo and Dan, by name."""
    return {name: person.id for name, person in family.items()}


@pytest.fixture(scope="session")
def loop() -> Iterator[Loop]:
    """The event loop in which clients call the application."""
    running = Loop()
    yield running
    running.close()


@pytest.fixture
def anybody(application: Application, loop: Loop) -> Client:
    """A client without a key."""
    return Client(application.app, loop)


@pytest.fixture
def client_of(application: Application, loop: Loop) -> ClientOf:
    """Makes a client with the key of a text."""
    return partial(Client, application.app, loop)


@pytest.fixture
def client(database: Database, client_of: ClientOf) -> Client:
    """A client with an admin key."""
    return client_of(database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key)


@pytest.fixture
def display(database: Database, client_of: ClientOf) -> Client:
    """A client with a display key: the wall."""
    return client_of(database.write_now(access.make_key, NewKey(name="Wall")).key)


def _calling(application: Application, loop: Loop, scope: str) -> Call:
    session = Session(application.database, Caller("1", "Agent", scope, "api"))

    def called(tool: str, /, **arguments: object) -> Any:
        answer = loop.run(tool_calls.call(tool_calls.find(application.tools, tool), session, arguments))
        return msgspec.json.decode(msgspec.json.encode(answer))

    return called


@pytest.fixture
def call(application: Application, loop: Loop) -> Call:
    """Calls an MCP tool as the wall would, with a display key; the answer as the agent reads it."""
    return _calling(application, loop, "display")


@pytest.fixture
def call_as_admin(application: Application, loop: Loop) -> Call:
    """Calls an MCP tool with an admin key."""
    return _calling(application, loop, "admin")


@pytest.fixture
def recorded(database: Database) -> Callable[[], list[tuple[str, dict[str, Any]]]]:
    """What was recorded since it was last asked: (topic, data), oldest first, writes without a topic left out."""
    seen = [database.rev]

    def fresh() -> list[tuple[str, dict[str, Any]]]:
        changes = database.write_now(changes_after, seen[0])
        seen[0] = changes[-1].rev if changes else seen[0]
        return [(change.topic, change.data) for change in changes if change.topic]

    return fresh
