"""A kiosk's end of the channel, as small as it can be: what it hears, and what it says."""

import json
import socket
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE_SECONDS = 15.0
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
        "output": "HDMI-A-1", "power": "on", "by": "wlopm", "rotation": 0, "brightness": 100,
        "width": 1920, "height": 1080, "trouble": None,
    },
    "wifi": {"managed": True, "connected": "Lindens", "wired": False},
}  # fmt: skip


class Kiosk:
    """One connection. `hear` answers the next thing it is told."""

    def __init__(self, path: Path, hello: bool = True):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_SECONDS)
        self.socket.connect(str(path))
        self._lines = self.socket.makefile("rb")
        if hello:
            self.say({"tell": "hello", "version": "1"})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def say(self, message: dict[str, Any]) -> None:
        self.shout(json.dumps(message).encode() + b"\n")

    def shout(self, raw: bytes) -> None:
        """Bytes as they are."""
        self.socket.sendall(raw)

    def report(self, **other: Any) -> None:
        self.say({"tell": "report", **REPORT, **other})

    def hear(self) -> dict[str, Any]:
        """The next thing it is told; an empty one when the house has hung up."""
        try:
            line = self._lines.readline()
        except ConnectionResetError:
            return {}
        return dict(json.loads(line)) if line else {}

    def until(self, **wanted: Any) -> dict[str, Any]:
        """The next thing that has all of these."""
        while heard := self.hear():
            if wanted.items() <= heard.items():
                return heard
        raise AssertionError(f"the house hung up before it said {wanted}")

    def key(self) -> dict[str, Any]:
        """What it is told when it asks for its key."""
        self.say({"ask": "key"})
        return self.until(tell="key")

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # whoever still listens in another thread hears the end
        self._lines.close()
        self.socket.close()
