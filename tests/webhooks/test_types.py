"""Every type of change with its data, as a real receiver gets it, compared with the contract's table."""

from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from appliance.app import Application
from appliance.kernel.errors import BadGateway
from tests.calendar.sync.web import Web, serving
from tests.client import Client, Loop
from tests.webhooks.conftest import Deliver
from tests.webhooks.receiver import Receiver

DAY, NEXT_DAY, LATER = "2026-11-20", "2026-11-21", "2026-11-25"


class Scenario:
    """Calls the API and notes which change each call should send."""

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


def test_every_type_is_sent_with_its_data(
    client: Client,
    display: Client,
    anybody: Client,
    receiver: Receiver,
    hook: str,
    deliver_all: Deliver,
    application: Application,
    loop: Loop,
) -> None:
    api = Scenario(client)
    ana = people(api)
    calendars(api)
    categories(api)
    listed = lists(api)
    chores(api, ana, listed)
    stickers(api, ana)
    awards(api, ana)
    approval(api, Scenario(display), ana)
    dates(api)
    rewards(api, Scenario(display), ana)
    recipes(api, ana)
    meals(api)
    household(api, anybody)
    with serving() as web:
        feeds(api, web, application, loop, deliver_all)
    deliver_all()

    assert api.expected == [(each["type"], each["data"]) for each in receiver.recorded]
    assert {"s3cret"} == set(receiver.signed)
    expected = {
        "member.changed",
        "calendar.changed",
        "events.changed",
        "chore.changed",
        "chore.completed",
        "chore.uncompleted",
        "chore.step.changed",
        "chore.pending",
        "chore.approved",
        "chore.rejected",
        "chore.skipped",
        "chore.unskipped",
        "chore.moved",
        "list.changed",
        "list.item.changed",
        "category.changed",
        "settings.changed",
        "sticker.changed",
        "points.awarded",
        "points.removed",
        "reward.changed",
        "reward.redeemed",
        "reward.approved",
        "reward.declined",
        "reward.returned",
        "reward.pooled",
        "reward.unpooled",
        "goal.changed",
        "recipe.changed",
        "meal.changed",
        "calendar.synced",
        "display.paired",
    }
    assert expected == {each["type"] for each in receiver.recorded}


def people(api: Scenario) -> str:
    ana = api.does("POST", "/api/members", {"name": "Ana", "color": "#e57"}, ("member.changed", {"id": "+"}))["id"]
    api.does("PATCH", f"/api/members/{ana}", {"name": "Anna"}, ("member.changed", {"id": ana}))
    ben = api.does("POST", "/api/members", {"name": "Ben", "color": "#57e"}, ("member.changed", {"id": "+"}))["id"]
    api.does("DELETE", f"/api/members/{ben}", None, ("member.changed", {"id": ben}))
    return str(ana)


def calendars(api: Scenario) -> None:
    body = {"kind": "local", "name": "Home", "color": "#57e"}
    home = api.does("POST", "/api/calendars", body, ("calendar.changed", {"id": "+"}))["id"]
    api.does("PATCH", f"/api/calendars/{home}", {"name": "Family"}, ("calendar.changed", {"id": home}))
    times = {"start": f"{DAY}T16:00:00.000Z", "end": f"{DAY}T17:00:00.000Z", "allDay": False}
    event = {"calendarId": home, "title": "Swim", **times}
    changed = ("events.changed", {"calendarId": home})
    swim = api.does("POST", "/api/events", event, changed)["id"]
    api.does("PATCH", f"/api/events/{swim}", {"title": "Swimming"}, changed)
    note = {"target": f"event:{swim}", "body": "Towels"}
    noted = ("events.changed", {"eventId": swim})
    towels = api.does("POST", "/api/notes", note, noted)["id"]
    api.does("PATCH", f"/api/notes/{towels}", {"body": "Towels!"}, noted)
    api.does("DELETE", f"/api/notes/{towels}", None, noted)
    api.does("DELETE", f"/api/events/{swim}", None, changed)
    api.does("DELETE", f"/api/calendars/{home}", None, ("calendar.changed", {"id": home}))


def categories(api: Scenario) -> None:
    sport = api.does("POST", "/api/categories", {"name": "Sport", "color": "#57e"}, ("category.changed", {"id": "+"}))
    api.does("PATCH", f"/api/categories/{sport['id']}", {"name": "Sports"}, ("category.changed", {"id": sport["id"]}))
    api.does("POST", "/api/categories/reorder", {"ids": [sport["id"]]}, ("category.changed", {}))
    api.does("DELETE", f"/api/categories/{sport['id']}", None, ("category.changed", {"id": sport["id"]}))


def lists(api: Scenario) -> str:
    shop = api.does("POST", "/api/lists", {"name": "Shop", "kind": "shopping"}, ("list.changed", {"id": "+"}))["id"]
    path, changed = f"/api/lists/{shop}", ("list.changed", {"id": shop})
    api.does("PATCH", path, {"name": "Shopping"}, changed)
    made = api.does("POST", f"{path}/items", [{"title": "Milk"}, {"title": "Bread"}])
    milk, bread = (each["id"] for each in made)
    api.expected.append(("list.item.changed", {"listId": shop, "ids": [milk, bread]}))
    item = {"listId": shop, "id": milk}
    api.does("PATCH", f"{path}/items/{milk}", {"done": True}, ("list.item.changed", item | {"done": True}))
    api.does(
        "PATCH",
        f"{path}/items/{milk}",
        {"title": "Oat milk", "done": False},
        ("list.item.changed", item | {"done": False}),
    )
    steps = f"{path}/items/{milk}/steps"
    step = api.does("POST", steps, {"title": "Check dates"}, ("list.item.changed", item))["steps"][0]["id"]
    api.does("POST", f"{steps}/reorder", {"stepIds": [step]}, ("list.item.changed", item))
    api.does("PATCH", f"{steps}/{step}", {"done": True}, ("list.item.changed", item | {"done": True}))
    api.does("DELETE", f"{steps}/{step}", None, ("list.item.changed", item))
    api.does("POST", "/api/notes", {"target": f"list_item:{milk}", "body": "The blue one"}, ("list.item.changed", item))
    api.does("POST", f"{path}/reorder", {"itemIds": [bread, milk]}, changed)
    api.does("PUT", f"{path}/groups", {"groups": [{"kind": "category", "name": "Fresh"}]}, changed)
    api.does("POST", f"{path}/clear-completed", None, changed)
    api.does("POST", f"{path}/reset", None, changed)
    api.does("DELETE", f"{path}/items/{bread}", None, ("list.item.changed", {"listId": shop, "id": bread}))
    api.does("PATCH", path, {"archived": True}, changed)
    api.does("DELETE", path, None, changed)
    checks = api.does("POST", "/api/lists", {"name": "Room", "kind": "reusable"}, ("list.changed", {"id": "+"}))["id"]
    return str(checks)


def chores(api: Scenario, ana: str, checklist: str) -> None:
    path = f"/api/lists/{checklist}/items"
    bed = api.does("POST", path, {"title": "Make the bed"})
    bed = (bed[0] if isinstance(bed, list) else bed)["id"]
    api.expected.append(("list.item.changed", {"listId": checklist, "ids": [bed]}))
    body = {"title": "Room", "memberId": ana, "points": 200, "dueDate": DAY, "listId": checklist}
    room = api.does("POST", "/api/chores", body, ("chore.changed", {"id": "+"}))["id"]
    api.does("PATCH", f"/api/chores/{room}", {"title": "My room"}, ("chore.changed", {"id": room}))
    tick = {"listId": checklist, "id": bed, "done": True}
    api.does("PATCH", f"{path}/{bed}", {"done": True}, ("list.item.changed", tick))
    day = {"id": room, "date": DAY}
    api.does(
        "POST",
        f"/api/chores/{room}/complete",
        {"date": DAY},
        ("chore.completed", day),
        ("list.changed", {"id": checklist}),
    )
    api.does("DELETE", f"/api/chores/{room}/complete?date={DAY}", None, ("chore.uncompleted", day))
    api.does("DELETE", f"/api/chores/{room}", None, ("chore.changed", {"id": room}))
    body = {"title": "Morning", "dueDate": DAY, "steps": [{"title": "Teeth"}]}
    routine = api.does("POST", "/api/chores", body, ("chore.changed", {"id": "+"}))
    step, day = routine["steps"][0]["id"], {"id": routine["id"], "date": DAY}
    changed = [("chore.step.changed", day | {"stepId": step, "done": done}) for done in (True, False)]
    path = f"/api/chores/{routine['id']}/steps/{step}/complete"
    api.does("POST", path, {"date": DAY}, changed[0], ("chore.completed", day))
    api.does("DELETE", f"{path}?date={DAY}", None, ("chore.uncompleted", day), changed[1])


def stickers(api: Scenario, ana: str) -> None:
    bought = ("sticker.changed", {"memberId": ana, "packId": "ocean"})
    chore = api.does(
        "POST",
        "/api/chores",
        {"title": "Earn", "memberId": ana, "points": 200, "dueDate": DAY},
        ("chore.changed", {"id": "+"}),
    )["id"]
    api.does("POST", f"/api/chores/{chore}/complete", {"date": DAY}, ("chore.completed", {"id": chore, "date": DAY}))
    api.does("POST", "/api/stickers/packs/ocean/buy", {"memberId": ana}, bought)
    book = f"/api/stickers/scrapbook/{ana}"
    body = {"sticker": "🐳", "x": 0.5, "y": 0.5}
    placed = api.does("POST", book, body, ("sticker.changed", {"memberId": ana, "id": "+"}))["id"]
    moved = ("sticker.changed", {"memberId": ana, "id": placed})
    api.does("PATCH", f"{book}/{placed}", {"x": 0.1}, moved)
    api.does("DELETE", f"{book}/{placed}", None, moved)


def awards(api: Scenario, ana: str) -> None:
    given = {"memberId": ana, "points": 5}
    made = api.does("POST", "/api/points/awards", given | {"note": "Carried the shopping", "date": DAY})["award"]["id"]
    api.expected.append(("points.awarded", {"id": made, **given, "note": "Carried the shopping", "date": DAY}))
    api.does("DELETE", f"/api/points/awards/{made}", None, ("points.removed", {"id": made, **given}))


def approval(api: Scenario, wall: Scenario, ana: str) -> None:
    """Additions to the contract. What the wall ticks waits."""
    body = {"title": "Hoover", "memberId": ana, "points": 3, "dueDate": DAY, "needsApproval": True}
    hoover = api.does("POST", "/api/chores", body, ("chore.changed", {"id": "+"}))["id"]
    about = {"id": hoover, "date": DAY, "title": "Hoover", "memberId": ana}
    for decision in ("reject", "approve"):
        wall.does("POST", f"/api/chores/{hoover}/complete", {"date": DAY})
        api.expected.append(("chore.pending", about))
        api.does("POST", f"/api/chores/{hoover}/{decision}", {"date": DAY})
        api.expected.append(
            ("chore.rejected", about | {"note": None})
            if decision == "reject"
            else ("chore.approved", about | {"points": 3})
        )
    api.expected.append(("chore.completed", {"id": hoover, "date": DAY}))
    api.does("DELETE", f"/api/chores/{hoover}", None, ("chore.changed", {"id": hoover}))


def dates(api: Scenario) -> None:
    """Additions to the contract. Single dates of a chore are skipped and moved."""
    bins = api.does("POST", "/api/chores", {"title": "Bins", "dueDate": DAY}, ("chore.changed", {"id": "+"}))["id"]
    about = {"id": bins, "date": DAY}
    skipped = ("chore.skipped", about | {"passTurn": False})
    api.does("POST", f"/api/chores/{bins}/skip", {"date": DAY}, skipped)
    api.does("DELETE", f"/api/chores/{bins}/skip?date={DAY}", None, ("chore.unskipped", about))
    moved = ("chore.moved", about | {"to": NEXT_DAY})
    api.does("POST", f"/api/chores/{bins}/move", {"date": DAY, "to": NEXT_DAY}, moved)


def recipes(api: Scenario, ana: str) -> None:
    soup = api.does("POST", "/api/recipes", {"title": "Soup"}, ("recipe.changed", {"id": "+"}))["id"]
    changed = ("recipe.changed", {"id": soup})
    api.does("PATCH", f"/api/recipes/{soup}", {"portions": 2}, changed)
    batch = [{"title": "Toast"}, {"title": "Stew", "ingredients": ["2 leeks"]}]
    saved = api.does("POST", "/api/recipes/batch", {"recipes": batch})["ids"]
    api.expected += [("recipe.changed", {"id": each}) for each in saved]
    api.does("PUT", f"/api/recipes/{soup}/ratings/{ana}", {"stars": 4}, changed)
    api.does("POST", f"/api/recipes/{soup}/cooked", {"date": DAY}, changed)
    api.does("DELETE", f"/api/recipes/{soup}/cooked/{DAY}", None, changed)
    api.does("DELETE", f"/api/recipes/{soup}", None, changed)
    deleted = next(each for each in api.does("GET", "/api/deleted", None)["deleted"] if each["kind"] == "recipe")
    api.does("POST", f"/api/deleted/{deleted['id']}/restore", None)
    api.expected.append(changed)


def meals(api: Scenario) -> None:
    meal, other = "3f0d6c0e-0000-4000-8000-00000000000a", "3f0d6c0e-0000-4000-8000-00000000000b"
    body = {"id": meal, "date": DAY, "slot": "dinner", "title": "Soup"}
    changed = ("meal.changed", {"ids": [meal], "dates": [DAY]})
    api.does("POST", "/api/meals", body, changed)
    api.does("POST", "/api/meals", body)
    api.does("PATCH", f"/api/meals/{meal}", {"title": "Stew"}, changed)
    moved = ("meal.changed", {"ids": [meal], "dates": [DAY, NEXT_DAY]})
    api.does("POST", "/api/meals/swap", {"first": DAY, "second": NEXT_DAY}, moved)
    api.does("POST", "/api/meals", body | {"id": other}, ("meal.changed", {"ids": [other], "dates": [DAY]}))
    api.does("DELETE", f"/api/meals/{other}", None, ("meal.changed", {"ids": [other], "dates": [DAY]}))
    pantry: tuple[str, dict[str, Any]] = ("meal.changed", {"ids": [], "dates": []})
    api.does("POST", "/api/pantry", {"title": "Salt"}, pantry)
    api.does("DELETE", "/api/pantry?title=Salt", None, pantry)
    shopping(api, meal)
    [copied] = api.does("POST", "/api/meals/copy", {"from": NEXT_DAY, "to": LATER, "days": 1})
    api.expected.append(("meal.changed", {"ids": [copied["id"]], "dates": [LATER]}))
    until = {"until": (date.fromisoformat(LATER) + timedelta(days=7)).isoformat()}
    api.does("POST", f"/api/meals/{copied['id']}/repeat", until)
    [again] = api.does("GET", f"/api/meals?start={until['until']}&end={until['until']}", None)
    repeated = ("meal.changed", {"ids": [copied["id"], again["id"]], "dates": [LATER, until["until"]]})
    api.expected.append(repeated)
    api.does("DELETE", f"/api/meals/{copied['id']}/repeat", None, repeated)


def shopping(api: Scenario, meal: str) -> None:
    """What a meal needs is sent to a list, and taken back."""
    shop = api.does("POST", "/api/lists", {"name": "Market", "kind": "shopping"}, ("list.changed", {"id": "+"}))["id"]
    stew = next(each["id"] for each in api.does("GET", "/api/recipes", None) if each["title"] == "Stew")
    changed = ("meal.changed", {"ids": [meal], "dates": [NEXT_DAY]})
    api.does("PATCH", f"/api/meals/{meal}", {"recipeId": stew}, changed)
    api.does("POST", "/api/meals/send", {"listId": shop, "mealIds": [meal]})
    [leeks] = api.does("GET", f"/api/lists/{shop}", None)["items"]
    api.expected += [("list.item.changed", {"listId": shop, "ids": [leeks["id"]]}), changed]
    api.does("POST", "/api/meals/send", {"listId": shop, "mealIds": [meal]})
    item = ("list.item.changed", {"listId": shop, "id": leeks["id"]})
    api.does("POST", f"/api/meals/{meal}/take-back", None, item, changed)


def rewards(api: Scenario, wall: Scenario, ana: str) -> None:
    """Additions to the contract. What the wall asks for waits."""
    body = {"name": "Film night", "price": 20, "needsApproval": True}
    film = api.does("POST", "/api/rewards", body, ("reward.changed", {"id": "+"}))["id"]
    api.does("PATCH", f"/api/rewards/{film}", {"price": 10}, ("reward.changed", {"id": film}))
    api.does("PUT", f"/api/members/{ana}/goal", {"rewardId": film}, ("goal.changed", {"memberId": ana}))
    api.does("PUT", "/api/family-goal", {"title": "Zoo", "target": 100}, ("goal.changed", {"family": True}))
    api.does("DELETE", "/api/family-goal", None, ("goal.changed", {"family": True}))
    for decision, state in (("approve", "approved"), ("decline", "declined")):
        made = wall.does("POST", f"/api/rewards/{film}/redeem", {"memberId": ana})["redemption"]["id"]
        data = {"id": made, "rewardId": film, "memberId": ana, "name": "Film night", "price": 10}
        api.expected.append(("reward.redeemed", data | {"state": "waiting"}))
        changed = (f"reward.{state}", data | {"state": state})
        api.does("POST", f"/api/rewards/redemptions/{made}/{decision}", None, changed)
    made = api.does("POST", f"/api/rewards/{film}/redeem", {"memberId": ana})["redemption"]["id"]
    data |= {"id": made}
    api.expected.append(("reward.redeemed", data | {"state": "approved"}))
    returned = ("reward.returned", data | {"state": "returned"})
    api.does("POST", f"/api/rewards/redemptions/{made}/return", None, returned)
    given = {"rewardId": film, "memberId": ana, "name": "Film night", "price": 10, "points": 4}
    share = {"memberId": ana, "points": 4}
    wall.does("POST", f"/api/rewards/{film}/give", share)
    api.expected.append(("reward.pooled", given | {"total": 4}))
    wall.does("POST", f"/api/rewards/{film}/take-back", share)
    api.expected.append(("reward.unpooled", given | {"total": 0}))
    api.does("DELETE", f"/api/rewards/{film}", None, ("reward.changed", {"id": film}))


def household(api: Scenario, anybody: Client) -> None:
    api.does("PATCH", "/api/settings", {"familyName": "Linden"}, ("settings.changed", {}))
    key = api.does("POST", "/api/keys", {"name": "Tablet"}, ("settings.changed", {"keyId": "+"}))["id"]
    api.does("DELETE", f"/api/keys/{key}", None, ("settings.changed", {"keyId": key}))
    pairing = anybody.post("/api/pair").json()
    paired = api.does("POST", "/api/pair/approve", {"code": pairing["code"], "name": "Wall"})
    api.expected.append(("display.paired", {"keyId": paired["keyId"], "name": "Wall"}))


def feeds(api: Scenario, web: Web, application: Application, loop: Loop, deliver_all: Deliver) -> None:
    """A sync that brings something, one that finds nothing new, and one that fails."""
    web.etag = '"1"'
    body = {"kind": "ics", "name": "School", "color": "#57e", "url": web.url}
    school = api.does("POST", "/api/calendars", body, ("calendar.changed", {"id": "+"}))["id"]
    loop.run(application.syncer.settled())
    synced, changed = (
        ("calendar.synced", {"calendarId": school, "count": 3}),
        ("events.changed", {"calendarId": school}),
    )
    api.does("POST", f"/api/calendars/{school}/sync", None, synced, changed)
    loop.run(application.syncer.sync(school, whole=False))
    api.expected.append(("calendar.synced", {"calendarId": school, "count": 0, "notModified": True}))
    deliver_all()
    web.etag, web.status = None, 500

    async def fails() -> None:
        with suppress(BadGateway):
            await application.syncer.sync(school)

    loop.run(fails())
    error = application.database.read.value("SELECT last_error FROM calendars WHERE id = ?", school)
    assert error
    api.expected.append(("calendar.synced", {"calendarId": school, "error": error}))
