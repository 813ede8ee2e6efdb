import pytest

from appliance.access import rules
from appliance.settings import Settings, from_environment


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "counted"),
    [
        ("203.0.113.7", "", "", "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "", "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "10.0.0.0/8", "203.0.113.7"),
        ("10.0.0.2", "198.51.100.1", "10.0.0.0/8", "198.51.100.1"),
        ("10.0.0.2", "1.1.1.1, 198.51.100.1", "10.0.0.0/8", "198.51.100.1"),
        ("10.0.0.2", "1.1.1.1, 198.51.100.1, 10.0.0.3", "10.0.0.0/8", "198.51.100.1"),
        ("10.0.0.2", "10.0.0.9,10.0.0.3", "10.0.0.0/8", "10.0.0.9"),
        ("10.0.0.2", "198.51.100.1, nonsense", "10.0.0.0/8", "10.0.0.2"),
        ("10.0.0.2", "", "10.0.0.0/8", "10.0.0.2"),
        ("10.0.0.2", "198.51.100.1:4711", "10.0.0.0/8", "198.51.100.1"),
        ("::1", "[2001:db8:1:2::5]:4711", "::1", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.2", "198.51.100.1", "10.0.0.0/8", "198.51.100.1"),
        ("2001:db8:1:2:aaaa::1", "", "", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "", "", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "", "", "fe80::/64"),
        (None, "198.51.100.1", "10.0.0.0/8", "unknown"),
        ("unix:", "198.51.100.1", "10.0.0.0/8", "unknown"),
    ],
)
def test_limits_count_the_real_address_of_a_client(
    peer: str | None, forwarded: str, proxies: str, counted: str
) -> None:
    settings: Settings = from_environment({"TRUSTED_PROXIES": proxies})
    assert counted == rules.client_address(peer, forwarded, rules.networks(settings.trusted_proxies))
