"""A port for a server of a test."""

import os
import socket
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from random import SystemRandom

# Below the ports that Linux gives to connections on their way out: a server that starts later finds it free.
SERVERS = range(20_000, 32_000)
# As many as there are workers of pytest-xdist at most.
PARTS = 8


def free_port() -> int:
    """A port of 127.0.0.1 on which nothing listens, and which no other worker gets before a server of ours uses it."""
    ports = _ports_of(os.environ.get("PYTEST_XDIST_WORKER", "gw0"))
    while True:
        port = next(ports)
        with socket.socket() as probe:
            # The connections of a server that ended do not keep its port, as for the server itself.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@cache
def _ports_of(worker: str) -> Iterator[int]:
    """All ports of a worker's part, again and again. Another run on this machine begins elsewhere."""
    own = SERVERS[int(worker.removeprefix("gw")) % PARTS :: PARTS]
    first = SystemRandom().randrange(len(own))
    return cycle([*own[first:], *own[:first]])
