from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application, end_background
from appliance.backups.remote import service as remote_backups
from appliance.demo.family import create_demo
from appliance.kernel.net.client import Net
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock


async def nowhere(host: str, port: int) -> list[str]:
    """A name server that knows nobody: what a client sends must not make the tests call anybody."""
    raise OSError("no such host")


@pytest.fixture
def populated(tmp_path: Path, loop: Loop, monkeypatch: pytest.MonkeyPatch) -> Iterator[Application]:
    """An application with rows of every kind, on a machine without the programs that would call places of backups."""
    monkeypatch.setattr(remote_backups, "missing_programs", lambda kind: ["restic"])
    settings = Settings(data_dir=tmp_path / "data", tz="Europe/Berlin")
    application = build(settings, clock=FakeClock(), net=Net(resolve=nowhere))
    create_demo(application)
    application.change_streams.close()  # its streams would last as long as the client
    yield application
    loop.run(end_background(application))
    application.database.close()


@pytest.fixture
def owner(populated: Application, loop: Loop) -> Client:
    """A client with an admin key."""
    return Client(
        populated.app, loop, populated.database.write_now(access.make_key, NewKey(name="Phone", scope="admin")).key
    )


@pytest.fixture
def wall(populated: Application, loop: Loop) -> Client:
    """A client with a display key."""
    return Client(populated.app, loop, populated.database.write_now(access.make_key, NewKey(name="Wall")).key)
