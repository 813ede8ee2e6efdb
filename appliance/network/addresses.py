"""The IPv4 addresses at which other devices reach this machine."""

import socket
from ipaddress import IPv4Address

from appliance.network.rules import origins
from appliance.settings import Settings

# Interfaces of bridges and tunnels: what is behind them is not the home network.
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "cni", "tun", "tap", "wg", "tailscale", "zt")

# A server that listens on one of these has every address of the machine.
ANY = ("", "0.0.0.0", "::")


def of_machine(host: str) -> list[str]:
    """The addresses of a server that listens on `host`, that of the default route first; empty without a network."""
    if host not in ANY:
        return [host] if _is_address(host) else []

    first = _default_route_address()
    try:
        import ifaddr  # loads ctypes, which a server on one fixed address does not need

        adapters = list(ifaddr.get_adapters())
    except (ImportError, MemoryError, OSError):  # a sandbox may forbid ctypes and netlink
        return [first] if first else []
    addresses = [
        str(ip.ip) for adapter in adapters if not adapter.name.startswith(VIRTUAL) for ip in adapter.ips if ip.is_IPv4
    ]
    return sorted(addresses, key=lambda ip: (ip != first, IPv4Address(ip).is_link_local, IPv4Address(ip)))


def main_address(host: str) -> str | None:
    """The first of `of_machine`. Does not list the interfaces, which is slow, while there is a default route."""
    on_any = host in ANY
    return (_default_route_address() if on_any else None) or next(iter(of_machine(host)), None)


def home_origins(settings: Settings) -> list[str]:
    """Where devices in the home find a server of these settings: by address, then by its name if it announces one.

    A server on a Unix socket is found at its public address only.
    """
    if settings.unix_socket:
        return [settings.public_url] if settings.public_url else []
    address = main_address(settings.host)
    hosts = [address] if address else []
    if settings.mdns:
        hosts.append(f"{settings.hostname_local}.local")
    return origins("http", hosts, settings.port)


def _default_route_address() -> str | None:
    """The source address of outgoing packets; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _is_address(host: str) -> bool:
    try:
        return bool(IPv4Address(host))
    except ValueError:
        return False
