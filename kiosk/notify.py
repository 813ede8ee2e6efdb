"""Telling systemd that the wall is up and alive: sd_notify(3), and silence where there is no systemd."""

import os
import socket
from contextlib import suppress


def ready() -> None:
    """A page is on the screen."""
    _notify("READY=1")


def alive() -> None:
    _notify("WATCHDOG=1")


def status(words: str) -> None:
    """One line for `systemctl status`."""
    _notify(f"STATUS={words}")


def stopping() -> None:
    _notify("STOPPING=1")


def _notify(state: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@"):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
        # Who does not read must not stop the wall.
        out.setblocking(False)
        out.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
        out.send(state.encode())
