"""The server's end of the channel, in the test's hands."""

import json
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 60
Message = dict[str, Any]


class Home:
    """Listens at a Unix socket. `heard` are the messages of every connection, in order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heard: queue.Queue[Message] = queue.Queue()
        self._connections: queue.Queue[socket.socket] = queue.Queue()
        self._now: socket.socket | None = None
        path.unlink(missing_ok=True)
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()

    def connection(self) -> None:
        """Wait for the next connection; what is said from now on goes there."""
        self._now = self._connections.get(timeout=PATIENCE_SECONDS)

    def says(self, *messages: Message | bytes) -> None:
        assert self._now is not None
        for message in messages:
            self._now.sendall(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")

    def hangs_up(self) -> None:
        assert self._now is not None
        self._now.shutdown(socket.SHUT_RDWR)

    def hears(self, wanted: Callable[[Message], Any]) -> Message:
        """The next message for which `wanted` is true."""
        while not wanted(message := self.heard.get(timeout=PATIENCE_SECONDS)):
            pass
        return message

    def report(self, wanted: Callable[[Message], Any] = lambda _: True) -> Message:
        return self.hears(lambda message: message.get("tell") == "report" and wanted(message))

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._read, args=(connection,), daemon=True).start()
            self._connections.put(connection)

    def _read(self, connection: socket.socket) -> None:
        with suppress(ConnectionResetError), connection, connection.makefile("rb") as lines:
            for line in lines:
                self.heard.put(json.loads(line))

    @contextmanager
    def running(self) -> Iterator["Home"]:
        accepting = threading.Thread(target=self._accept)
        accepting.start()
        try:
            yield self
        finally:
            self._server.shutdown(socket.SHUT_RDWR)
            self._server.close()
            accepting.join()
            self.path.unlink(missing_ok=True)
