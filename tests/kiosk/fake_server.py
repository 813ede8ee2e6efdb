"""A fake of the server's Unix socket, which the test controls."""

import json
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

TIMEOUT_SECONDS = 60
Message = dict[str, Any]


class FakeServer:
    """Listens on a Unix socket. `received` holds the messages of all connections, in order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.received: queue.Queue[Message] = queue.Queue()
        self._connections: queue.Queue[socket.socket] = queue.Queue()
        self._current: socket.socket | None = None
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()

    def accept(self) -> None:
        """Wait for the next connection. `send` and `disconnect` use it from now on."""
        self._current = self._connections.get(timeout=TIMEOUT_SECONDS)

    def send(self, *messages: Message | bytes) -> None:
        assert self._current is not None
        for message in messages:
            self._current.sendall(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")

    def disconnect(self) -> None:
        assert self._current is not None
        self._current.shutdown(socket.SHUT_RDWR)

    def receive(self, matches: Callable[[Message], Any]) -> Message:
        """The next message for which `matches` is true."""
        while not matches(message := self.received.get(timeout=TIMEOUT_SECONDS)):
            pass
        return message

    def receive_report(self, matches: Callable[[Message], Any] = lambda _: True) -> Message:
        return self.receive(lambda message: message.get("type") == "report" and matches(message))

    def _accept_connections(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._read, args=(connection,), daemon=True).start()
            self._connections.put(connection)

    def _read(self, connection: socket.socket) -> None:
        with suppress(ConnectionResetError), connection, connection.makefile("rb") as lines:
            for line in lines:
                self.received.put(json.loads(line))

    @contextmanager
    def running(self) -> Iterator["FakeServer"]:
        thread = threading.Thread(target=self._accept_connections)
        thread.start()
        try:
            yield self
        finally:
            self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            thread.join()
            self.path.unlink(missing_ok=True)
