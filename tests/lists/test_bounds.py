"""How much a display key can add to lists, and the error at the limit. (docs/reliability.md)"""

from typing import Any

import pytest

from appliance.chores import actions as chores
from appliance.kernel.database.database import Database
from appliance.kernel.database.table_sizes import TableBudget
from appliance.lists import actions as lists
from appliance.lists import queries
from appliance.notes import actions as notes
from tests.client import Client
from tests.lists.fixtures import a_list, add, on

BUDGETS = [lists.LISTS, lists.GROUPS, lists.ITEMS, lists.STEPS, notes.NOTES, chores.CHORES, chores.COMPLETIONS]


def fill(database: Database, budget: TableBudget) -> None:
    """Pretend that a budget is used up."""
    database.write_now(
        lambda tx: tx.run(
            "UPDATE table_sizes SET entries = ?, bytes = ? WHERE name = ?",
            budget.entries,
            budget.bytes,
            budget.table,
        )
    )


def a_household(display: Client) -> dict[str, str]:
    list_id = a_list(display)
    [item] = add(display, list_id, {"title": "Bag", "steps": ["Pens"]})
    chore = display.post("/api/chores", {"title": "Dishes", "rrule": "FREQ=DAILY"}).json()
    return {"list": list_id, "item": item["id"], "step": item["steps"][0]["id"], "chore": chore["id"]}


GROWING: list[tuple[TableBudget, str, str, Any]] = [
    (lists.LISTS, "POST", "/api/lists", {"name": "More", "kind": "todo"}),
    (lists.LISTS, "PATCH", "/api/lists/{list}", {"name": "A longer name"}),
    (lists.GROUPS, "PUT", "/api/lists/{list}/groups", {"groups": [{"kind": "store", "name": "Market"}]}),
    (lists.ITEMS, "POST", "/api/lists/{list}/items", {"title": "Milk"}),
    (lists.ITEMS, "PATCH", "/api/lists/{list}/items/{item}", {"notes": "Something long"}),
    (lists.STEPS, "POST", "/api/lists/{list}/items/{item}/steps", {"title": "Paper"}),
    (lists.STEPS, "PATCH", "/api/lists/{list}/items/{item}/steps/{step}", {"title": "Many pens"}),
    (notes.NOTES, "POST", "/api/notes", {"target": "list_item:{item}", "body": "Hello"}),
    (chores.CHORES, "POST", "/api/chores", {"title": "More"}),
    (chores.CHORES, "PATCH", "/api/chores/{chore}", {"title": "Dishes and pans"}),
    (chores.COMPLETIONS, "POST", "/api/chores/{chore}/complete", {"date": "2026-11-20"}),
]


@pytest.mark.parametrize(("budget", "method", "path", "body"), GROWING)
def test_a_full_table_rejects_rows_with_advice(
    database: Database, display: Client, budget: TableBudget, method: str, path: str, body: dict[str, str]
) -> None:
    ids = a_household(display)
    fill(database, budget)
    if "target" in body:
        body = body | {"target": body["target"].format(**ids)}

    answer = display.request(method, path.format(**ids), json=body)

    assert (409, True) == (answer.status_code, answer.json()["error"].endswith(f"limit: {budget.remedy}")), answer.text


def test_every_budget_is_tested() -> None:
    assert {each.table for each in BUDGETS} == {budget.table for budget, *_ in GROWING}


def test_existing_rows_can_be_used_and_removed_at_the_limit(database: Database, display: Client) -> None:
    ids = a_household(display)
    for budget in BUDGETS:
        fill(database, budget)
    item = f"/api/lists/{ids['list']}/items/{ids['item']}"

    assert 200 == display.patch(item, {"done": True}).status_code
    assert 200 == display.patch(f"/api/chores/{ids['chore']}", {"points": 3}).status_code
    assert 200 == display.delete(item).status_code
    assert 200 == display.delete(f"/api/lists/{ids['list']}").status_code


def test_one_list_has_a_bounded_number_of_items_and_steps(display: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_ITEMS_PER_LIST", 2)
    monkeypatch.setattr(lists, "MAX_STEPS_PER_LIST", 3)
    list_id = a_list(display)
    [item, _] = add(display, list_id, {"title": "a", "steps": ["1", "2", "3"]}, "b")

    answer = display.post(f"/api/lists/{list_id}/items", {"title": "c"})
    error = "a list has at most 2 items: delete items that are done, or use another list"
    assert (409, error) == (answer.status_code, answer.json()["error"])
    answer = display.post(f"/api/lists/{list_id}/items/{item['id']}/steps", {"title": "4"})
    error = "a list has at most 3 steps: delete steps that are done, or use another list"
    assert (409, error) == (answer.status_code, answer.json()["error"])
    assert 2 == len(on(display, list_id))


def test_active_repeating_chores_are_bounded(display: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "MAX_REPEATING", 1)
    ids = a_household(display)
    once = display.post("/api/chores", {"title": "Once", "dueDate": "2026-11-20"}).json()["id"]
    paused = display.post("/api/chores", {"title": "Paused", "rrule": "FREQ=DAILY", "active": False}).json()["id"]

    rejected = [
        display.post("/api/chores", {"title": "More", "rrule": "FREQ=DAILY"}),
        display.patch(f"/api/chores/{once}", {"rrule": "FREQ=DAILY"}),
        display.patch(f"/api/chores/{paused}", {"active": True}),
    ]
    error = "the household has 1 active repeating chores, which is the limit: delete or pause one"
    assert [(409, error)] * 3 == [(each.status_code, each.json()["error"]) for each in rejected]
    assert 200 == display.patch(f"/api/chores/{ids['chore']}", {"title": "Pans"}).status_code


def test_suggestions_and_linked_items_are_bounded(
    display: Client, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "MAX_SUGGESTIONS", 2)
    list_id = a_list(display)
    add(display, list_id, *({"title": name, "store": name} for name in "abc"))
    assert ["a", "b"] == display.get(f"/api/lists/{list_id}").json()["suggestions"]["stores"]

    monkeypatch.setattr(queries, "MAX_LINKED_ITEMS", 2)
    add(display, list_id, *({"title": name, "dueDate": "2026-11-20", "steps": [name]} for name in "def"))
    assert [["d"], ["e"]] == [
        [step.title for step in item.steps] for item in queries.items_due(database.read, database.read.today)
    ]
