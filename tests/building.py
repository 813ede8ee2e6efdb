"""Builds test households quickly.

They share the Litestar application, a copy of one migrated database file, and the certificates of outbound requests.
"""

import atexit
import shutil
import ssl
import tempfile
from functools import cache
from pathlib import Path

import httpx
import msgspec
from litestar import Litestar

from appliance import app
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock
from appliance.routes import create_api
from appliance.settings import Settings

# What the clients of the tests call the server.
HOST = "wall.test"


def build(settings: Settings, clock: Clock | None = None, net: Net | None = None) -> app.Application:
    """A household as `app.build` makes it. A new one starts from a file that is migrated already."""
    settings = msgspec.structs.replace(settings, allowed_hosts=(*settings.allowed_hosts, HOST))
    path = settings.data_dir / "mantel.db"
    if not path.exists():
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_migrated_file(), path)
    return app.build(settings, clock, net or Net(tls=shared_tls()), api=shared_api())


@cache
def shared_api() -> Litestar:
    """The application that all households of the tests share. Making it takes longer than most tests."""
    return create_api()


@cache
def shared_tls() -> ssl.SSLContext:
    """What clients have by default. Loading its certificates takes longer than most tests."""
    return httpx.create_ssl_context()


@cache
def _migrated_file() -> Path:
    """An empty household's file, as the migrations leave it."""
    folder = Path(tempfile.mkdtemp(prefix="mantel-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = app.build(Settings(data_dir=folder), api=shared_api())
    made.database.close()
    return made.database.path
