"""One host opens more connections than the server accepts: other hosts and the local wall are still answered."""

import http.client
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from appliance.kernel.http.connection_guard import counted_host, over_share
from appliance.kernel.http.limits import CONNECTIONS_PER_ADDRESS
from tests.machine import ROOT, Machine, send_request
from tests.wall.fake_kiosk import FakeKiosk

FLOOD = 2_200
# How long a loaded machine takes says nothing; a host that is kept out gets no answer at all.
TIMEOUT_SECONDS = 120
OTHER_HOST = "127.0.0.77"


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("served")
    machine = Machine(folder / "data", folder / "log")
    machine.start()
    yield machine
    machine.kill()


@contextmanager
def flooded(machine: Machine, address: str) -> Iterator[None]:
    """A crowd of connections from one address, for the length of the block."""
    command = [sys.executable, "-m", "tests.hostile.flood", str(machine.port), str(FLOOD), address]
    flood = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert flood.stdout
    try:
        # All its connections were tried once.
        assert flood.stdout.readline()
        yield
        assert flood.poll() is None
    finally:
        flood.kill()
        flood.communicate()


def ask_from(machine: Machine, address: str) -> int:
    """The status of one call on a new connection from an address."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", machine.port, timeout=TIMEOUT_SECONDS, source_address=(address, 0)
    )
    with closing(connection):
        return send_request(connection, "GET", "/api/rev")[0]


@pytest.mark.parametrize("attacker", ["127.0.0.66", "127.0.0.1"])
def test_a_flood_from_one_address_does_not_block_others(served: Machine, attacker: str) -> None:
    wall = http.client.HTTPConnection("127.0.0.1", served.port, timeout=TIMEOUT_SECONDS)
    with closing(wall):
        assert 200 == send_request(wall, "GET", "/api/rev")[0]
        with flooded(served, attacker):
            for _ in range(10):
                assert 200 == ask_from(served, OTHER_HOST)
                assert 200 == send_request(wall, "GET", "/api/rev")[0]
            with FakeKiosk(served.folder / "wall.sock") as kiosk:
                assert kiosk.socket.recv(1)


def test_connections_with_a_key_are_kept_first() -> None:
    flood = [("192.0.2.7", port) for port in range(2_000)]
    with_key = flood[:10]

    excess = over_share(flood, with_key)

    assert 2_000 - CONNECTIONS_PER_ADDRESS == len(excess)
    assert not excess & set(with_key)


def test_an_address_within_its_share_loses_nothing() -> None:
    flood = [("192.0.2.7", port) for port in range(2_000)]
    assert {"192.0.2.7"} == {host for host, _ in over_share([*flood, ("192.0.2.8", 1), ("::1", 1)], [])}


def test_many_addresses_share_less_each() -> None:
    flood = [(f"192.0.2.{host}", port) for host in range(100) for port in range(20)]
    assert 100 * 10 == len(over_share(flood, []))


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(host: str, group: str) -> None:
    assert group == counted_host(host)


def test_loopback_has_a_server_of_its_own(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "data", tmp_path / "log", HOST="0.0.0.0")
    machine.start()
    try:
        listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        locals_ = {fields[1] for fields in listening if fields[3] == "0A"}
        assert {f"00000000:{machine.port:04X}", f"0100007F:{machine.port:04X}"} <= locals_
    finally:
        assert 0 == machine.stop()
