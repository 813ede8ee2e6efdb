"""Announces the home's name and services: multicast DNS and DNS-based service discovery. (RFC 6762, RFC 6763)"""

import socket
from typing import TYPE_CHECKING

from appliance.network import rules

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

PROBE_MS = 1500


class Advertiser:
    """Announces one name on the interfaces with the given addresses. It must be reopened when those change."""

    def __init__(self) -> None:
        self._zeroconf: AsyncZeroconf | None = None
        self._addresses: set[str] = set()
        self._name = ""

    async def open(self, names: list[str], addresses: list[str], ports: dict[str, int]) -> str | None:
        """Announce the first of the names that no other device has; None when all are in use.

        `ports` by scheme. Raises OSError where the network cannot do multicast.
        """
        # Imported on first use: it takes memory that a server with MDNS=0 does not need.
        from zeroconf import IPVersion, NonUniqueNameException
        from zeroconf.asyncio import AsyncZeroconf

        await self.close()
        self._zeroconf = AsyncZeroconf(interfaces=addresses, ip_version=IPVersion.V4Only)
        self._addresses = set(addresses)
        for name in names:
            if await self._is_taken(name):
                continue
            try:
                await self._announce(name, ports)
                self._name = name
                return name
            except NonUniqueNameException:  # another device was faster
                await self._zeroconf.async_unregister_all_services()
        await self.close()
        return None

    def must_yield(self) -> bool:
        """True when another device announces our name too, and must keep it."""
        from zeroconf._dns import DNSAddress  # the package does not export the record type
        from zeroconf.const import _TYPE_A as TYPE_A

        if self._zeroconf is None:
            return False
        known = self._zeroconf.zeroconf.cache.async_entries_with_name(f"{self._name}.local.")
        announced = {
            socket.inet_ntoa(record.address)
            for record in known
            if isinstance(record, DNSAddress) and record.type == TYPE_A
        }
        theirs = announced - self._addresses
        return bool(theirs) and rules.yields(self._addresses, theirs)

    async def close(self) -> None:
        """Withdraw the announcement."""
        if self._zeroconf is not None:
            closing, self._zeroconf = self._zeroconf, None
            await closing.async_close()

    async def _is_taken(self, name: str) -> bool:
        from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

        assert self._zeroconf is not None
        resolver = AddressResolverIPv4(f"{name}.local.")
        await resolver.async_request(self._zeroconf.zeroconf, PROBE_MS)
        # A responder on this machine may announce our own addresses.
        return bool(set(resolver.parsed_addresses()) - self._addresses)

    async def _announce(self, name: str, ports: dict[str, int]) -> None:
        assert self._zeroconf is not None
        for scheme, port in ports.items():
            broadcast = await self._zeroconf.async_register_service(self._service(name, scheme, port))
            await broadcast

    def _service(self, name: str, scheme: str, port: int) -> "AsyncServiceInfo":
        from zeroconf.asyncio import AsyncServiceInfo

        kind = f"_{scheme}._tcp.local."
        return AsyncServiceInfo(
            kind,
            f"{name}.{kind}",
            server=f"{name}.local.",
            addresses=[socket.inet_aton(address) for address in sorted(self._addresses)],
            port=port,
            properties={"path": "/", "product": "mantel"},
        )
