"""Lists: a long list with steps, many items added at once, and ticking, in a household of five thousand items."""

import statistics
from collections.abc import Awaitable, Callable
from itertools import cycle
from uuid import uuid4

import msgspec

from appliance.app import Application
from appliance.kernel.database.transactions import Tx
from appliance.lists import actions
from appliance.lists.models import Item, List, NewItem, NewList
from benchmarks.harness import cpu, empty_route, household, prepare_request
from benchmarks.report import Row, report
from benchmarks.server import serving

LISTS = 10
ITEMS = 500
MANY = 3
STEPS = 3
ADDED = 200
SHORT, LONG = 180, 1_800
ROUNDS = 3


def main() -> None:
    """Print ratios to an empty route. Reads are asked of a real server; writes count the writer's CPU, not its disk."""
    with household() as (application, key):
        items = application.database.write_now(_fill, LISTS)
        path = f"/api/lists/{items[0].list_id}"
        with serving(application.settings.data_dir, key) as server:
            unit = server.cpu("/empty", 1500)
            overview, whole = server.cpu("/api/lists", 300) / unit, server.cpu(path, 20) / unit
        bare = empty_route()
        added, ticked, step = _writes(application, key, items, bare)
        growth = _growth(application, key)
        setting = cpu(prepare_request(application.app, "/api/settings", key, "PATCH", b'{"weekStart":1}'), 50) / bare
        application.database.write_now(_fill, LISTS * (MANY - 1))
        with serving(application.settings.data_dir, key) as server:
            crowded = server.cpu(path, 20) / server.cpu("/empty", 1500)
    rows = [
        Row(what=f"{LISTS} lists with their counts", value=overview, budget=3),
        Row(what=f"a list of {ITEMS} items, {STEPS} steps each", value=whole),
        Row(
            what=f"the same in a household of {LISTS * MANY * ITEMS:,} items, beside it",
            value=crowded / whole,
            budget=1.2,
        ),
        Row(what=f"adding {ADDED} items in one call, per item", value=added / ADDED),
        Row(
            what=f"adding and deleting an item in a list of {LONG:,} items, beside one of {SHORT}",
            value=growth,
            budget=1.2,
        ),
        Row(what="ticking an item with its steps", value=ticked),
        Row(what="ticking a step", value=step),
        Row(what="beside them, changing a setting", value=setting),
    ]
    report(f"CPU per request in a household of {LISTS * ITEMS:,} items, as a multiple of an empty route", rows)


def _writes(application: Application, key: str, items: list[Item], unit: float) -> tuple[float, float, float]:
    path = f"/api/lists/{items[0].list_id}/items"
    requests = msgspec.json.encode([{"title": f"New {number}", "quantity": "2"} for number in range(ADDED)])
    # A list of its own for each request, because a list has a bounded number of items.
    targets = [
        application.database.write_now(actions.create, NewList(name=f"Camping {number}", kind="todo")).id
        for number in range(30)
    ]
    adding = cycle(
        prepare_request(application.app, f"/api/lists/{each}/items", key, "POST", requests) for each in targets
    )
    item, step = f"{path}/{items[0].id}", f"{path}/{items[1].id}/steps/{items[1].steps[0].id}"
    return (
        cpu(lambda: next(adding)(), 3) / unit,
        cpu(_turns(application, key, item), 50) / unit,
        cpu(_turns(application, key, step), 50) / unit,
    )


def _growth(application: Application, key: str) -> float:
    """What writes cost in a long list, as a multiple of a short one. The two take turns."""
    lists = [
        application.database.write_now(actions.create, NewList(name=f"{count} things", kind="todo"))
        for count in (SHORT, LONG)
    ]
    short, long = (_add_and_delete(application, key, *each) for each in zip(lists, (SHORT, LONG), strict=True))
    growth = statistics.median(cpu(long, 40) / cpu(short, 40) for _ in range(ROUNDS))
    for each in lists:
        application.database.write_now(actions.remove, each.id)
    return growth


def _add_and_delete(application: Application, key: str, made: List, count: int) -> Callable[[], Awaitable[object]]:
    requests = [NewItem(title=f"Thing {number}") for number in range(count)]
    for first in range(0, count, ADDED):
        application.database.write_now(actions.add_items, made.id, requests[first : first + ADDED])
    path, item_id = f"/api/lists/{made.id}/items", uuid4()
    body = msgspec.json.encode({"id": str(item_id), "title": "Milk"})
    turns = cycle(
        [
            prepare_request(application.app, path, key, "POST", body),
            prepare_request(application.app, f"{path}/{item_id}", key, "DELETE"),
        ]
    )
    return lambda: next(turns)()


def _turns(application: Application, key: str, path: str) -> Callable[[], Awaitable[object]]:
    """Ticks, then unticks, and so on."""
    bodies = cycle(
        prepare_request(application.app, path, key, "PATCH", body) for body in (b'{"done":true}', b'{"done":false}')
    )
    return lambda: next(bodies)()


def _fill(tx: Tx, count: int) -> list[Item]:
    """Lists of 500 items, three steps each; the items of the first."""
    requests = [
        NewItem(
            title=f"Item {number}",
            store=f"Store {number % 7}",
            category=f"Category {number % 12}",
            quantity="2",
            priority=("low", "normal", "high", "urgent")[number % 4],
            steps=["one", "two", "three"][:STEPS],
        )
        for number in range(ITEMS)
    ]
    made = [actions.create(tx, NewList(name=f"List {number}", kind="shopping")) for number in range(count)]
    added = [actions.add_items(tx, each.id, requests) for each in made]
    return added[0]


if __name__ == "__main__":
    main()
