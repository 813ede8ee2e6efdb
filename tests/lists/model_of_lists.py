"""A model of the lists in a few dictionaries, which the real lists are compared with."""

from typing import Any

RANK = {"urgent": 0, "high": 1, "normal": 2, "low": 3}
TODAY = "2026-11-20"
Row = dict[str, Any]


class Model:
    """Lists by id; each holds its items by id, each item its steps by id, all in the order they were made."""

    def __init__(self) -> None:
        self.lists: dict[str, Row] = {}

    def make(self, list_id: str, kind: str) -> None:
        self.lists[list_id] = {"kind": kind, "sortBy": "manual", "archived": False, "items": {}}

    def add(self, list_id: str, now: str, answers: list[Row], requests: list[Row]) -> None:
        """Only the ids are taken from the answer; everything else must follow from the request."""
        items = self.lists[list_id]["items"]
        for answer, request in zip(answers, requests, strict=True):
            memory = self.memory(request["title"])
            items[answer["id"]] = {
                "title": request["title"],
                "store": request.get("store", memory),
                "priority": request["priority"],
                "dueDate": request["dueDate"],
                "done": False,
                "doneAt": None,
                "sort": self.after(items),
                "createdAt": now,
                "updatedAt": now,
                "turn": self.turn(),
                "steps": {
                    step["id"]: {"title": title, "done": False, "sort": place}
                    for place, (step, title) in enumerate(zip(answer["steps"], request["steps"], strict=True))
                },
            }

    def memory(self, title: str) -> str | None:
        """The store of the item with this title that was changed last."""
        same = [item for item in self.everything() if item["title"].casefold() == title.casefold()]
        newest = max(same, key=lambda item: (item["updatedAt"], item["turn"]), default=None)
        return newest["store"] if newest else None

    def everything(self) -> list[Row]:
        return [item for each in self.lists.values() for item in each["items"].values()]

    def turn(self) -> int:
        """Rises with every item made, so that two of the same moment differ."""
        return max((item["turn"] for item in self.everything()), default=0) + 1

    def tick(self, item: Row, done: bool, now: str) -> None:
        item |= {"done": done, "doneAt": now if done else None, "updatedAt": now}
        for step in item["steps"].values():
            step["done"] = done

    def follow_steps(self, item: Row, now: str) -> None:
        """After any change of its steps an item with steps is done exactly when all of them are."""
        item["updatedAt"] = now
        done = all(step["done"] for step in item["steps"].values())
        if item["steps"] and done != item["done"]:
            item |= {"done": done, "doneAt": now if done else None}

    def reset(self, list_id: str, now: str) -> int:
        items = self.lists[list_id]["items"].values()
        ticked: int = sum(item["done"] for item in items)
        for item in items:
            if item["done"] or any(step["done"] for step in item["steps"].values()):
                self.tick(item, False, now)
        return ticked

    def clear(self, list_id: str) -> int:
        items = self.lists[list_id]["items"]
        gone = [item_id for item_id, item in items.items() if item["done"]]
        for item_id in gone:
            del items[item_id]
        return len(gone)

    @staticmethod
    def after(rows: dict[str, Row]) -> float:
        return max((row["sort"] for row in rows.values()), default=-1) + 1

    def shown(self, list_id: str) -> list[Row]:
        """The items of a list as GET should show them, in its order."""
        wanted = self.lists[list_id]
        rows = sorted(wanted["items"].items(), key=lambda row: row[1]["turn"])
        rows.sort(key=lambda row: self.place(row[1], wanted["sortBy"]), reverse=wanted["sortBy"] == "added")
        return [self.drawn(item_id, item) for item_id, item in rows]

    @staticmethod
    def place(item: Row, sort_by: str) -> tuple[Any, ...]:
        rank = 2 if item["done"] else RANK[item["priority"]]
        calm = 0 if not item["done"] and (item["dueDate"] or TODAY) < TODAY else 1
        due = (item["dueDate"] is None, item["dueDate"] or "")
        hand = (item["sort"], item["createdAt"])
        return {
            "manual": (rank, calm, *hand),
            "added": (item["createdAt"], item["sort"]),
            "due": (due, *hand),
            "priority": (rank, calm, due, *hand),
            "alpha": (item["title"].casefold(), *hand),
        }[sort_by]

    @staticmethod
    def drawn(item_id: str, item: Row) -> Row:
        steps = sorted(item["steps"].items(), key=lambda row: row[1]["sort"])
        named = {name: value for name, value in item.items() if name not in ("turn", "steps")}
        counts = {"stepsDone": sum(step["done"] for _, step in steps), "stepsTotal": len(steps)}
        return {"id": item_id, **named, "steps": [{"id": step_id, **step} for step_id, step in steps], **counts}
