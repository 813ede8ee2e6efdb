"""A chore that a parent did for a child: nobody gets its points, and no streak is broken."""

from typing import Any

import pytest

from tests.chores.test_sharing import a_chore, balances
from tests.client import Changes, Client
from tests.fakes import FakeClock

TODAY = "2026-11-20"
Ids = dict[str, str]
PIN = "2468"


def complete(client: Client, chore: dict[str, Any], **body: Any) -> Any:
    return client.post(f"/api/chores/{chore['id']}/complete", {"date": TODAY} | body)


def row(client: Client) -> dict[str, Any]:
    return dict(client.get(f"/api/chores/day?date={TODAY}").json()[0])


def streak(client: Client, name: str) -> int:
    board = client.get("/api/leaderboard").json()
    return int(next(each["streak"] for each in board if each["name"] == name))


def test_nobody_is_credited_and_the_streak_goes_on(client: Client, ids: Ids, recorded: Changes) -> None:
    bed = a_chore(client, memberId=ids["Cleo"], points=3)
    recorded()

    assert 200 == complete(client, bed, withoutPoints=True).status_code

    done = row(client)
    assert (True, None, True) == (done["completed"], done["completedBy"], done["withoutPoints"])
    assert {} == balances(client)
    assert 1 == streak(client, "Cleo")
    expected = {"id": bed["id"], "date": TODAY, "withoutPoints": True}
    assert [("chore.completed", expected)] == recorded()


def test_it_is_seen_on_the_board_and_in_the_snapshot(client: Client, ids: Ids) -> None:
    bed = a_chore(client, memberId=ids["Cleo"])
    complete(client, bed, withoutPoints=True)
    assert client.get("/api/board").json()["chores"][0]["withoutPoints"]
    assert client.get(f"/api/snapshot?member={ids['Cleo']}").json()["chores"][0]["withoutPoints"]


def test_a_later_tick_does_not_bring_the_points_back(client: Client, ids: Ids) -> None:
    bed = a_chore(client, memberId=ids["Cleo"])
    complete(client, bed, withoutPoints=True)
    assert 200 == complete(client, bed, memberId=ids["Cleo"]).status_code
    assert (None, True) == (row(client)["completedBy"], row(client)["withoutPoints"])
    assert 409 == complete(client, bed, memberId=ids["Cleo"], onlyIfOpen=True).status_code
    assert {} == balances(client)


def test_undone_it_can_be_earned(client: Client, ids: Ids) -> None:
    bed = a_chore(client, memberId=ids["Cleo"])
    complete(client, bed, withoutPoints=True)
    client.delete(f"/api/chores/{bed['id']}/complete?date={TODAY}")
    assert (False, False) == (row(client)["completed"], row(client)["withoutPoints"])
    complete(client, bed)
    assert {"Cleo": 2} == balances(client)


def test_it_takes_back_what_was_earned_or_waits(client: Client, display: Client, ids: Ids) -> None:
    bed = a_chore(client, memberId=ids["Cleo"])
    complete(client, bed)
    complete(client, bed, withoutPoints=True)
    assert {} == balances(client)
    room = a_chore(client, memberId=ids["Cleo"], needsApproval=True)
    complete(display, room)
    complete(client, room, withoutPoints=True)
    assert [] == client.get("/api/chores/pending").json()


@pytest.mark.parametrize("tool", [False, True])
def test_a_display_needs_the_pin_where_there_is_one(client: Client, display: Client, ids: Ids, tool: bool) -> None:
    bed = a_chore(client, memberId=ids["Cleo"])
    assert 200 == client.put("/api/settings/pin", {"pin": PIN}).status_code
    if tool:
        call = {"name": "complete_chore", "arguments": {"choreId": bed["id"], "date": TODAY, "withoutPoints": True}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        assert display.post("/mcp", message).json()["result"]["isError"]
    else:
        refused = complete(display, bed, withoutPoints=True)
        assert (403, "pin_required") == (refused.status_code, refused.json()["code"])
    assert not row(client)["completed"]
    display.post("/api/unlock", {"pin": PIN})
    assert 200 == complete(display, bed, withoutPoints=True).status_code


def test_a_past_day_is_mended(client: Client, ids: Ids, clock: FakeClock) -> None:
    client.patch("/api/settings", {"streakGraceDays": 0})
    bed = a_chore(client, memberId=ids["Cleo"])
    clock.turn(days=1)
    client.post(f"/api/chores/{bed['id']}/complete", {"date": "2026-11-21"})
    assert 1 == streak(client, "Cleo")
    complete(client, bed, withoutPoints=True)
    assert 2 == streak(client, "Cleo")
