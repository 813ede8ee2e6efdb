"""Connections of the outbound client: the address that is connected to is the one that was checked."""

import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

import httpcore
import httpx

from appliance.kernel.errors import BadGateway
from appliance.kernel.net.addresses import Address
from appliance.kernel.net.resolver import Resolve

MAX_ADDRESSES = 4
MAX_CONNECTIONS = 32


class CheckedTransport(httpx.AsyncHTTPTransport):
    """The transport of httpx over a pool whose connections are checked. No connection is kept for another request."""

    def __init__(self, tls: ssl.SSLContext, resolve: Resolve, is_allowed: Callable[[Address], bool]) -> None:
        super().__init__(verify=tls, trust_env=False)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=0,
            network_backend=CheckedBackend(resolve, is_allowed),
        )


class CheckedBackend(httpcore.AsyncNetworkBackend):
    """Connects to the allowed addresses of a name, in the resolver's order, until one answers."""

    def __init__(self, resolve: Resolve, is_allowed: Callable[[Address], bool]) -> None:
        self._resolve = resolve
        self._is_allowed = is_allowed
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """`timeout` is for each address. Raises BadGateway, httpcore.ConnectError, httpcore.ConnectTimeout."""
        *others, last = await self._addresses(host, port)
        for address in others:
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return await self._backend.connect_tcp(str(address), port, timeout, local_address, socket_options)
        return await self._backend.connect_tcp(str(last), port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        """For the retries of httpcore, which are not used."""
        await self._backend.sleep(seconds)

    async def _addresses(self, host: str, port: int) -> list[Address]:
        try:
            addresses = [ip_address(host)] if _is_address(host) else map(ip_address, await self._resolve(host, port))
            allowed = [address for address in addresses if self._is_allowed(address)]
        except (OSError, ValueError):
            raise BadGateway(f"{host} could not be found", code="host_not_found", host=host) from None
        if not allowed:
            raise BadGateway(f"{host} is not at a public address", code="private_address", host=host)
        return allowed[:MAX_ADDRESSES]


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
