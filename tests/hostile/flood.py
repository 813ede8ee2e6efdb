"""Repeats one request on many connections: `python -m tests.hostile.flood PORT COUNT ADDRESS`."""

import asyncio
import resource
import sys
from contextlib import suppress

REQUEST = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def flood(port: int, count: int, address: str) -> None:
    """Until the process is ended. A connection that is closed is opened again.

    Writes a line when each has been answered, or was closed or rejected.
    """
    tried = 0

    def count_one() -> None:
        nonlocal tried
        tried += 1
        if tried == count:
            sys.stdout.write("flooding\n")
            sys.stdout.flush()

    async def repeat() -> None:
        first = True
        while True:
            writer = None
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                while True:
                    writer.write(REQUEST)
                    await reader.readuntil(b"}")
                    if first:
                        count_one()
                        first = False
            if first:
                count_one()
                first = False
            if writer:
                writer.transport.abort()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(repeat() for _ in range(count)))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    asyncio.run(flood(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
