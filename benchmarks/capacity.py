"""What one served household carries: polls, walls that poll together, and event streams with their memory."""

import asyncio
import re
import statistics
import tempfile
import time
from pathlib import Path

import httpx

from appliance.kernel.http.limits import STREAMS, STREAMS_PER_KEY, STREAMS_RESERVED_FOR_LOOPBACK
from benchmarks.peers import mantel
from benchmarks.peers.server import Peer
from benchmarks.report import Row, report

POLLS = 4_000
WALLS = 1_500
POLL_EVERY_SECONDS = 5.0
WATCHED_SECONDS = 15.0
OPEN_STREAMS = STREAMS - 2 * STREAMS_RESERVED_FOR_LOOPBACK

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def main() -> None:
    """Print figures of a server on this machine. Client and server share its cores."""
    with tempfile.TemporaryDirectory() as folder:
        server = mantel.run(Path(folder))
        try:
            polls = asyncio.run(_polls_in_a_cpu_second(server))
            # Before the walls, because the memory that their connections leave would be used again.
            stream = asyncio.run(_memory_of_streams(server)) / OPEN_STREAMS * 1024
            waits = asyncio.run(_waits_of_walls(server))
        finally:
            server.stop()
    quantiles = statistics.quantiles(waits, n=100)
    walls = f"{WALLS:,} walls that poll every {POLL_EVERY_SECONDS:.0f} s"
    rows = [
        Row(what="polls of `/api/rev` in a second of CPU, one client", value=polls, unit="a second"),
        Row(what=f"{walls}: median wait", value=quantiles[49], unit="ms"),
        Row(what=f"{walls}: 99th percentile", value=quantiles[98], unit="ms"),
        Row(what=f"memory of an event stream, {OPEN_STREAMS} open", value=stream, unit="kB"),
    ]
    report("What one server carries", rows)


async def _polls_in_a_cpu_second(server: Peer) -> float:
    connection = await _connect(server, 1)
    before = server.spent_s()
    for _ in range(POLLS):
        await _poll(connection, mantel.KEY)
    spent = server.spent_s() - before
    connection[1].close()
    return POLLS / spent


async def _waits_of_walls(server: Peer) -> list[float]:
    """Milliseconds of each poll, by walls of which each has a connection and an address of its own."""
    connections = [await _connect(server, number) for number in range(WALLS)]
    waits: list[float] = []

    async def wall(number: int, connection: Connection) -> None:
        await asyncio.sleep(POLL_EVERY_SECONDS * number / WALLS)
        until = time.perf_counter() + WATCHED_SECONDS
        while (before := time.perf_counter()) < until:
            await _poll(connection, mantel.KEY)
            waits.append((time.perf_counter() - before) * 1000)
            await asyncio.sleep(POLL_EVERY_SECONDS)

    await asyncio.gather(*(wall(number, each) for number, each in enumerate(connections)))
    for _, writer in connections:
        writer.close()
    return waits


async def _memory_of_streams(server: Peer) -> float:
    """MB that open event streams take together. Each has an address of its own, and some share a key."""
    keys = [_display_key(server, number) for number in range(-(-OPEN_STREAMS // STREAMS_PER_KEY))]
    before = server.memory_mb()
    connections = [await _connect(server, number) for number in range(OPEN_STREAMS)]
    for number, (reader, writer) in enumerate(connections):
        writer.write(_request("/api/live", keys[number % len(keys)]))
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head.splitlines()[0], head
    grown = server.memory_mb() - before
    for _, writer in connections:
        writer.close()
    return grown


async def _connect(server: Peer, number: int) -> Connection:
    """A connection from a loopback address of its own."""
    address = f"127.0.{number // 250 + 1}.{number % 250 + 1}"
    return await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))


async def _poll(connection: Connection, key: str) -> None:
    reader, writer = connection
    writer.write(_request("/api/rev", key))
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.splitlines()[0], head
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    assert length, head
    await reader.readexactly(int(length[1]))


def _request(path: str, key: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n".encode()


def _display_key(server: Peer, number: int) -> str:
    answer = httpx.post(
        f"http://127.0.0.1:{server.port}/api/keys",
        json={"name": f"Phone {number}", "scope": "display"},
        headers={"Authorization": f"Bearer {mantel.KEY}"},
    )
    return str(answer.raise_for_status().json()["key"])


if __name__ == "__main__":
    main()
