"""What every benchmark needs: a household in a temporary folder, CPU time per call.

Figures are ratios within one run: this machine's empty Litestar route is the unit. Absolute times are noise.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, get

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application, build
from appliance.calendar.occurrences import actions as occurrences
from appliance.household import actions as settings
from appliance.household.models import SettingsPatch
from appliance.kernel.database.database import Database
from appliance.kernel.http.asgi import App
from appliance.settings import Settings

BATCHES = 7


@contextmanager
def household() -> Iterator[tuple[Application, str]]:
    """A fresh household with a time zone of its own, as every claimed one has, and an admin key for it."""
    with tempfile.TemporaryDirectory() as folder:
        application = build(Settings(data_dir=Path(folder), tz="Europe/Berlin"))
        application.database.write_now(settings.change_settings, SettingsPatch(timezone="Europe/Berlin"))
        try:
            yield (
                application,
                application.database.write_now(access.make_key, NewKey(name="Benchmark", scope="admin")).key,
            )
        finally:
            application.database.close()


def write_occurrences(database: Database) -> None:
    """Write the occurrences of all series, as the job does after an import."""
    database.write_now(occurrences.open_horizon)
    last: str | None = ""
    while last is not None:
        last = database.write_now(occurrences.rewrite, last)
    database.write_now(occurrences.close_horizon)


def cpu(call: Callable[[], Awaitable[object]], times: int) -> float:
    """CPU seconds of one call: the median of several batches."""

    async def batches() -> list[float]:
        await call()
        return [await _batch(call, times) for _ in range(BATCHES)]

    return statistics.median(asyncio.run(batches())) / times


def prepare_request(
    app: App, path: str, key: str = "", method: str = "GET", body: bytes = b"", headers: dict[str, str] | None = None
) -> Callable[[], Awaitable[int]]:
    """Prepare a request. Each call of the result sends it and returns the status; AssertionError from 400 on."""
    sent = {"content-type": "application/json"} if body else {}
    all_headers = {"authorization": f"Bearer {key}", "content-length": str(len(body)), **sent, **(headers or {})}
    path, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in all_headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8080),
        "extensions": {},
    }

    async def call() -> int:
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await app(dict(scope), receive, send)
        assert statuses and statuses[0] < 400, (method, path, statuses)
        return statuses[0]

    return call


def empty_route(times: int = 300) -> float:
    """CPU seconds of an empty Litestar route: the unit of every ratio."""

    @get("/empty")
    async def empty() -> dict[str, str]:
        return {}

    app = Litestar([empty], openapi_config=None, logging_config=None)
    return cpu(prepare_request(app, "/empty"), times)  # type: ignore[arg-type]


async def _batch(call: Callable[[], Awaitable[object]], times: int) -> float:
    before = time.process_time()
    for _ in range(times):
        await call()
    return time.process_time() - before
