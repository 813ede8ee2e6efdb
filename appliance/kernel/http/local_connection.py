"""A connection to a server on this machine, by its port or its Unix socket."""

import socket
from http.client import HTTPConnection
from pathlib import Path


class UnixConnection(HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path, timeout: float):
        """`timeout` is in seconds."""
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        """Connect. Raises OSError."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


def connection_to(host: str, port: int, unix_socket: Path | None, timeout: float) -> HTTPConnection:
    """A connection to the server of these settings; to its socket where it has one."""
    return UnixConnection(unix_socket, timeout) if unix_socket else HTTPConnection(host, port, timeout=timeout)
