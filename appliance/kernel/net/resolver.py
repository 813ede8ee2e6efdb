"""The addresses of host names."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress

Resolve = Callable[[str, int], Awaitable[list[str]]]


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host name, in the system's order of preference. Raises OSError."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def ask() -> None:
        result: list[str] | Exception
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            result = list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in entries))
        except (OSError, UnicodeError) as problem:
            result = problem
        with suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(_deliver, answer, result)

    # A thread of its own: a stop of the server waits for the loop's threads, and a DNS timeout takes long.
    threading.Thread(target=ask, name="resolve", daemon=True).start()
    return await answer


def _deliver(answer: "asyncio.Future[list[str]]", result: list[str] | Exception) -> None:
    if answer.done():
        return
    if isinstance(result, Exception):
        answer.set_exception(result)
    else:
        answer.set_result(result)
