"""A household that uses everything an export carries, as its members' devices leave it."""

from datetime import date, timedelta
from typing import Any

from tests.client import Client
from tests.fakes import FakeClock
from tests.transfer import files
from tests.transfer.files import ANA, BEN, CLUB, FAMILY

CLEO = "3f1c2a54-6f0e-4d5b-9a57-0d6d2f6f0a03"
DAY = timedelta(days=1)
Row = dict[str, Any]
SETTINGS = {
    "leaderboardEnabled": False,
    "pointsView": "together",
    "pointValue": {"points": 10, "amount": 0.5, "currency": "EUR"},
    "afternoonFrom": "13:00",
    "eveningFrom": "18:30",
    "dayStartsAt": 2,
    "streakGraceDays": 0,
}


def live(client: Client, wall: Client, clock: FakeClock) -> None:
    """Ten days of a household, from the clock's day on."""
    file = files.full()
    file["members"].append({"id": CLEO, "name": "Cleo", "color": "#8E5BD6", "sort": 2, "role": "child"})
    file["eventCountdownOverrides"] = [{"calendarId": CLUB, "externalId": "https://dav.example/1::uid::"}]
    file["eventSeriesCountdownOverrides"] = [{"calendarId": CLUB, "seriesId": "swimming"}]
    file["eventRoutineOverrides"] = [{"calendarId": CLUB, "seriesId": "swimming"}]
    _did(client.post("/api/import", file))
    _did(client.patch("/api/settings", SETTINGS))
    _did(client.patch(f"/api/members/{BEN}", {"needsApproval": True}))
    series = _did(client.post("/api/events", _swimming()))["id"]
    second = "2026-11-30T09:00:00.000Z"
    _did(client.patch(f"/api/events/{series}", {"occurrence": second, "apply": "this", "title": "Gala"}))

    chores = {name: _did(client.post("/api/chores", request))["id"] for name, request in _chores().items()}
    _go_away(client)
    _do_chores(client, wall, chores)
    clock.turn(days=3)
    _do_chores(client, wall, chores)
    _redeem(client, wall)
    _shop(client)
    _cook(client, wall)
    _plan(client, wall, str(clock.at.date()))
    clock.turn(days=7, hours=3)
    _take_turns_and_send_back(client, wall, chores, str(clock.at.date()))
    _change_dates(client, wall, chores, clock.at.date())


def _swimming() -> Row:
    times = {"start": "2026-11-23T09:00:00.000Z", "end": "2026-11-23T10:00:00.000Z"}
    return times | {
        "calendarId": FAMILY,
        "title": "Swimming",
        "allDay": False,
        "rrule": "FREQ=WEEKLY;COUNT=4",
        "routine": True,
    }


def _chores() -> dict[str, Row]:
    everybody = [CLEO, ANA, BEN]
    steps = [{"title": "Teeth", "emoji": "🪥", "timerSeconds": 120, "photoId": "teeth"}, {"title": "Socks"}]
    daily = {"rrule": "FREQ=DAILY", "dueDate": "2026-11-01"}
    return {
        "each": daily | {"title": "Brush", "memberIds": everybody, "share": "each", "points": 3},
        "anyone": daily | {"title": "Bins", "memberIds": [BEN, ANA], "share": "anyone", "points": 4},
        "turn": daily | {"title": "Dog", "memberIds": everybody, "share": "turn", "points": 5},
        "passed on": {
            "title": "Plants",
            "memberIds": everybody,
            "share": "turn",
            "turnBy": "completion",
            "afterDays": 2,
            "points": 6,
        },
        "routine": daily | {"title": "Morning", "memberId": CLEO, "dayPart": "morning", "steps": steps, "points": 7},
        "late": daily | {"title": "Homework", "memberId": CLEO, "dueBy": "16:30", "dayPart": "afternoon"},
        "season": daily | {"title": "Leaves", "seasonFrom": "2026-10-01", "seasonUntil": "2026-11-25", "points": 8},
        # Neither has a due date: they count from the day they were created.
        "weekly": {"title": "Hoover", "memberId": CLEO, "rrule": "FREQ=WEEKLY", "points": 9},
        "after days": {"title": "Filter", "afterDays": 30},
        "approved": daily | {"title": "Room", "memberId": CLEO, "needsApproval": True, "points": 10},
        "paused": daily | {"title": "Lawn", "memberIds": [ANA, CLEO], "share": "turn", "active": False},
        "missed": {"title": "Library books", "memberId": CLEO, "dueDate": "2026-11-21", "points": 4},
        "let go": {"title": "Cycle helmet", "memberId": ANA, "dueDate": "2026-11-22"},
        "asks": {"title": "Water bill", "rrule": "FREQ=WEEKLY", "dueDate": "2026-11-18", "keepAsking": True},
        "handed over": daily | {"title": "Dishes", "memberId": CLEO, "points": 2},
        "no turns now": daily | {"title": "Fish", "memberIds": [BEN, CLEO], "share": "turn"},
        "by the week": daily | {"title": "Bath", "memberIds": everybody, "share": "turn", "turnEvery": "week"},
        "thrice": daily
        | {"title": "Table", "memberIds": everybody, "share": "turn", "turnEvery": "times", "turnTimes": 3},
        "moved": daily | {"title": "Paper bin", "rrule": "FREQ=WEEKLY;BYDAY=TH", "movesForHolidays": True},
        "parts": daily | {"title": "Feed the cat", "memberId": CLEO, "dayParts": ["morning", "evening"], "points": 2},
        "gone": daily | {"title": "Old", "memberId": CLEO, "points": 60},
    }


def _go_away(client: Client) -> None:
    for request in (
        {"from": "2026-11-22", "until": "2026-11-23", "memberId": CLEO, "note": "Grandma"},
        {"from": "2026-12-24", "until": "2026-12-31"},
        {"from": "2026-12-24", "until": "2026-12-31", "memberId": BEN},
    ):
        _did(client.post("/api/away", request))


def _do_chores(client: Client, wall: Client, chores: dict[str, str]) -> None:
    today = _today(client)
    for name, member in (
        ("each", CLEO),
        ("each", ANA),
        ("each", BEN),
        ("anyone", ANA),
        ("turn", None),
        ("routine", None),
        ("season", CLEO),
        ("approved", None),
        ("gone", CLEO),
    ):
        body = {"date": today} | ({"memberId": member} if member else {})
        _did(wall.post(f"/api/chores/{chores[name]}/complete", body))
    _did(wall.post(f"/api/chores/{chores['parts']}/complete", {"date": today, "dayPart": "evening"}))
    _did(client.post("/api/chores/pending/approve", {"note": "So clean!"}))
    _did(client.post(f"/api/chores/{chores['late']}/complete", {"date": "2026-11-19"}))


def _redeem(client: Client, wall: Client) -> None:
    made = [
        _did(client.post("/api/rewards", request))["id"]
        for request in (
            {"name": "Film night", "emoji": "🍿", "price": 5, "memberIds": [CLEO, ANA], "stock": 4, "photoId": "film"},
            {"name": "Ice cream", "price": 3, "weeklyLimit": 9, "needsApproval": True},
            {"name": "Zoo", "price": 400, "active": False},
            {"name": "Bicycle", "price": 500},
        )
    ]
    film, ice, _, bicycle = made
    _did(client.post("/api/points/awards", {"memberIds": [CLEO, BEN], "points": 20, "note": "Helped"}))
    _did(client.post("/api/points/awards", {"memberId": CLEO, "points": -2, "note": "Late", "date": "2026-11-21"}))
    zoo = {"price": 12, "active": True}
    _did(client.patch(f"/api/rewards/{made[2]}", zoo))
    for reward, member, given in ((bicycle, CLEO, 4), (bicycle, BEN, 3), (made[2], BEN, 7), (made[2], CLEO, 5)):
        _did(wall.post(f"/api/rewards/{reward}/give", {"memberId": member, "points": given}))
    _did(wall.post(f"/api/rewards/{bicycle}/take-back", {"memberId": CLEO, "points": 1}))
    for reward, member in ((film, CLEO), (film, ANA), (ice, CLEO), (ice, CLEO), (ice, BEN)):
        _did(wall.post(f"/api/rewards/{reward}/redeem", {"memberId": member}))
    first = _did(client.get("/api/rewards/redemptions?state=approved"))[-1]["id"]
    _did(client.post(f"/api/rewards/redemptions/{first}/return"))
    yes, no, _ = (each["id"] for each in reversed(_did(client.get("/api/rewards/redemptions?state=waiting"))))
    _did(client.post(f"/api/rewards/redemptions/{yes}/approve"))
    _did(client.post(f"/api/rewards/redemptions/{no}/decline", {"note": "Next week"}))
    for member in (CLEO, BEN):
        _did(client.put(f"/api/members/{member}/goal", {"rewardId": bicycle}))
    _did(client.put("/api/family-goal", {"title": "Sea", "emoji": "🏖️", "target": 900, "startDate": "2026-11-10"}))


def _shop(client: Client) -> None:
    """Things are taken from two aisles, one has a barcode; a to-do repeats, and is done until its next date."""
    shop = _did(client.post("/api/lists", {"name": "Market", "kind": "shopping"}))["id"]
    titles = ("Apples", "Cheese")
    added = _did(client.post(f"/api/lists/{shop}/items", [{"title": title, "addedBy": CLEO} for title in titles]))
    for item, aisle in zip(added, ("Fruit", "Dairy"), strict=True):
        taken = {"done": True, "doneBy": BEN, "taken": {"store": "Corner shop", "aisle": aisle}}
        _did(client.patch(f"/api/lists/{shop}/items/{item['id']}", taken))
    _did(client.put("/api/barcodes/4006381333931", {"title": "Cheese"}))
    home = _did(client.post("/api/lists", {"name": "House", "kind": "todo"}))["id"]
    repeating = {"title": "Descale", "rrule": "FREQ=MONTHLY", "dueDate": "2026-11-23"}
    [descale, _] = _did(client.post(f"/api/lists/{home}/items", [repeating, {"title": "Airing", "afterDays": 3}]))
    _did(client.patch(f"/api/lists/{home}/items/{descale['id']}", {"done": True}))


def _cook(client: Client, wall: Client) -> None:
    """A recipe that was cooked and rated, and one without anything."""
    soup = {
        "title": "Leek soup",
        "photoId": "soup",
        "portions": 3,
        "prepMinutes": 10,
        "cookMinutes": 25,
        "ingredients": [
            {"name": "leeks", "amount": 2, "amountTo": 3, "unit": "pcs", "note": "washed"},
            {"name": "salt"},
        ],
        "steps": [{"text": "Simmer.", "timerSeconds": 1500}, {"text": "Thaw the bread.", "remindBefore": 240}],
        "tags": ["soup"],
        "sourceUrl": "https://example.org/soup",
    }
    made = [_did(wall.post("/api/recipes", request))["id"] for request in (soup, {"title": "Toast"})]
    for member, stars in ((BEN, 2), (CLEO, 5)):
        _did(wall.put(f"/api/recipes/{made[0]}/ratings/{member}", {"stars": stars}))
    for day in ("2026-11-20", "2026-11-18"):
        _did(client.post(f"/api/recipes/{made[0]}/cooked", {"date": day}))


def _plan(client: Client, wall: Client, today: str) -> None:
    """A soup that repeats, leftovers, and what the soup needs on a list."""
    soup = next(each for each in _did(client.get("/api/recipes")) if each["title"] == "Leek soup")
    dinner = {"date": today, "slot": "dinner"}
    people = {"cookIds": [BEN], "eaterIds": [ANA, BEN]}
    planned = dinner | people | {"recipeId": soup["id"], "portions": 6, "time": "19:00"}
    meal = _did(wall.post("/api/meals", planned))[0]["id"]
    _did(wall.post("/api/meals", dinner | {"title": "Leftovers", "slot": "lunch", "note": "from Sunday"}))
    _did(wall.post(f"/api/meals/{meal}/repeat", {"everyWeeks": 2, "until": "2026-12-31"}))
    shopping = _did(client.post("/api/lists", {"name": "For the soup", "kind": "shopping"}))["id"]
    _did(wall.post("/api/pantry", {"title": "Salt"}))
    _did(wall.post("/api/meals/send", {"listId": shopping, "mealIds": [meal]}))


def _take_turns_and_send_back(client: Client, wall: Client, chores: dict[str, str], today: str) -> None:
    turn = _did(client.get(f"/api/chores/turns?from={today}&until=2026-12-31"))
    dog = [each for each in turn if each["choreId"] == chores["turn"]]
    for each in (dog[0], dog[4]):
        other = next(member for member in (ANA, CLEO) if member != each["scheduledId"])
        _did(wall.post(f"/api/chores/{chores['turn']}/swap", {"date": each["date"], "memberId": other}))
    _did(wall.post(f"/api/chores/{chores['passed on']}/complete", {"date": today}))
    for name, member in (("approved", CLEO), ("each", BEN), ("late", CLEO)):
        _did(wall.post(f"/api/chores/{chores[name]}/complete", {"date": today, "memberId": member}))
    back = {"date": today, "note": "Under the bed too"}
    _did(client.post(f"/api/chores/{chores['approved']}/reject", back))
    routine = next(each for each in _did(client.get("/api/chores")) if each["id"] == chores["routine"])
    step = routine["steps"][0]["id"]
    _did(wall.post(f"/api/chores/{chores['routine']}/steps/{step}/complete", {"date": today}))
    _did(client.delete(f"/api/chores/{chores['gone']}"))
    _did(wall.post(f"/api/chores/{chores['let go']}/let-go", {"date": "2026-11-22"}))
    _did(client.post(f"/api/chores/{chores['season']}/complete", {"date": "2026-11-24", "withoutPoints": True}))


def _change_dates(client: Client, wall: Client, chores: dict[str, str], today: date) -> None:
    """Chores that are changed, and dates that are skipped and moved."""
    _did(client.patch(f"/api/chores/{chores['handed over']}", {"memberId": ANA, "rrule": "FREQ=WEEKLY;BYDAY=SA"}))
    _did(client.patch(f"/api/chores/{chores['no turns now']}", {"share": "anyone", "memberIds": [ANA, CLEO]}))
    for name, after, more in (
        ("each", 1, {"memberId": CLEO}),
        ("turn", 2, {"passTurn": True}),
        ("thrice", 1, {"passTurn": True}),
        ("routine", 3, {}),
    ):
        _did(wall.post(f"/api/chores/{chores[name]}/skip", {"date": str(today + after * DAY)} | more))
    dates = _did(client.get(f"/api/snapshot?member={ANA}&range=week"))["chores"]
    thursday = next(each["date"] for each in dates if each["id"] == chores["moved"])
    moved = {"date": thursday, "to": str(date.fromisoformat(thursday) + 2 * DAY)}
    _did(wall.post(f"/api/chores/{chores['moved']}/move", moved))


def _today(client: Client) -> str:
    return str(_did(client.get("/api/export"))["exportedAt"][:10])


def _did(answer: Any) -> Any:
    assert answer.status_code in (200, 201), answer.text
    return answer.json()
