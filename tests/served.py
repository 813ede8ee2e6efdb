"""The environment of a server in a test: it calls no outside service and announces nothing; and a terminal."""

import os
import pty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Final

# A port where nobody answers, in place of the weather service: the demo household has a location.
NO_WEATHER: Final = "http://127.0.0.1:9"
# All test servers would share the one HTTPS port and the one name in the network.
ALONE: Final = {"HOST": "127.0.0.1", "HTTPS_PORT": "0", "MDNS": "0", "OPEN_METEO_URL": NO_WEATHER}


@contextmanager
def terminal(log: Path) -> Iterator[int]:
    """A terminal's file descriptor to pass as stdout. What is printed to it is appended to a file."""
    screen, printer = pty.openpty()

    def copy() -> None:
        # Reading fails with EIO when the last process has closed the terminal.
        with log.open("ab", buffering=0) as out, suppress(OSError):
            while printed := os.read(screen, 65536):
                out.write(printed)

    reader = Thread(target=copy)
    reader.start()
    try:
        yield printer
    finally:
        os.close(printer)
        reader.join()
        os.close(screen)
