"""Ticks of a display that wait for a parent's yes."""

from typing import Any

import pytest

from appliance.chores.approval.actions import WAITING
from appliance.kernel.database.database import Database
from appliance.kernel.database.transactions import Tx
from appliance.people.models import Person
from tests.client import Changes, Client
from tests.fakes import FakeClock

TODAY, YESTERDAY = "2026-11-20", "2026-11-19"
NOW = "2026-11-20T15:24:00.000Z"


@pytest.fixture
def cleo(family: dict[str, Person]) -> str:
    return family["Cleo"].id


@pytest.fixture
def dan(family: dict[str, Person]) -> str:
    return family["Dan"].id


def a_chore(client: Client, member: str | None, **changes: Any) -> str:
    request = {"title": "Hoover", "emoji": "🧹", "memberId": member, "points": 10, "rrule": "FREQ=DAILY"}
    request |= {"dueDate": "2026-11-01", "needsApproval": True}
    made = client.post("/api/chores", request | changes)
    assert 201 == made.status_code, made.text
    return str(made.json()["id"])


def tick(client: Client, chore: str, member: str | None = None, date: str = TODAY) -> dict[str, Any]:
    answer = client.post(f"/api/chores/{chore}/complete", {"date": date} | ({"memberId": member} if member else {}))
    assert 200 == answer.status_code, answer.text
    return dict(answer.json())


def on_day(client: Client, chore: str, member: str | None = None, date: str = TODAY) -> dict[str, Any]:
    found = client.get(f"/api/chores/day?date={date}").json()
    return next(each for each in found if each["id"] == chore and member in (None, each["memberId"]))


def balance(client: Client, member: str) -> int:
    return int(client.get(f"/api/members/{member}/points").json()["balance"])


def pending(client: Client) -> list[dict[str, Any]]:
    return list(client.get("/api/chores/pending").json())


def test_a_tick_on_the_wall_waits_and_earns_with_the_yes(
    client: Client, display: Client, cleo: str, recorded: Changes
) -> None:
    hoover = a_chore(client, cleo)
    recorded()

    assert {"ok": True, "pending": True} == tick(display, hoover)

    about = {"id": hoover, "date": TODAY, "title": "Hoover", "memberId": cleo}
    assert [("chore.pending", about)] == recorded()
    shown = on_day(display, hoover)
    assert (False, True, NOW, cleo) == tuple(
        shown[name] for name in ("completed", "pending", "completedAt", "completedBy")
    )
    assert 0 == balance(display, cleo)
    entry: dict[str, Any] = {
        "choreId": hoover,
        "title": "Hoover",
        "emoji": "🧹",
        "date": TODAY,
        "memberId": cleo,
        "points": 10,
    }
    entry["dayPart"] = None
    assert [entry | {"id": pending(client)[0]["id"], "completedAt": NOW}] == pending(client)
    assert [0] * 4 == [each["completed"] for each in client.get("/api/leaderboard").json()]

    answer = client.post(f"/api/chores/{hoover}/approve", {"date": TODAY})

    assert (200, {"ok": True, "points": 10}) == (answer.status_code, answer.json())
    completed = ("chore.completed", {"id": hoover, "date": TODAY})
    assert [("chore.approved", about | {"points": 10}), completed] == recorded()
    shown = on_day(display, hoover)
    assert (True, False, NOW, cleo) == tuple(
        shown[name] for name in ("completed", "pending", "completedAt", "completedBy")
    )
    assert (10, []) == (balance(display, cleo), pending(client))


def test_a_tick_of_a_parent_is_approved_at_once(client: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    assert {"ok": True} == tick(client, hoover)
    assert (10, []) == (balance(client, cleo), pending(client))


def test_a_tick_of_a_parent_answers_one_that_waits(client: Client, display: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    client.patch(f"/api/chores/{hoover}", {"points": 99})
    assert {"ok": True} == tick(client, hoover)
    assert (10, []) == (balance(client, cleo), pending(client))


@pytest.mark.parametrize(
    ("of_chore", "of_member", "waits"),
    [(None, False, False), (None, True, True), (False, True, False), (True, False, True), (True, True, True)],
)
def test_a_chore_says_or_follows_its_member(
    client: Client, display: Client, cleo: str, of_chore: bool | None, of_member: bool, waits: bool
) -> None:
    client.patch(f"/api/members/{cleo}", {"needsApproval": of_member})
    hoover = a_chore(client, cleo, needsApproval=of_chore)
    assert waits is tick(display, hoover).get("pending", False)


def test_a_chore_for_anyone_follows_whoever_did_it(client: Client, display: Client, cleo: str, dan: str) -> None:
    client.patch(f"/api/members/{cleo}", {"needsApproval": True})
    hoover = a_chore(client, None, needsApproval=None)
    assert {"ok": True} == tick(display, hoover, dan)
    # A child that takes over what somebody else did needs a yes for it.
    assert {"ok": True, "pending": True} == tick(display, hoover, cleo)
    assert (0, 0) == (balance(client, dan), balance(client, cleo))
    client.post(f"/api/chores/{hoover}/approve", {"date": TODAY})
    assert (0, 10) == (balance(client, dan), balance(client, cleo))


def test_ticking_again_changes_nothing(client: Client, display: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    first = pending(client)
    assert {"ok": True, "pending": True} == tick(display, hoover)
    assert first == pending(client)
    client.post(f"/api/chores/{hoover}/approve", {"date": TODAY})
    assert {"ok": True} == tick(display, hoover)
    assert 10 == balance(client, cleo)


def test_points_are_fixed_by_the_day_of_the_tick(client: Client, display: Client, cleo: str, clock: FakeClock) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    tick(display, hoover, date=YESTERDAY)
    clock.turn(days=3)
    client.patch(f"/api/chores/{hoover}", {"points": 50})
    assert [5, 10] == sorted(each["points"] for each in pending(client))
    assert {"ok": True, "approved": 2, "points": 15} == client.post("/api/chores/pending/approve", {}).json()
    assert 15 == balance(client, cleo)


def test_a_streak_counts_the_day_of_the_tick(client: Client, display: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    tick(display, hoover, date=YESTERDAY)

    def streak() -> int:
        places = client.get("/api/leaderboard").json()
        return int(next(each["streak"] for each in places if each["memberId"] == cleo))

    assert 2 == streak()
    client.post("/api/chores/pending/approve", {})
    assert 2 == streak()


def test_a_tick_is_sent_back_with_a_word(client: Client, display: Client, cleo: str, recorded: Changes) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    recorded()

    answer = client.post(f"/api/chores/{hoover}/reject", {"date": TODAY, "note": " Under the sofa too "})

    assert (200, {"ok": True}) == (answer.status_code, answer.json())
    about = {"id": hoover, "date": TODAY, "title": "Hoover", "memberId": cleo}
    assert [("chore.rejected", about | {"note": "Under the sofa too"})] == recorded()
    shown = on_day(display, hoover)
    assert (False, False, None) == (shown["completed"], shown["pending"], shown["completedBy"])
    assert {"by": "Phone", "note": "Under the sofa too", "at": NOW} == shown["rejection"]
    assert (0, []) == (balance(client, cleo), pending(client))

    tick(display, hoover)
    assert None is on_day(display, hoover)["rejection"]
    client.post(f"/api/chores/{hoover}/approve", {"date": TODAY})
    assert None is on_day(display, hoover)["rejection"]


@pytest.mark.parametrize("several", [False, True])
def test_a_yes_has_a_word_too(client: Client, display: Client, cleo: str, recorded: Changes, several: bool) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    recorded()
    path = "/api/chores/pending/approve" if several else f"/api/chores/{hoover}/approve"
    assert 400 == client.post(path, {"date": TODAY, "note": "x" * 201}).status_code

    assert 200 == client.post(path, {"date": TODAY, "note": " So clean! "}).status_code

    assert "So clean!" == recorded()[0][1]["note"]
    assert (True, "So clean!") == (on_day(display, hoover)["completed"], on_day(display, hoover)["approvalNote"])
    [shown] = client.get(f"/api/snapshot?member={cleo}").json()["chores"]
    assert "So clean!" == shown["approvalNote"]
    # It goes with the tick.
    display.delete(f"/api/chores/{hoover}/complete?date={TODAY}")
    tick(display, hoover)
    assert None is on_day(display, hoover)["approvalNote"]


def test_undoing_a_waiting_tick_withdraws_it(client: Client, display: Client, cleo: str, recorded: Changes) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    recorded()
    assert 200 == display.delete(f"/api/chores/{hoover}/complete?date={TODAY}").status_code
    assert [("chore.uncompleted", {"id": hoover, "date": TODAY})] == recorded()
    assert [] == pending(client)
    assert False is on_day(display, hoover)["pending"]


@pytest.mark.parametrize("decision", ["approve", "reject"])
def test_what_does_not_wait_is_409(client: Client, display: Client, cleo: str, decision: str) -> None:
    hoover = a_chore(client, cleo)
    path = f"/api/chores/{hoover}/{decision}"
    answer = client.post(path, {"date": TODAY})
    assert (409, {"error": "nothing waits for approval", "code": "nothing_waits"}) == (
        answer.status_code,
        answer.json(),
    )
    tick(display, hoover)
    assert 409 == client.post(path, {"date": YESTERDAY}).status_code
    assert 409 == client.post(path, {"date": TODAY, "memberId": "nobody"}).status_code
    assert 200 == client.post(path, {"date": TODAY}).status_code
    assert 409 == client.post(path, {"date": TODAY}).status_code
    assert 404 == client.post(f"/api/chores/nothing/{decision}", {"date": TODAY}).status_code
    assert 400 == client.post(path, {}).status_code
    assert 409 == client.post(f"/api/chores/pending/{decision}", {"ids": ["nothing"]}).status_code


def test_several_are_answered_at_once(client: Client, display: Client, cleo: str, dan: str) -> None:
    chores = [a_chore(client, member, title=f"Chore {number}") for number, member in enumerate((cleo, dan, cleo))]
    for chore in chores:
        tick(display, chore)
    ids = {each["choreId"]: each["id"] for each in pending(client)}

    two = {"ids": [ids[chores[0]], ids[chores[1]], "gone"]}
    assert {"ok": True, "approved": 2, "points": 20} == client.post("/api/chores/pending/approve", two).json()
    one = {"ids": [ids[chores[0]], ids[chores[2]]], "note": "Not yet"}
    assert {"ok": True, "rejected": 1} == client.post("/api/chores/pending/reject", one).json()
    assert "Not yet" == on_day(display, chores[2])["rejection"]["note"]
    assert {"ok": True, "approved": 0, "points": 0} == client.post("/api/chores/pending/approve", {}).json()
    assert (10, 10) == (balance(client, cleo), balance(client, dan))


def test_each_copy_waits_by_itself(client: Client, display: Client, cleo: str, dan: str) -> None:
    teeth = a_chore(client, None, memberIds=[cleo, dan], share="each")
    for member in (cleo, dan):
        assert {"ok": True, "pending": True} == tick(display, teeth, member)

    unclear = client.post(f"/api/chores/{teeth}/approve", {"date": TODAY})
    assert (400, "memberId: say whose copy it is") == (unclear.status_code, unclear.json()["error"])
    client.post(f"/api/chores/{teeth}/approve", {"date": TODAY, "memberId": dan})
    assert (0, 10) == (balance(client, cleo), balance(client, dan))
    assert (True, False) == (on_day(display, teeth, cleo)["pending"], on_day(display, teeth, dan)["pending"])
    client.post(f"/api/chores/{teeth}/reject", {"date": TODAY, "memberId": cleo, "note": "With paste"})
    assert "With paste" == on_day(display, teeth, cleo)["rejection"]["note"]
    assert None is on_day(display, teeth, dan)["rejection"]


def test_a_checklist_must_be_finished_before_a_tick_waits(client: Client, display: Client, cleo: str) -> None:
    bag = client.post("/api/lists", {"name": "Bag", "kind": "reusable"}).json()["id"]
    pen = client.post(f"/api/lists/{bag}/items", {"title": "Pen"}).json()[0]["id"]
    pack = a_chore(client, cleo, listId=bag)
    assert 409 == display.post(f"/api/chores/{pack}/complete", {"date": TODAY}).status_code
    display.patch(f"/api/lists/{bag}/items/{pen}", {"done": True})
    assert {"ok": True, "pending": True} == tick(display, pack)
    # The list is ready for the next time, as after any tick; ticking again does not ask for it.
    assert False is client.get(f"/api/lists/{bag}").json()["items"][0]["done"]
    assert {"ok": True, "pending": True} == tick(display, pack)


def test_a_deleted_chore_leaves_nothing_to_approve(client: Client, display: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    tick(display, hoover, date=YESTERDAY)
    client.post(f"/api/chores/{hoover}/reject", {"date": YESTERDAY})
    client.delete(f"/api/chores/{hoover}")
    assert (0, []) == (balance(client, cleo), pending(client))


def test_the_tick_of_a_removed_member_is_nobodys(client: Client, display: Client, cleo: str, dan: str) -> None:
    hoover = a_chore(client, cleo)
    teeth = a_chore(client, None, memberIds=[cleo, dan], share="each")
    tick(display, hoover)
    tick(display, teeth, cleo)
    tick(display, teeth, dan)

    client.delete(f"/api/members/{cleo}")

    # The copy of a chore goes with its member; the chore itself becomes one for Anyone.
    assert {(hoover, None), (teeth, dan)} == {(each["choreId"], each["memberId"]) for each in pending(client)}
    assert {"ok": True, "approved": 2, "points": 20} == client.post("/api/chores/pending/approve", {}).json()
    assert 10 == balance(client, dan)
    assert None is on_day(client, hoover)["completedBy"]


def test_a_chore_that_becomes_shared_keeps_what_waits(client: Client, display: Client, cleo: str, dan: str) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    client.patch(f"/api/chores/{hoover}", {"memberIds": [cleo, dan], "share": "each"})
    assert True is on_day(client, hoover, cleo)["pending"]
    tick(display, hoover, dan)
    client.patch(f"/api/chores/{hoover}", {"memberIds": [cleo, dan], "share": "anyone"})
    assert 1 == len(pending(client))
    assert True is on_day(client, hoover)["pending"]


def test_a_display_cannot_switch_approval_off(client: Client, display: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    answer = display.patch(f"/api/chores/{hoover}", {"needsApproval": False})
    assert (403, "only a parent's device can switch approval off") == (answer.status_code, answer.json()["error"])
    assert 403 == display.patch(f"/api/chores/{hoover}", {"needsApproval": None}).status_code
    assert 403 == display.post("/api/chores", {"title": "Mine", "needsApproval": False}).status_code
    assert 200 == display.patch(f"/api/chores/{hoover}", {"title": "Hoovering", "needsApproval": True}).status_code
    free = a_chore(client, cleo, needsApproval=None)
    assert 200 == display.patch(f"/api/chores/{free}", {"needsApproval": None, "points": 3}).status_code
    assert 200 == display.patch(f"/api/chores/{free}", {"needsApproval": True}).status_code


def test_what_waits_has_a_bound(client: Client, display: Client, database: Database, cleo: str) -> None:
    def fill(tx: Tx) -> None:
        tx.run("UPDATE table_sizes SET entries = ? WHERE name = 'waiting_ticks'", WAITING.entries)

    hoover = a_chore(client, cleo)
    database.write_now(fill)
    answer = display.post(f"/api/chores/{hoover}/complete", {"date": TODAY})
    assert 409 == answer.status_code
    assert "2,000 ticks that wait" in answer.json()["error"]
    assert 200 == client.post(f"/api/chores/{hoover}/complete", {"date": TODAY}).status_code


def test_a_repeated_request_answers_the_same(client: Client, display: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    key = {"Idempotency-Key": "5b1f1c9e-7f0a-4a0e-8f43-6c1f2f1f1a22"}
    path, body = f"/api/chores/{hoover}/complete", {"date": TODAY}
    assert {"ok": True, "pending": True} == display.post(path, body, headers=key).json()
    client.post(f"/api/chores/{hoover}/approve", {"date": TODAY})
    assert {"ok": True, "pending": True} == display.post(path, body, headers=key).json()
    assert 10 == balance(client, cleo)


def test_what_waits_is_on_the_board_and_in_the_snapshot(client: Client, display: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    tick(display, hoover)
    board = display.get("/api/board").json()
    assert [(False, True)] == [(each["completed"], each["pending"]) for each in board["chores"]]
    assert {"done": 0, "total": 1} == next(each["chores"] for each in board["members"] if each["id"] == cleo)
    snapshot = display.get(f"/api/snapshot?member={cleo}").json()
    assert [(False, True)] == [(each["done"], each.get("pending")) for each in snapshot["chores"]]


def test_a_pending_completion_of_another_product_waits_with_its_late_credit(client: Client, cleo: str) -> None:
    hoover = a_chore(client, cleo)
    file = client.get("/api/export").json()
    tick_of = {"choreId": hoover, "memberId": cleo, "pointsAwarded": 0, "status": "pending"}
    file["choreCompletions"] = [
        {"id": "a", "date": "2026-11-18", "completedAt": "2026-11-18T10:00:00.000Z", **tick_of},
        {"id": "b", "date": "2026-11-17", "completedAt": "2026-11-18T10:00:00.000Z", **tick_of},
        {"id": "c", "date": "2026-11-16", "completedAt": "2026-11-18T10:00:00.000Z", **tick_of, "status": "odd"},
    ]
    answer = client.post("/api/import", file).json()
    assert 1 == answer["skipped"]["pendingCompletions"]
    assert [("a", 10), ("b", 5)] == [(each["id"], each["points"]) for each in pending(client)]
