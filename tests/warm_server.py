"""Server processes that begin with the server's modules in memory: importing them is most of a start's processor time.

Each process of tests has one other process, which has imported them and forks for every server.
`python -m appliance serve` is tested in tests/test_serve.py.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO

from tests.set_clock import do_not_wait_for_the_network

ROOT = Path(__file__).resolve().parent.parent
PART = 64 * 1024


class WarmServer:
    """A running command of mantel, with the part of `subprocess.Popen` that tests need."""

    def __init__(self, pid: int, lifeline: int) -> None:
        self.pid = pid
        # The read end of a pipe whose other end only that process has.
        self._lifeline = lifeline

    def running(self, within: float = 0) -> bool:
        """Whether it still runs after at most so many seconds."""
        return not select.select([self._lifeline], [], [], within)[0]

    def stop(self, timeout: float) -> None:
        """Send SIGTERM and wait. Raises TimeoutExpired after killing it."""
        try:
            if self.running():
                os.kill(self.pid, signal.SIGTERM)
            if self.running(timeout):
                os.kill(self.pid, signal.SIGKILL)
                raise subprocess.TimeoutExpired("mantel", timeout)
            # The pipe closes a moment before the lock of the data folder and the port are free.
            while exists(self.pid):
                time.sleep(0.002)
        finally:
            os.close(self._lifeline)


def start(arguments: Sequence[str], environment: Mapping[str, str], printer: int, log: IO[bytes]) -> WarmServer:
    """Run `mantel ARGUMENTS` in this environment; it prints to the file descriptor `printer` and logs to the file."""
    lifeline, held = os.pipe()
    try:
        message = json.dumps([list(arguments), dict(environment)]).encode() + b"\n"
        channel = _starter()
        sent = socket.send_fds(channel, [message], [printer, log.fileno(), held])
        channel.sendall(message[sent:])
        return WarmServer(int(channel.recv(PART)), lifeline)
    finally:
        os.close(held)


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@cache
def _starter() -> socket.socket:
    """The channel to the process that forks; it ends when this one does."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, "-m", "tests.warm_server", str(theirs.fileno())]
        subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    return ours


def fork_servers(channel: socket.socket) -> None:
    """Fork for each message until the channel closes."""
    import appliance.demo.family
    import appliance.serve  # noqa: F401

    do_not_wait_for_the_network()
    # Nobody asks for exit codes here; this way ended servers leave nothing behind.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while received := _receive(channel):
        message, files = received
        if pid := os.fork():
            for file in files:
                os.close(file)
            channel.sendall(str(pid).encode())
        else:
            channel.close()
            _become(*json.loads(message), *files[:2])


def _receive(channel: socket.socket) -> tuple[bytes, list[int]] | None:
    """A line with the file descriptors sent with it; None at the end."""
    message, files, _, _ = socket.recv_fds(channel, PART, 3)
    while message and not message.endswith(b"\n"):
        message += channel.recv(PART)
    return (message, files) if message else None


def _become(arguments: list[str], environment: dict[str, str], printer: int, log: int) -> None:
    """What a new interpreter would have found, then the command."""
    from appliance.__main__ import main

    for number, file in ((1, printer), (2, log)):
        os.dup2(file, number)
        os.close(file)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    sys.argv = ["mantel", *arguments]
    main()
    sys.exit()


if __name__ == "__main__":
    fork_servers(socket.socket(fileno=int(sys.argv[1])))
