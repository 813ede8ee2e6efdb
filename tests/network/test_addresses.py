"""The addresses under which a server can be reached."""

import subprocess
import sys

import pytest

from appliance.network.addresses import main_address, of_machine


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
