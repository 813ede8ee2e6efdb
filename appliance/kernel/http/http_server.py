"""The HTTP server, told how much of this machine strangers may hold on to."""

import resource
from contextlib import suppress
from pathlib import Path

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from appliance.kernel.http.asgi import App

# A house has some dozens of connections. Each costs a file handle and, with its head half sent, up to the last figure.
CONNECTIONS = 2000
FILES = 2 * CONNECTIONS + 500
# Longer than the fifteen seconds between two polls, so that those keep their connection.
SILENCE_MILLISECONDS = 20_000
HEAD_BYTES = 64 * 1024


def create_server(app: App, host: str, port: int, certificate: Path | None = None) -> Server:
    """A server that is ready for `serve()`; with TLS when there is a file with a certificate and its key.

    Whoever is silent, or does not finish the head of a request, is let go of. HTTP/1.1 only: while it waits to hear
    which version a client speaks, the server would wait for ever. Raises OSError for a file without a certificate.
    """
    raise_file_limit(FILES)
    return Server(
        app,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        websockets=False,
        log_enabled=False,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=SILENCE_MILLISECONDS, max_buffer_size=HEAD_BYTES),
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        ssl_cert=certificate,
        ssl_key=certificate,
    )


def raise_file_limit(count: int) -> None:
    """Ask Linux for file handles; many systems give a program 1024 until it asks."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        with suppress(ValueError, OSError):
            resource.setrlimit(
                resource.RLIMIT_NOFILE, (count if hard == resource.RLIM_INFINITY else min(count, hard), hard)
            )
