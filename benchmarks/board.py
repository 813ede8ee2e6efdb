"""The board of a household of ten years: asked again, and the first time after a write."""

import statistics
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

from appliance.calendar.occurrences import actions as occurrences
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from appliance.lists import actions as lists
from appliance.lists.models import ListPatch, NewItem, NewList
from benchmarks import chores
from benchmarks.harness import household
from benchmarks.months import RULES, series_or_event
from benchmarks.report import Row, report
from benchmarks.server import Process, serving

YEARS = 10
CALENDARS, EVENTS, SERIES = 4, 20_000, 300
LISTS, ITEMS = 10, 500
WRITES = 15
BUDGET = 8
Write = Callable[[int], object]


def main() -> None:
    """Print ratios to an empty route."""
    with household() as (application, key):
        application.database.write_now(chores.fill, YEARS)
        list_id = application.database.write_now(_fill)
        with serving(application.settings.data_dir, key) as server:
            unit = server.cpu("/empty", 1500)
            board = server.cpu("/api/board", 300) / unit
            again = server.cpu_again("/api/board", 1000) / unit
            tag = server.request("/api/board").headers["etag"]
            unchanged = server.cpu_again("/api/board", 1500, {"If-None-Match": tag}) / unit
            rows = [
                Row(what="board", value=board, budget=BUDGET),
                Row(what="the same request again, while nothing is written", value=again, budget=BUDGET),
                Row(what="304", value=unchanged),
                *_after_writes(server, list_id),
            ]
    report("The board of a household of ten years: CPU per request, as a multiple of an empty route", rows)


def _after_writes(server: Process, list_id: str) -> list[Row]:
    """What the first board after each kind of write costs. The empty route is asked after the same writes, in turn."""
    writes = _writes(server, list_id)
    costs: dict[str, list[float]] = {what: [] for what in writes}
    empty: list[float] = []
    server.request("/api/board")
    for number in range(WRITES):
        for what, write in writes.items():
            for path, found in (("/empty", empty), ("/api/board", costs[what])):
                write(number)
                # What follows a write in the background is not the request's.
                time.sleep(0.02)
                found.append(server.cpu_of_one(path))
    unit = statistics.median(empty)
    return [
        Row(what=f"the first time after {what}", value=statistics.median(found) / unit, budget=BUDGET)
        for what, found in costs.items()
    ]


def _writes(server: Process, list_id: str) -> dict[str, Write]:
    """A write of each kind that a family does, by what it is. Each changes something whenever it is called."""
    numbers = count()
    members = [each["id"] for each in server.send("GET", "/api/members")]
    category_id = server.send("POST", "/api/categories", {"name": "Sport", "color": "#00aa00"})["id"]
    today = server.send("GET", "/api/board")["date"]
    event_id = _event(server, "Moved", today, next(numbers))
    series_id = _event(server, "Series", today, next(numbers), rrule="FREQ=WEEKLY")

    def tick(_number: int) -> None:
        chore = f"/api/chores/{chores.chore_id(0)}/complete"
        server.send("POST", chore, {"date": today})
        server.send("DELETE", f"{chore}?date={today}")

    def event_changed(_number: int) -> None:
        server.send("PATCH", f"/api/events/{event_id}", {"title": f"Moved {next(numbers)}"})

    def event_moved(_number: int) -> None:
        server.send("PATCH", f"/api/events/{event_id}", _times(today, next(numbers)))

    def series_changed(_number: int) -> None:
        server.send("PATCH", f"/api/events/{series_id}", {"title": f"Series {next(numbers)}"})

    def member_changed(_number: int) -> None:
        server.send("PATCH", f"/api/members/{members[0]}", {"color": f"#{next(numbers):06x}"})

    return {
        "an item was added to a list": lambda _: server.send(
            "POST", f"/api/lists/{list_id}/items", {"title": f"Added {next(numbers)}"}
        ),
        "a list was renamed": lambda _: server.send(
            "PATCH", f"/api/lists/{list_id}", {"name": f"List {next(numbers)}"}
        ),
        "a chore was ticked and unticked": tick,
        "a chore was changed": lambda _: server.send(
            "PATCH", f"/api/chores/{chores.chore_id(0)}", {"title": f"Chore {next(numbers)}"}
        ),
        "an event was added": lambda _: _event(server, "Added", today, next(numbers)),
        "an event was renamed": event_changed,
        "an event was moved": event_moved,
        "a series was renamed": series_changed,
        "a note was written on an event": lambda _: server.send(
            "POST", "/api/notes", {"target": f"event:{event_id}", "body": f"Note {next(numbers)}"}
        ),
        "a setting was changed": lambda _: server.send(
            "PATCH", "/api/settings", {"streakGraceDays": next(numbers) % 3}
        ),
        "a member was changed": member_changed,
        "a category was changed": lambda _: server.send(
            "PATCH", f"/api/categories/{category_id}", {"color": f"#{next(numbers):06x}"}
        ),
        "a calendar was changed": lambda _: server.send(
            "PATCH", "/api/calendars/c1", {"color": f"#{next(numbers):06x}"}
        ),
    }


def _event(server: Process, title: str, today: str, number: int, **more: object) -> str:
    body = {"calendarId": "c0", "title": f"{title} {number}", "allDay": False, **_times(today, number), **more}
    return str(server.send("POST", "/api/events", body)["id"])


def _times(today: str, number: int) -> dict[str, str]:
    """An hour of one of the days that the board shows."""
    start = datetime.fromisoformat(f"{today}T08:00:00+00:00") + timedelta(days=number % 7, minutes=number % 60)
    return {"start": instant(start), "end": instant(start + timedelta(hours=1))}


def _fill(tx: Tx) -> str:
    """Events and series around today, and lists of which two are pinned; the id of a list."""
    for number in range(CALENDARS):
        tx.run(
            "INSERT INTO calendars (id, kind, name, writable, created_at) VALUES (?, 'local', 'Family', 1, ?)",
            f"c{number}",
            tx.now,
        )
    start, apart = tx.now - timedelta(days=YEARS * 365), timedelta(days=YEARS * 365) / EVENTS
    occurrences.put(
        tx, (series_or_event(f"e{number}", start + apart * (number + 400), None) for number in range(EVENTS))
    )
    for number in range(SERIES):
        begin = start + timedelta(days=number, minutes=5 * number)
        occurrences.put(tx, [series_or_event(f"s{number}", begin, RULES[number % len(RULES)])])
    made = [lists.create(tx, NewList(name=f"List {number}", kind="shopping")) for number in range(LISTS)]
    for each in made:
        lists.add_items(tx, each.id, [NewItem(title=f"Item {number}", steps=["one"]) for number in range(ITEMS)])
    for each in made[:2]:
        lists.edit(tx, each.id, ListPatch(pinned=True))
    return made[0].id


if __name__ == "__main__":
    main()
