"""What the home's certificates contain, how long they are valid, and how a device is connected."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from appliance.network import rules
from appliance.network.models import Leaf

NOW = datetime(2027, 5, 1, 12, tzinfo=UTC)
LEAF = Leaf(
    authority="signer",
    name="mantel",
    addresses=["192.168.1.5"],
    begins_at=NOW - timedelta(days=1),
    ends_at=NOW + timedelta(days=396),
)


def test_a_home_has_nine_names_to_choose_from() -> None:
    names = rules.names("mantel")
    assert ["mantel", "mantel-2", "mantel-9"] == [names[0], names[1], names[-1]]


@pytest.mark.parametrize(
    ("addresses", "vouched"),
    [
        (["192.168.1.5", "10.0.0.1"], ["192.168.1.5", "10.0.0.1"]),
        (["172.31.0.1", "169.254.3.4"], ["172.31.0.1", "169.254.3.4"]),
        (["172.32.0.1", "8.8.8.8", "192.0.2.2", "100.64.0.1", "127.0.0.1"], []),
        (["fd00::5", "fe80::1", "2001:db8::1"], ["fd00::5", "fe80::1"]),
    ],
)
def test_only_addresses_of_a_home_are_vouched_for(addresses: list[str], vouched: list[str]) -> None:
    assert vouched == rules.permitted(addresses)


@pytest.mark.parametrize(
    ("because", "leaf", "addresses", "days", "due"),
    [
        ("nothing changed", LEAF, ["192.168.1.5"], 0, False),
        ("an address is gone for now", LEAF, [], 0, False),
        ("an address nobody may vouch for", LEAF, ["192.168.1.5", "8.8.8.8"], 0, False),
        ("a new address", LEAF, ["192.168.1.6"], 0, True),
        ("another name", msgspec.structs.replace(LEAF, name="mantel-2"), ["192.168.1.5"], 0, True),
        ("another signer", msgspec.structs.replace(LEAF, authority="older"), ["192.168.1.5"], 0, True),
        ("its end is a month away", LEAF, ["192.168.1.5"], 365, False),
        ("its end is near", LEAF, ["192.168.1.5"], 367, True),
        ("it was made by a clock in the future", LEAF, ["192.168.1.5"], -3, True),
    ],
)
def test_when_a_certificate_is_made_anew(because: str, leaf: Leaf, addresses: list[str], days: int, due: bool) -> None:
    assert due == rules.is_due(leaf, "signer", "mantel", addresses, NOW + timedelta(days=days)), because


@pytest.mark.parametrize("clock", [datetime(1970, 1, 1, tzinfo=UTC), NOW, datetime(2035, 1, 1, tzinfo=UTC)])
def test_a_certificate_is_valid_for_397_days_with_any_clock(clock: datetime) -> None:
    begins, ends = rules.leaf_window(clock, rules.plausible(clock) + rules.AUTHORITY_LIFETIME)
    assert timedelta(days=397) == ends - begins
    assert rules.AUTHORITY_BEGINS < rules.RELEASED - rules.CLOCK_TOLERANCE <= begins
    made = Leaf(authority="signer", name="mantel", addresses=[], begins_at=begins, ends_at=ends)
    assert not rules.is_due(made, "signer", "mantel", [], clock)


def test_a_certificate_ends_with_its_signer() -> None:
    assert (NOW - timedelta(days=1), NOW + timedelta(days=90)) == rules.leaf_window(NOW, NOW + timedelta(days=90))


@pytest.mark.parametrize(
    ("scheme", "host", "public_url", "connection_kind"),
    [
        ("http", "localhost:8080", None, 0),
        ("http", "127.0.0.1:8080", None, 0),
        ("http", "[::1]:8080", None, 0),
        ("https", "localhost:8443", None, 0),
        ("http", "mantel.local:8080", None, 1),
        ("http", "192.168.1.5", None, 1),
        ("https", "mantel.local:8443", None, 2),
        ("https", "192.168.1.5:8443", "https://family.example", 2),
        ("http", "family.example", "https://family.example/", 3),
        ("http", "mantel.lan", "http://mantel.lan", 1),
        ("http", "[half", None, 1),
        ("http", "", None, 1),
    ],
)
def test_how_a_device_is_connected(scheme: str, host: str, public_url: str | None, connection_kind: int) -> None:
    assert connection_kind == rules.connection_kind(scheme, host, public_url)


def test_of_two_homes_with_one_name_exactly_one_yields() -> None:
    ours, theirs = ["192.168.1.20", "10.0.0.9"], ["192.168.1.3"]
    assert not rules.yields(ours, theirs)
    assert rules.yields(theirs, ours)


def test_addresses_leave_the_usual_port_out() -> None:
    assert ["https://mantel.local"] == rules.origins("https", ["mantel.local"], 443)
    assert ["http://10.0.0.1:443"] == rules.origins("http", ["10.0.0.1"], 443)
