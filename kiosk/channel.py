"""The conversation with the server of the same machine: one JSON object a line, over a Unix socket."""

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

log = logging.getLogger("kiosk")

LONGEST_LINE = 64 * 1024
PATIENCE = 2.0


def own_version() -> str:
    try:
        return version("mantel")
    except PackageNotFoundError:
        return "unknown"


class Channel:
    """Connects again for as long as it runs. `heard` is called with each message, `connected` after each hello."""

    def __init__(
        self,
        path: Path,
        heard: Callable[[dict[str, Any]], None],
        connected: Callable[[], None],
        patience: float = PATIENCE,
    ) -> None:
        self._path = path
        self._heard = heard
        self._connected = connected
        self._patience = patience
        self._writer: asyncio.StreamWriter | None = None

    def say(self, message: dict[str, Any]) -> bool:
        """Send a message. False when nobody is there to hear it, or nobody reads what was sent before."""
        line = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        if self._writer is None or self._writer.transport.get_write_buffer_size() > LONGEST_LINE:
            return False
        self._writer.write(line)
        return True

    async def run(self) -> None:
        """Converse for ever."""
        silent = False
        while True:
            try:
                await self._converse()
                silent = False
            except (OSError, ValueError) as error:
                # A line that is too long is a ValueError, and the rest of it would be read as the next.
                if not silent:
                    log.info("The server does not answer at %s (%s).", self._path, error)
                silent = True
            await asyncio.sleep(self._patience)

    async def _converse(self) -> None:
        reader, writer = await asyncio.open_unix_connection(str(self._path), limit=LONGEST_LINE)
        log.info("Connected with the server at %s.", self._path)
        self._writer = writer
        try:
            self.say({"tell": "hello", "version": own_version()})
            self._connected()
            while line := await reader.readline():
                # What the server says in a way that nobody understands is not for this version.
                with suppress(json.JSONDecodeError, UnicodeDecodeError):
                    message = json.loads(line)
                    if isinstance(message, dict):
                        self._heard(message)
        finally:
            self._writer = None
            writer.close()
