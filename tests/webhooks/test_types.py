"""Every type of news with its data: what the verbs of the API tell a real receiver, beside the contract's table."""

from contextlib import suppress
from typing import Any

from appliance.app import Application
from appliance.kernel.errors import BadGateway
from tests.calendar.sync.web import Web, serving
from tests.client import Client, Loop
from tests.webhooks.conftest import Told
from tests.webhooks.receiver import Receiver

DAY = "2026-11-20"


class Walk:
    """Does things over REST and notes which news each of them should bring."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.expected: list[tuple[str, dict[str, Any]]] = []

    def does(self, method: str, path: str, body: Any, *recorded: tuple[str, dict[str, Any]]) -> Any:
        """Call a route; `+` stands for the id in its answer."""
        answer = self._client.request(method, path, **({} if body is None else {"json": body}))
        assert answer.status_code < 300, (method, path, answer.text)
        found = answer.json()
        made = found.get("id") if isinstance(found, dict) else None
        for topic, data in recorded:
            self.expected.append((topic, {name: made if value == "+" else value for name, value in data.items()}))
        return found


def test_every_type_is_told_with_its_data(
    client: Client, anybody: Client, receiver: Receiver, hook: str, told: Told, application: Application, loop: Loop
) -> None:
    walk = Walk(client)
    ana = people(walk)
    calendars(walk)
    categories(walk)
    listed = lists(walk)
    chores(walk, ana, listed)
    stickers(walk, ana)
    household(walk, anybody)
    with serving() as web:
        feeds(walk, web, application, loop, told)
    told()

    assert walk.expected == [(each["type"], each["data"]) for each in receiver.recorded]
    assert {"s3cret"} == set(receiver.signed)
    expected = {
        "member.changed", "calendar.changed", "events.changed", "chore.changed", "chore.completed", "chore.uncompleted",
        "list.changed", "list.item.changed", "category.changed", "settings.changed", "sticker.changed",
        "calendar.synced", "display.paired",
    }  # fmt: skip
    assert expected == {each["type"] for each in receiver.recorded}


def people(walk: Walk) -> str:
    ana = walk.does("POST", "/api/members", {"name": "Ana", "color": "#e57"}, ("member.changed", {"id": "+"}))["id"]
    walk.does("PATCH", f"/api/members/{ana}", {"name": "Anna"}, ("member.changed", {"id": ana}))
    ben = walk.does("POST", "/api/members", {"name": "Ben", "color": "#57e"}, ("member.changed", {"id": "+"}))["id"]
    walk.does("DELETE", f"/api/members/{ben}", None, ("member.changed", {"id": ben}))
    return str(ana)


def calendars(walk: Walk) -> None:
    body = {"kind": "local", "name": "Home", "color": "#57e"}
    home = walk.does("POST", "/api/calendars", body, ("calendar.changed", {"id": "+"}))["id"]
    walk.does("PATCH", f"/api/calendars/{home}", {"name": "Family"}, ("calendar.changed", {"id": home}))
    times = {"start": f"{DAY}T16:00:00.000Z", "end": f"{DAY}T17:00:00.000Z", "allDay": False}
    event = {"calendarId": home, "title": "Swim", **times}
    changed = ("events.changed", {"calendarId": home})
    swim = walk.does("POST", "/api/events", event, changed)["id"]
    walk.does("PATCH", f"/api/events/{swim}", {"title": "Swimming"}, changed)
    note = {"target": f"event:{swim}", "body": "Towels"}
    noted = ("events.changed", {"eventId": swim})
    towels = walk.does("POST", "/api/notes", note, noted)["id"]
    walk.does("PATCH", f"/api/notes/{towels}", {"body": "Towels!"}, noted)
    walk.does("DELETE", f"/api/notes/{towels}", None, noted)
    walk.does("DELETE", f"/api/events/{swim}", None, changed)
    walk.does("DELETE", f"/api/calendars/{home}", None, ("calendar.changed", {"id": home}))


def categories(walk: Walk) -> None:
    sport = walk.does("POST", "/api/categories", {"name": "Sport", "color": "#57e"}, ("category.changed", {"id": "+"}))
    walk.does("PATCH", f"/api/categories/{sport['id']}", {"name": "Sports"}, ("category.changed", {"id": sport["id"]}))
    walk.does("POST", "/api/categories/reorder", {"ids": [sport["id"]]}, ("category.changed", {}))
    walk.does("DELETE", f"/api/categories/{sport['id']}", None, ("category.changed", {"id": sport["id"]}))


def lists(walk: Walk) -> str:
    shop = walk.does("POST", "/api/lists", {"name": "Shop", "kind": "shopping"}, ("list.changed", {"id": "+"}))["id"]
    path, changed = f"/api/lists/{shop}", ("list.changed", {"id": shop})
    walk.does("PATCH", path, {"name": "Shopping"}, changed)
    made = walk.does("POST", f"{path}/items", [{"title": "Milk"}, {"title": "Bread"}])
    milk, bread = (each["id"] for each in made)
    walk.expected.append(("list.item.changed", {"listId": shop, "ids": [milk, bread]}))
    item = {"listId": shop, "id": milk}
    walk.does("PATCH", f"{path}/items/{milk}", {"done": True}, ("list.item.changed", item | {"done": True}))
    walk.does("PATCH", f"{path}/items/{milk}", {"title": "Oat milk", "done": False},
              ("list.item.changed", item | {"done": False}))  # fmt: skip
    steps = f"{path}/items/{milk}/steps"
    step = walk.does("POST", steps, {"title": "Check dates"}, ("list.item.changed", item))["steps"][0]["id"]
    walk.does("POST", f"{steps}/reorder", {"stepIds": [step]}, ("list.item.changed", item))
    walk.does("PATCH", f"{steps}/{step}", {"done": True}, ("list.item.changed", item | {"done": True}))
    walk.does("DELETE", f"{steps}/{step}", None, ("list.item.changed", item))
    walk.does(
        "POST", "/api/notes", {"target": f"list_item:{milk}", "body": "The blue one"}, ("list.item.changed", item)
    )
    walk.does("POST", f"{path}/reorder", {"itemIds": [bread, milk]}, changed)
    walk.does("PUT", f"{path}/groups", {"groups": [{"kind": "category", "name": "Fresh"}]}, changed)
    walk.does("POST", f"{path}/clear-completed", None, changed)
    walk.does("POST", f"{path}/reset", None, changed)
    walk.does("DELETE", f"{path}/items/{bread}", None, ("list.item.changed", {"listId": shop, "id": bread}))
    walk.does("PATCH", path, {"archived": True}, changed)
    walk.does("DELETE", path, None, changed)
    checks = walk.does("POST", "/api/lists", {"name": "Room", "kind": "reusable"}, ("list.changed", {"id": "+"}))["id"]
    return str(checks)


def chores(walk: Walk, ana: str, checklist: str) -> None:
    path = f"/api/lists/{checklist}/items"
    bed = walk.does("POST", path, {"title": "Make the bed"})
    bed = (bed[0] if isinstance(bed, list) else bed)["id"]
    walk.expected.append(("list.item.changed", {"listId": checklist, "ids": [bed]}))
    body = {"title": "Room", "memberId": ana, "points": 200, "dueDate": DAY, "listId": checklist}
    room = walk.does("POST", "/api/chores", body, ("chore.changed", {"id": "+"}))["id"]
    walk.does("PATCH", f"/api/chores/{room}", {"title": "My room"}, ("chore.changed", {"id": room}))
    tick = {"listId": checklist, "id": bed, "done": True}
    walk.does("PATCH", f"{path}/{bed}", {"done": True}, ("list.item.changed", tick))
    day = {"id": room, "date": DAY}
    walk.does("POST", f"/api/chores/{room}/complete", {"date": DAY},
              ("chore.completed", day), ("list.changed", {"id": checklist}))  # fmt: skip
    walk.does("DELETE", f"/api/chores/{room}/complete?date={DAY}", None, ("chore.uncompleted", day))
    walk.does("DELETE", f"/api/chores/{room}", None, ("chore.changed", {"id": room}))


def stickers(walk: Walk, ana: str) -> None:
    bought = ("sticker.changed", {"memberId": ana, "packId": "ocean"})
    chore = walk.does("POST", "/api/chores", {"title": "Earn", "memberId": ana, "points": 200, "dueDate": DAY},
                      ("chore.changed", {"id": "+"}))["id"]  # fmt: skip
    walk.does("POST", f"/api/chores/{chore}/complete", {"date": DAY}, ("chore.completed", {"id": chore, "date": DAY}))
    walk.does("POST", "/api/stickers/packs/ocean/buy", {"memberId": ana}, bought)
    book = f"/api/stickers/scrapbook/{ana}"
    body = {"sticker": "🐳", "x": 0.5, "y": 0.5}
    placed = walk.does("POST", book, body, ("sticker.changed", {"memberId": ana, "id": "+"}))["id"]
    moved = ("sticker.changed", {"memberId": ana, "id": placed})
    walk.does("PATCH", f"{book}/{placed}", {"x": 0.1}, moved)
    walk.does("DELETE", f"{book}/{placed}", None, moved)


def household(walk: Walk, anybody: Client) -> None:
    walk.does("PATCH", "/api/settings", {"familyName": "Linden"}, ("settings.changed", {}))
    key = walk.does("POST", "/api/keys", {"name": "Tablet"}, ("settings.changed", {"keyId": "+"}))["id"]
    walk.does("DELETE", f"/api/keys/{key}", None, ("settings.changed", {"keyId": key}))
    pairing = anybody.post("/api/pair").json()
    paired = walk.does("POST", "/api/pair/approve", {"code": pairing["code"], "name": "Wall"})
    walk.expected.append(("display.paired", {"keyId": paired["keyId"], "name": "Wall"}))


def feeds(walk: Walk, web: Web, application: Application, loop: Loop, told: Told) -> None:
    """A sync that brings something, one that finds nothing new, and one that fails."""
    web.etag = '"1"'
    body = {"kind": "ics", "name": "School", "color": "#57e", "url": web.url}
    school = walk.does("POST", "/api/calendars", body, ("calendar.changed", {"id": "+"}))["id"]
    loop.run(application.syncer.settled())
    synced, changed = (
        ("calendar.synced", {"calendarId": school, "count": 3}),
        ("events.changed", {"calendarId": school}),
    )
    walk.does("POST", f"/api/calendars/{school}/sync", None, synced, changed)
    loop.run(application.syncer.sync(school, whole=False))
    walk.expected.append(("calendar.synced", {"calendarId": school, "count": 0, "notModified": True}))
    told()
    web.etag, web.status = None, 500

    async def fails() -> None:
        with suppress(BadGateway):
            await application.syncer.sync(school)

    loop.run(fails())
    error = application.database.read.value("SELECT last_error FROM calendars WHERE id = ?", school)
    assert error
    walk.expected.append(("calendar.synced", {"calendarId": school, "error": error}))
