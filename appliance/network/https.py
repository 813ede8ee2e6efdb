"""The second server: the same application over TLS, in the same loop, with a certificate that may change."""

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
PATIENCE_SECONDS = 5.0


class Https:
    """Serves with the newest certificate. A server reads its certificate once, so a new one takes the port over:
    it accepts from then on, and the old one ends with its last connection."""

    def __init__(self, app: App, host: str, port: int):
        self._app = app
        self._host = host
        self._port = port
        self._server: Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def serves(self) -> bool:
        """True from the first certificate on."""
        return self._server is not None

    def present(self, certificate: Path) -> None:
        """Serve with the certificate and key in this file. Raises OSError when it holds none."""
        server = create_server(self._app, self._host, self._port, certificate)
        task = asyncio.create_task(server.serve())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self._server is not None:
            self._server.stop()  # type: ignore[no-untyped-call]
        self._server = server

    async def stop(self) -> None:
        """Accept no more, and wait a moment for what is being answered."""
        if self._server is not None:
            self._server.stop()  # type: ignore[no-untyped-call]
            self._server = None
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE_SECONDS)


def refuse_taken_port(host: str, port: int) -> None:
    """Raises OSError in words when somebody listens already."""
    # The server itself shares the port, so a second one would take every other request without a word.
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise OSError(f"cannot listen on {host}:{port}: {problem.strerror}") from None


def kept(file: Path) -> Leaf | None:
    """What the certificate in a file vouches for, as its first line says; None when there is none."""
    try:
        return msgspec.json.decode(file.read_bytes().partition(b"\n")[0], type=Leaf)
    except (OSError, msgspec.MsgspecError):
        return None


def keep(file: Path, leaf: Leaf, pem: str) -> None:
    """Write a certificate with its key, whole or not at all, for this user's eyes only. Raises OSError."""
    unfinished = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(opened, "wb") as out:
            # Text before the first BEGIN line is no part of what PEM holds. (RFC 7468 §2)
            out.write(msgspec.json.encode(leaf) + b"\n" + pem.encode())
            out.flush()
            os.fsync(out.fileno())
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)
