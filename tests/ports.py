"""A port for a server of a test."""

import random
import socket

# Below the ports that Linux gives to connections on their way out: a server that starts later finds it free.
SERVERS = range(20_000, 32_000)


def free_port() -> int:
    """A port of 127.0.0.1 on which nothing listens."""
    while True:
        port = random.choice(SERVERS)
        with socket.socket() as probe:
            # The connections of a server that ended do not keep its port, as for the server itself.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
