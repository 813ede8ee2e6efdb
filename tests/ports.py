"""A port for a server of a test."""

import socket
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from random import SystemRandom

# Below the ports that Linux gives to connections on their way out: a server that starts later finds it free.
SERVERS = range(20_000, 32_000)
# More than the servers of a process at any time: it begins again when it has used all.
BLOCK = 200


def free_port() -> int:
    """A port of 127.0.0.1 on which nothing listens, and which no other process of tests gets meanwhile."""
    ports = _own_ports()[1]
    while True:
        port = next(ports)
        # The connections of a server that ended do not keep its port, as for the server itself.
        if probe := _bound(port, reuse=True):
            probe.close()
            return port


@cache
def _own_ports() -> tuple[socket.socket, Iterator[int]]:
    """The ports of a block that no other process of any run on this machine has, again and again.

    A block belongs to the process that has its first port, until that process ends.
    """
    blocks = list(range(SERVERS.start, SERVERS.stop, BLOCK))
    SystemRandom().shuffle(blocks)
    for first in blocks:
        if owner := _bound(first):
            return owner, cycle(range(first + 1, first + BLOCK))
    raise AssertionError("other processes have all ports of the tests")


def _bound(port: int, *, reuse: bool = False) -> socket.socket | None:
    """A socket with this port; None when somebody else has it."""
    made = socket.socket()
    if reuse:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(("127.0.0.1", port))
    except OSError:
        made.close()
        return None
    return made
