"""The HTTP server and its limits."""

import resource
from contextlib import suppress
from pathlib import Path

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from appliance.kernel.http.asgi import App
from appliance.kernel.http.limits import CONNECTIONS, FILE_DESCRIPTORS, HEADER_BYTES

# Longer than the fifteen seconds between two polls, so that those keep their connection.
HEADER_TIMEOUT_MILLISECONDS = 20_000


# The folder of a socket decides who reaches it: its group, which the socket gets where the folder has the setgid bit.
SOCKET_MODE = 0o660


def create_server(
    app: App, host: str, port: int, certificate: Path | None = None, unix_socket: Path | None = None
) -> Server:
    """A server that is ready for `serve()`; with TLS when there is a file with a certificate and its key.

    With `unix_socket` it listens there instead of on the port.

    A connection that sends no complete header within HEADER_TIMEOUT_MILLISECONDS is closed. HTTP/1.1 only: with
    HTTP/2 enabled, the server waits without a limit for the first bytes, to detect the version. Raises OSError for a
    file without a certificate.
    """
    raise_file_limit(FILE_DESCRIPTORS)
    server = Server(
        app,
        uds=unix_socket,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        websockets=False,
        log_enabled=False,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_TIMEOUT_MILLISECONDS, max_buffer_size=HEADER_BYTES),
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        ssl_cert=certificate,
        ssl_key=certificate,
    )
    server.uds_permissions = SOCKET_MODE  # no argument of the embedded server
    return server


def raise_file_limit(count: int) -> None:
    """Raise the limit of open files to this count, as far as the system allows; the default is often 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        with suppress(ValueError, OSError):
            resource.setrlimit(
                resource.RLIMIT_NOFILE, (count if hard == resource.RLIM_INFINITY else min(count, hard), hard)
            )
