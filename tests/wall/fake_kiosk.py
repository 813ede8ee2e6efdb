"""A minimal kiosk: one connection to the server's socket, which the test controls."""

import json
import socket
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

TIMEOUT_SECONDS = 60.0
REPORT: dict[str, Any] = {
    "heartbeat": "2026-11-20T15:24:00.000Z",
    "page": "ok",
    "restarts": {"count": 3, "last": {"at": "2026-11-20T02:30:00.000Z", "why": "recycle"}},
    "chromiumSince": "2026-11-20T02:30:00.000Z",
    "kioskSince": "2026-11-08T07:00:00.000Z",
    "uptimeSeconds": 1_065_840.0,
    "temperature": 51.2,
    "memory": {"total": 4_000_000_000, "available": 2_600_000_000, "wall": 480_000_000},
    "screen": {
        "output": "HDMI-A-1",
        "power": "on",
        "by": "wlopm",
        "rotation": 0,
        "brightness": 100,
        "width": 1920,
        "height": 1080,
        "trouble": None,
    },
    "wifi": {"managed": True, "connected": "Lindens", "wired": False},
}


class FakeKiosk:
    """One connection to the server."""

    def __init__(self, path: Path, hello: bool = True):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(TIMEOUT_SECONDS)
        self.socket.connect(str(path))
        self._lines = self.socket.makefile("rb")
        if hello:
            self.send({"type": "hello", "version": "1"})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def send(self, message: dict[str, Any]) -> None:
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def send_bytes(self, raw: bytes) -> None:
        self.socket.sendall(raw)

    def send_report(self, **other: Any) -> None:
        self.send({"type": "report", **REPORT, **other})

    def receive(self) -> dict[str, Any]:
        """The next message; empty when the server has disconnected."""
        try:
            line = self._lines.readline()
        except ConnectionResetError:
            return {}
        return dict(json.loads(line)) if line else {}

    def receive_with(self, **fields: Any) -> dict[str, Any]:
        """The next message that has all of these fields."""
        while message := self.receive():
            if fields.items() <= message.items():
                return message
        raise AssertionError(f"the server disconnected before it sent {fields}")

    def request_key(self) -> dict[str, Any]:
        """Request the wall's key and return the answer."""
        self.send({"type": "request-key"})
        return self.receive_with(type="key")

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # ends a read in another thread
        self._lines.close()
        self.socket.close()
