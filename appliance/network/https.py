"""The HTTPS server: the same application in the same event loop, with a certificate that may change."""

import asyncio
import logging
import os
import secrets
import socket
from pathlib import Path

import msgspec
from granian.server.embed import Server

from appliance.kernel.http.asgi import App
from appliance.kernel.http.http_server import create_server
from appliance.network.models import Leaf

log = logging.getLogger(__name__)
STOP_TIMEOUT_SECONDS = 5.0


class HttpsServer:
    """Serves with the newest certificate.

    A server reads its certificate once. With a new certificate a new server takes the port over; the old one ends with
    its last connection.
    """

    def __init__(self, app: App, host: str, port: int):
        self._app = app
        self._host = host
        self._port = port
        self._server: Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_serving(self) -> bool:
        """True since the first certificate."""
        return self._server is not None

    def serve_with(self, certificate: Path) -> None:
        """Serve with the certificate and key in this file. Raises OSError when the file has none."""
        server = create_server(self._app, self._host, self._port, certificate)
        task = asyncio.create_task(server.serve())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self._server is not None:
            self._server.stop()  # type: ignore[no-untyped-call]
        self._server = server

    async def stop(self) -> None:
        """Accept no more connections, and wait up to five seconds for running requests."""
        if self._server is not None:
            self._server.stop()  # type: ignore[no-untyped-call]
            self._server = None
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_TIMEOUT_SECONDS)


def check_port_is_free(host: str, port: int) -> None:
    """Raises OSError with a readable message when another program listens already."""
    # The server binds with SO_REUSEPORT, so a second one would silently take every other connection.
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise OSError(f"cannot listen on {host}:{port}: {problem.strerror}") from None


def read_leaf(file: Path) -> Leaf | None:
    """What the certificate in a file is for, from the first line of the file; None when there is none."""
    try:
        return msgspec.json.decode(file.read_bytes().partition(b"\n")[0], type=Leaf)
    except (OSError, msgspec.MsgspecError):
        return None


def write_certificate(file: Path, leaf: Leaf, pem: str) -> None:
    """Write a certificate with its key atomically, with mode 0600. Raises OSError."""
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(opened, "wb") as out:
            # PEM allows text before the first BEGIN line. (RFC 7468 §2)
            out.write(msgspec.json.encode(leaf) + b"\n" + pem.encode())
            out.flush()
            os.fsync(out.fileno())
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)
