"""Names, addresses and validity of the home's certificates, and how a device is connected."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from urllib.parse import urlsplit

from appliance.network.models import ConnectionKind, Leaf

# The addresses in the authority's name constraint: private networks only.
PERMITTED = (
    IPv4Network("10.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    IPv4Network("169.254.0.0/16"),
    IPv6Network("fc00::/7"),
    IPv6Network("fe80::/10"),
)
MAX_NAMES = 9

# A Raspberry Pi has no hardware clock. No clock before the day of the release can be right. An authority that is valid
# from the beginning of that year is valid for a phone, whatever this machine's clock said when the authority was made.
RELEASED = datetime(2026, 11, 1, tzinfo=UTC)
AUTHORITY_BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
AUTHORITY_LIFETIME = timedelta(days=3653)
AUTHORITY_REMAINING = timedelta(days=60)
LEAF_LIFETIME = timedelta(days=397)
LEAF_REMAINING = timedelta(days=30)
# A new certificate must be valid for phones whose clock is a little behind.
CLOCK_TOLERANCE = timedelta(days=1)


def names(hostname: str) -> list[str]:
    """The names the home may have, without `.local`: the configured one, and those it takes when that is in use."""
    return [hostname, *(f"{hostname}-{number}" for number in range(2, MAX_NAMES + 1))]


def plausible(now: datetime) -> datetime:
    """The clock's time, or the earliest time it can be."""
    return max(now, RELEASED)


def leaf_window(now: datetime, authority_ends: datetime) -> tuple[datetime, datetime]:
    """The validity of a certificate made now; it never exceeds its signer's."""
    begins = plausible(now) - CLOCK_TOLERANCE
    return begins, min(begins + LEAF_LIFETIME, authority_ends)


def permitted(addresses: Iterable[str]) -> list[str]:
    """The addresses that a certificate of the home may contain."""
    return [address for address in addresses if any(ip_address(address) in network for network in PERMITTED)]


def is_due(leaf: Leaf, authority: str | None, name: str, addresses: Sequence[str], now: datetime) -> bool:
    """True when a new certificate is needed: new name, address or signer, near its end, or not valid yet."""
    now = plausible(now)
    if leaf.authority != authority or leaf.name != name or not set(permitted(addresses)) <= set(leaf.addresses):
        return True
    return not leaf.begins_at <= now < leaf.ends_at - LEAF_REMAINING


def yields(ours: Iterable[str], theirs: Iterable[str]) -> bool:
    """True when another home keeps the name that both have: the one with the lowest address. (RFC 6762 §9)"""
    return min(map(IPv4Address, theirs)) < min(map(IPv4Address, ours))


def connection_kind(scheme: str, host: str, public_url: str | None) -> ConnectionKind:
    """How the sender of a request is connected; `host` is its Host header."""
    name = _hostname(f"//{host}")
    if public_url and public_url.lower().startswith("https:") and name == _hostname(public_url):
        return 3
    if name in ("localhost", "::1") or name.startswith("127.") or name.endswith(".localhost"):
        return 0
    return 2 if scheme == "https" else 1


def origins(scheme: str, hosts: Sequence[str], port: int) -> list[str]:
    """Origins of hosts; the port is left out where it is the scheme's default."""
    default = {"http": 80, "https": 443}[scheme]
    ending = "" if port == default else f":{port}"
    return [f"{scheme}://{host}{ending}" for host in hosts]


def _hostname(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
