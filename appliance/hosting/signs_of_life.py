"""What the processes of a host send to their parent, in the way in which a service notifies systemd (sd_notify(3))."""

import os
import secrets
import socket
import struct
from collections.abc import Iterator

CREDENTIALS = struct.Struct("3i")  # struct ucred: pid, uid, gid
LARGEST_MESSAGE = 4096


class NotifySocket:
    """Receives messages, each with the id of its sender, which the kernel vouches for."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        # A name without a file: a household with a user of its own could not reach into the host's folder.
        name = f"mantel-host-{os.getpid()}-{secrets.token_hex(8)}"
        self.address = f"@{name}"
        self._socket.bind(f"\0{name}")
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.setblocking(False)

    def fileno(self) -> int:
        """For select(2)."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close this process's copy."""
        self._socket.close()

    def messages(self) -> Iterator[tuple[int, set[str]]]:
        """What waits: the id of the process that sent it, and its lines."""
        while True:
            try:
                content, sent_with, _, _ = self._socket.recvmsg(LARGEST_MESSAGE, socket.CMSG_SPACE(CREDENTIALS.size))
            except BlockingIOError:
                return
            for level, kind, data in sent_with:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
                    yield (
                        CREDENTIALS.unpack(data[: CREDENTIALS.size])[0],
                        set(content.decode(errors="replace").split("\n")),
                    )
