"""The connection to the server of the same machine: JSON lines over a Unix socket."""

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

log = logging.getLogger("kiosk")

MAX_LINE_BYTES = 64 * 1024
RETRY_SECONDS = 2.0


def installed_version() -> str:
    """The version of the installed package, or `unknown` in a checkout."""
    try:
        return version("mantel")
    except PackageNotFoundError:
        return "unknown"


class ServerConnection:
    """Reconnects until cancelled. Calls `on_message` with each message and `on_connected` after each connect."""

    def __init__(
        self,
        path: Path,
        on_message: Callable[[dict[str, Any]], None],
        on_connected: Callable[[], None],
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        self._path = path
        self._on_message = on_message
        self._on_connected = on_connected
        self._retry_seconds = retry_seconds
        self._writer: asyncio.StreamWriter | None = None

    def send(self, message: dict[str, Any]) -> bool:
        """Send a message. False when there is no connection, or the server does not read."""
        line = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        if self._writer is None or self._writer.transport.get_write_buffer_size() > MAX_LINE_BYTES:
            return False
        self._writer.write(line)
        return True

    async def run(self) -> None:
        """Connect, receive, and reconnect after `retry_seconds`, until cancelled."""
        logged = False
        while True:
            try:
                await self._receive()
                logged = False
            except (OSError, ValueError) as error:
                # asyncio reports a line beyond the limit as a ValueError. The rest of such a line cannot be parsed, so
                # the connection ends.
                if not logged:
                    log.info("The server does not answer at %s (%s).", self._path, error)
                logged = True
            await asyncio.sleep(self._retry_seconds)

    async def _receive(self) -> None:
        reader, writer = await asyncio.open_unix_connection(str(self._path), limit=MAX_LINE_BYTES)
        log.info("Connected to the server at %s.", self._path)
        self._writer = writer
        try:
            self.send({"type": "hello", "version": installed_version()})
            self._on_connected()
            while line := await reader.readline():
                # A message that this version cannot parse is ignored.
                with suppress(json.JSONDecodeError, UnicodeDecodeError):
                    message = json.loads(line)
                    if isinstance(message, dict):
                        self._on_message(message)
        finally:
            self._writer = None
            writer.close()
