"""An import into a household that went on since the file was exported: what is decided here stays."""

from typing import Any

import pytest

from appliance.app import Application
from tests.client import Client
from tests.fakes import FakeClock
from tests.transfer import files

TODAY = "2026-11-20"
DAILY = {"title": "Dog", "rrule": "FREQ=DAILY", "dueDate": "2026-11-01", "points": 5}


def add(client: Client, **changes: Any) -> str:
    answer = client.post("/api/chores", DAILY | changes)
    assert 201 == answer.status_code, answer.text
    return str(answer.json()["id"])


def exported(client: Client) -> dict[str, Any]:
    return dict(client.get("/api/export").json())


def imports(client: Client, file: dict[str, Any]) -> None:
    answer = client.post("/api/import", file)
    assert 200 == answer.status_code, answer.text


def test_turns_that_are_decided_stay(client: Client, ids: dict[str, str], clock: FakeClock) -> None:
    three = [ids[name] for name in ("Ana", "Cleo", "Dan")]
    dog = add(client, memberIds=three, share="turn")
    client.post(f"/api/chores/{dog}/swap", {"date": "2026-11-21", "memberId": ids["Dan"]})
    file = exported(client)
    client.delete(f"/api/chores/{dog}/swap?date=2026-11-21")
    clock.turn(days=4)
    client.post("/api/away", {"from": "2026-11-26", "until": "2026-11-26", "memberId": ids["Ana"]})
    turns = "/api/chores/turns?from=2026-11-20&until=2026-12-10"
    before = client.get(turns).json()

    imports(client, file)
    assert before == client.get(turns).json()

    # Another order, and days away in what is decided already: that stays, and only later turns change.
    file["away"] = [{"id": "a", "memberId": ids["Cleo"], "from": TODAY, "until": "2026-11-23"}]
    file["chores"][0]["memberIds"] = three[::-1]
    imports(client, file)
    now = client.get(turns).json()
    assert before[:5] == now[:5]
    assert [ids[name] for name in ("Cleo", "Ana", "Dan")] != [each["memberId"] for each in now[5:8]]
    assert {0, 1} >= {len({each["memberId"] for each in now[at : at + 2]}) - 1 for at in range(7, 20, 2)}


@pytest.mark.parametrize(
    "change",
    [
        {"nextMember": "nobody"},
        {"firstMember": "nobody"},
        {"through": "9999-12-31"},
        {"through": "0001-01-01", "since": "0001-01-01"},
    ],
)
def test_a_rotation_that_no_household_could_have(client: Client, ids: dict[str, str], change: dict[str, str]) -> None:
    add(client, memberIds=[ids["Ana"], ids["Cleo"]], share="turn")
    file = exported(client)
    client.delete(f"/api/chores/{file['chores'][0]['id']}")
    file["choreRotations"][0] |= change

    imports(client, file)

    found = client.get("/api/chores/turns?from=2026-11-21&until=2026-11-24")
    assert (200, {ids["Ana"], ids["Cleo"]}) == (found.status_code, {each["memberId"] for each in found.json()})


def test_answered_ticks_stay_answered(
    client: Client, display: Client, ids: dict[str, str], clock: FakeClock, application: Application
) -> None:
    approved, rejected, again = (add(client, memberId=ids["Cleo"], needsApproval=True) for _ in range(3))
    for chore in (approved, rejected, again):
        display.post(f"/api/chores/{chore}/complete", {"date": TODAY})
    client.post(f"/api/chores/{again}/reject", {"date": TODAY, "note": "Again"})
    file = exported(client)
    clock.turn(hours=1)
    client.post(f"/api/chores/{approved}/approve", {"date": TODAY})
    client.post(f"/api/chores/{rejected}/reject", {"date": TODAY, "note": "Not yet"})
    display.post(f"/api/chores/{again}/complete", {"date": TODAY})

    imports(client, file)

    states = {
        each["id"]: (each["completed"], each["pending"], each["rejection"] and each["rejection"]["note"])
        for each in client.get(f"/api/chores/day?date={TODAY}").json()
    }
    assert {approved: (True, False, None), rejected: (False, False, "Not yet"), again: (False, True, None)} == states
    kept = application.database.read.rows("SELECT chore_id FROM rejections")
    assert [rejected] == [chore for (chore,) in kept]


def test_steps_that_are_gone_or_completed_are_not_done(client: Client, ids: dict[str, str]) -> None:
    steps = [{"title": "Teeth"}, {"title": "Socks"}]
    morning, evening = (add(client, memberId=ids["Cleo"], steps=steps) for _ in range(2))
    for each in client.get("/api/chores").json():
        client.post(f"/api/chores/{each['id']}/steps/{each['steps'][0]['id']}/complete", {"date": TODAY})
    file = exported(client)
    client.post(f"/api/chores/{evening}/complete", {"date": TODAY})
    for each in file["chores"]:
        if each["id"] == morning:
            each["steps"] = each["steps"][1:]

    imports(client, file)

    assert "choreStepTicks" not in exported(client)


def test_a_member_who_was_removed_comes_back_into_the_order(client: Client, ids: dict[str, str]) -> None:
    add(client, memberIds=[ids["Dan"], ids["Cleo"]], share="turn")
    reward = client.post("/api/rewards", {"name": "Zoo", "price": 9}).json()["id"]
    client.put(f"/api/members/{ids['Dan']}/goal", {"rewardId": reward})
    file = exported(client)
    client.delete(f"/api/members/{ids['Dan']}")

    imports(client, file)

    assert [[ids["Dan"], ids["Cleo"]]] == [each["memberIds"] for each in client.get("/api/chores").json()]
    assert [ids["Dan"]] == [each["memberId"] for each in client.get("/api/goals").json()["members"]]
    assert {ids["Dan"], ids["Cleo"]} == {
        each["memberId"] for each in client.get(f"/api/chores/turns?from={TODAY}&until=2026-11-23").json()
    }


def test_members_who_are_nowhere_leave_nothing_behind(client: Client, application: Application) -> None:
    """Nobody who is unknown stays in an order, a goal or a waiting tick."""
    file = files.full()
    gone = {"memberId": "nobody", "completedAt": files.MADE}
    file["chores"][0] |= {"memberIds": ["nobody"], "share": "turn"}
    file["chores"][1] |= {"memberIds": ["nobody", files.ANA], "share": "each"}
    rotation = {"choreId": "ch-dishes", "since": TODAY, "firstMember": "nobody", "through": TODAY}
    file["choreRotations"] = [rotation | {"nextMember": "nobody"}]
    file["choreTurns"] = [{"choreId": "ch-dishes", "date": TODAY, "scheduledId": "nobody", "memberId": "nobody"}]
    file["choreCompletions"] = [
        gone | {"choreId": "ch-bag", "date": TODAY, "status": "pending", "slot": "nobody"},
        gone | {"choreId": "ch-bag", "date": TODAY, "status": "pending", "slot": files.ANA, "memberId": files.ANA},
    ]
    file["choreRejections"] = [
        {"choreId": "ch-bag", "date": "2026-11-19", "slot": "nobody", "by": "Phone", "at": files.MADE}
    ]
    file["away"] = [{"id": "a", "memberId": "nobody", "from": TODAY, "until": TODAY}]
    file["rewardGoals"] = [{"memberId": "nobody", "rewardId": "nothing"}]

    imports(client, file)

    now = exported(client)
    assert [(None, []), ("each", [files.ANA])] == [(each["share"], each["memberIds"]) for each in now["chores"]]
    assert [files.ANA] == [each["slot"] for each in now["choreCompletions"]]
    assert not now.keys() & {"choreRotations", "choreTurns", "choreRejections", "away", "rewardGoals"}
    assert [] == list(application.database.read.rows("SELECT * FROM pragma_foreign_key_check"))
