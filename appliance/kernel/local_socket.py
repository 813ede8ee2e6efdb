"""JSON lines over a Unix socket. The mode of the socket decides who may connect."""

import asyncio
import logging
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

log = logging.getLogger(__name__)

LINE_BYTES = 64 * 1024
# A peer that leaves so much unread has stopped reading.
UNREAD_BYTES = 256 * 1024
# At most fifty lines a second are read, so that a flood does not slow others down.
PACE_SECONDS = 0.02


def listen(path: Path, mode: int) -> socket.socket:
    """A socket that listens at a path. A socket that an interrupted run left there is replaced. Raises OSError."""
    remove_left_socket(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        # Nobody can connect before `listen`, so nobody connects under another mode.
        path.chmod(mode)
        listener.listen(8)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def remove_left_socket(path: Path) -> None:
    """Remove the socket that an interrupted run left. Raises OSError, also where it is something else."""
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise FileExistsError(f"{path} exists and is not a socket")
        path.unlink()


class JsonLines:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        """`reader` has LINE_BYTES as its limit."""
        self._reader = reader
        self._transport = writer.transport
        self._warned = False

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """The messages of the peer. A line that is no JSON object is skipped; one that is too long disconnects it."""
        while True:
            try:
                line = await self._reader.readuntil(b"\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return
            except asyncio.LimitOverrunError:
                log.warning("a line on the local socket is too long; disconnected")
                return
            if message := self._decoded(line):
                yield message
            await asyncio.sleep(PACE_SECONDS)

    def send(self, message: object) -> None:
        """Send a message without waiting. A peer that does not read is disconnected."""
        if self._transport.is_closing():
            return
        self._transport.write(msgspec.json.encode(message) + b"\n")
        if self._transport.get_write_buffer_size() > UNREAD_BYTES:
            log.warning("the peer of the local socket does not read; disconnected")
            self.close()

    def close(self) -> None:
        """Disconnect at once."""
        self._transport.abort()

    def _decoded(self, line: bytes) -> dict[str, Any] | None:
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if isinstance(message := msgspec.json.decode(line), dict):
                return message
        if not self._warned:
            self._warned = True
            log.warning("a line on the local socket is not a JSON object; skipped")
        return None
