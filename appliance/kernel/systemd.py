"""Notifies systemd of the server's state: sd_notify(3). Does nothing without systemd."""

import os
import socket


def ready() -> None:
    """The server is ready."""
    notify("READY=1")


def stopping() -> None:
    """The server is stopping."""
    notify("STOPPING=1")


def status(text: str) -> None:
    """One line for `systemctl status`."""
    notify(f"STATUS={' '.join(text.split())}")


def watchdog() -> None:
    """Reset the watchdog."""
    notify("WATCHDOG=1")


def watchdog_seconds() -> float | None:
    """How long systemd waits for `watchdog`; None when it does not watch this process."""
    if os.environ.get("WATCHDOG_PID") not in (None, "", str(os.getpid())):
        return None
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    if not (microseconds.isascii() and microseconds.isdigit()) or int(microseconds) == 0:
        return None
    return int(microseconds) / 1_000_000


def notify(state: str) -> bool:
    """Send a state to the socket that systemd names; False without a socket or a listener."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@"):
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
            # Do not wait when systemd does not read.
            out.setblocking(False)
            out.connect(address)
            out.send(state.encode())
    except OSError:
        return False
    return True
