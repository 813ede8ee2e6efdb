"""The IPv4 addresses by which other devices reach this machine."""

import socket
from ipaddress import IPv4Address

# Bridges and tunnels of this machine: what stands behind them is not the home.
INNER = ("lo", "docker", "br-", "veth", "virbr", "cni", "tun", "tap", "wg", "tailscale", "zt")


def of_machine(host: str) -> list[str]:
    """The addresses a server on `host` answers at, the one of the default route first; empty without a network."""
    if host not in ("", "0.0.0.0", "::"):
        return [host] if _is_number(host) else []

    first = _outgoing()
    try:
        import ifaddr  # it loads ctypes, which a server on one fixed address can spare

        adapters = list(ifaddr.get_adapters())
    except (ImportError, MemoryError, OSError):  # a sandbox may allow neither ctypes nor netlink
        return [first] if first else []
    found = [
        str(each.ip)
        for adapter in adapters
        if not adapter.name.startswith(INNER)
        for each in adapter.ips
        if each.is_IPv4
    ]
    return sorted(found, key=lambda each: (each != first, IPv4Address(each).is_link_local, IPv4Address(each)))


def _outgoing() -> str | None:
    """The address this machine speaks from; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _is_number(host: str) -> bool:
    try:
        return bool(IPv4Address(host))
    except ValueError:
        return False
