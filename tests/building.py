"""Builds test households quickly.

They share the Litestar applications, a copy of one migrated database file, and the certificates of outbound requests.
"""

import atexit
import shutil
import ssl
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
from litestar.di import Provide
from litestar.types import Scope as LitestarScope

from appliance import app
from appliance.kernel.http.asgi import App, Receive, Scope, Send
from appliance.kernel.http.route_group import RouteGroup
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock
from appliance.routes import AppFactory, Services, litestar_apps
from appliance.settings import Settings

SERVICES = "tests.services"
# What the clients of the tests call the server.
HOST = "wall.test"
# By the identity of the group, which is kept so that no other group gets it.
_made: dict[int, tuple[RouteGroup, App]] = {}


def shared_apps(services: Services) -> AppFactory:
    """The Litestar applications that all households of the tests share; the services come with each request."""

    def create(group: RouteGroup) -> App:
        app = _app(group)

        async def with_services(scope: Scope, receive: Receive, send: Send) -> None:
            await app({**scope, SERVICES: services}, receive, send)

        return with_services

    return create


def build(settings: Settings, clock: Clock | None = None, net: Net | None = None) -> app.Application:
    """A household as `app.build` makes it. A new one starts from a file that is migrated already."""
    settings = msgspec.structs.replace(settings, allowed_hosts=(*settings.allowed_hosts, HOST))
    path = settings.data_dir / "mantel.db"
    if not path.exists():
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_migrated_file(), path)
    return app.build(settings, clock, net or Net(tls=shared_tls()), create_apps=shared_apps)


@cache
def shared_tls() -> ssl.SSLContext:
    """What clients have by default. Loading its certificates takes longer than most tests."""
    return httpx.create_ssl_context()


@cache
def _migrated_file() -> Path:
    """An empty household's file, as the migrations leave it."""
    folder = Path(tempfile.mkdtemp(prefix="mantel-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = app.build(Settings(data_dir=folder), create_apps=shared_apps)
    made.database.close()
    return made.database.path


def _app(group: RouteGroup) -> App:
    if id(group) not in _made:
        _made[id(group)] = group, litestar_apps({name: _provider(name) for name in Services.__struct_fields__})(group)
    return _made[id(group)][1]


def _provider(name: str) -> Provide:
    def provide(scope: LitestarScope) -> Any:
        return getattr(scope[SERVICES], name)  # type: ignore[literal-required]

    return Provide(provide, sync_to_thread=False)
