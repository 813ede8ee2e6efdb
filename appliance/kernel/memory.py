"""Memory of the C library. Does nothing where the library is not glibc."""

import asyncio
import ctypes
from contextlib import suppress

M_ARENA_MAX = -8  # malloc.h
INTERVAL_S = 30.0


def use_one_arena() -> None:
    """Let all threads share one heap. Call it before there are threads.

    By default each thread gets a heap of its own, which keeps what one large sync needed. The interpreter's lock lets
    one thread allocate at a time anyway.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


async def return_unused() -> None:
    """Give free memory back to the system from time to time, until cancelled."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError):
        return
    while True:
        await asyncio.sleep(INTERVAL_S)
        await asyncio.to_thread(trim, 0)
