"""Caddy with deploy/caddy/Caddyfile: certificates for the names of the registry, requests, streams, a takeover."""

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Event

import pytest

from tests.hosting.bucket import SYNC_SECONDS, TAKEOVER_SECONDS, Store, needs_bucket, running, seaweedfs
from tests.hosting.edge import caddy, needs_caddy
from tests.hosting.host import ROOT, cells
from tests.hosting.writes import Writes
from tests.ports import free_port
from tests.waiting import until

pytestmark = needs_caddy


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


@pytest.fixture
def store() -> Iterator[Store]:
    with seaweedfs() as made:
        yield made


@needs_bucket
@pytest.mark.slow
@pytest.mark.waits
def test_a_killed_cell_is_replaced_under_the_same_name(store: Store, tmp_path: Path) -> None:
    """Two machines, each with a Caddy: the name leads to the other one, as an operator's DNS does then."""
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    ports = [free_port(), free_port()]
    first, second = (
        store.host("main", name, HOSTING_ASK_PORT=str(port)) for name, port in zip("ab", ports, strict=True)
    )
    with (
        running(first, second),
        caddy(first, ports[0], folders[0]) as edge,
        caddy(second, ports[1], folders[1]) as other,
    ):
        first.start()
        key = first.add("berg")
        second.start_waiting()
        until(lambda: edge.status("berg.example.org", key), lambda status: status == 200)
        assert other.status("berg.example.org", key) is None, "a machine that waits gets no certificate"
        with Writes([edge, other], key) as writes:
            until(lambda: len(writes.answered), lambda count: count > 20)
            synced = list(writes.answered)
            Event().wait(SYNC_SECONDS)
            first.kill()
            until(lambda: writes.answered_by["b"], seconds=TAKEOVER_SECONDS)
            assert 503 == edge.status("berg.example.org", key)
            until(lambda: len(writes.answered_by["b"]), lambda count: count > 20)
        assert {503} >= {status for status, _ in writes.refused}
        assert set(synced) | set(writes.answered_by["b"]) <= set(writes.stored(other))
