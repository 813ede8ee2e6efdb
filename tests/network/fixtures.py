"""What tests of the home network share: texts of certificates, and the certificate that a client sees."""

import socket
import ssl
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE_SECONDS = 120


def in_pem(certificate: bytes) -> str:
    """A certificate in PEM."""
    return ssl.DER_cert_to_PEM_cert(certificate)


def shown(port: int, authority: bytes, name: str) -> dict[str, object]:
    """The certificate a client accepts that trusts only this authority, as `ssl` tells it. Raises OSError."""
    trusting = ssl.create_default_context(cadata=authority)
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as plain,
        trusting.wrap_socket(plain, server_hostname=name) as secured,
    ):
        return dict(secured.getpeercert() or {})


def in_time(ask: Callable[[], T], good: Callable[[T], object] = bool) -> T:
    """The answer, asked for again and again until it is good."""
    until = time.monotonic() + PATIENCE_SECONDS
    problem: Exception | None = None
    while time.monotonic() < until:
        try:
            if good(answer := ask()):
                return answer
        except OSError as error:
            problem = error
        time.sleep(0.05)
    raise AssertionError("it did not come about in time") from problem
