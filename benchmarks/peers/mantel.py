"""Mantel with the household, imported over its API."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx

from benchmarks.peers import household
from benchmarks.peers.server import Ask, Peer, free_port, start

KEY = "mtl_benchmarkbenchmarkbenchmarkbench"
TODAY = f"{datetime.now(UTC):%Y-%m-%d}"
# The test tools bring pydantic, which Litestar loads wherever it finds it. A household's installation has none.
SERVE = "import sys; sys.modules['pydantic'] = None; from appliance.__main__ import main; main()"


def run(folder: Path) -> Peer:
    """Start a server in an empty folder, import the household, and start the server again."""
    port = free_port()
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {KEY}"}, timeout=120)
    empty = _start(folder, port, client)
    imported = client.post("/api/import", json=household.mantel_file())
    assert imported.is_success, imported.text
    empty.stop()
    return _start(folder, port, client)


def _start(folder: Path, port: int, client: httpx.Client) -> Peer:
    env = {"PORT": str(port), "HOST": "127.0.0.1", "DATA_DIR": str(folder / "data"), "ADMIN_API_KEY": KEY}
    process, seconds, spent = start(
        [sys.executable, "-c", SERVE, "serve"], folder, f"{client.base_url}/api/health", env
    )
    return Peer(
        name="Mantel", process=process, port=port, started_s=seconds, start_cpu_s=spent, requests=_requests(client)
    )


def _requests(client: httpx.Client) -> dict[str, Ask]:
    def month(number: int) -> httpx.Response:
        first, end = household.month(number)
        return client.get("/api/events", params={"from": first.isoformat(), "to": end.isoformat()})

    lists: list[str] = []

    def list_path(at: int) -> str:
        if not lists:
            lists.extend(each["id"] for each in client.get("/api/lists").json())
        return f"/api/lists/{lists[at]}"

    def add(number: int) -> httpx.Response:
        return client.post(f"{list_path(1 + number % 3)}/items", json={"title": f"More {number}"})

    return {
        "small read": lambda number: client.get("/api/settings"),
        "month of events": month,
        "a day of chores": lambda number: client.get("/api/chores/day", params={"date": TODAY}),
        "a list of 100 items": lambda number: client.get(list_path(0)),
        "add an item": add,
    }
