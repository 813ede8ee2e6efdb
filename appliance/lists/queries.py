"""SQL of lists, items and steps."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TypeVar

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import NotFound
from appliance.lists.models import FoundItem, Group, GroupKind, Item, LinkedItem, List, Step

LIST = """
  SELECT id, name, emoji, color, kind,
    (SELECT json_group_array(member_id ORDER BY position) FROM list_owners WHERE list_id = lists.id) AS member_ids,
    group_by, sort_by, sort, archived, pinned, created_at, items AS item_count, open_items AS open_count
  FROM lists JOIN list_counts ON list_counts.list_id = lists.id"""
# The steps of an item are read by a statement of their own and filled in afterwards.
ITEM = """
  SELECT items.id, list_id, title, notes, quantity, store, category, member_id, due_date,
    (SELECT id FROM events WHERE events.id = items.event_id) AS event_id,
    priority, done, done_at, done_by, items.sort, items.created_at, updated_at,
    added_by, added_with, done_with, rrule, after_days, repeat_from, opens_on,
    '[]' AS steps, 0 AS steps_done, 0 AS steps_total"""
LINKED_ITEM = f"{ITEM}, lists.name AS list_name FROM items JOIN lists ON lists.id = list_id"
# `excerpt` is the whole text of the notes here.
FOUND = (
    "SELECT i.id, i.title, i.list_id, l.name AS list_name, l.emoji AS list_emoji, i.member_id, i.due_date, i.done,"
    " i.quantity, i.notes AS excerpt FROM ({documents} ORDER BY rowid DESC LIMIT ?1) AS f"
    " CROSS JOIN items AS i ON i.rowid = f.document CROSS JOIN lists AS l ON l.id = i.list_id"
    " WHERE l.archived = 0 {condition} LIMIT ?2"
)
OF_MEMBER = "list_id = ? AND (member_id IS NULL OR member_id = coalesce(?, member_id))"
# Bounds of what one answer contains, for a household whose lists were filled by a program.
MAX_SUGGESTIONS = 1_000
MAX_LINKED_ITEMS = 1_000
# Of the items that match a search, so many of the newest are looked at.
MAX_READ = 1_000
# Fields of lists and of items that are no columns of their rows.
NOT_COLUMNS = {"member_ids", "item_count", "open_count", "steps", "steps_done", "steps_total", "note_count"}
ItemLike = TypeVar("ItemLike", bound=Item)


def lists(db: Reader, with_archived: bool) -> list[List]:
    """The lists in their own order."""
    return db.all(List, f"{LIST} WHERE archived <= ? ORDER BY sort, created_at, lists.rowid", int(with_archived))


def maybe_list(db: Reader, list_id: str) -> List | None:
    """One list, archived or not, or None."""
    return db.maybe(List, f"{LIST} WHERE id = ?", list_id)


def one_list(db: Reader, list_id: str) -> List:
    """One list, archived or not. Raises NotFound."""
    return db.one(List, f"{LIST} WHERE id = ?", list_id)


def check_list(db: Reader, list_id: str) -> None:
    """Raises NotFound for an id that no list has."""
    if db.value("SELECT 1 FROM lists WHERE id = ?", list_id) is None:
        raise NotFound()


def list_names(db: Reader) -> list[tuple[str, str]]:
    """The id and name of every list, archived lists too."""
    return db.all(lambda *row: row, "SELECT id, name FROM lists ORDER BY archived, sort, created_at")


def put_list(tx: Tx, stored: List) -> None:
    """Store a list and its owners; the counts are not stored."""
    columns = {name: value for name, value in asdict(stored).items() if name not in NOT_COLUMNS}
    tx.put("lists", columns, kept=["created_at"])
    tx.run("DELETE FROM list_owners WHERE list_id = ?", stored.id)
    tx.run_many(
        "INSERT INTO list_owners (list_id, member_id, position) VALUES (?, ?, ?)",
        [(stored.id, member_id, position) for position, member_id in enumerate(stored.member_ids)],
    )


def remove_list(tx: Tx, list_id: str) -> None:
    """Delete a list; foreign keys delete its items, steps, groups and notes."""
    tx.run("DELETE FROM lists WHERE id = ?", list_id)


def groups(db: Reader, list_id: str) -> list[Group]:
    """The ordered groups of a list, by kind."""
    return db.all(Group, "SELECT kind, name, sort FROM list_groups WHERE list_id = ? ORDER BY kind, sort", list_id)


def add_groups(tx: Tx, list_id: str, groups: list[Group]) -> None:
    """Store the places of groups of a list; other groups keep theirs."""
    rows = ({"list_id": list_id} | asdict(group) for group in groups)
    tx.put_all("list_groups", rows, key="list_id, kind, name")


def put_groups(tx: Tx, list_id: str, groups: list[Group]) -> None:
    """Replace the groups of a list."""
    tx.run("DELETE FROM list_groups WHERE list_id = ?", list_id)
    add_groups(tx, list_id, groups)


def names_in_use(db: Reader, kind: GroupKind) -> list[str]:
    """Every store or category on any list, at most a thousand, not in alphabetical order."""
    # SELECT DISTINCT would read the index of all items; this jumps from one name to the next.
    return db.all(
        str,
        f"WITH RECURSIVE names (name) AS (SELECT min({kind}) FROM items WHERE {kind} IS NOT NULL UNION ALL"
        f" SELECT (SELECT min({kind}) FROM items WHERE {kind} > name) FROM names WHERE name IS NOT NULL)"
        " SELECT name FROM names WHERE name IS NOT NULL LIMIT ?",
        MAX_SUGGESTIONS,
    )


def items(db: Reader, list_id: str) -> list[Item]:
    """The items of a list with their steps: by place, then as they were stored."""
    stored = db.all(Item, f"{ITEM} FROM items WHERE list_id = ? ORDER BY sort, rowid", list_id)
    return with_steps(stored, _steps_by_item(db, "list_id = ?", list_id))


def item(db: Reader, list_id: str, item_id: str) -> Item:
    """One item with its steps. Raises NotFound, also when it is on another list."""
    stored = db.one(Item, f"{ITEM} FROM items WHERE id = ? AND list_id = ?", item_id, list_id)
    return with_steps([stored], _steps_by_item(db, "id = ?", item_id))[0]


def count_items_and_steps(db: Reader, list_id: str) -> tuple[int, int]:
    """How many items are on a list, and how many steps they have together."""
    row = next(db.rows("SELECT items, steps FROM list_counts WHERE list_id = ?", list_id), (0, 0))
    return row[0], row[1]


def list_of_item(db: Reader, item_id: str) -> str | None:
    """The id of the list an item is on, or None."""
    list_id = db.value("SELECT list_id FROM items WHERE id = ?", item_id)
    return None if list_id is None else str(list_id)


def items_of_event(db: Reader, event_id: str) -> list[LinkedItem]:
    """The items linked to an existing event, on archived lists too; open ones first where there are too many.

    Those of a series are also those of an event detached from it.
    """
    where = (
        "event_id IN (?1, (SELECT detached_from FROM events WHERE id = ?1))"
        " AND EXISTS (SELECT 1 FROM events WHERE id = ?1)"
    )
    return _linked(db, f"WHERE {where} ORDER BY done, items.rowid", event_id)


def open_items_of(db: Reader, member_id: str) -> list[LinkedItem]:
    """The open items assigned to a member, on lists that are not archived; early due dates first."""
    where = "member_id = ? AND done = 0 AND archived = 0"
    return _linked(db, f"WHERE {where} ORDER BY due_date IS NULL, due_date, items.rowid", member_id)


def items_due(db: Reader, day: date) -> list[LinkedItem]:
    """The open items due on a date, on lists that are not archived, in no particular order."""
    return _linked(db, "WHERE due_date = ? AND done = 0 AND archived = 0 ORDER BY items.rowid", day.isoformat())


def items_due_through(db: Reader, day: date, most: int) -> list[LinkedItem]:
    """The open items due by a date, on lists that are not archived, the oldest due dates first; without their steps."""
    where = "due_date <= ? AND done = 0 AND archived = 0 ORDER BY due_date, items.rowid LIMIT ?"
    return db.all(LinkedItem, f"{LINKED_ITEM} WHERE {where}", day, most)


def count_due_through(db: Reader, day: date) -> int:
    """How many open items `items_due_through` has without a limit."""
    counted = (
        "SELECT count(*) FROM items JOIN lists ON lists.id = list_id WHERE due_date <= ? AND done = 0 AND archived = 0"
    )
    return int(db.value(counted, day))


def first_open_titles(db: Reader, list_ids: Sequence[str], most: int) -> dict[str, list[str]]:
    """The titles of the first open items of each list, in the family's order."""
    rows = db.rows(
        "SELECT items.list_id, title FROM json_each(?) AS asked CROSS JOIN items WHERE items.rowid IN"
        " (SELECT rowid FROM items WHERE list_id = asked.value AND done = 0 ORDER BY sort, created_at, rowid LIMIT ?)"
        " ORDER BY items.sort, items.created_at, items.rowid",
        list(list_ids),
        most,
    )
    titles: dict[str, list[str]] = defaultdict(list)
    for list_id, title in rows:
        titles[list_id].append(title)
    return titles


def matching(db: Reader, expression: str, most: int) -> list[FoundItem]:
    """The newest items that match an expression of `full_text`, on lists that are not archived."""
    sql = FOUND.format(documents="SELECT rowid AS document FROM item_search WHERE item_search MATCH ?3", condition="")
    return db.all(FoundItem, sql, MAX_READ, most, expression)


def containing(db: Reader, parts: Sequence[str], most: int) -> list[FoundItem]:
    """Of the newest items those whose title contains every part, on lists that are not archived."""
    condition = "AND NOT EXISTS (SELECT 1 FROM json_each(?3) WHERE instr(lower(i.title), value) = 0)"
    sql = FOUND.format(documents="SELECT rowid AS document FROM items", condition=condition)
    return db.all(FoundItem, sql, MAX_READ, most, parts)


def open_items_named(db: Reader, list_id: str, memory: str) -> list[Item]:
    """The open items of a list with a title, as titles are compared, in their order."""
    where = "memory = ? AND list_id = ? AND done = 0 ORDER BY sort, rowid"
    found = db.all(Item, f"{ITEM} FROM items WHERE {where} LIMIT {MAX_LINKED_ITEMS}", memory, list_id)
    ids = [item.id for item in found]
    return with_steps(found, _steps_by_item(db, "id IN (SELECT value FROM json_each(?))", ids)) if found else []


def any_opens(db: Reader, today: date) -> bool:
    """Whether a done item opens again today, or should have before."""
    return db.value("SELECT 1 FROM items WHERE opens_on <= ? LIMIT 1", today) is not None


def items_that_open(db: Reader, today: date) -> list[Item]:
    """The done items that open again today, or should have before, with their steps."""
    found = db.all(Item, f"{ITEM} FROM items WHERE opens_on <= ? ORDER BY opens_on", today)
    ids = [item.id for item in found]
    return with_steps(found, _steps_by_item(db, "id IN (SELECT value FROM json_each(?))", ids)) if found else []


def open_items_by_event(db: Reader, event_ids: Iterable[str]) -> dict[str, int]:
    """How many open items are linked to each event; events without any are left out."""
    counted = db.rows(
        "SELECT event_id, count(*) FROM items WHERE done = 0 AND event_id IN (SELECT value FROM json_each(?))"
        " GROUP BY event_id",
        list(event_ids),
    )
    return dict(counted)


def relink_open_items(tx: Tx, event_id: str, other_id: str) -> None:
    """Link the open items of an event to another one."""
    tx.run("UPDATE items SET event_id = ? WHERE event_id = ? AND done = 0", other_id, event_id)


def relink_items(tx: Tx, event_ids: Sequence[str], other_id: str) -> None:
    """Link all items of some events to another one."""
    tx.run(
        "UPDATE items SET event_id = ? WHERE event_id IN (SELECT value FROM json_each(?))", other_id, list(event_ids)
    )


def is_event(db: Reader, event_id: str) -> bool:
    """True for the id of an event."""
    return db.value("SELECT 1 FROM events WHERE id = ?", event_id) is not None


def remembered(db: Reader, memory: str) -> tuple[str | None, str | None]:
    """Store and category of the item with this title that was updated last, on any list."""
    names = db.maybe(
        lambda *row: row,
        "SELECT store, category FROM items WHERE memory = ? ORDER BY updated_at DESC, rowid DESC LIMIT 1",
        memory,
    )
    return names or (None, None)


def next_sort(db: Reader, list_id: str) -> float:
    """The sort value after the last item."""
    return float(db.value("SELECT coalesce(max(sort), -1) + 1 FROM items WHERE list_id = ?", list_id))


def put_item(tx: Tx, item: Item, memory: str, link: bool) -> None:
    """Store an item and its steps. Without `link` a stored item keeps its link to an event that may not exist now."""
    columns = {name: value for name, value in asdict(item).items() if name not in NOT_COLUMNS}
    kept = ["created_at"] if link else ["created_at", "event_id"]
    tx.put("items", columns | {"memory": memory}, kept=kept)
    put_steps(tx, item.id, item.steps)


def put_steps(tx: Tx, item_id: str, steps: list[Step]) -> None:
    """Store steps of an item; other steps stay as they are."""
    tx.put_all("steps", ({"item_id": item_id} | asdict(step) for step in steps))


def item_of_step(db: Reader, step_id: str) -> str | None:
    """The id of the item a step belongs to, or None."""
    item_id = db.value("SELECT item_id FROM steps WHERE id = ?", step_id)
    return None if item_id is None else str(item_id)


def remove_step(tx: Tx, step_id: str) -> None:
    """Delete a step."""
    tx.run("DELETE FROM steps WHERE id = ?", step_id)


def remove_item(tx: Tx, item_id: str) -> None:
    """Delete an item; foreign keys delete its steps and notes."""
    tx.run("DELETE FROM items WHERE id = ?", item_id)


def remove_items(tx: Tx, item_ids: Sequence[str]) -> None:
    """`remove_item` for many."""
    tx.run("DELETE FROM items WHERE id IN (SELECT value FROM json_each(?))", list(item_ids))


def done(db: Reader, list_id: str, item_ids: Sequence[str] | None) -> list[tuple[str, str]]:
    """The ids and titles of the ticked items of a list, or of those of them that are named, by place.

    Without those that open again.
    """
    named, ids = _named(item_ids)
    sql = "SELECT id, title FROM items WHERE list_id = ? AND done = 1 AND opens_on IS NULL"
    return db.all(lambda item_id, title: (item_id, title), f"{sql}{named} ORDER BY sort, rowid", list_id, *ids)


def order_items(tx: Tx, list_id: str, item_ids: list[str]) -> None:
    """Give each item its index as place; ids of other lists are ignored."""
    tx.run_many(
        "UPDATE items SET sort = ? WHERE id = ? AND list_id = ?",
        [(index, item_id, list_id) for index, item_id in enumerate(item_ids)],
    )


def order_steps(tx: Tx, item_id: str, step_ids: list[str]) -> None:
    """Give each step its index as place; ids of other items are ignored."""
    tx.run_many(
        "UPDATE steps SET sort = ? WHERE id = ? AND item_id = ?",
        [(index, step_id, item_id) for index, step_id in enumerate(step_ids)],
    )


def checklist_progress(
    db: Reader, list_id: str, member_id: str | None, item_ids: Sequence[str] | None = None
) -> tuple[int, int]:
    """How many items of a list belong to a member or to nobody (None: all items), and how many of these are done.

    With `item_ids` only the named items count.
    """
    if member_id is None and item_ids is None:
        whole = next(db.rows("SELECT items, items - open_items FROM list_counts WHERE list_id = ?", list_id), (0, 0))
        return whole[0], whole[1]
    named, ids = _named(item_ids)
    counts = f"SELECT count(*), coalesce(sum(done), 0) FROM items WHERE {OF_MEMBER}{named}"
    row = next(db.rows(counts, list_id, member_id, *ids))
    return row[0], row[1]


def untick(tx: Tx, list_id: str, member_id: str | None, item_ids: Sequence[str] | None = None) -> int:
    """Untick the items of a list that belong to a member or to nobody (None: all), with their steps.

    With `item_ids` only the named items. Answers how many items were ticked.
    """
    total, done = checklist_progress(tx, list_id, member_id, item_ids)
    if total:
        named, ids = _named(item_ids)
        tx.run(
            "UPDATE items SET done = 0, done_at = NULL, done_by = NULL, done_with = NULL, opens_on = NULL,"
            f" updated_at = ? WHERE {OF_MEMBER}{named}"
            " AND (done = 1 OR EXISTS (SELECT 1 FROM steps WHERE item_id = items.id AND steps.done = 1))",
            tx.now,
            list_id,
            member_id,
            *ids,
        )
        tx.run(
            f"UPDATE steps SET done = 0 WHERE done = 1 AND item_id IN (SELECT id FROM items WHERE {OF_MEMBER}{named})",
            list_id,
            member_id,
            *ids,
        )
    return done


def _named(item_ids: Sequence[str] | None) -> tuple[str, list[list[str]]]:
    """A condition for the named items and its values; no condition for None."""
    return ("", []) if item_ids is None else (" AND id IN (SELECT value FROM json_each(?))", [list(item_ids)])


def with_steps(items: list[ItemLike], steps_by_item: Mapping[str, list[Step]]) -> list[ItemLike]:
    """Fill in the steps of items just read."""
    for item in items:
        if steps := steps_by_item.get(item.id):
            item.steps, item.steps_total = steps, len(steps)
            item.steps_done = sum(step.done for step in steps)
    return items


def _linked(db: Reader, condition: str, argument: str) -> list[LinkedItem]:
    linked = db.all(LinkedItem, f"{LINKED_ITEM} {condition} LIMIT {MAX_LINKED_ITEMS}", argument)
    ids = [item.id for item in linked]
    return with_steps(linked, _steps_by_item(db, "id IN (SELECT value FROM json_each(?))", ids)) if linked else []


def _steps_by_item(db: Reader, where: str, *arguments: str | Sequence[str]) -> dict[str, list[Step]]:
    """The steps of the items that match a condition, in order."""
    steps: dict[str, list[Step]] = defaultdict(list)
    rows = db.rows(
        f"SELECT item_id, s.id, s.title, s.done, s.sort FROM (SELECT id AS found_id FROM items WHERE {where})"
        " JOIN steps AS s ON item_id = found_id ORDER BY s.sort, s.rowid",
        *arguments,
    )
    for item_id, step_id, title, done, sort in rows:
        steps[item_id].append(Step(id=step_id, title=title, done=done == 1, sort=sort))
    return steps
