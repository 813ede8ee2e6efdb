"""Presses on an output, like an absolute device that lies on it: `python3 pointer.py OUTPUT X Y`, from 0 to 1.

There is no touchscreen where there is no hardware. A virtual pointer that belongs to an output is what the compositor
turns with the picture in the same way. Speaks the Wayland protocol by itself, because the machine under test has no
library for it.
"""

import os
import socket
import struct
import sys
import time
from pathlib import Path

EXTENT = 10_000
LEFT = 0x110


class Wayland:
    """A client with just enough words."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(Path(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])))
        self._last = 1
        self._heard = b""

    def new(self) -> int:
        self._last += 1
        return self._last

    def send(self, who: int, what: int, *words: int | str) -> None:
        body = b"".join(self._word(word) for word in words)
        self._socket.sendall(struct.pack("=II", who, (8 + len(body)) << 16 | what) + body)

    def settled(self) -> list[tuple[int, int, bytes]]:
        """What was said up to the answer to everything that was sent."""
        done = self.new()
        said: list[tuple[int, int, bytes]] = []
        self.send(1, 0, done)
        while True:
            while len(self._heard) < 8 or len(self._heard) < struct.unpack_from("=I", self._heard, 4)[0] >> 16:
                self._heard += self._socket.recv(65536)
            who, head = struct.unpack_from("=II", self._heard)
            size, what = head >> 16, head & 0xFFFF
            body, self._heard = self._heard[8:size], self._heard[size:]
            if who == 1 and what == 0:
                raise SystemExit(f"the compositor refuses: {body!r}")
            if who == done:
                return said
            said.append((who, what, body))

    def _word(self, word: int | str) -> bytes:
        if isinstance(word, int):
            return struct.pack("=I", word)
        text = word.encode() + b"\0"
        return struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)


def text(body: bytes, at: int) -> str:
    length = struct.unpack_from("=I", body, at)[0]
    return body[at + 4 : at + 3 + length].decode()


def press(output: str, x: float, y: float) -> None:
    wayland = Wayland()
    registry = wayland.new()
    wayland.send(1, 1, registry)
    offers = [(struct.unpack_from("=I", body)[0], text(body, 4)) for _, _, body in wayland.settled()]

    named: dict[str, int] = {}
    for name, interface in offers:
        if interface == "wl_output":
            bound = wayland.new()
            wayland.send(registry, 0, name, interface, 4, bound)
            said = wayland.settled()
            named.update({text(body, 0): bound for who, what, body in said if who == bound and what == 4})
    maker, pointer = wayland.new(), wayland.new()
    name = next(name for name, interface in offers if interface == "zwlr_virtual_pointer_manager_v1")
    wayland.send(registry, 0, name, "zwlr_virtual_pointer_manager_v1", 2, maker)
    wayland.send(maker, 2, 0, named[output], pointer)

    now = int(time.monotonic() * 1000) & 0xFFFFFFFF
    wayland.send(pointer, 1, now, round(x * EXTENT), round(y * EXTENT), EXTENT, EXTENT)
    wayland.send(pointer, 4)
    wayland.settled()
    for pressed in (1, 0):
        time.sleep(0.1)
        wayland.send(pointer, 2, now + 200 - pressed * 100, LEFT, pressed)
        wayland.send(pointer, 4)
        wayland.settled()


if __name__ == "__main__":
    press(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
