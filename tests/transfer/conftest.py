"""A second household to import into."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock


@pytest.fixture
def other(tmp_path: Path, clock: FakeClock, loop: Loop) -> Iterator[tuple[Application, Client]]:
    """An empty household of another server, and an admin client for it."""
    built = build(Settings(data_dir=tmp_path / "other", tz="America/New_York"), clock=clock)
    yield (
        built,
        Client(built.app, loop, built.database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key),
    )
    built.database.close()
