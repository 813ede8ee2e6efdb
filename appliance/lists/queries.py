"""Every SQL statement about lists, items and steps."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import msgspec

from appliance.kernel.database.transactions import Reader, Tx
from appliance.lists.models import Group, GroupKind, Item, LinkedItem, List, Step

LIST = """
  SELECT id, name, emoji, color, kind,
    (SELECT json_group_array(member_id ORDER BY position) FROM list_owners WHERE list_id = lists.id),
    group_by, sort_by, sort, archived, created_at,
    (SELECT count(*) FROM items WHERE list_id = lists.id AND done = 1),
    (SELECT count(*) FROM items WHERE list_id = lists.id AND done = 0)
  FROM lists"""
ITEM = """
  SELECT items.id, list_id, title, notes, quantity, store, category, member_id, due_date,
    (SELECT id FROM events WHERE events.id = items.event_id),
    priority, done, done_at, done_by, items.sort, items.created_at, updated_at"""
MINE = "list_id = ? AND (member_id IS NULL OR member_id = coalesce(?, member_id))"


def lists(db: Reader, with_archived: bool) -> list[List]:
    """The lists in their own order."""
    return db.all(_list, f"{LIST} WHERE archived <= ? ORDER BY sort, created_at, rowid", int(with_archived))


def maybe_list(db: Reader, list_id: str) -> List | None:
    """One list, archived or not, or None."""
    return db.maybe(_list, f"{LIST} WHERE id = ?", list_id)


def one_list(db: Reader, list_id: str) -> List:
    """One list, archived or not. Raises NotFound."""
    return db.one(_list, f"{LIST} WHERE id = ?", list_id)


def list_names(db: Reader) -> list[tuple[str, str]]:
    """The id and name of every list, archived ones too."""
    return db.all(lambda *row: row, "SELECT id, name FROM lists ORDER BY archived, sort, created_at")


def put_list(tx: Tx, wanted: List) -> None:
    """Store a list and its owners; the counts are not stored."""
    tx.run(
        "INSERT INTO lists (id, name, emoji, color, kind, group_by, sort_by, sort, archived, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, emoji = excluded.emoji, color = excluded.color,"
        " kind = excluded.kind, group_by = excluded.group_by, sort_by = excluded.sort_by, sort = excluded.sort,"
        " archived = excluded.archived",
        wanted.id, wanted.name, wanted.emoji, wanted.color, wanted.kind, wanted.group_by, wanted.sort_by, wanted.sort,
        wanted.archived, wanted.created_at,
    )  # fmt: skip
    tx.run("DELETE FROM list_owners WHERE list_id = ?", wanted.id)
    tx.run_many(
        "INSERT INTO list_owners (list_id, member_id, position) VALUES (?, ?, ?)",
        [(wanted.id, member_id, position) for position, member_id in enumerate(wanted.member_ids)],
    )


def remove_list(tx: Tx, list_id: str) -> None:
    """Forget a list; foreign keys take its items, steps, groups and discussions along."""
    tx.run("DELETE FROM lists WHERE id = ?", list_id)


def groups(db: Reader, list_id: str) -> list[Group]:
    """The ordered groups of a list, by kind."""
    return db.all(Group, "SELECT kind, name, sort FROM list_groups WHERE list_id = ? ORDER BY kind, sort", list_id)


def add_groups(tx: Tx, list_id: str, groups: list[Group]) -> None:
    """Give groups of a list their place; others keep theirs."""
    tx.run_many(
        "INSERT INTO list_groups (list_id, kind, name, sort) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (list_id, kind, name) DO UPDATE SET sort = excluded.sort",
        [(list_id, group.kind, group.name, group.sort) for group in groups],
    )


def put_groups(tx: Tx, list_id: str, groups: list[Group]) -> None:
    """Replace the groups of a list."""
    tx.run("DELETE FROM list_groups WHERE list_id = ?", list_id)
    tx.run_many(
        "INSERT INTO list_groups (list_id, kind, name, sort) VALUES (?, ?, ?, ?)",
        [(list_id, group.kind, group.name, group.sort) for group in groups],
    )


def in_use(db: Reader, kind: GroupKind) -> list[str]:
    """Every store or category on any list, in no order that means anything."""
    # SELECT DISTINCT would walk through the index of all items; this leaps from one name to the next.
    return db.all(
        str,
        f"WITH RECURSIVE names (name) AS (SELECT min({kind}) FROM items WHERE {kind} IS NOT NULL UNION ALL"
        f" SELECT (SELECT min({kind}) FROM items WHERE {kind} > name) FROM names WHERE name IS NOT NULL)"
        " SELECT name FROM names WHERE name IS NOT NULL",
    )


def items(db: Reader, list_id: str) -> list[Item]:
    """Everything on a list with its steps, in the order it was put there."""
    steps = _steps_by_item(db, "list_id", list_id)
    found = db.rows(f"{ITEM} FROM items WHERE list_id = ? ORDER BY sort, created_at, rowid", list_id)
    return [Item(*_whole(row, steps[row[0]])) for row in found]


def item(db: Reader, list_id: str, item_id: str) -> Item:
    """One item with its steps. Raises NotFound, also when it is on another list."""
    steps = _steps_by_item(db, "items.id", item_id)[item_id]
    found = db.one(lambda *row: row, f"{ITEM} FROM items WHERE id = ? AND list_id = ?", item_id, list_id)
    return Item(*_whole(found, steps))


def list_of_item(db: Reader, item_id: str) -> str | None:
    """The id of the list an item is on, or None."""
    list_id = db.value("SELECT list_id FROM items WHERE id = ?", item_id)
    return None if list_id is None else str(list_id)


def items_of_event(db: Reader, event_id: str) -> list[LinkedItem]:
    """The items linked to an event that exists, on archived lists too, in no order."""
    steps = _steps_by_item(db, "event_id", event_id)
    found = db.rows(
        f"{ITEM}, lists.name FROM items JOIN lists ON lists.id = list_id"
        " WHERE event_id = ?1 AND EXISTS (SELECT 1 FROM events WHERE id = ?1) ORDER BY items.rowid",
        event_id,
    )
    return [LinkedItem(*_whole(row, steps[row[0]]), list_name=name) for *row, name in found]


def open_items_of(db: Reader, member_id: str) -> list[LinkedItem]:
    """The open items assigned to a member, on lists that are not archived, in no order."""
    steps = _steps_by_item(db, "items.done = 0 AND member_id", member_id)
    found = db.rows(
        f"{ITEM}, lists.name FROM items JOIN lists ON lists.id = list_id"
        " WHERE member_id = ? AND done = 0 AND archived = 0 ORDER BY items.rowid",
        member_id,
    )
    return [LinkedItem(*_whole(row, steps[row[0]]), list_name=name) for *row, name in found]


def items_due(db: Reader, day: date) -> list[LinkedItem]:
    """The open items that are due on a date, on lists that are not archived, in no order."""
    steps = _steps_by_item(db, "items.done = 0 AND due_date", day.isoformat())
    found = db.rows(
        f"{ITEM}, lists.name FROM items JOIN lists ON lists.id = list_id"
        " WHERE due_date = ? AND done = 0 AND archived = 0 ORDER BY items.rowid",
        day,
    )
    return [LinkedItem(*_whole(row, steps[row[0]]), list_name=name) for *row, name in found]


def open_items_by_event(db: Reader, event_ids: Iterable[str]) -> dict[str, int]:
    """How many open items are linked to each event; events without any are left out."""
    return dict(
        db.all(
            lambda *row: row,
            "SELECT event_id, count(*) FROM items WHERE done = 0 AND event_id IN (SELECT value FROM json_each(?))"
            " GROUP BY event_id",
            list(event_ids),
        )
    )


def is_event(db: Reader, event_id: str) -> bool:
    """True for the id of an event."""
    return db.value("SELECT 1 FROM events WHERE id = ?", event_id) is not None


def remembered(db: Reader, memory: str) -> tuple[str | None, str | None]:
    """Store and category of the item with this title that was updated last, on any list."""
    found = db.maybe(
        lambda *row: row,
        "SELECT store, category FROM items WHERE memory = ? ORDER BY updated_at DESC, rowid DESC LIMIT 1",
        memory,
    )
    return found or (None, None)


def next_sort(db: Reader, list_id: str) -> float:
    """The place after the last item."""
    return float(db.value("SELECT coalesce(max(sort), -1) + 1 FROM items WHERE list_id = ?", list_id))


def put_item(tx: Tx, item: Item, memory: str, link: bool) -> None:
    """Store an item and its steps. Without `link` an existing item keeps the event it is linked to, away or not."""
    tx.run(
        "INSERT INTO items (id, list_id, title, memory, notes, quantity, store, category, member_id, due_date,"
        " event_id, priority, done, done_at, done_by, sort, created_at, updated_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET list_id = excluded.list_id, title = excluded.title,"
        " memory = excluded.memory, notes = excluded.notes,"
        " quantity = excluded.quantity, store = excluded.store, category = excluded.category,"
        " member_id = excluded.member_id, due_date = excluded.due_date, priority = excluded.priority,"
        " done = excluded.done, done_at = excluded.done_at, done_by = excluded.done_by, sort = excluded.sort,"
        " updated_at = excluded.updated_at",
        item.id, item.list_id, item.title, memory, item.notes, item.quantity, item.store, item.category,
        item.member_id, item.due_date, item.event_id, item.priority, item.done, item.done_at, item.done_by, item.sort,
        item.created_at, item.updated_at,
    )  # fmt: skip
    if link:
        tx.run("UPDATE items SET event_id = ? WHERE id = ?", item.event_id, item.id)
    put_steps(tx, item.id, item.steps)


def put_steps(tx: Tx, item_id: str, steps: list[Step]) -> None:
    """Store steps of an item; those not named stay as they are."""
    tx.run_many(
        "INSERT INTO steps (id, item_id, title, done, sort) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET item_id = excluded.item_id, title = excluded.title,"
        " done = excluded.done, sort = excluded.sort",
        [(step.id, item_id, step.title, step.done, step.sort) for step in steps],
    )


def item_of_step(db: Reader, step_id: str) -> str | None:
    """The id of the item a step belongs to, or None."""
    item_id = db.value("SELECT item_id FROM steps WHERE id = ?", step_id)
    return None if item_id is None else str(item_id)


def remove_step(tx: Tx, step_id: str) -> None:
    """Forget a step."""
    tx.run("DELETE FROM steps WHERE id = ?", step_id)


def remove_item(tx: Tx, item_id: str) -> None:
    """Forget an item; foreign keys take its steps and its discussion along."""
    tx.run("DELETE FROM items WHERE id = ?", item_id)


def remove_done(tx: Tx, list_id: str) -> int:
    """Forget the ticked items of a list; how many they were."""
    return tx.run("DELETE FROM items WHERE list_id = ? AND done = 1", list_id)


def order_items(tx: Tx, list_id: str, item_ids: list[str]) -> None:
    """Give each item its index as place; ids from elsewhere are passed over."""
    tx.run_many(
        "UPDATE items SET sort = ? WHERE id = ? AND list_id = ?",
        [(index, item_id, list_id) for index, item_id in enumerate(item_ids)],
    )


def order_steps(tx: Tx, item_id: str, step_ids: list[str]) -> None:
    """Give each step its index as place; ids from elsewhere are passed over."""
    tx.run_many(
        "UPDATE steps SET sort = ? WHERE id = ? AND item_id = ?",
        [(index, step_id, item_id) for index, step_id in enumerate(step_ids)],
    )


def checklist_progress(db: Reader, list_id: str, member_id: str | None) -> tuple[int, int]:
    """How many items a member sees on a list (their own and the unassigned; None: all), and how many are done."""
    row = next(db.rows(f"SELECT count(*), coalesce(sum(done), 0) FROM items WHERE {MINE}", list_id, member_id))
    return row[0], row[1]


def untick(tx: Tx, list_id: str, member_id: str | None) -> int:
    """Open the items a member sees on a list (None: all) and their steps; how many items were ticked."""
    total, done = checklist_progress(tx, list_id, member_id)
    if total:
        tx.run(
            "UPDATE items SET done = 0, done_at = NULL, done_by = NULL, updated_at = ?"
            f" WHERE {MINE} AND (done = 1 OR EXISTS (SELECT 1 FROM steps WHERE item_id = items.id AND steps.done = 1))",
            tx.now, list_id, member_id,
        )  # fmt: skip
        tx.run(
            f"UPDATE steps SET done = 0 WHERE done = 1 AND item_id IN (SELECT id FROM items WHERE {MINE})",
            list_id, member_id,
        )  # fmt: skip
    return done


def _steps_by_item(db: Reader, column: str, wanted: str) -> defaultdict[str, list[Step]]:
    steps: defaultdict[str, list[Step]] = defaultdict(list)
    found = db.rows(
        "SELECT item_id, steps.id, steps.title, steps.done, steps.sort FROM items JOIN steps ON item_id = items.id"
        f" WHERE {column} = ? ORDER BY steps.sort, steps.rowid",
        wanted,
    )
    for item_id, step_id, title, done, sort in found:
        steps[item_id].append(Step(step_id, title, done == 1, sort))
    return steps


def _whole(row: Sequence[Any], steps: list[Step]) -> tuple[Any, ...]:
    return (*row[:11], row[11] == 1, *row[12:], steps, sum(step.done for step in steps), len(steps))


def _list(*row: Any) -> List:
    *own, done, still_open = row
    whole = (*own[:5], msgspec.json.decode(own[5]), *own[6:9], own[9] == 1, own[10], done + still_open, still_open)
    return List(*whole)
