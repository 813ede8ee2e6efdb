from typing import Any

import pytest

from appliance.people.models import Person
from tests.client import Changes, Client
from tests.fakes import FakeClock

TODAY = "2026-11-20"
# What a chore answers that several members do not share.
# What a chore answers that has no times of its own and no steps.
PLAIN: dict[str, Any] = {"dayPart": None, "dueBy": None, "afterDays": None, "seasonFrom": None, "seasonUntil": None}
PLAIN |= {"steps": [], "keepAsking": None, "dayParts": []}
OWN: dict[str, Any] = {"memberIds": [], "share": None, "turnBy": "due", "needsApproval": None}
OWN |= {"turnEvery": "due", "turnTimes": 2, "turnWeekday": 1, "movesForHolidays": False}


def test_a_chore_is_added_changed_and_removed(display: Client, family: dict[str, Person], recorded: Changes) -> None:
    made = display.post("/api/chores", {"title": "Dishes"})
    assert 201 == made.status_code
    dishes = made.json()
    blank = dict.fromkeys(("emoji", "memberId", "rrule", "dueDate", "dueTime", "listId"))
    named = {"id": dishes["id"], "title": "Dishes", "points": 0, "active": True, "sort": 0}
    assert blank | OWN | PLAIN | named == dishes

    patch = {
        "title": "Plates",
        "emoji": "🍽️",
        "memberId": family["Cleo"].id,
        "points": 7,
        "rrule": "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR",
        "dueDate": "2024-02-29",
        "dueTime": "after school",
        "active": False,
        "sort": 2.5,
        "unknown": "is passed over",
    }
    changed = display.patch(f"/api/chores/{dishes['id']}", patch)
    del patch["unknown"]
    assert (200, dishes | patch) == (changed.status_code, changed.json())
    assert [changed.json()] == display.get("/api/chores").json()
    cleared = display.patch(f"/api/chores/{dishes['id']}", blank).json()
    assert changed.json() | blank == cleared

    assert {"ok": True} == display.delete(f"/api/chores/{dishes['id']}").json()
    assert [] == display.get("/api/chores").json()
    assert [("chore.changed", {"id": dishes["id"]})] * 4 == recorded()


BAD = {
    "no title": ({}, "title: is required"),
    "an empty title": ({"title": ""}, "title: must not be empty"),
    "a title that is no text": ({"title": 5}, "title: Expected `str`, got `int`"),
    "half a point": ({"title": "A", "points": 2.5}, "points: Expected `int`, got `float`"),
    "points as text": ({"title": "A", "points": "2"}, "points: Expected `int`, got `str`"),
    "points taken away": ({"title": "A", "points": -1}, "points: Expected `int` >= 0"),
    "points without end": ({"title": "A", "points": 10**30}, "points: "),
    "a day that does not exist": ({"title": "A", "dueDate": "2026-02-30"}, "dueDate: must be YYYY-MM-DD"),
    "a day with a time": ({"title": "A", "dueDate": "2026-02-03T00:00:00Z"}, "dueDate: must be YYYY-MM-DD"),
    "a word for an emoji": ({"title": "A", "emoji": "soap"}, "emoji: must be a single emoji"),
    "a rule that cannot be read": ({"title": "A", "rrule": "every Friday"}, "invalid rrule"),
    "a rule without FREQ": ({"title": "A", "rrule": "BYDAY=FR"}, "invalid rrule"),
    "somebody unknown": ({"title": "A", "memberId": "nobody"}, "memberId: unknown member"),
    "an unknown list": ({"title": "A", "listId": "none"}, "unknown list"),
    "active as a number": ({"title": "A", "active": 1}, "active: Expected `bool`, got `int`"),
    "a rule and days after the last time": (
        {"title": "A", "rrule": "FREQ=DAILY", "afterDays": 3},
        "afterDays: a chore has either rrule or afterDays",
    ),
    "no days after the last time": ({"title": "A", "afterDays": 0}, "afterDays: Expected `int` >= 1"),
    "a season that ends before it begins": (
        {"title": "A", "seasonFrom": "2026-05-01", "seasonUntil": "2026-04-30"},
        "seasonUntil: must not be before seasonFrom",
    ),
    "a season without a year": ({"title": "A", "seasonFrom": "05-01"}, "seasonFrom: must be YYYY-MM-DD"),
    "an unknown part of the day": ({"title": "A", "dayPart": "noon"}, "dayPart: Invalid enum value 'noon'"),
    "a time of day that does not exist": ({"title": "A", "dueBy": "24:00"}, "dueBy: must be HH:MM"),
    "a step without a title": ({"title": "A", "steps": [{"emoji": "🦷"}]}, "steps.0.title: is required"),
    "a word for the emoji of a step": (
        {"title": "A", "steps": [{"title": "B"}, {"title": "C", "emoji": "brush"}]},
        "steps.1.emoji: must be a single emoji",
    ),
    "a timer of no time": ({"title": "A", "steps": [{"title": "B", "timerSeconds": 0}]}, "steps.0.timerSeconds: "),
    "a timer of a day": ({"title": "A", "steps": [{"title": "B", "timerSeconds": 86400}]}, "steps.0.timerSeconds: "),
    "too many steps": ({"title": "A", "steps": [{"title": "B"}] * 31}, "steps: must have at most 30 entries"),
    "an array": ([], "request: Expected `object`, got `array`"),
}


@pytest.mark.parametrize(("body", "error"), BAD.values(), ids=BAD)
def test_a_bad_chore_is_rejected_by_field(client: Client, recorded: Changes, body: object, error: str) -> None:
    answer = client.post("/api/chores", body)
    assert 400 == answer.status_code
    assert {"error", "code"} >= set(answer.json()) - {"limit"}
    assert answer.json()["error"].startswith(error)
    assert [] == client.get("/api/chores").json()
    assert [] == recorded()


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"rrule": "FREQ=NEVER"}, "invalid rrule"),
        ({"emoji": "🧹🧹"}, "emoji: must be a single emoji"),
        ({"points": 0.5}, "points: Expected `int`, got `float`"),
        ({"title": None}, "title: Expected `str`, got `null`"),
        ({"active": None}, "active: Expected `bool`, got `null`"),
        ({"listId": "none"}, "unknown list"),
    ],
)
def test_a_bad_change_is_rejected(client: Client, recorded: Changes, body: object, error: str) -> None:
    made = client.post("/api/chores", {"title": "A", "rrule": "FREQ=DAILY"}).json()
    recorded()
    answer = client.patch(f"/api/chores/{made['id']}", body)
    assert (400, error) == (answer.status_code, answer.json()["error"])
    assert [made] == client.get("/api/chores").json()
    assert [] == recorded()


def test_a_day_is_ticked_and_unticked(display: Client, family: dict[str, Person], recorded: Changes) -> None:
    ana, ben = family["Ana"].id, family["Ben"].id
    dishes = display.post(
        "/api/chores", {"title": "Dishes", "memberId": ana, "points": 5, "rrule": "FREQ=DAILY"}
    ).json()
    waiting = dishes | {"completed": False, "completedAt": None, "completedBy": None, "checklist": None, "turn": None}
    waiting |= {"late": False}
    waiting |= {"pending": False, "rejection": None, "withoutPoints": False, "overdueSince": None, "movedFrom": None}
    waiting |= {"approvalNote": None}
    assert [waiting] == display.get("/api/chores/day", params={"date": TODAY}).json()
    recorded()

    ticked = display.post(f"/api/chores/{dishes['id']}/complete", {"date": TODAY})
    assert (200, {"ok": True}) == (ticked.status_code, ticked.json())
    done = waiting | {"completed": True, "completedAt": "2026-11-20T15:24:00.000Z", "completedBy": ana}
    assert [done] == display.get("/api/chores/day", params={"date": TODAY}).json()
    assert [waiting] == display.get("/api/chores/day", params={"date": "2026-11-21"}).json()

    display.post(f"/api/chores/{dishes['id']}/complete", {"date": TODAY, "memberId": ben})
    assert [done | {"completedBy": ben}] == display.get("/api/chores/day", params={"date": TODAY}).json()

    for _ in range(2):
        answer = display.delete(f"/api/chores/{dishes['id']}/complete", params={"date": TODAY})
        assert (200, {"ok": True}) == (answer.status_code, answer.json())
    assert [waiting] == display.get("/api/chores/day", params={"date": TODAY}).json()
    change = {"id": dishes["id"], "date": TODAY}
    assert [("chore.completed", change), ("chore.completed", change), ("chore.uncompleted", change)] == recorded()


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "date: is required"),
        ({"date": "2026-02-30"}, "date: must be YYYY-MM-DD"),
        ({"date": "today"}, "date: must be YYYY-MM-DD"),
        ({"date": None}, "date: "),
        ({"date": TODAY, "memberId": None}, "memberId: Expected `str`, got `null`"),
        ({"date": TODAY, "memberId": "nobody"}, "memberId: unknown member"),
    ],
)
def test_a_bad_tick_is_rejected(client: Client, recorded: Changes, body: object, error: str) -> None:
    made = client.post("/api/chores", {"title": "A", "dueDate": TODAY}).json()
    recorded()
    answer = client.post(f"/api/chores/{made['id']}/complete", body)
    assert 400 == answer.status_code
    assert answer.json()["error"].startswith(error)
    assert [False] == [chore["completed"] for chore in client.get("/api/chores/day", params={"date": TODAY}).json()]
    assert [] == recorded()


@pytest.mark.parametrize("day", ["", "2026-02-30", "2026-2-3", "today", "1795132800", "2026-11-20T00:00:00Z"])
def test_a_bad_date_in_a_query_is_rejected(client: Client, day: str) -> None:
    made = client.post("/api/chores", {"title": "A", "dueDate": TODAY}).json()
    for answer in (
        client.get("/api/chores/day", params={"date": day}),
        client.delete(f"/api/chores/{made['id']}/complete", params={"date": day}),
    ):
        assert (400, {"error": "date: must be YYYY-MM-DD", "code": "not_a_date"}) == (answer.status_code, answer.json())


def test_a_date_that_is_missing_from_a_query_is_named(client: Client) -> None:
    answer = client.get("/api/chores/day")
    assert (400, {"error": "date: is required", "code": "required"}) == (answer.status_code, answer.json())


SUNDAY_AND_MONDAY = "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO"


def due_in_november(client: Client, title: str) -> list[int]:
    days = [f"2026-11-{day:02}" for day in range(1, 31)]
    found = [client.get("/api/chores/day", params={"date": day}).json() for day in days]
    return [at + 1 for at, chores in enumerate(found) if any(each["title"] == title for each in chores)]


@pytest.mark.parametrize(
    ("week_start", "rule", "days"),
    [
        (0, f"{SUNDAY_AND_MONDAY};WKST=SU", [1, 2, 15, 16, 29, 30]),
        (1, SUNDAY_AND_MONDAY, [1, 9, 15, 23, 29]),
        (6, f"{SUNDAY_AND_MONDAY};WKST=SA", [1, 2, 15, 16, 29, 30]),
    ],
)
def test_a_rule_of_every_second_week_counts_the_weeks_of_the_household(
    client: Client, week_start: int, rule: str, days: list[int]
) -> None:
    client.patch("/api/settings", {"weekStart": week_start})
    bins = {"title": "Bins", "dueDate": "2026-11-01"}
    made = client.post("/api/chores", {**bins, "rrule": SUNDAY_AND_MONDAY}).json()
    dishes = client.post("/api/chores", {**bins, "title": "Dishes"}).json()
    changed = client.patch(f"/api/chores/{dishes['id']}", {"rrule": SUNDAY_AND_MONDAY}).json()

    assert [rule, rule] == [made["rrule"], changed["rrule"]]
    assert [days, days] == [due_in_november(client, title) for title in ("Bins", "Dishes")]


def test_a_rule_that_is_stored_or_says_when_weeks_begin_stays(client: Client) -> None:
    client.patch("/api/settings", {"weekStart": 1})
    kept = client.post("/api/chores", {"title": "Bins", "rrule": SUNDAY_AND_MONDAY}).json()
    client.patch("/api/settings", {"weekStart": 0})
    for rule in (SUNDAY_AND_MONDAY + ";WKST=MO", "FREQ=WEEKLY;BYDAY=SU,MO", "FREQ=WEEKLY;INTERVAL=2"):
        assert rule == client.post("/api/chores", {"title": "Dishes", "rrule": rule}).json()["rrule"]
    patched = client.patch(f"/api/chores/{kept['id']}", {"title": "Bin", "rrule": SUNDAY_AND_MONDAY}).json()

    assert SUNDAY_AND_MONDAY == patched["rrule"]


@pytest.mark.parametrize(
    ("day", "points"), [("2025-11-19", 5), ("2026-11-17", 5), ("2026-11-21", 10), ("2027-11-21", 10)]
)
def test_a_chore_is_completed_for_a_date_on_which_it_is_not_due(
    display: Client, family: dict[str, Person], day: str, points: int
) -> None:
    """A completion is recorded per chore and date, at most a year ago or ahead. (contract: Chore)"""
    chore = {"title": "Bins", "memberId": family["Cleo"].id, "points": 10, "rrule": "FREQ=WEEKLY", "dueDate": TODAY}
    bins = display.post("/api/chores", chore).json()["id"]
    assert 200 == display.post(f"/api/chores/{bins}/complete", {"date": day}).status_code
    assert points == display.get(f"/api/members/{family['Cleo'].id}/points").json()["balance"]
    assert 200 == display.delete(f"/api/chores/{bins}/complete?date={day}").status_code
    assert 0 == display.get(f"/api/members/{family['Cleo'].id}/points").json()["balance"]


@pytest.mark.parametrize("day", ["0001-01-01", "2025-11-18", "2027-11-22", "9999-12-31"])
def test_a_chore_is_not_completed_for_a_date_more_than_a_year_away(client: Client, day: str) -> None:
    steps = [{"title": "Teeth"}, {"title": "Pyjamas"}]
    bins = client.post("/api/chores", {"title": "Bins", "points": 10, "steps": steps}).json()
    for path in ("", f"/steps/{bins['steps'][0]['id']}"):
        answer = client.post(f"/api/chores/{bins['id']}{path}/complete", {"date": day})
        assert (400, "date: ", "too_far_away") == (
            answer.status_code,
            answer.json()["error"][:6],
            answer.json()["code"],
        )


def test_who_did_a_chore_long_ago_can_still_change(client: Client, family: dict[str, Person], clock: FakeClock) -> None:
    bins = client.post("/api/chores", {"title": "Bins", "points": 10}).json()["id"]
    cleo, dan = family["Cleo"].id, family["Dan"].id
    client.post(f"/api/chores/{bins}/complete", {"date": TODAY, "memberId": cleo})
    clock.turn(days=800)
    assert 200 == client.post(f"/api/chores/{bins}/complete", {"date": TODAY, "memberId": dan}).status_code
    assert 10 == client.get(f"/api/members/{dan}/points").json()["balance"]
