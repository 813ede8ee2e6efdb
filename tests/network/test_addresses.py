"""The addresses under which a server can be reached."""

import subprocess
import sys

import pytest

from appliance.network.addresses import home_origins, main_address, of_machine
from appliance.settings import Settings


@pytest.mark.parametrize(
    ("host", "addresses"),
    [("127.0.0.1", ["127.0.0.1"]), ("192.168.1.5", ["192.168.1.5"]), ("localhost", []), ("::1", [])],
)
def test_a_server_on_one_address_has_only_that(host: str, addresses: list[str]) -> None:
    assert addresses == of_machine(host)


def test_phones_do_not_get_the_loopback_address_of_a_server_on_all_interfaces() -> None:
    found = of_machine("0.0.0.0")
    assert [] == [each for each in found if each.startswith("127.")]
    assert len(found) == len(set(found))


def test_a_sandbox_without_ctypes_leaves_the_address_of_the_default_route() -> None:
    asked = (
        "import sys; from appliance.network.addresses import of_machine\n"
        "whole = of_machine('0.0.0.0'); sys.modules['ifaddr'] = None\n"
        "assert of_machine('0.0.0.0') == whole[:1], (of_machine('0.0.0.0'), whole)"
    )
    subprocess.run([sys.executable, "-c", asked], check=True)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1", "192.168.1.5", "localhost"])
def test_the_main_address_is_the_first_of_the_machine(host: str) -> None:
    assert next(iter(of_machine(host)), None) == main_address(host)


@pytest.mark.parametrize(
    ("host", "port", "mdns", "origins"),
    [
        ("192.168.1.5", 8080, True, ["http://192.168.1.5:8080", "http://mantel.local:8080"]),
        ("192.168.1.5", 80, True, ["http://192.168.1.5", "http://mantel.local"]),
        ("192.168.1.5", 8080, False, ["http://192.168.1.5:8080"]),
        ("localhost", 8080, False, []),
    ],
)
def test_a_name_that_is_not_announced_is_no_address(host: str, port: int, mdns: bool, origins: list[str]) -> None:
    assert origins == home_origins(Settings(host=host, port=port, mdns=mdns))
