"""How long one request of a display key holds the event loop, in the worst households that such a key can make.

The application runs in the event loop of this process, as in the server. Beside each request a heartbeat wakes every
millisecond; the longest pause between two beats is how long no other request could begin. Work in other threads counts
as far as it keeps the loop from running (the interpreter's lock). A pause is counted as the shorter of its duration and
of the processor time that this process used in it, so that other programs on the machine do not count. Before each
request something is written, so that no answer comes from a cache. `worst_household` says what each household holds.
"""

import asyncio
import gc
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application, build
from appliance.household import actions as household
from appliance.household.models import SettingsPatch
from appliance.settings import Settings
from benchmarks.harness import write_occurrences
from benchmarks.worst_household import HOUSEHOLDS, MIDNIGHT, Fill

BEAT = 0.001
TIMES = 3
SHOWN = 30
LIMIT_MS = 100


class Request(msgspec.Struct, frozen=True):
    """A request of a display key."""

    name: str
    method: str
    path: str
    body: Any = None


class Held(msgspec.Struct, frozen=True):
    """How long the repetitions of a request held the event loop, in milliseconds; its answers and their size."""

    household: str
    name: str
    median: float
    longest: float
    whole: float
    statuses: set[int]
    size: int


def main() -> None:
    """Print the worst requests of all households, the longest first."""
    rows = sorted(held_by_all(), key=lambda each: -each.longest)
    print(f"\nHow long a request of a display key holds the event loop, the {SHOWN} worst of {len(rows)}")
    print("| household | request | answer | loop held: median | longest | until answered |")
    print("|---|---|---|---|---|---|")
    for each in rows[:SHOWN]:
        answer = f"{', '.join(map(str, sorted(each.statuses)))}, {each.size / 1e6:.1f} MB"
        times = f"{each.median:.0f} ms | {each.longest:.0f} ms | {each.whole:.0f} ms"
        print(f"| {each.household} | {each.name} | {answer} | {times} |")
    over = sum(each.longest > LIMIT_MS for each in rows)
    print(f"\n{over} of {len(rows)} requests held the loop longer than {LIMIT_MS} ms")


def held_by_all() -> Iterator[Held]:
    """Every request in every household."""
    for fill in HOUSEHOLDS:
        with tempfile.TemporaryDirectory() as folder:
            application = build(Settings(data_dir=Path(folder), tz="Europe/Berlin"))
            application.database.write_now(household.change_settings, SettingsPatch(timezone="Europe/Berlin"))
            application.database.write_now(fill)
            write_occurrences(application.database)
            gc.collect()
            gc.freeze()  # as the server does when it starts
            try:
                yield from asyncio.run(_held_in(application, fill))
            finally:
                application.change_streams.close()
                application.database.close()
                gc.unfreeze()


async def _held_in(application: Application, fill: Fill) -> list[Held]:
    key = (await application.database.write(access.make_key, NewKey(name="Wall"))).key
    found = []
    for request in _requests(application):
        gaps, wholes, statuses, size = [], [], set(), 0
        for _ in range(TIMES):
            await application.database.write(lambda tx: tx.touch())
            gap, whole, status, size = await _measured(application, key, request)
            gaps.append(gap * 1000)
            wholes.append(whole * 1000)
            statuses.add(status)
        found.append(
            Held(
                fill.__name__.replace("_", " "),
                request.name,
                statistics.median(gaps),
                max(gaps),
                statistics.median(wholes),
                statuses,
                size,
            )
        )
    return found


async def _measured(application: Application, key: str, request: Request) -> tuple[float, float, int, int]:
    """The longest pause of the event loop, the seconds until the answer was complete, its status and its bytes."""
    heart = asyncio.create_task(_longest_pause())
    await asyncio.sleep(10 * BEAT)
    began = time.perf_counter()
    status, size = await _ask(application, key, request)
    whole = time.perf_counter() - began
    await asyncio.sleep(2 * BEAT)
    heart.cancel()
    try:
        await heart
    except asyncio.CancelledError as ended:
        return float(ended.args[0] if ended.args else _LONGEST[0]), whole, status, size
    raise AssertionError("the heartbeat ended")


_LONGEST = [0.0]


async def _longest_pause() -> None:
    _LONGEST[0], last, spent = 0.0, time.perf_counter(), time.process_time()
    while True:
        await asyncio.sleep(BEAT)
        now, spent_now = time.perf_counter(), time.process_time()
        _LONGEST[0] = max(_LONGEST[0], min(now - last - BEAT, spent_now - spent))
        last, spent = now, spent_now


async def _ask(application: Application, key: str, request: Request) -> tuple[int, int]:
    body = b"" if request.body is None else json.dumps(request.body).encode()
    path, _, query = request.path.partition("?")
    headers = {"authorization": f"Bearer {key}", "host": "localhost", "content-length": str(len(body))}
    if body:
        headers["content-type"] = "application/json"
    if path == "/mcp":
        headers["accept"] = "application/json, text/event-stream"
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8080),
        "extensions": {},
    }
    status, size = 0, 0

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, size
        status = message.get("status", status)
        size += len(message.get("body", b""))

    await application.app(scope, receive, send)
    return status, size


def _requests(application: Application) -> list[Request]:
    """What a display key may ask, at its worst."""
    db = application.database.read
    member = db.value("SELECT id FROM members LIMIT 1")
    calendar = db.value("SELECT id FROM calendars LIMIT 1")
    event = db.value("SELECT id FROM events LIMIT 1")
    longest = db.value("SELECT list_id FROM items ORDER BY rowid LIMIT 1")
    noted = db.value("SELECT list_item_id FROM notes LIMIT 1")
    chore = db.value("SELECT id FROM chores LIMIT 1")
    today = MIDNIGHT.date()
    asked = [
        Request("a week of events", "GET", _between(0, 7)),
        Request("six weeks of events", "GET", _between(0, 42)),
        Request("400 days of events", "GET", _between(-20, 380)),
        Request("400 days of a member's events", "GET", f"{_between(-20, 380)}&memberId={member}"),
        Request("100 years of events", "GET", _between(-365 * 50, 365 * 50)),
        Request("a member's day", "GET", f"/api/snapshot?member={member}"),
        Request("a member's week", "GET", f"/api/snapshot?member={member}&range=week"),
        Request("members", "GET", "/api/members"),
        Request("points of a member", "GET", f"/api/members/{member}/points"),
        Request("chores", "GET", "/api/chores"),
        Request("chores of a day", "GET", f"/api/chores/day?date={today}"),
        Request("leaderboard", "GET", "/api/leaderboard?range=all"),
        Request("lists", "GET", "/api/lists?archived=true"),
        Request("categories", "GET", "/api/categories"),
        Request("scrapbook page", "GET", f"/api/stickers/scrapbook/{member}"),
        Request("sticker packs", "GET", f"/api/stickers/packs?member={member}"),
        Request("notifications", "GET", "/api/notifications?limit=200"),
        Request(
            "MCP: 31 days of events",
            "POST",
            "/mcp",
            _tool("list_events", start=str(today), end=str(today + timedelta(days=31))),
        ),
        Request("MCP: chores of a day", "POST", "/mcp", _tool("list_chores", date=str(today))),
        Request("MCP: snapshot", "POST", "/mcp", _tool("get_snapshot", member=str(member), range="week")),
        Request("MCP: lists", "POST", "/mcp", _tool("list_lists")),
        Request("order 80,000 categories", "POST", "/api/categories/reorder", {"ids": ["x" * 20] * 80_000}),
        Request(
            "a body of 2 MB, refused",
            "POST",
            "/api/categories",
            {"name": "x", "color": "#123456", "keywords": ["x"] * 400_000},
        ),
        Request(
            "a category of 200 keywords",
            "POST",
            "/api/categories",
            {"name": "x", "color": "#123456", "keywords": [f"{n:03}" for n in range(200)]},
        ),
        Request("settings", "PATCH", "/api/settings", {"familyName": "x" * 200}),
    ]
    if calendar:
        body = {"calendarId": calendar, "title": "ß" * 1_000, "description": "ß" * 10_000, "rrule": "FREQ=DAILY"}
        times = {"start": f"{today}T08:00:00.000Z", "end": f"{today}T09:00:00.000Z", "allDay": False}
        costly = "FREQ=YEARLY;COUNT=9000;BYYEARDAY=366;BYMONTHDAY=31"
        long = {"start": str(today), "end": str(today + timedelta(days=300)), "allDay": True}
        asked += [
            Request("add an event", "POST", "/api/events", {**body, **times}),
            Request("add an event with a costly rule", "POST", "/api/events", {**body, **times, "rrule": costly}),
            Request("add a long event that repeats", "POST", "/api/events", {**body, **long, "rrule": "FREQ=YEARLY"}),
            Request("one calendar's 400 days", "GET", f"{_between(-20, 380)}&calendarId={calendar}"),
        ]
    if event:
        asked.append(Request("change an event", "PATCH", f"/api/events/{event}", {"description": "x" * 10_000}))
        asked.append(Request("one event", "GET", f"/api/events/{event}"))
    if longest:
        many = [{"title": f"{n}", "steps": []} for n in range(1_000)]
        ids = [f"{n:020}" for n in range(10_000)]
        groups = [{"kind": "store", "name": f"{n}{'x' * 190}"} for n in range(500)]
        asked += [
            Request("the longest list", "GET", f"/api/lists/{longest}"),
            Request("order a list", "POST", f"/api/lists/{longest}/reorder", {"ids": ids}),
            Request("reset a list", "POST", f"/api/lists/{longest}/reset", {}),
            Request("clear a list", "POST", f"/api/lists/{longest}/clear-completed", {}),
            Request("groups of a list", "PUT", f"/api/lists/{longest}/groups", {"groups": groups}),
            Request("add 1,000 items", "POST", f"/api/lists/{longest}/items", many),
            Request("MCP: the longest list", "POST", "/mcp", _tool("get_list", list=str(longest))),
        ]
    if noted:
        asked.append(Request("notes of an item", "GET", f"/api/notes?target=list_item:{noted}"))
    if chore:
        done = {"date": str(today + timedelta(days=1)), "memberId": member}
        asked.append(Request("complete a chore", "POST", f"/api/chores/{chore}/complete", done))
    return asked


def _between(first: int, last: int) -> str:
    begin, end = (f"{(MIDNIGHT + timedelta(days=each)).date()}T00:00:00.000Z" for each in (first, last))
    return f"/api/events?from={begin}&to={end}"


def _tool(tool: str, **arguments: str) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
