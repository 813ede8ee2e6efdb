"""A channel inside one machine: a Unix socket on which each line is a JSON object; its mode says who may speak."""

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
# Whoever leaves so much unread has stopped reading.
UNREAD_BYTES = 256 * 1024
# At most fifty lines a second are heard, so that a flood costs the others nothing.
PACE_SECONDS = 0.02


def listen(path: Path, mode: int) -> socket.socket:
    """A socket that listens at a path. What a run that was cut off has left there is put away. Raises OSError."""
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise FileExistsError(f"{path} is something else than a socket")
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        # Nobody can connect before it listens, so nobody can come in under another mode.
        path.chmod(mode)
        listener.listen(8)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


class JsonLines:
    """One conversation."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        """`reader` has LINE_BYTES as its limit."""
        self._reader = reader
        self._transport = writer.transport
        self._complained = False

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """What the other side says, to its end. What is no JSON object is passed over; a line too long ends it all."""
        while True:
            try:
                line = await self._reader.readuntil(b"\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return
            except asyncio.LimitOverrunError:
                log.warning("a line on the local channel was too long; the conversation is over")
                return
            if message := self._decoded(line):
                yield message
            await asyncio.sleep(PACE_SECONDS)

    def send(self, message: object) -> None:
        """Say something without waiting: whoever does not read what is said is hung up on."""
        if self._transport.is_closing():
            return
        self._transport.write(msgspec.json.encode(message) + b"\n")
        if self._transport.get_write_buffer_size() > UNREAD_BYTES:
            log.warning("nobody reads the local channel; the conversation is over")
            self.end()

    def end(self) -> None:
        """Hang up at once."""
        self._transport.abort()

    def _decoded(self, line: bytes) -> dict[str, Any] | None:
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if isinstance(message := msgspec.json.decode(line), dict):
                return message
        if not self._complained:
            self._complained = True
            log.warning("a line on the local channel is no JSON object; it is passed over")
        return None
