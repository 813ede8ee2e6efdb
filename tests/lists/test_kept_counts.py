"""The counts of each list that triggers keep: the same as counted anew."""

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from tests.client import Client


def test_counts_follow_every_request(client: Client, database: Database) -> None:
    path = f"/api/lists/{client.post('/api/lists', {'name': 'Camp', 'kind': 'reusable'}).json()['id']}"
    tent, mat, map_ = client.post(
        f"{path}/items", [{"title": "Tent", "steps": ["pegs", "poles"]}, {"title": "Mat"}, {"title": "Map"}]
    ).json()
    pegs, poles = (f"{path}/items/{tent['id']}/steps/{step['id']}" for step in tent["steps"])
    requests = [
        ("PATCH", f"{path}/items/{mat['id']}", {"done": True}),
        ("POST", f"{path}/items/{tent['id']}/steps", {"title": "rope"}),
        ("PATCH", pegs, {"done": True}),
        ("DELETE", poles, None),
        ("PATCH", f"{path}/items/{tent['id']}", {"done": True}),
        ("POST", f"{path}/items/{tent['id']}/steps", {"title": "lamp"}),
        ("POST", f"{path}/reset", None),
        ("PATCH", f"{path}/items/{map_['id']}", {"done": True}),
        ("POST", f"{path}/clear-completed", None),
        ("DELETE", f"{path}/items/{tent['id']}", None),
        ("PATCH", path, {"archived": True}),
        ("DELETE", path, None),
    ]
    for method, where, body in requests:
        answer = client.request(method, where, **({} if body is None else {"json": body}))
        assert answer.status_code == 200, (method, where, answer.text)
        assert recounted(database) == kept_counts(database), (method, where)
    assert [] == kept_counts(database)


def test_counts_follow_items_that_move_to_another_list(client: Client, database: Database) -> None:
    lists = [client.post("/api/lists", {"name": name, "kind": "todo"}).json()["id"] for name in ("One", "Two")]
    items = client.post(f"/api/lists/{lists[0]}/items", [{"title": "Tent", "steps": ["a", "b"]}, {"title": "Mat"}])
    client.patch(f"/api/lists/{lists[0]}/items/{items.json()[1]['id']}", {"done": True})
    move = "UPDATE items SET list_id = ? WHERE id = ?"
    for item in items.json():
        database.write_now(Tx.run, move, lists[1], item["id"])
        assert recounted(database) == kept_counts(database)

    database.write_now(Tx.run, "UPDATE steps SET item_id = ?", items.json()[1]["id"])
    assert recounted(database) == kept_counts(database)
    assert {(lists[0], 0, 0, 0), (lists[1], 2, 1, 2)} == set(kept_counts(database))


def kept_counts(database: Database) -> list[tuple[str, int, int, int]]:
    """By list: items, open items and steps, as the triggers count them."""
    return list(database.read.rows("SELECT list_id, items, open_items, steps FROM list_counts ORDER BY list_id"))


def recounted(database: Database) -> list[tuple[str, int, int, int]]:
    """The same, counted anew."""
    return list(
        database.read.rows(
            "SELECT lists.id, count(DISTINCT items.id), count(DISTINCT CASE WHEN items.done = 0 THEN items.id END),"
            " count(steps.id) FROM lists LEFT JOIN items ON list_id = lists.id LEFT JOIN steps ON item_id = items.id"
            " GROUP BY lists.id ORDER BY lists.id"
        )
    )
