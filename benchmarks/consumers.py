"""Consumers of the change log: CPU per change, webhook deliveries a second, and bytes written without a subscriber."""

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
from benchmarks.harness import household
from benchmarks.report import Row, report

CHANGES = 10_000
DELIVERED = 1_000
AT_ONCE = 50
HOUR = 60


def main() -> None:
    """Print CPU per change, deliveries a second on this disk, and bytes written to it."""
    rows = [
        Row(what="CPU per change, no webhook", value=_planned(None), unit="us"),
        Row(what="CPU per change, one webhook", value=_planned([]), unit="us"),
        Row(what="CPU per change, one webhook for other topics", value=_planned(["display.paired"]), unit="us"),
        Row(what=f"delivering {DELIVERED} to a receiver on this machine", value=_delivered(), unit="a second"),
    ]
    for topics, label in ((None, "no webhook"), (["display.paired"], "a webhook for other topics")):
        without, with_consumers = _written(topics, consumer_loop=False), _written(topics, consumer_loop=True)
        written = with_consumers - without
        rows.append(Row(what=f"written by consumers at {HOUR} changes, {label}", value=written, unit="bytes", budget=0))
    report("Consumers", rows)


def _planned(topics: list[str] | None) -> float:
    with household() as (application, _):
        _subscribe(application, topics, "http://127.0.0.1:9/")
        for _ in range(CHANGES // AT_ONCE):
            application.database.write_now(_record_changes, AT_ONCE)
        consumer_loop = ConsumerLoop(application.database, CONSUMERS)
        before = time.process_time()
        asyncio.run(consumer_loop.drain())
        return (time.process_time() - before) / CHANGES * 1_000_000


def _delivered() -> float:
    with household() as (application, _), _receiving() as (url, seen):
        _subscribe(application, [], url)
        application.database.write_now(_record_changes, DELIVERED)

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


def _written(topics: list[str] | None, consumer_loop: bool) -> int:
    """Bytes by which the write-ahead log grows in an hour of changes, one a minute."""
    with household() as (application, _):
        _subscribe(application, topics, "http://127.0.0.1:9/")
        asyncio.run(application.consumer_loop.drain())
        before = _log(application).stat().st_size
        for _ in range(HOUR):
            application.database.write_now(_record_changes, 1)
            if consumer_loop:
                asyncio.run(application.consumer_loop.drain())
        return _log(application).stat().st_size - before


def _subscribe(application: Application, topics: list[str] | None, url: str) -> None:
    if topics is not None:
        application.database.write_now(webhooks.create, NewWebhook(url=url, events=topics), True)


def _record_changes(tx: Tx, times: int) -> None:
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
