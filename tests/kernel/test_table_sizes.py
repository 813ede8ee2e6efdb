"""Budgets of tables: the counted sizes follow the rows, and a write over a budget fails and leaves nothing."""

import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.database.table_sizes import TableBudget, TableSize, table_sizes, within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Conflict
from tests.client import Client
from tests.lists.fixtures import a_list, add

TEXTS = {
    "lists": ("name", "emoji", "color"),
    "list_groups": ("name",),
    "items": ("title", "notes", "quantity", "store", "category"),
    "steps": ("title",),
    "notes": ("body",),
    "chores": ("title", "rrule", "due_time"),
    "chore_completions": (),
}
TINY = TableBudget(table="lists", entries=2, bytes=20, what="lists", remedy="delete some")


@within_budget(TINY)
def put(tx: Tx, name: str) -> None:
    tx.run(
        "INSERT INTO lists (id, name, kind, group_by, sort_by, sort, archived, created_at)"
        " VALUES (?1, ?1, 'todo', 'none', 'manual', 0, 0, '') ON CONFLICT (id) DO NOTHING",
        name,
    )
    tx.touch()


@within_budget(TINY)
def rename(tx: Tx, name: str, to: str) -> None:
    tx.run("UPDATE lists SET name = ? WHERE id = ?", to, name)


def actual(database: Database, table: str) -> TableSize:
    rows = list(database.read.rows(f"SELECT {', '.join(TEXTS[table]) or '1'} FROM {table}"))
    texts = [text for row in rows for text in row if isinstance(text, str)]
    return TableSize(entries=len(rows), bytes=sum(len(text.encode()) for text in texts))


def sizes(database: Database) -> dict[str, TableSize]:
    return table_sizes(database.read, *TEXTS)


def test_the_counted_sizes_follow_the_rows(database: Database, client: Client) -> None:
    list_id = a_list(client, "shopping", emoji="🛒")
    milk, _ = add(client, list_id, {"title": "Müsli\u0000", "notes": "x", "steps": ["a", "bb"]}, {"title": "Brot"})
    path = f"/api/lists/{list_id}"
    client.put(f"{path}/groups", {"groups": [{"kind": "store", "name": "Märkte"}]})
    client.post("/api/notes", {"target": f"list_item:{milk['id']}", "body": "Hafer 🥣"})
    chore = client.post("/api/chores", {"title": "Dishes", "rrule": "FREQ=DAILY", "dueTime": "18:00"}).json()["id"]
    client.post(f"/api/chores/{chore}/complete", {"date": "2026-11-20"})
    client.post(f"/api/chores/{chore}/complete", {"date": "2026-11-20"})
    assert {table: actual(database, table) for table in TEXTS} == sizes(database)
    assert {1, 2} == {size.entries for size in sizes(database).values()}

    client.patch(f"{path}/items/{milk['id']}", {"title": "Milch", "notes": None, "store": "Markt", "done": True})
    client.patch(f"/api/chores/{chore}", {"title": "Dishes and pans", "dueTime": None})
    assert {table: actual(database, table) for table in TEXTS} == sizes(database)

    client.delete(path)
    client.delete(f"/api/chores/{chore}")
    assert dict.fromkeys(TEXTS, TableSize(entries=0, bytes=0)) == sizes(database)


def test_a_write_over_a_budget_fails_and_leaves_nothing(database: Database) -> None:
    for name in "ab":
        database.write_now(put, name)
    rev = database.rev

    with pytest.raises(Conflict, match=r"^the household has 2 lists, which is the limit: delete some$"):
        database.write_now(put, "c")

    assert (2, rev) == (table_sizes(database.read, "lists")["lists"].entries, database.rev)


def test_texts_have_a_budget_of_bytes(database: Database) -> None:
    database.write_now(put, "a")
    with pytest.raises(Conflict, match=r"^the texts of all lists take 0 MB, which is the limit: delete some$"):
        database.write_now(rename, "a", "ä" * 11)
    database.write_now(rename, "a", "ä" * 10)


def test_full_tables_can_be_changed_and_made_smaller(database: Database) -> None:
    for name in "ab":
        database.write_now(put, name)
    database.write_now(lambda tx: tx.run("UPDATE lists SET name = ?", "x" * 30))

    database.write_now(rename, "a", "y" * 30)
    database.write_now(rename, "a", "y")
    database.write_now(put, "a")
