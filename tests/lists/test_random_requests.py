"""Hundreds of random calls: after each of them the lists equal the model."""

import random
from typing import Any

import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.kernel.scheduling.clock import instant
from tests.client import Client
from tests.fakes import FakeClock
from tests.lists.model_of_lists import Model

CALLS = 250
TITLES = ["Milk", "milk", "Bread", "Eggs", "Olives", "Zucchini", "apples", "Nails"]
DATES = [None, None, "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-12-24"]
PRIORITIES = ["low", "normal", "normal", "high", "urgent"]


class RandomRequests:
    """One random way through the routes of lists, beside the model. Each call asserts what it answers."""

    def __init__(self, seed: int, client: Client, clock: FakeClock):
        self.dice = random.Random(seed)
        self.client = client
        self.clock = clock
        self.model = Model()

    @property
    def now(self) -> str:
        return instant(self.clock.at)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.client.request(method, f"/api/lists{path}", **({} if body is None else {"json": body}))
        assert answer.status_code in (200, 201), (method, path, body, answer.text)
        return answer.json()

    def step(self) -> None:
        """One call; the clock moves on by a random number of seconds, at times none."""
        self.clock.turn(seconds=self.dice.choice([0, 1, 7]))
        open_to = [self.add, self.add, self.change_list, self.reorder, self.clear, self.reset]
        if any(each["items"] for each in self.model.lists.values()):
            of_an_item = [self.tick, self.edit, self.add_step, self.tick_step, self.move_step, self.drop_step]
            open_to += [*of_an_item * 3, self.reorder_steps, self.remove]
        if len(self.model.lists) < 2 or self.dice.random() < 0.02:
            open_to = [self.make]
        elif self.dice.random() < 0.01:
            open_to = [self.drop_list]
        self.dice.choice(open_to)()

    def a_list(self) -> str:
        return self.dice.choice(list(self.model.lists))

    def an_item(self) -> tuple[str, str, dict[str, Any]]:
        """List id, item id and the model's item."""
        found = [(list_id, *row) for list_id, each in self.model.lists.items() for row in each["items"].items()]
        return self.dice.choice(found)

    def a_request(self) -> dict[str, Any]:
        dice = self.dice
        request = {"title": dice.choice(TITLES), "priority": dice.choice(PRIORITIES), "dueDate": dice.choice(DATES)}
        store = {} if dice.random() < 0.5 else {"store": dice.choice([None, "Aldi", "Lidl"])}
        return request | store | {"steps": [f"step {place}" for place in range(dice.choice([0, 0, 1, 3]))]}

    def make(self) -> None:
        kind = self.dice.choice(["shopping", "todo", "reusable"])
        self.model.make(self.call("POST", "", {"name": "List", "kind": kind})["id"], kind)

    def drop_list(self) -> None:
        list_id = self.a_list()
        self.call("DELETE", f"/{list_id}")
        del self.model.lists[list_id]

    def change_list(self) -> None:
        list_id = self.a_list()
        choices = [("sortBy", each) for each in ("manual", "added", "due", "priority", "alpha")]
        name, value = self.dice.choice([*choices, ("archived", self.dice.random() < 0.5)])
        assert value == self.call("PATCH", f"/{list_id}", {name: value})[name]
        self.model.lists[list_id][name] = value

    def add(self) -> None:
        list_id = self.a_list()
        requests = [self.a_request() for _ in range(self.dice.choice([1, 1, 2, 5]))]
        body = requests[0] if len(requests) == 1 and self.dice.random() < 0.5 else requests
        self.model.add(list_id, self.now, self.call("POST", f"/{list_id}/items", body), requests)

    def edit(self) -> None:
        list_id, item_id, item = self.an_item()
        request = self.a_request()
        del request["steps"]
        self.call("PATCH", f"/{list_id}/items/{item_id}", request)
        item |= request | {"updatedAt": self.now}

    def tick(self) -> None:
        list_id, item_id, item = self.an_item()
        done = self.dice.random() < 0.6
        self.call("PATCH", f"/{list_id}/items/{item_id}", {"done": done})
        self.model.tick(item, done, self.now)

    def remove(self) -> None:
        list_id, item_id, _ = self.an_item()
        self.call("DELETE", f"/{list_id}/items/{item_id}")
        del self.model.lists[list_id]["items"][item_id]

    def add_step(self) -> None:
        list_id, item_id, item = self.an_item()
        answer = self.call("POST", f"/{list_id}/items/{item_id}/steps", {"title": "more"})
        [step_id] = {step["id"] for step in answer["steps"]} - item["steps"].keys()
        item["steps"][step_id] = {"title": "more", "done": False, "sort": self.model.after(item["steps"])}
        self.model.follow_steps(item, self.now)

    def tick_step(self) -> None:
        self.change_step({"done": self.dice.random() < 0.7})

    def move_step(self) -> None:
        self.change_step({"sort": self.dice.choice([-1.5, 0.5, 1.5, 9])})

    def change_step(self, patch: dict[str, Any]) -> None:
        list_id, item_id, item = self.an_item()
        # Two steps at one place stand in the order they were made, which the model does not follow.
        if not item["steps"] or patch.get("sort") in [step["sort"] for step in item["steps"].values()]:
            return
        step_id = self.dice.choice(list(item["steps"]))
        self.call("PATCH", f"/{list_id}/items/{item_id}/steps/{step_id}", patch)
        item["steps"][step_id] |= patch
        self.model.follow_steps(item, self.now)

    def drop_step(self) -> None:
        list_id, item_id, item = self.an_item()
        if item["steps"]:
            step_id = self.dice.choice(list(item["steps"]))
            self.call("DELETE", f"/{list_id}/items/{item_id}/steps/{step_id}")
            del item["steps"][step_id]
            self.model.follow_steps(item, self.now)

    def reorder_steps(self) -> None:
        list_id, item_id, item = self.an_item()
        order = self.dice.sample(list(item["steps"]), len(item["steps"]))
        self.call("POST", f"/{list_id}/items/{item_id}/steps/reorder", {"stepIds": ["nothing", *order]})
        for place, step_id in enumerate(order, 1):
            item["steps"][step_id]["sort"] = place

    def reorder(self) -> None:
        list_id = self.a_list()
        items = self.model.lists[list_id]["items"]
        other_item = [
            item_id for each in self.model.lists.values() for item_id in each["items"] if item_id not in items
        ]
        order = self.dice.sample([*items, *other_item[:2]], len(items) // 2)
        self.call("POST", f"/{list_id}/reorder", {"itemIds": order})
        for place, item_id in enumerate(order):
            if item_id in items:
                items[item_id]["sort"] = place

    def clear(self) -> None:
        list_id = self.a_list()
        assert {"deleted": self.model.clear(list_id)} == self.call("POST", f"/{list_id}/clear-completed")

    def reset(self) -> None:
        list_id = self.a_list()
        assert {"reset": self.model.reset(list_id, self.now)} == self.call("POST", f"/{list_id}/reset")

    def compare(self) -> None:
        """Every list and every item, as the API shows them and as the model has them."""
        expected = {
            list_id: (
                each["sortBy"],
                each["archived"],
                len(each["items"]),
                sum(not item["done"] for item in each["items"].values()),
            )
            for list_id, each in self.model.lists.items()
        }
        listed = self.call("GET", "?archived=true")
        names = ("sortBy", "archived", "itemCount", "openCount")
        assert expected == {each["id"]: tuple(each[name] for name in names) for each in listed}
        for list_id in expected:
            shown = self.model.shown(list_id)
            items = self.call("GET", f"/{list_id}")["items"]
            assert shown == [{name: item[name] for name in row} for row, item in zip(shown, items, strict=True)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_operations_give_the_same_state_as_the_model(
    seed: int, client: Client, clock: FakeClock, database: Database
) -> None:
    requests = RandomRequests(seed, client, clock)
    for _ in range(CALLS):
        requests.step()
        requests.compare()
        assert recounted(database) == kept_counts(database)

    assert sum(len(each["items"]) for each in requests.model.lists.values()) > 0
    assert database.rev > CALLS / 2


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
