"""Builds test households quickly: one Litestar application for all, and a copy of one migrated database file."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar.di import Provide
from litestar.types import Scope as LitestarScope

from appliance import app
from appliance.kernel.http.asgi import Receive, Scope, Send
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock
from appliance.routes import Routes, Services, litestar_routes
from appliance.settings import Settings

SERVICES = "tests.services"
# What the clients of the tests call the server.
HOST = "wall.test"


def shared_routes(services: Services) -> Routes:
    """The endpoints with these services, which come with each request."""
    shared = _routes()

    async def with_services(scope: Scope, receive: Receive, send: Send) -> None:
        await shared.app({**scope, SERVICES: services}, receive, send)

    return Routes(
        app=with_services, etag_paths=shared.etag_paths, weather_paths=shared.weather_paths, methods=shared.methods
    )


def build(settings: Settings, clock: Clock | None = None, net: Net | None = None) -> app.Application:
    """A household as `app.build` makes it. A new one starts from a file that is migrated already."""
    settings = msgspec.structs.replace(settings, allowed_hosts=(*settings.allowed_hosts, HOST))
    path = settings.data_dir / "mantel.db"
    if not path.exists():
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_migrated_file(), path)
    return app.build(settings, clock, net, create_routes=shared_routes)


@cache
def _migrated_file() -> Path:
    """An empty household's file, as the migrations leave it."""
    folder = Path(tempfile.mkdtemp(prefix="mantel-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = app.build(Settings(data_dir=folder), create_routes=shared_routes)
    made.database.close()
    return made.database.path


@cache
def _routes() -> Routes:
    return litestar_routes({name: _provider(name) for name in Services.__struct_fields__})


def _provider(name: str) -> Provide:
    def provide(scope: LitestarScope) -> Any:
        return getattr(scope[SERVICES], name)  # type: ignore[literal-required]

    return Provide(provide, sync_to_thread=False)
