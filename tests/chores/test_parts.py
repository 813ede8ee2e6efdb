"""A chore that is done in several parts of the day: each has its own tick and its own points."""

from datetime import datetime
from typing import Any

import pytest
from msgspec import UNSET

from appliance.chores import parts
from appliance.household.models import Settings
from appliance.kernel.database.database import Database
from appliance.points.streaks import actions as streaks
from tests.chores.test_sharing import a_chore, balances
from tests.client import Changes, Client
from tests.fakes import FakeClock

TODAY, TOMORROW, YESTERDAY = "2026-11-20", "2026-11-21", "2026-11-19"
Ids = dict[str, str]
BOTH = ["morning", "evening"]


def cat(client: Client, **changes: Any) -> dict[str, Any]:
    return a_chore(client, **({"title": "Feed the cat", "dayParts": BOTH} | changes))


def complete(client: Client, chore: dict[str, Any], part: str | None = None, **body: Any) -> int:
    more = body | ({"dayPart": part} if part else {})
    return int(client.post(f"/api/chores/{chore['id']}/complete", {"date": TODAY} | more).status_code)


def undo(client: Client, chore: dict[str, Any], part: str | None = None, more: str = "") -> int:
    query = f"date={TODAY}" + (f"&dayPart={part}" if part else "") + more
    return int(client.delete(f"/api/chores/{chore['id']}/complete?{query}").status_code)


def rows(client: Client, day: str = TODAY) -> list[tuple[str | None, bool]]:
    return [(each["dayPart"], each["completed"]) for each in client.get(f"/api/chores/day?date={day}").json()]


def streak(client: Client, member_id: str) -> int:
    board = client.get("/api/leaderboard").json()
    return int(next(each["streak"] for each in board if each["memberId"] == member_id))


@pytest.mark.parametrize(
    ("copy", "part", "slot"),
    [("", None, ""), ("ana", None, "ana"), ("", "morning", "morning"), ("ana", "evening", "ana/evening")],
)
def test_the_slot_of_a_part(copy: str, part: Any, slot: str) -> None:
    assert slot == parts.slot_with(copy, part)
    assert (copy, part) == parts.split(slot, ["morning", "evening"])
    assert slot in parts.slots_of(copy) and parts.is_of_copy(slot, copy)
    assert copy == parts.member_of(slot)


def test_a_member_may_be_called_as_a_part() -> None:
    assert ("evening", None) == parts.split("evening", [])
    assert ("a/b", None) == parts.split("a/b", ["morning", "evening"])


@pytest.mark.parametrize(
    ("at", "known", "is_today", "part"),
    [
        ("08:00", BOTH, True, "morning"),
        ("16:59", BOTH, True, "morning"),
        ("17:00", BOTH, True, "evening"),
        ("08:00", ["afternoon", "evening"], True, "afternoon"),
        ("13:00", ["morning", "afternoon", "evening"], True, "afternoon"),
        ("18:00", BOTH, False, "morning"),
        # The day before goes on until three.
        ("01:00", BOTH, True, "evening"),
        ("03:00", BOTH, True, "morning"),
        ("12:00", [], True, None),
    ],
)
def test_the_part_that_is_meant_without_one(at: str, known: list[Any], is_today: bool, part: str | None) -> None:
    settings = Settings(temperature_unit="celsius", day_starts_at=3)
    now = datetime.fromisoformat(f"{TODAY}T{at}")
    assert part == parts.chosen(known, UNSET, settings, now, is_today=is_today)


def test_each_part_has_a_tick_and_points(display: Client, ids: Ids, recorded: Changes) -> None:
    made = cat(display, memberId=ids["Cleo"], dayPart="afternoon")
    assert (None, BOTH) == (made["dayPart"], made["dayParts"])
    recorded()
    assert [("morning", False), ("evening", False)] == rows(display)

    assert 200 == complete(display, made, "morning")
    assert [("morning", True), ("evening", False)] == rows(display)
    assert 200 == complete(display, made, "evening")
    assert {"Cleo": 4} == balances(display)
    assert 200 == undo(display, made, "morning")
    assert [("morning", False), ("evening", True)] == rows(display)
    assert {"Cleo": 2} == balances(display)
    of_part = {"id": made["id"], "date": TODAY}
    assert [
        ("chore.completed", of_part | {"dayPart": "morning"}),
        ("chore.completed", of_part | {"dayPart": "evening"}),
        ("chore.uncompleted", of_part | {"dayPart": "morning"}),
    ] == recorded()


def test_a_client_without_parts_does_the_part_that_has_begun(display: Client, ids: Ids, clock: FakeClock) -> None:
    """It is 16:24 in Berlin. Repeated, the request changes nothing, and undone all parts are open."""
    made = cat(display, memberId=ids["Cleo"])
    assert [200, 200] == [complete(display, made), complete(display, made)]
    assert [("morning", True), ("evening", False)] == rows(display)
    clock.turn(hours=1)
    complete(display, made)
    assert {"Cleo": 4} == balances(display)
    undo(display, made)
    assert ([("morning", False), ("evening", False)], {}) == (rows(display), balances(display))


def test_a_client_without_parts_leaves_them(display: Client) -> None:
    made = cat(display)
    path = f"/api/chores/{made['id']}"
    assert BOTH == display.patch(path, {"title": "Cat", "dayPart": None}).json()["dayParts"]
    single = display.patch(path, {"dayPart": "evening"}).json()
    assert ("evening", []) == (single["dayPart"], single["dayParts"])
    one = display.patch(path, {"dayParts": ["afternoon"]}).json()
    assert ("afternoon", []) == (one["dayPart"], one["dayParts"])
    several = display.patch(path, {"dayParts": ["evening", "morning", "evening"]}).json()
    assert (None, BOTH) == (several["dayPart"], several["dayParts"])
    none = display.patch(path, {"dayParts": []}).json()
    assert (None, []) == (none["dayPart"], none["dayParts"])


def test_each_member_has_each_part(display: Client, ids: Ids, recorded: Changes) -> None:
    made = cat(display, memberIds=[ids["Cleo"], ids["Dan"]], share="each")
    recorded()
    complete(display, made, "evening", memberId=ids["Dan"])
    found = display.get(f"/api/chores/day?date={TODAY}").json()
    assert [(ids["Dan"], "evening")] == [(each["memberId"], each["dayPart"]) for each in found if each["completed"]]
    data = {"id": made["id"], "date": TODAY, "memberId": ids["Dan"], "dayPart": "evening"}
    assert [("chore.completed", data)] == recorded()
    undo(display, made, more=f"&memberId={ids['Cleo']}")
    assert {"Dan": 2} == balances(display)
    undo(display, made, more=f"&memberId={ids['Dan']}")
    assert {} == balances(display)


def test_a_day_counts_for_the_streak_when_every_part_is_done(
    client: Client, ids: Ids, database: Database, clock: FakeClock
) -> None:
    made = cat(client, memberId=ids["Cleo"])
    assert 0 == streak(client, ids["Cleo"])
    complete(client, made, "evening")
    assert 0 == streak(client, ids["Cleo"])
    complete(client, made, "morning")
    assert 1 == streak(client, ids["Cleo"])
    # Kept and read anew they agree, after a change of the chore too.
    client.patch(f"/api/chores/{made['id']}", {"dayParts": ["morning", "afternoon", "evening"]})
    assert streaks.streaks(database.read).by_member[ids["Cleo"]] == streak(client, ids["Cleo"])


def test_progress_counts_parts(client: Client, ids: Ids) -> None:
    complete(client, cat(client, memberId=ids["Cleo"]), "morning")
    board = client.get("/api/board").json()
    assert [{"done": 1, "total": 2}] == [each["chores"] for each in board["members"] if each["id"] == ids["Cleo"]]
    assert BOTH == [each["dayPart"] for each in sorted(board["chores"], key=lambda each: not each["completed"])]
    snapshot = client.get(f"/api/snapshot?member={ids['Cleo']}").json()["chores"]
    assert [("morning", True), ("evening", False)] == [(each["dayPart"], each["done"]) for each in snapshot]


def test_each_part_waits_for_a_yes(client: Client, display: Client, ids: Ids) -> None:
    made = cat(client, memberId=ids["Cleo"], needsApproval=True)
    complete(display, made, "evening")
    complete(display, made, "morning")
    waiting = client.get("/api/chores/pending").json()
    assert ["evening", "morning"] == sorted(each["dayPart"] for each in waiting)
    path = f"/api/chores/{made['id']}"
    assert 400 == client.post(f"{path}/approve", {"date": TODAY}).status_code
    assert 200 == client.post(f"{path}/approve", {"date": TODAY, "dayPart": "morning"}).status_code
    assert 200 == client.post(f"{path}/reject", {"date": TODAY, "dayPart": "evening", "note": "No"}).status_code
    found = client.get(f"/api/chores/day?date={TODAY}").json()
    assert [(True, None), (False, "No")] == [
        (each["completed"], each["rejection"] and each["rejection"]["note"]) for each in found
    ]


def test_a_routine_has_its_steps_in_each_part(display: Client, ids: Ids) -> None:
    made = cat(display, memberId=ids["Cleo"], steps=[{"title": "Teeth"}, {"title": "Face"}])
    first, second = (step["id"] for step in made["steps"])
    path = f"/api/chores/{made['id']}/steps"
    for step in (first, second):
        display.post(f"{path}/{step}/complete", {"date": TODAY, "dayPart": "evening"})
    display.post(f"{path}/{first}/complete", {"date": TODAY, "dayPart": "morning"})
    assert [("morning", False), ("evening", True)] == rows(display)
    display.delete(f"{path}/{second}/complete?date={TODAY}&dayPart=evening")
    found = display.get(f"/api/chores/day?date={TODAY}").json()
    assert [[True, False], [True, False]] == [[step["done"] for step in each["steps"]] for each in found]


def test_a_missed_part_asks_by_itself(client: Client, ids: Ids, clock: FakeClock) -> None:
    made = cat(client, memberId=ids["Cleo"], rrule=None)
    complete(client, made, "morning")
    clock.turn(days=1)
    assert [("evening", False)] == rows(client, TOMORROW)
    complete(client, made, "evening")
    assert {"Cleo": 3} == balances(client)
    assert [("evening", True)] == rows(client, TOMORROW)


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({"dayParts": ["night"]}, "dayParts.0"),
        ({"dayParts": [*BOTH, *BOTH]}, "dayParts"),
        ({"dayParts": "morning"}, "dayParts"),
        ({"dayParts": BOTH, "afterDays": 3, "rrule": None}, "dayParts"),
    ],
)
def test_parts_that_are_none(client: Client, body: dict[str, Any], at: str) -> None:
    refused = client.post("/api/chores", {"title": "Cat", "dueDate": TODAY} | body)
    assert 400 == refused.status_code and refused.json()["error"].startswith(at), refused.text


@pytest.mark.parametrize("part", ["afternoon", "night"])
def test_a_part_that_the_chore_has_not(client: Client, part: str) -> None:
    made = cat(client)
    assert (400, 400) == (complete(client, made, part), undo(client, made, part))


def test_an_import_takes_the_parts_it_knows(client: Client, ids: Ids) -> None:
    made = cat(client, memberId=ids["Cleo"])
    complete(client, made, "morning")
    file = client.get("/api/export").json()
    assert ["morning"] == [each["slot"] for each in file["choreCompletions"]]
    file["chores"][0]["dayParts"] = ["night", "evening", "morning"]
    assert 200 == client.post("/api/import", file).status_code
    assert [("morning", True), ("evening", False)] == rows(client)


def test_a_removed_member_takes_their_parts_along(client: Client, display: Client, ids: Ids) -> None:
    made = cat(client, memberIds=[ids["Cleo"], ids["Dan"]], share="each", needsApproval=True)
    complete(display, made, "morning", memberId=ids["Dan"])
    complete(display, made, "morning", memberId=ids["Cleo"])
    client.delete(f"/api/members/{ids['Dan']}")
    assert [ids["Cleo"]] == [each["memberId"] for each in client.get("/api/chores/pending").json()]


def test_days_before_a_change_of_parts_stay_done(client: Client, ids: Ids, clock: FakeClock) -> None:
    client.patch("/api/settings", {"streakGraceDays": 0})
    made = cat(client, memberId=ids["Cleo"], dayParts=[])
    complete(client, made)
    clock.turn(days=1)
    path = f"/api/chores/{made['id']}"
    client.patch(path, {"dayParts": BOTH})
    for part in BOTH:
        client.post(f"{path}/complete", {"date": TOMORROW, "dayPart": part})
    assert ([(None, True)], 2) == (rows(client), streak(client, ids["Cleo"]))
    clock.turn(days=1)
    client.patch(path, {"dayParts": ["morning", "afternoon", "evening"]})
    assert ([("morning", True), ("evening", True)], 2) == (rows(client, TOMORROW), streak(client, ids["Cleo"]))
    client.patch(path, {"dayPart": "evening"})
    assert ([("morning", True), ("evening", True)], 2) == (rows(client, TOMORROW), streak(client, ids["Cleo"]))


def test_a_skipped_day_has_no_parts(client: Client, ids: Ids) -> None:
    made = cat(client, memberId=ids["Cleo"])
    complete(client, made, "morning")
    assert 200 == client.post(f"/api/chores/{made['id']}/skip", {"date": TODAY}).status_code
    assert [] == rows(client)
    complete(client, made, "evening")
    assert [("morning", True), ("evening", True)] == rows(client)
    assert 409 == client.post(f"/api/chores/{made['id']}/skip", {"date": TODAY}).status_code
