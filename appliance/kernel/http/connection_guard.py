"""A share of the connections for each address, so that one host cannot keep all others out."""

import asyncio
import logging
import os
import socket
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from ipaddress import ip_address
from typing import Any

from appliance.kernel.http.asgi import App, Receive, Scope, Send
from appliance.kernel.http.limits import CONNECTIONS, CONNECTIONS_PER_ADDRESS, SCARCE_FROM
from appliance.kernel.net.addresses import counted

log = logging.getLogger(__name__)

Peer = tuple[str, int]

CHECK_SECONDS = 1.0
SCARCE_CHECK_SECONDS = 0.25
DESCRIPTORS = "/proc/self/fd"


class ConnectionGuard:
    """Closes connections of addresses that hold more than their share, while connections are scarce.

    The HTTP server has no hook for a new connection, and a silent one makes no request. So the guard looks at the
    process's own sockets. Connections that have shown a valid key are kept before those that have not.
    """

    def __init__(self, ports: Collection[int]) -> None:
        """`ports` are those of the HTTP and HTTPS servers."""
        self.is_scarce = False
        self._ports = ports
        self._with_key: OrderedDict[Peer, None] = OrderedDict()

    def note_key(self, scope: Scope) -> None:
        """Remember that a request with a valid key came over a connection."""
        client = scope.get("client")
        if not client:
            return
        peer = client[0], int(client[1])  # granian gives the port as text
        if peer in self._with_key:
            self._with_key.move_to_end(peer)
            return
        self._with_key[peer] = None
        if len(self._with_key) > CONNECTIONS:
            self._with_key.popitem(last=False)

    async def run(self) -> None:
        """Check until cancelled. Only Linux lists the sockets of a process; elsewhere nothing is checked."""
        while os.path.isdir(DESCRIPTORS):
            self.check()
            await asyncio.sleep(SCARCE_CHECK_SECONDS if self.is_scarce else CHECK_SECONDS)

    def check(self) -> None:
        """Close what is over the shares, if connections are scarce."""
        was_scarce = self.is_scarce
        self.is_scarce = len(os.listdir(DESCRIPTORS)) >= SCARCE_FROM
        if not self.is_scarce:
            return
        connections = dict(_open_connections(self._ports))
        self.is_scarce = len(connections) >= SCARCE_FROM
        excess = over_share(connections.values(), self._with_key)
        if excess and not was_scarce:
            addresses = len({counted_host(host) for host, _ in connections.values()})
            log.warning(
                "connections are scarce; closing those over the share of their address",
                extra={"connections": len(connections), "addresses": addresses},
            )
        for descriptor, peer in connections.items():
            if peer in excess:
                _shut_down(descriptor, peer)


class ConnectionGuardMiddleware:
    """Tells the guard which connections show a valid key. Other requests end their connection while it is scarce."""

    def __init__(self, app: App, guard: ConnectionGuard):
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. Record connections with a valid key; close others while connections are scarce."""

        async def with_guard(message: Any) -> None:
            if message["type"] == "http.response.start":
                # Set by the authentication inside; empty for a caller without a valid key.
                if scope.get("mantel", {}).get("digest"):
                    self._guard.note_key(scope)
                elif self._guard.is_scarce:
                    message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        await self._app(scope, receive, with_guard)


def over_share(peers: Iterable[Peer], with_key: Collection[Peer]) -> set[Peer]:
    """The connections to close: those of each address beyond its share, the ones without a key first."""
    by_address: dict[str, list[Peer]] = defaultdict(list)
    for peer in peers:
        by_address[counted_host(peer[0])].append(peer)
    # Where many addresses share, each gets less, so that together they leave room for one more.
    share = max(1, min(CONNECTIONS_PER_ADDRESS, SCARCE_FROM // max(1, len(by_address))))
    excess: set[Peer] = set()
    for held in by_address.values():
        held.sort(key=lambda peer: peer in with_key)
        excess.update(held[: max(0, len(held) - share)])
    return excess


def counted_host(host: str) -> str:
    """What counts as one address, without the interface of a local one."""
    return counted(ip_address(host.partition("%")[0]))


def _open_connections(ports: Collection[int]) -> Iterable[tuple[int, Peer]]:
    for name in os.listdir(DESCRIPTORS):
        with suppress(OSError):
            if os.readlink(f"{DESCRIPTORS}/{name}").startswith("socket:") and (peer := _peer(int(name), ports)):
                yield int(name), peer


def _peer(descriptor: int, ports: Collection[int]) -> Peer | None:
    """The other end of an accepted connection; None for any other socket. Raises OSError."""
    with closing(socket.socket(fileno=os.dup(descriptor))) as connection:
        if connection.family not in (socket.AF_INET, socket.AF_INET6) or connection.getsockname()[1] not in ports:
            return None
        host, port = connection.getpeername()[:2]
        return host, port


def _shut_down(descriptor: int, peer: Peer) -> None:
    """End a connection; its owner sees the end of the stream and closes it."""
    with suppress(OSError), closing(socket.socket(fileno=os.dup(descriptor))) as connection:
        # The number may belong to another socket by now.
        if connection.getpeername()[:2] == peer:
            connection.shutdown(socket.SHUT_RDWR)
