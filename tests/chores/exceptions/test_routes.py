"""One date of a chore is skipped or moved: what is due, streaks, turns, and who may."""

from typing import Any

import pytest

from appliance.kernel.database.database import Database
from appliance.notifications.daily.actions import agenda
from tests.client import Changes, Client
from tests.fakes import FakeClock

# A Friday.
YESTERDAY, TODAY, TOMORROW, LATER = "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-24"
Ids = dict[str, str]


def a_chore(client: Client, **changes: Any) -> str:
    body = {"title": "Bins", "rrule": "FREQ=WEEKLY;BYDAY=FR", "dueDate": "2026-11-06", "points": 2} | changes
    made = client.post("/api/chores", body)
    assert 201 == made.status_code, made.text
    return str(made.json()["id"])


def due(client: Client, *days: str) -> list[tuple[str, str | None]]:
    """The days on which a chore is due, and for whom."""
    return [
        (day, each["memberId"])
        for day in days
        for each in client.get(f"/api/chores/day?date={day}").json()
        if each["overdueSince"] is None
    ]


def send(client: Client, chore: str, what: str, **body: Any) -> int:
    return client.post(f"/api/chores/{chore}/{what}", body).status_code


def streaks(client: Client) -> dict[str, int]:
    return {each["name"]: each["streak"] for each in client.get("/api/leaderboard").json() if each["streak"]}


def test_a_date_is_skipped_and_taken_back(
    client: Client, display: Client, ids: Ids, recorded: Changes, database: Database
) -> None:
    bins = a_chore(client, memberId=ids["Ana"])
    recorded()
    assert 200 == send(display, bins, "skip", date=TODAY)
    assert 200 == send(display, bins, "skip", date=TODAY)
    assert [] == due(client, TODAY)
    assert [] == client.get(f"/api/snapshot?member={ids['Ana']}").json()["chores"]
    assert [] == client.get("/api/board").json()["chores"]
    assert [] == agenda(database.read, database.read.today).chores
    assert [("2026-11-27", ids["Ana"])] == due(client, "2026-11-27")

    assert 200 == display.delete(f"/api/chores/{bins}/skip?date={TODAY}").status_code
    assert 200 == display.delete(f"/api/chores/{bins}/skip?date={TODAY}").status_code
    assert [(TODAY, ids["Ana"])] == due(client, TODAY)
    about = {"id": bins, "date": TODAY}
    skipped, unskipped = ("chore.skipped", about | {"passTurn": False}), ("chore.unskipped", about)
    assert [skipped, skipped, unskipped] == recorded()


def test_a_date_is_moved_moved_again_and_back(client: Client, display: Client, ids: Ids, recorded: Changes) -> None:
    bins = a_chore(client, memberId=ids["Ana"])
    recorded()
    assert 200 == send(display, bins, "move", date=TODAY, to=TOMORROW)
    assert [(TOMORROW, ids["Ana"])] == due(client, TODAY, TOMORROW, LATER)
    assert [TODAY] == [each["movedFrom"] for each in client.get(f"/api/chores/day?date={TOMORROW}").json()]
    assert 200 == send(display, bins, "move", date=TOMORROW, to=LATER)
    assert [(LATER, ids["Ana"])] == due(client, TODAY, TOMORROW, LATER)
    assert 200 == send(display, bins, "move", date=LATER, to=TODAY)
    assert [(TODAY, ids["Ana"])] == due(client, TODAY, TOMORROW, LATER)
    assert [
        ("chore.moved", {"id": bins, "date": was, "to": to})
        for was, to in ((TODAY, TOMORROW), (TOMORROW, LATER), (LATER, TODAY))
    ] == recorded()


def test_a_moved_date_is_skipped_and_comes_back_there(client: Client) -> None:
    bins = a_chore(client)
    assert [200, 200] == [send(client, bins, "move", date=TODAY, to=LATER), send(client, bins, "skip", date=LATER)]
    assert [] == due(client, TODAY, LATER)
    client.delete(f"/api/chores/{bins}/skip?date={LATER}")
    assert [(LATER, None)] == due(client, TODAY, LATER)


def test_points_and_streak_go_by_the_new_date(client: Client, ids: Ids, clock: FakeClock) -> None:
    bins = a_chore(client, memberId=ids["Ana"])
    assert 200 == send(client, bins, "complete", date="2026-11-13")
    assert 200 == send(client, bins, "move", date=TODAY, to=TOMORROW)
    clock.turn(hours=24)
    assert 200 == send(client, bins, "complete", date=TOMORROW)
    assert {"Ana": 2} == streaks(client)
    # One for the late one of last week, two for the moved one.
    assert [3] == [each["balance"] for each in client.get("/api/members").json() if each["name"] == "Ana"]


def test_a_skipped_date_is_nothing_due_in_a_streak(client: Client, ids: Ids) -> None:
    client.patch("/api/settings", {"streakGraceDays": 0})
    bed = a_chore(client, memberId=ids["Ana"], rrule="FREQ=DAILY", dueDate="2026-11-17")
    for day in ("2026-11-17", "2026-11-18", TODAY):
        send(client, bed, "complete", date=day)
    assert {"Ana": 1} == streaks(client)
    assert 200 == send(client, bed, "skip", date=YESTERDAY)
    assert {"Ana": 3} == streaks(client)
    assert 200 == send(client, bed, "complete", date=YESTERDAY)
    assert {"Ana": 4} == streaks(client)


def test_a_tick_counts_more_than_a_skip_or_a_move(client: Client) -> None:
    bins = a_chore(client)
    send(client, bins, "skip", date=TODAY)
    assert 200 == send(client, bins, "complete", date=TODAY)
    assert [(TODAY, None)] == due(client, TODAY)
    client.delete(f"/api/chores/{bins}/complete?date={TODAY}")
    send(client, bins, "move", date=TODAY, to=LATER)
    assert 200 == send(client, bins, "complete", date=TODAY)
    assert [(TODAY, None)] == due(client, TODAY, LATER)


def test_one_copy_of_a_shared_chore(client: Client, ids: Ids) -> None:
    ana, ben = ids["Ana"], ids["Ben"]
    bins = a_chore(client, memberIds=[ana, ben], share="each")
    assert 200 == send(client, bins, "skip", date=TODAY, memberId=ana)
    assert [(TODAY, ben)] == due(client, TODAY)
    assert 200 == send(client, bins, "move", date=TODAY, to=TOMORROW, memberId=ben)
    assert [(TOMORROW, ben)] == due(client, TODAY, TOMORROW)
    client.delete(f"/api/chores/{bins}/skip?date={TODAY}&memberId={ana}")
    assert [(TODAY, ana), (TOMORROW, ben)] == due(client, TODAY, TOMORROW)
    assert 200 == send(client, bins, "skip", date="2026-11-27")
    assert [] == due(client, "2026-11-27")


@pytest.mark.parametrize(
    ("pass_turn", "expected"),
    [(False, ["Ana", "Ben", "Cleo"]), (True, ["Ben", "Cleo", "Ana"])],
    ids=["the turn stays", "the turn is passed on"],
)
@pytest.mark.parametrize("turn_by", ["due", "completion"])
def test_a_skip_in_a_rotation(
    client: Client, ids: Ids, clock: FakeClock, pass_turn: bool, turn_by: str, expected: list[str]
) -> None:
    order = [ids[name] for name in ("Ana", "Ben", "Cleo")]
    rotation = {"memberIds": order, "share": "turn", "turnBy": turn_by}
    dog = a_chore(client, rrule="FREQ=DAILY", dueDate=TODAY, **rotation)
    assert 200 == send(client, dog, "skip", date=TODAY, passTurn=pass_turn)
    after = [TOMORROW, "2026-11-22", "2026-11-23"]
    assert [(day, ids[name]) for day, name in zip(after, expected, strict=True)] == due(client, TODAY, *after)

    clock.turn(hours=24)
    assert 200 == send(client, dog, "complete", date=TOMORROW)
    # What comes after a day that is over and decided.
    clock.turn(hours=24)
    assert [(day, ids[name]) for day, name in zip(after, expected, strict=True)] == due(client, TODAY, *after)
    asked = client.get(f"/api/chores/turns?from={TODAY}&until={after[-1]}").json()
    assert after == [turn["date"] for turn in asked]


@pytest.mark.parametrize(
    ("steps", "day", "expected"),
    [
        ([("skip", {"date": TODAY})], TODAY, "Ana"),
        ([("skip", {"date": TODAY, "passTurn": True})], TODAY, "Ana"),
        ([("skip", {"date": TOMORROW})], TOMORROW, "Ben"),
        ([("skip", {"date": LATER}), ("move", {"date": TODAY, "to": LATER})], LATER, "Ana"),
    ],
    ids=["skipped", "skipped and passed on", "to come", "another moved there"],
)
@pytest.mark.parametrize("turn_by", ["due", "completion"])
def test_a_skipped_turn_that_is_done_is_of_whose_turn_it_is(
    client: Client, ids: Ids, steps: list[tuple[str, dict[str, Any]]], day: str, expected: str, turn_by: str
) -> None:
    order = [ids[name] for name in ("Ana", "Ben", "Cleo")]
    rotation = {"memberIds": order, "share": "turn", "turnBy": turn_by}
    dog = a_chore(client, rrule="FREQ=DAILY", dueDate=TODAY, **rotation)
    for what, body in steps:
        assert 200 == send(client, dog, what, **body)
    assert 200 == send(client, dog, "complete", date=day)
    assert {expected: 2} == {
        each["name"]: each["balance"] for each in client.get("/api/members").json() if each["balance"]
    }


@pytest.mark.parametrize("pass_turn", [False, True])
@pytest.mark.parametrize("turn_by", ["due", "completion"])
def test_a_date_moved_to_a_skipped_one_has_its_turn(client: Client, ids: Ids, pass_turn: bool, turn_by: str) -> None:
    order = [ids[name] for name in ("Ana", "Ben", "Cleo")]
    rotation = {"memberIds": order, "share": "turn", "turnBy": turn_by}
    dog = a_chore(client, rrule="FREQ=DAILY", dueDate=TODAY, **rotation)
    assert 200 == send(client, dog, "skip", date=TOMORROW, passTurn=pass_turn)
    assert 200 == send(client, dog, "move", date=TODAY, to=TOMORROW)
    expected = [(TOMORROW, ids["Ana"]), ("2026-11-22", ids["Ben"])]
    assert expected == due(client, TODAY, TOMORROW, "2026-11-22")


def test_a_turn_that_was_missed_is_not_passed_on_by_the_skip_of_another(
    client: Client, ids: Ids, clock: FakeClock
) -> None:
    order = [ids[name] for name in ("Ana", "Ben", "Cleo")]
    rotation = {"memberIds": order, "share": "turn", "turnBy": "completion"}
    dog = a_chore(client, rrule="FREQ=DAILY", dueDate=TODAY, **rotation)
    assert 200 == send(client, dog, "skip", date=TOMORROW, passTurn=True)
    assert 200 == send(client, dog, "move", date=TODAY, to=TOMORROW)
    clock.turn(hours=72)
    assert [("2026-11-23", ids["Ana"])] == due(client, "2026-11-23")
    # The turns of the past are counted anew.
    assert 200 == send(client, dog, "skip", date="2026-11-22")
    assert [("2026-11-23", ids["Ana"])] == due(client, "2026-11-23")


def test_one_that_counts_from_its_last_completion(client: Client) -> None:
    filter_ = a_chore(client, rrule=None, afterDays=10, dueDate=TODAY)
    assert 200 == send(client, filter_, "move", date=TODAY, to=LATER)
    assert [] == due(client, TODAY, TOMORROW)
    assert [(LATER, None)] == due(client, LATER)
    assert 200 == send(client, filter_, "move", date=LATER, to=TODAY)
    assert [(TODAY, None)] == due(client, TODAY)
    assert 200 == send(client, filter_, "skip", date=TODAY)
    assert [("2026-11-30", None)] == due(client, TODAY, TOMORROW, "2026-11-29", "2026-11-30")


def test_done_steps_move_along(client: Client) -> None:
    bins = a_chore(client, steps=[{"title": "Paper"}, {"title": "Glass"}])
    step = client.get("/api/chores").json()[0]["steps"][0]["id"]
    client.post(f"/api/chores/{bins}/steps/{step}/complete", {"date": TODAY})
    send(client, bins, "move", date=TODAY, to=TOMORROW)
    (moved,) = client.get(f"/api/chores/day?date={TOMORROW}").json()
    assert [True, False] == [each["done"] for each in moved["steps"]]


BAD: dict[str, tuple[str, dict[str, Any], int, str]] = {
    "no date": ("skip", {}, 400, "date: is required"),
    "skip a day on which it is not due": ("skip", {"date": TOMORROW}, 400, "date: the chore is not due on this date"),
    "move a day on which it is not due": ("move", {"date": TOMORROW, "to": LATER}, 400, "date: the chore is not due"),
    "skip one of a far year": ("skip", {"date": "2028-11-24"}, 400, "date: must be at most a year ago or ahead"),
    "move into the past": ("move", {"date": TODAY, "to": YESTERDAY}, 400, "to: must be from today to a year ahead"),
    "move far ahead": ("move", {"date": TODAY, "to": "2028-01-01"}, 400, "to: must be from today to a year ahead"),
    "move to a day on which it is due": ("move", {"date": TODAY, "to": "2026-11-27"}, 409, "it is due on that date"),
    "move what is done": ("move", {"date": "2026-11-13", "to": TOMORROW}, 409, "already done"),
    "skip what is done": ("skip", {"date": "2026-11-13"}, 409, "already done"),
}


@pytest.mark.parametrize(("what", "body", "status", "error"), BAD.values(), ids=BAD)
def test_a_bad_request_changes_nothing(
    client: Client, recorded: Changes, what: str, body: dict[str, Any], status: int, error: str
) -> None:
    bins = a_chore(client)
    send(client, bins, "complete", date="2026-11-13")
    recorded()
    answer = client.post(f"/api/chores/{bins}/{what}", body)
    assert (status, error) == (answer.status_code, answer.json()["error"][: len(error)])
    assert [] == recorded()


def test_an_unknown_chore_or_member_is_said(client: Client, ids: Ids) -> None:
    assert 404 == send(client, "none", "skip", date=TODAY)
    assert 404 == send(client, "none", "move", date=TODAY, to=TOMORROW)
    assert 404 == client.delete(f"/api/chores/none/skip?date={TODAY}").status_code
    bins = a_chore(client, memberIds=[ids["Ana"], ids["Ben"]], share="each")
    assert 400 == send(client, bins, "skip", date=TODAY, memberId=ids["Cleo"])


def test_what_a_display_may_not(client: Client, display: Client, ids: Ids) -> None:
    """It mends no streak, and does not get around a parent's yes."""
    bed = a_chore(client, memberId=ids["Ana"], rrule="FREQ=DAILY")
    assert 403 == send(display, bed, "skip", date=YESTERDAY)
    assert 403 == send(display, bed, "move", date=YESTERDAY, to=TOMORROW)
    assert 403 == display.delete(f"/api/chores/{bed}/skip?date={YESTERDAY}").status_code
    room = a_chore(client, memberId=ids["Ana"], needsApproval=True)
    assert 403 == send(display, room, "skip", date=TODAY)
    assert 200 == send(display, room, "move", date=TODAY, to=TOMORROW)
    assert 200 == send(client, room, "skip", date=TOMORROW)


def test_what_waits_for_a_yes_is_not_skipped(client: Client, display: Client, ids: Ids) -> None:
    room = a_chore(client, memberId=ids["Ana"], needsApproval=True)
    assert 200 == send(display, room, "complete", date=TODAY)
    assert 409 == send(client, room, "skip", date=TODAY)
    assert 409 == send(client, room, "move", date=TODAY, to=TOMORROW)


def test_what_was_missed_is_skipped_or_moved(client: Client, ids: Ids, clock: FakeClock) -> None:
    books, post = (a_chore(client, title=title, rrule=None, dueDate=TODAY) for title in ("Books", "Post"))
    clock.turn(days=1)
    assert [200, 200] == [
        send(client, books, "skip", date=TODAY),
        send(client, post, "move", date=TODAY, to="2026-11-22"),
    ]
    assert [] == client.get(f"/api/chores/day?date={TOMORROW}").json()
    assert [("2026-11-22", None)] == due(client, TODAY, TOMORROW, "2026-11-22")


def test_a_display_with_the_pin_skips_a_day_of_the_past(client: Client, display: Client, clock: FakeClock) -> None:
    bins = a_chore(client, keepAsking=True)
    clock.turn(days=1)
    assert 403 == send(display, bins, "skip", date=TODAY)
    client.put("/api/settings/pin", {"pin": "2468"})
    assert 403 == send(display, bins, "skip", date=TODAY)
    display.post("/api/unlock", {"pin": "2468"})
    assert 200 == send(display, bins, "skip", date=TODAY)
