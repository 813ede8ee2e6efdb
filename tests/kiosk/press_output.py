"""Presses on an output of the compositor: `python3 press_output.py OUTPUT X Y`, with X and Y from 0 to 1.

A test without hardware has no touchscreen. It uses a virtual pointer that is mapped to an output: the compositor
rotates both in the same way. The script speaks the Wayland protocol itself, because the container has no library for
it.
"""

import os
import socket
import struct
import sys
import time
from pathlib import Path

EXTENT = 10_000
LEFT_BUTTON = 0x110


class WaylandClient:
    """A minimal Wayland client. Ids and opcodes are those of the protocol's XML files."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(Path(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])))
        self._last_id = 1
        self._buffer = b""

    def new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def request(self, object_id: int, opcode: int, *arguments: int | str) -> None:
        body = b"".join(self._encode(argument) for argument in arguments)
        self._socket.sendall(struct.pack("=II", object_id, (8 + len(body)) << 16 | opcode) + body)

    def sync(self) -> list[tuple[int, int, bytes]]:
        """Wait until the compositor has handled all requests. Returns its events: object id, opcode, body."""
        callback = self.new_id()
        events: list[tuple[int, int, bytes]] = []
        self.request(1, 0, callback)
        while True:
            while len(self._buffer) < 8 or len(self._buffer) < struct.unpack_from("=I", self._buffer, 4)[0] >> 16:
                self._buffer += self._socket.recv(65536)
            object_id, header = struct.unpack_from("=II", self._buffer)
            size, opcode = header >> 16, header & 0xFFFF
            body, self._buffer = self._buffer[8:size], self._buffer[size:]
            if object_id == 1 and opcode == 0:
                raise SystemExit(f"the compositor reports an error: {body!r}")
            if object_id == callback:
                return events
            events.append((object_id, opcode, body))

    def _encode(self, argument: int | str) -> bytes:
        if isinstance(argument, int):
            return struct.pack("=I", argument)
        text = argument.encode() + b"\0"
        return struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)


def decode_text(body: bytes, start: int) -> str:
    length = struct.unpack_from("=I", body, start)[0]
    return body[start + 4 : start + 3 + length].decode()


def press(output: str, x: float, y: float) -> None:
    client = WaylandClient()
    registry = client.new_id()
    client.request(1, 1, registry)
    interfaces = [(struct.unpack_from("=I", body)[0], decode_text(body, 4)) for _, _, body in client.sync()]

    outputs: dict[str, int] = {}
    for name, interface in interfaces:
        if interface == "wl_output":
            output_id = client.new_id()
            client.request(registry, 0, name, interface, 4, output_id)
            events = client.sync()
            outputs.update(
                {
                    decode_text(body, 0): output_id
                    for sender, opcode, body in events
                    if (sender, opcode) == (output_id, 4)
                }
            )
    manager, pointer = client.new_id(), client.new_id()
    name = next(name for name, interface in interfaces if interface == "zwlr_virtual_pointer_manager_v1")
    client.request(registry, 0, name, "zwlr_virtual_pointer_manager_v1", 2, manager)
    client.request(manager, 2, 0, outputs[output], pointer)

    now = int(time.monotonic() * 1000) & 0xFFFFFFFF
    client.request(pointer, 1, now, round(x * EXTENT), round(y * EXTENT), EXTENT, EXTENT)
    client.request(pointer, 4)
    client.sync()
    for pressed in (1, 0):
        time.sleep(0.1)
        client.request(pointer, 2, now + 200 - pressed * 100, LEFT_BUTTON, pressed)
        client.request(pointer, 4)
        client.sync()


if __name__ == "__main__":
    press(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
