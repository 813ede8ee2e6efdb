"""Which names and addresses the home may vouch for, for how long, and what a device can do where it stands."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from urllib.parse import urlsplit

from appliance.network.models import ConnectionKind, Leaf

# What the authority may vouch for besides its names: addresses that mean something only inside a home.
PERMITTED = (
    IPv4Network("10.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    IPv4Network("169.254.0.0/16"),
    IPv6Network("fc00::/7"),
    IPv6Network("fe80::/10"),
)
MOST_NAMES = 9

# A Raspberry Pi has no clock of its own. Before this day there was no program that could run; and an authority that has
# been valid since the beginning of that year is valid for a phone whatever this machine's clock said when it was made.
RELEASED = datetime(2026, 11, 1, tzinfo=UTC)
AUTHORITY_BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
AUTHORITY_LASTS = timedelta(days=3653)
AUTHORITY_LEAST = timedelta(days=60)
LEAF_LASTS = timedelta(days=397)
LEAF_LEAST = timedelta(days=30)
# Phones whose clock is a little behind must not take a fresh certificate for one of tomorrow.
SLACK = timedelta(days=1)


def names(hostname: str) -> list[str]:
    """The names the home may have, without `.local`: the configured one, and those it takes when that is taken."""
    return [hostname, *(f"{hostname}-{number}" for number in range(2, MOST_NAMES + 1))]


def believable(now: datetime) -> datetime:
    """The clock's time, or the earliest it can be."""
    return max(now, RELEASED)


def leaf_window(now: datetime, authority_ends: datetime) -> tuple[datetime, datetime]:
    """From when until when a certificate made now holds; never beyond its signer."""
    begins = believable(now) - SLACK
    return begins, min(begins + LEAF_LASTS, authority_ends)


def vouched(addresses: Iterable[str]) -> list[str]:
    """The addresses a certificate may name."""
    return [each for each in addresses if any(ip_address(each) in network for network in PERMITTED)]


def is_due(leaf: Leaf, authority: str | None, name: str, addresses: Sequence[str], now: datetime) -> bool:
    """True when a certificate has to be made anew: a new name, address or signer, its end near, its time not begun."""
    now = believable(now)
    if leaf.authority != authority or leaf.name != name or not set(vouched(addresses)) <= set(leaf.addresses):
        return True
    return not leaf.begins_at <= now < leaf.ends_at - LEAF_LEAST


def yields(ours: Iterable[str], theirs: Iterable[str]) -> bool:
    """Of two homes that find they have one name, the one with the lower address keeps it. (RFC 6762 §9 wants one)"""
    return min(map(IPv4Address, theirs)) < min(map(IPv4Address, ours))


def connection_kind(scheme: str, host: str, public_url: str | None) -> ConnectionKind:
    """Where on the HTTPS ladder a request came from; `host` is its Host header."""
    called = _hostname(f"//{host}")
    if public_url and public_url.lower().startswith("https:") and called == _hostname(public_url):
        return 3
    if called in ("localhost", "::1") or called.startswith("127.") or called.endswith(".localhost"):
        return 0
    return 2 if scheme == "https" else 1


def origins(scheme: str, hosts: Sequence[str], port: int) -> list[str]:
    """Addresses to open, without a path."""
    usual = {"http": 80, "https": 443}[scheme]
    ending = "" if port == usual else f":{port}"
    return [f"{scheme}://{host}{ending}" for host in hosts]


def _hostname(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
