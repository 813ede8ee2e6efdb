"""What was missed asks on until it is done or let go."""

from typing import Any

import pytest

from tests.chores.test_sharing import a_chore, balances
from tests.client import Changes, Client
from tests.fakes import FakeClock

TODAY, TOMORROW, AFTER = "2026-11-20", "2026-11-21", "2026-11-22"
Ids = dict[str, str]


def once(client: Client, **changes: Any) -> dict[str, Any]:
    return a_chore(client, **({"title": "Library books", "rrule": None, "points": 4} | changes))


def overdue(client: Client, day: str = TOMORROW) -> list[tuple[str, str | None]]:
    found = client.get(f"/api/chores/day?date={day}").json()
    return [(each["title"], each["overdueSince"]) for each in found if not each["completed"]]


def let_go(client: Client, chore: dict[str, Any], date: str = TODAY, **more: Any) -> Any:
    return client.post(f"/api/chores/{chore['id']}/let-go", {"date": date} | more)


def test_it_asks_on_the_days_after_it(client: Client, ids: Ids, clock: FakeClock) -> None:
    once(client, memberId=ids["Cleo"])
    assert [("Library books", None)] == overdue(client, TODAY)
    clock.turn(days=1)
    assert [("Library books", TODAY)] == overdue(client)
    row = client.get(f"/api/chores/day?date={TOMORROW}").json()[0]
    assert (True, False) == (row["late"], row["completed"])
    # Only today asks: not the days to come, and the day itself is as it was.
    assert [] == overdue(client, AFTER)
    assert [("Library books", None)] == overdue(client, TODAY)


def test_it_is_completed_for_its_date_and_for_late_credit(client: Client, ids: Ids, clock: FakeClock) -> None:
    books = once(client, memberId=ids["Cleo"])
    clock.turn(days=1)
    client.post(f"/api/chores/{books['id']}/complete", {"date": TODAY})
    assert {"Cleo": 2} == balances(client)
    # Today it stays among what is done, so that it can be undone.
    row = client.get(f"/api/chores/day?date={TOMORROW}").json()[0]
    assert (True, False, TODAY) == (row["completed"], row["late"], row["overdueSince"])
    client.delete(f"/api/chores/{books['id']}/complete?date={TODAY}")
    assert [("Library books", TODAY)] == overdue(client)
    client.post(f"/api/chores/{books['id']}/complete", {"date": TODAY})
    clock.turn(days=1)
    assert [] == client.get(f"/api/chores/day?date={AFTER}").json()


def test_a_tick_for_today_ends_it_too(client: Client, ids: Ids, clock: FakeClock) -> None:
    """As a client sends it that does not know of overdue chores."""
    books = once(client, memberId=ids["Cleo"])
    clock.turn(days=1)
    client.post(f"/api/chores/{books['id']}/complete", {"date": TOMORROW})
    assert ([], {"Cleo": 4}) == (overdue(client), balances(client))


def test_it_is_on_the_board_and_in_the_snapshot(client: Client, ids: Ids, clock: FakeClock) -> None:
    books = once(client, memberId=ids["Cleo"])
    a_chore(client, memberId=ids["Cleo"])
    clock.turn(days=1)
    board = client.get("/api/board").json()
    assert [TODAY, None] == [each["overdueSince"] for each in board["chores"]]
    # The day's progress is that of the day.
    assert [{"done": 0, "total": 1}] == [each["chores"] for each in board["members"] if each["id"] == ids["Cleo"]]
    chores = client.get(f"/api/snapshot?member={ids['Cleo']}&range=week").json()["chores"]
    assert (TODAY, TODAY, True) == (chores[0]["date"], chores[0]["overdueSince"], chores[0]["late"])
    assert all("overdueSince" not in each for each in chores[1:])
    client.post(f"/api/chores/{books['id']}/complete", {"date": TODAY})
    assert [True] == [each["completed"] for each in client.get("/api/board").json()["chores"] if each["overdueSince"]]


def test_it_is_let_go_and_asks_again(display: Client, ids: Ids, clock: FakeClock, recorded: Changes) -> None:
    books = once(display, memberId=ids["Cleo"])
    clock.turn(days=1)
    recorded()
    assert [200, 200] == [let_go(display, books).status_code for _ in range(2)]
    assert [] == overdue(display)
    assert [] == display.get("/api/board").json()["chores"]
    assert 200 == display.delete(f"/api/chores/{books['id']}/let-go?date={TODAY}").status_code
    assert [("Library books", TODAY)] == overdue(display)
    assert 200 == display.delete(f"/api/chores/{books['id']}/let-go?date={TODAY}").status_code
    assert [("chore.changed", {"id": books["id"]})] * 3 == recorded()


def test_each_copy_is_let_go_by_itself(client: Client, ids: Ids, clock: FakeClock) -> None:
    books = once(client, memberIds=[ids["Cleo"], ids["Dan"], ids["Ana"]], share="each")
    clock.turn(days=1)
    let_go(client, books, memberId=ids["Dan"])
    assert [("Library books", TODAY)] * 2 == overdue(client)
    let_go(client, books)
    assert [] == overdue(client)
    client.delete(f"/api/chores/{books['id']}/let-go?date={TODAY}&memberId={ids['Ana']}")
    assert [("Library books", TODAY)] == overdue(client)


@pytest.mark.parametrize(("path", "date"), [("x", TODAY), (None, TOMORROW), (None, "2026-11-19")])
def test_only_what_was_missed_is_let_go(client: Client, clock: FakeClock, path: str | None, date: str) -> None:
    books = once(client)
    clock.turn(days=1)
    answer = client.post(f"/api/chores/{path or books['id']}/let-go", {"date": date})
    assert (404 if path else 400) == answer.status_code


def test_a_display_needs_the_pin_to_let_go(client: Client, display: Client, clock: FakeClock) -> None:
    books = once(client)
    client.put("/api/settings/pin", {"pin": "2468"})
    clock.turn(days=1)
    assert "pin_required" == let_go(display, books).json()["code"]


def test_a_chore_says_whether_it_asks(client: Client, clock: FakeClock) -> None:
    weekly = a_chore(client, title="Water bill", rrule="FREQ=WEEKLY")
    quiet = once(client, keepAsking=False)
    clock.turn(days=2)
    assert [] == overdue(client, AFTER)
    client.patch(f"/api/chores/{weekly['id']}", {"keepAsking": True})
    client.patch(f"/api/chores/{quiet['id']}", {"keepAsking": None})
    assert {("Water bill", TODAY), ("Library books", TODAY)} == set(overdue(client, AFTER))
    client.patch(f"/api/chores/{quiet['id']}", {"active": False})
    assert [("Water bill", TODAY)] == overdue(client, AFTER)
    # On its next date it asks for both, until it is done for that or a later one.
    clock.turn(days=5)
    assert [("Water bill", TODAY), ("Water bill", None)] == overdue(client, "2026-11-27")
    clock.turn(days=1)
    assert [("Water bill", "2026-11-27")] == overdue(client, "2026-11-28")


def test_it_asks_for_ninety_days(client: Client, clock: FakeClock) -> None:
    once(client)
    clock.turn(days=90)
    assert [("Library books", TODAY)] == overdue(client, "2027-02-18")
    clock.turn(days=1)
    assert [] == overdue(client, "2027-02-19")


def test_what_is_away_was_not_missed(client: Client, ids: Ids, clock: FakeClock) -> None:
    once(client, memberId=ids["Cleo"])
    client.post("/api/away", {"from": TODAY, "until": TODAY, "memberId": ids["Cleo"]})
    clock.turn(days=1)
    assert [] == overdue(client)


def test_the_turn_that_was_missed_asks_its_member(client: Client, ids: Ids, clock: FakeClock) -> None:
    weekly = {"rrule": "FREQ=WEEKLY", "keepAsking": True, "memberIds": [ids["Ana"], ids["Ben"]], "share": "turn"}
    a_chore(client, **weekly)
    clock.turn(days=1)
    assert [(ids["Ana"], TODAY)] == [
        (each["memberId"], each["overdueSince"]) for each in client.get(f"/api/chores/day?date={TOMORROW}").json()
    ]


def test_a_tick_that_waits_does_not_ask(client: Client, display: Client, ids: Ids, clock: FakeClock) -> None:
    books = once(client, memberId=ids["Cleo"], needsApproval=True)
    clock.turn(days=1)
    display.post(f"/api/chores/{books['id']}/complete", {"date": TODAY})
    [row] = client.get(f"/api/chores/day?date={TOMORROW}").json()
    assert (False, True, False) == (row["completed"], row["pending"], row["late"])
    client.post(f"/api/chores/{books['id']}/reject", {"date": TODAY, "note": "All of them"})
    [row] = client.get(f"/api/chores/day?date={TOMORROW}").json()
    assert ("All of them", True) == (row["rejection"]["note"], row["late"])


def test_the_streak_stays_as_it_was(client: Client, ids: Ids, clock: FakeClock) -> None:
    """A missed day stays one, let go or not; done late it counts, as any day does."""
    client.patch("/api/settings", {"streakGraceDays": 0})
    books = once(client, memberId=ids["Cleo"])
    bed = a_chore(client, memberId=ids["Cleo"])
    client.post(f"/api/chores/{bed['id']}/complete", {"date": TODAY})
    clock.turn(days=1)
    client.post(f"/api/chores/{bed['id']}/complete", {"date": TOMORROW})

    def streak() -> int:
        board = client.get("/api/leaderboard").json()
        return int(next(each["streak"] for each in board if each["memberId"] == ids["Cleo"]))

    let_go(client, books)
    assert 1 == streak()
    client.post(f"/api/chores/{books['id']}/complete", {"date": TODAY})
    assert 2 == streak()
