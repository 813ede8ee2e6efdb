"""The home's name and services in the local network: multicast DNS and service discovery. (RFC 6762, RFC 6763)"""

import socket
from typing import TYPE_CHECKING

from appliance.network import rules

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

PROBE_MS = 1500


class Advertiser:
    """One name at a time, said on the interfaces that have the addresses. It is opened anew when those change."""

    def __init__(self) -> None:
        self._zeroconf: AsyncZeroconf | None = None
        self._addresses: set[str] = set()
        self._name = ""

    async def open(self, names: list[str], addresses: list[str], ports: dict[str, int]) -> str | None:
        """Take the first of the names that nobody else has, and say it; None when all are taken.

        `ports` by scheme. Raises OSError where the network cannot do multicast.
        """
        # Imported on first use: an owner who turns it off need not carry it.
        from zeroconf import IPVersion, NonUniqueNameException
        from zeroconf.asyncio import AsyncZeroconf

        await self.close()
        self._zeroconf = AsyncZeroconf(interfaces=addresses, ip_version=IPVersion.V4Only)
        self._addresses = set(addresses)
        for name in names:
            if await self._is_taken(name):
                continue
            try:
                await self._say(name, ports)
                self._name = name
                return name
            except NonUniqueNameException:  # somebody was faster by a moment
                await self._zeroconf.async_unregister_all_services()
        await self.close()
        return None

    def must_yield(self) -> bool:
        """True when somebody else has said our name since, and has the better right to it."""
        from zeroconf._dns import DNSAddress  # the cache holds them; the package itself does not name them
        from zeroconf.const import _TYPE_A as TYPE_A

        if self._zeroconf is None:
            return False
        known = self._zeroconf.zeroconf.cache.async_entries_with_name(f"{self._name}.local.")
        said = {
            socket.inet_ntoa(each.address) for each in known if isinstance(each, DNSAddress) and each.type == TYPE_A
        }
        theirs = said - self._addresses
        return bool(theirs) and rules.yields(self._addresses, theirs)

    async def close(self) -> None:
        """Take back what was said."""
        if self._zeroconf is not None:
            closing, self._zeroconf = self._zeroconf, None
            await closing.async_close()

    async def _is_taken(self, name: str) -> bool:
        from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

        assert self._zeroconf is not None
        asked = AddressResolverIPv4(f"{name}.local.")
        await asked.async_request(self._zeroconf.zeroconf, PROBE_MS)
        # A responder of this machine may say the same: it is no other home.
        return bool(set(asked.parsed_addresses()) - self._addresses)

    async def _say(self, name: str, ports: dict[str, int]) -> None:
        assert self._zeroconf is not None
        for scheme, port in ports.items():
            said = await self._zeroconf.async_register_service(self._service(name, scheme, port))
            await said

    def _service(self, name: str, scheme: str, port: int) -> "AsyncServiceInfo":
        from zeroconf.asyncio import AsyncServiceInfo

        kind = f"_{scheme}._tcp.local."
        return AsyncServiceInfo(
            kind,
            f"{name}.{kind}",
            server=f"{name}.local.",
            addresses=[socket.inet_aton(each) for each in sorted(self._addresses)],
            port=port,
            properties={"path": "/", "product": "mantel"},
        )
