"""Serves the registry's API. It has a process of its own, because the parent of the households has no event loop."""

import asyncio
import os
import signal
from typing import cast

from appliance.hosting.ask import create_ask_app
from appliance.hosting.registry import Registry
from appliance.hosting.routes import create_registry_api
from appliance.hosting.settings import HostSettings
from appliance.kernel.http.asgi import App
from appliance.kernel.http.http_server import create_server
from appliance.kernel.local_socket import remove_left_socket


def serve_api(settings: HostSettings, registry: Registry) -> None:
    """Serve until SIGTERM. Raises OSError."""
    # Also for the moment before the server sets the socket's own mode.
    os.umask(0o077)
    remove_left_socket(settings.api_socket)
    asyncio.run(_serve(cast(App, create_registry_api(settings, registry)), settings, registry))


async def _serve(app: App, settings: HostSettings, registry: Registry) -> None:
    # The folder of the socket can be entered by the host's user only.
    servers = [create_server(app, "localhost", 0, unix_socket=settings.api_socket)]
    if settings.ask_port:
        servers.append(create_server(create_ask_app(registry), "127.0.0.1", settings.ask_port))

    def stop() -> None:
        for server in servers:
            server.stop()  # type: ignore[no-untyped-call]

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop)
    await asyncio.gather(*(server.serve() for server in servers))
