"""Memory of the C library. Does nothing where the library is not glibc."""

import asyncio
import ctypes
from contextlib import suppress

M_ARENA_MAX = -8  # malloc.h
AFTER_START_SECONDS = 2.0
INTERVAL_SECONDS = 30.0


def use_one_arena() -> None:
    """Let all threads share one heap. Call it before there are threads.

    By default each thread gets a heap of its own, which keeps what one large sync needed. The interpreter's lock lets
    one thread allocate at a time anyway.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


async def return_unused() -> None:
    """Give free memory back to the system: soon what the start has freed, then from time to time, until cancelled."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError):
        return
    await asyncio.sleep(AFTER_START_SECONDS)
    while True:
        await asyncio.to_thread(trim, 0)
        await asyncio.sleep(INTERVAL_SECONDS)
