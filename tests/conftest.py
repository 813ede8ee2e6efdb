"""Fixtures for every test: an application on an empty data folder, its database, its family, and clients."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.kernel.database.consumers import changes_after
from appliance.kernel.database.database import Database
from appliance.people.models import Person
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.family import move_in


@pytest.fixture
def clock() -> FakeClock:
    """A clock at Friday 20 November 2026, 15:24 UTC."""
    return FakeClock()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The machine's configuration; a test module may override it."""
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin")


@pytest.fixture
def application(settings: Settings, clock: FakeClock) -> Iterator[Application]:
    """A whole household on a fresh folder, unclaimed and empty."""
    built = build(settings, clock=clock)
    yield built
    built.database.close()


@pytest.fixture
def database(application: Application) -> Database:
    """The household's database: `write_now(action, request)` writes, `read` reads."""
    return application.database


@pytest.fixture
def family(database: Database) -> dict[str, Person]:
    """Ana, Ben, Cleo and Dan, by name."""
    return database.write_now(move_in)


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
def client(application: Application, loop: Loop) -> Client:
    """A client with an admin key."""
    return Client(
        application.app, loop, application.database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key
    )


@pytest.fixture
def display(application: Application, loop: Loop) -> Client:
    """A client with a display key: the wall."""
    return Client(application.app, loop, application.database.write_now(access.make_key, NewKey(name="Wall")).key)


@pytest.fixture
def recorded(database: Database) -> Callable[[], list[tuple[str, dict[str, Any]]]]:
    """What was recorded since it was last asked: (topic, data), oldest first, writes without a topic left out."""
    seen = [database.rev]

    def fresh() -> list[tuple[str, dict[str, Any]]]:
        changes = database.write_now(changes_after, seen[0])
        seen[0] = changes[-1].rev if changes else seen[0]
        return [(change.topic, change.data) for change in changes if change.topic]

    return fresh
