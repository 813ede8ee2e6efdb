"""Outlets: ten thousand changes planned and delivered, and what they write while nobody listens."""

import asyncio
import http.server
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from appliance.app import CONSUMERS, Application
from appliance.kernel.database.consumers import ConsumerLoop
from appliance.kernel.database.transactions import Tx
from appliance.webhooks import actions as webhooks
from appliance.webhooks.models import NewWebhook
from appliance.webhooks.service import Deliverer
from benchmarks.harness import household, table

CHANGES = 10_000
DELIVERED = 1_000
AT_ONCE = 50
HOUR = 60


def main() -> None:
    """Print CPU per change, deliveries a second on this disk, and bytes written to it."""
    rows = [
        ("planning, nobody listens (us of CPU a change)", f"{_planned(None):.0f}", ""),
        ("planning, one webhook (us of CPU a change)", f"{_planned([]):.0f}", ""),
        ("planning, one webhook for other news (us of CPU a change)", f"{_planned(['display.paired']):.0f}", ""),
        (f"delivering {DELIVERED} to a receiver on this machine (a second)", f"{_delivered():.0f}", ""),
    ]
    for listeners, words in ((None, "nobody listens"), (["display.paired"], "a webhook for other news")):
        alone, pumped = _written(listeners, consumer_loop=False), _written(listeners, consumer_loop=True)
        rows.append((f"written by outlets at {HOUR} changes, {words} (bytes)", f"{pumped - alone}", "0"))
    table("Outlets", rows)


def _planned(events: list[str] | None) -> float:
    with household() as (application, _):
        _listen(application, events, "http://127.0.0.1:9/")
        for _ in range(CHANGES // AT_ONCE):
            application.database.write_now(_happen, AT_ONCE)
        consumer_loop = ConsumerLoop(application.database, CONSUMERS)
        before = time.process_time()
        asyncio.run(consumer_loop.drain())
        return (time.process_time() - before) / CHANGES * 1_000_000


def _delivered() -> float:
    with household() as (application, _), _receiving() as (url, seen):
        _listen(application, [], url)
        application.database.write_now(_happen, DELIVERED)

        async def deliver() -> float:
            before = time.monotonic()
            deliverer = Deliverer(application.database, application.net, allow_private=True)
            await ConsumerLoop(application.database, CONSUMERS, after=[deliverer.wake]).drain()
            await deliverer.settled()
            await application.net.close()
            return DELIVERED / (time.monotonic() - before)

        speed = asyncio.run(deliver())
        assert len(seen) == DELIVERED, len(seen)
        return speed


def _written(events: list[str] | None, consumer_loop: bool) -> int:
    """How much the log of the database grows by an hour of changes, one a minute."""
    with household() as (application, _):
        _listen(application, events, "http://127.0.0.1:9/")
        asyncio.run(application.consumer_loop.drain())
        before = _log(application).stat().st_size
        for _ in range(HOUR):
            application.database.write_now(_happen, 1)
            if consumer_loop:
                asyncio.run(application.consumer_loop.drain())
        return _log(application).stat().st_size - before


def _listen(application: Application, events: list[str] | None, url: str) -> None:
    if events is not None:
        application.database.write_now(webhooks.create, NewWebhook(url=url, events=events), True)


def _happen(tx: Tx, times: int) -> None:
    for number in range(times):
        tx.record("list.changed", {"id": str(number)})


def _log(application: Application) -> Path:
    return application.database.path.with_name(application.database.path.name + "-wal")


@contextmanager
def _receiving() -> Iterator[tuple[str, list[int]]]:
    seen: list[int] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seen.append(len(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", seen
    finally:
        server.shutdown()
        server.server_close()
