"""Notifications to systemd (sd_notify(3)). Without systemd the functions do nothing."""

import os
import socket
from contextlib import suppress


def notify_ready() -> None:
    """The unit has started: a page is on the screen."""
    _notify("READY=1")


def notify_watchdog() -> None:
    """The program works. systemd restarts the unit when this does not arrive within WatchdogSec."""
    _notify("WATCHDOG=1")


def notify_status(text: str) -> None:
    """The status line that `systemctl status` shows."""
    _notify(f"STATUS={text}")


def notify_stopping() -> None:
    """Report that the shutdown has begun."""
    _notify("STOPPING=1")


def _notify(state: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@"):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as connection:
        # A receiver that does not read must not block the kiosk.
        connection.setblocking(False)
        connection.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
        connection.send(state.encode())
