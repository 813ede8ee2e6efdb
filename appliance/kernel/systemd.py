"""Telling systemd how the server is: sd_notify(3), and silence where there is no systemd."""

import os
import socket
from typing import IO


def ready() -> None:
    """The server answers from now on."""
    notify("READY=1")


def stopping() -> None:
    """The server is on its way out."""
    notify("STOPPING=1")


def status(text: str) -> None:
    """One line for `systemctl status`."""
    notify(f"STATUS={' '.join(text.split())}")


def watchdog() -> None:
    """A sign of life."""
    notify("WATCHDOG=1")


def watchdog_seconds() -> float | None:
    """How long systemd waits for a sign of life; None when it does not wait for this process."""
    if os.environ.get("WATCHDOG_PID") not in (None, "", str(os.getpid())):
        return None
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    if not (microseconds.isascii() and microseconds.isdigit()) or int(microseconds) == 0:
        return None
    return int(microseconds) / 1_000_000


def notify(state: str) -> bool:
    """Send a state to the socket systemd named; False when there is none or nobody listens any more."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@"):
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
            # Never wait: a supervisor that does not read must not stop the one it supervises.
            out.setblocking(False)
            out.connect(address)
            out.send(state.encode())
    except OSError:
        return False
    return True


def is_journal(stream: IO[str]) -> bool:
    """True when systemd has connected a stream to the journal. (systemd.exec(5), JOURNAL_STREAM)"""
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
