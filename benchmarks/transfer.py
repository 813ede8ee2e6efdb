"""Export and import of a household as large as an import may be, in a served process, and what readers notice of it."""

import http.client
import json
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import apsw
import msgspec

from benchmarks.harness import household
from benchmarks.report import Row, report
from benchmarks.server import Process, serving

MADE = "2026-09-24T14:00:00.000Z"
EVENTS, COMPLETIONS, CHORES, LISTS, ITEMS, MEMBERS = 9_000, 22_000, 40, 20, 170, 6


def main() -> None:
    """Print seconds, and multiples of decoding the file and inserting as many bare rows in one transaction."""
    file = _file()
    body = json.dumps(file, ensure_ascii=False).encode()
    bare = min(_bare(body) for _ in range(3))
    with household() as (application, key):
        folder = application.settings.data_dir
        with serving(folder, key) as server:
            idle = server.resident()
            took: dict[str, float] = {}
            pauses: dict[str, float] = {}
            paths = {"dry_run": "/api/import?dryRun=true", "first": "/api/import", "again": "/api/import"}
            for name, path in paths.items():
                with _reading(server, key) as waited:
                    took[name], _ = _ask(server, key, "POST", path, body)
                pauses[name] = max(waited)
            peak = _peak(server)
            with _reading(server, key) as waited:
                took["export"], leaving = _ask(server, key, "GET", "/api/export")
            pauses["export"] = max(waited)
    rows = [
        *_seconds(f"import of {len(body) / 1e6:.1f} MB into an empty household", took["first"], bare, 3),
        *_seconds("the same again", took["again"], bare, 3),
        *_seconds("a dry run", took["dry_run"], bare, 3),
        *_seconds(f"export of {len(leaving) / 1e6:.1f} MB", took["export"], bare, 1),
        Row(what="a reader's longest wait during the import", value=pauses["first"], unit="s"),
        Row(what="a reader's longest wait during the export", value=pauses["export"], unit="s"),
        Row(what="memory at most, above idle", value=peak - idle, unit="MB"),
    ]
    report(f"A household of {EVENTS:,} events, {COMPLETIONS:,} completions and {LISTS * ITEMS:,} items", rows)


def _seconds(what: str, seconds: float, bare: float, budget: float) -> list[Row]:
    """Seconds, and a multiple of decoding the file and inserting as many bare rows."""
    return [
        Row(what=what, value=seconds, unit="s", budget=budget),
        Row(what=f"{what}, as a multiple of decoding and bare rows", value=seconds / bare),
    ]


def _bare(body: bytes) -> float:
    """Seconds for what cannot be spared: read the text, and put as many rows on the disk."""
    with tempfile.TemporaryDirectory() as folder, closing(apsw.Connection(str(Path(folder) / "bare.db"))) as connection:
        connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL").fetchall()
        connection.execute("CREATE TABLE t (id TEXT PRIMARY KEY, a TEXT)")
        before = time.monotonic()
        file = msgspec.json.decode(body)
        rows = [row for value in file.values() if isinstance(value, list) for row in value]
        rows += [item for each in file["lists"] for item in each["items"]]
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(str(at), str(row)) for at, row in enumerate(rows)])
        connection.execute("COMMIT")
        return time.monotonic() - before


def _ask(server: Process, key: str, method: str, path: str, body: bytes | None = None) -> tuple[float, bytes]:
    """Seconds until the whole answer is there, and the answer."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
        before = time.monotonic()
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        whole = answer.read()
        assert answer.status == 200, (path, answer.status, whole[:200])
        return time.monotonic() - before, whole


@contextmanager
def _reading(server: Process, key: str) -> Iterator[list[float]]:
    """How long each of many small reads took, one after the other, while something else goes on."""
    waited: list[float] = []
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            waited.append(_ask(server, key, "GET", "/api/settings")[0])

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield waited
    finally:
        over.set()
        reader.join()


def _peak(server: Process) -> float:
    """The most memory the server ever had resident, in MB."""
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{server.pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0


def _file() -> dict[str, Any]:
    members = [f"member-{number}" for number in range(MEMBERS)]
    return {
        "version": 1,
        "settings": {},
        "members": [{"id": each, "name": each, "color": "#888"} for each in members],
        "categories": [],
        "calendars": [{"id": "family", "kind": "local", "name": "Family", "memberIds": members}],
        "events": [_event(number, members) for number in range(EVENTS)],
        "chores": [
            {
                "id": f"chore-{number}",
                "title": f"Chore {number}",
                "rrule": "FREQ=DAILY",
                "points": 10,
                "memberId": members[number % MEMBERS],
            }
            for number in range(CHORES)
        ],
        "choreCompletions": [_completion(number, members) for number in range(COMPLETIONS)],
        "lists": [
            {
                "id": f"list-{number}",
                "name": f"List {number}",
                "kind": "todo",
                "memberIds": [],
                "createdAt": MADE,
                "items": [_item(number * ITEMS + each, members) for each in range(ITEMS)],
                "groups": [],
            }
            for number in range(LISTS)
        ],
        "passkeys": [],
        "webhooks": [],
    }


def _event(number: int, members: list[str]) -> dict[str, Any]:
    day = date(2026, 1, 1) + timedelta(days=number % 3650)
    return {
        "id": f"{number:08d}-6f0e-4d5b-9a57-0d6d2f6f0a01",
        "calendarId": "family",
        "title": f"Swimming lesson {number}",
        "start": f"{day}T14:00:00.000Z",
        "end": f"{day}T15:00:00.000Z",
        "allDay": False,
        "location": "Pool",
        "description": "Towel, goggles and the blue bag; the bus leaves at a quarter past.",
        "rrule": None,
        "memberIds": [members[number % MEMBERS]],
        "categoryId": None,
        "reminders": [30],
        "travelMinutes": 15,
        "remindBeforeLeave": False,
    }


def _completion(number: int, members: list[str]) -> dict[str, Any]:
    day = date(2025, 1, 1) + timedelta(days=number // CHORES)
    return {
        "id": f"{number:08d}-aaaa-4d5b-9a57-0d6d2f6f0a01",
        "choreId": f"chore-{number % CHORES}",
        "date": f"{day}",
        "memberId": members[number % MEMBERS],
        "completedAt": f"{day}T17:00:00.000Z",
        "pointsAwarded": 10,
    }


def _item(number: int, members: list[str]) -> dict[str, Any]:
    return {
        "id": f"{number:08d}-bbbb-4d5b-9a57-0d6d2f6f0a01",
        "title": f"Item {number}",
        "notes": "The large one",
        "store": None,
        "quantity": "2",
        "category": None,
        "memberId": members[number % MEMBERS],
        "dueDate": None,
        "eventId": None,
        "priority": "normal",
        "done": False,
        "doneAt": None,
        "doneBy": None,
        "sort": number,
        "createdAt": MADE,
        "updatedAt": MADE,
        "steps": [
            {"id": f"{number:08d}-{step}", "title": f"Step {step}", "done": False, "sort": step} for step in range(3)
        ],
    }


if __name__ == "__main__":
    main()
