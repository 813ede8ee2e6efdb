"""The bounds of keys and sign-ins, and the address that rate limits count. (contract §34)"""

import re
from collections.abc import Sequence
from datetime import timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from appliance.access.models import StoredKey
from appliance.kernel.net.addresses import Address, counted

Network = IPv4Network | IPv6Network

ADMIN_API_KEY = StoredKey(id=None, name="ADMIN_API_KEY", scope="admin", kind="api")

SESSION = timedelta(days=30)
HOUR = timedelta(hours=1)
LONGEST_WINDOW = HOUR
SETUP_CLAIM_LIMIT = 10
RECOVERY_CLAIM = timedelta(minutes=15)
UNKNOWN_ADDRESS = "unknown"
# Bounds of tables: permanent keys, sessions, one-time keys for navigation, counters of attempts.
MAX_KEYS = 500
MAX_SESSIONS = 100
MAX_NAVIGATION_KEYS = 100
MAX_ATTEMPT_COUNTERS = 10_000


def normalized_setup_code(code: str) -> str:
    """A setup code without the spaces that are shown in it. (contract §21)"""
    return re.sub(r"\s", "", code)


def client_address(peer: str | None, forwarded: str, proxies: tuple[Network, ...]) -> str:
    """The client's address as limits count it: an IPv4 address, or the /64 network of an IPv6 address.

    `forwarded` is X-Forwarded-For. Each entry was written by the proxy to its right, so entries are read from the
    right, as long as the writer is a trusted proxy. (contract §34)
    """
    address = _address(peer or "")
    entries = forwarded.split(",") if forwarded else []
    while address and entries and any(address in network for network in proxies):
        entry = _address(entries.pop())
        if entry is None:
            break
        address = entry
    return counted(address) if address else UNKNOWN_ADDRESS


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """The trusted proxies of the settings."""
    return tuple(ip_network(text) for text in texts)


def _address(text: str) -> Address | None:
    text = text.strip()
    # Some proxies append the port.
    if bracketed := re.fullmatch(r"\[([^]]+)](?::\d+)?", text):
        text = bracketed[1]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
