"""Chores over MCP: names for ids, the same rows, changes and errors as over REST."""

import pytest

from appliance.kernel.errors import BadRequest
from appliance.people.models import Person
from tests.client import Call, Changes, Client

TODAY = "2026-11-20"


def test_a_chore_is_made_with_a_member_and_a_list_by_name(
    call: Call, client: Client, family: dict[str, Person], recorded: Changes
) -> None:
    routine = client.post("/api/lists", {"name": "Morning routine", "kind": "reusable"}).json()
    recorded()

    made = call(
        "create_chore",
        title="Get ready",
        emoji="🌅",
        member="cleo",
        points=4,
        rrule="FREQ=DAILY",
        dueDate=TODAY,
        dueTime="07:30",
        list="morning",
    )["chore"]

    assert (family["Cleo"].id, routine["id"]) == (made["memberId"], made["listId"])
    assert [made] == client.get("/api/chores").json()
    day = call("list_chores")
    assert (TODAY, client.get("/api/chores/day", params={"date": TODAY}).json()) == (day["date"], day["chores"])
    assert {"date": "2026-11-19", "chores": []} == call("list_chores", date="2026-11-19")

    changed = call("update_chore", choreId=made["id"], member=None, list=None, points=6, active=False)["chore"]
    assert made | {"memberId": None, "listId": None, "points": 6, "active": False} == changed
    assert changed == call("update_chore", choreId=made["id"])["chore"]
    assert [("chore.changed", {"id": made["id"]})] * 3 == recorded()


def test_a_chore_is_ticked_and_unticked(
    call: Call, client: Client, family: dict[str, Person], recorded: Changes
) -> None:
    made = client.post("/api/chores", {"title": "Bins", "points": 3, "rrule": "FREQ=DAILY"}).json()
    recorded()
    assert {"ok": True} == call("complete_chore", choreId=made["id"])
    assert [None] == [chore["completedBy"] for chore in call("list_chores")["chores"]]
    assert {"ok": True} == call("complete_chore", choreId=made["id"], member="Ben")
    assert [family["Ben"].id] == [chore["completedBy"] for chore in call("list_chores")["chores"]]
    assert {"ok": True} == call("complete_chore", choreId=made["id"], date="2026-11-21")
    assert {"ok": True} == call("uncomplete_chore", choreId=made["id"])
    assert [False] == [chore["completed"] for chore in call("list_chores")["chores"]]
    assert {"ok": True} == call("uncomplete_chore", choreId=made["id"], date="2026-11-21")

    today, tomorrow = {"id": made["id"], "date": TODAY}, {"id": made["id"], "date": "2026-11-21"}
    assert [
        ("chore.completed", today),
        ("chore.completed", today),
        ("chore.completed", tomorrow),
        ("chore.uncompleted", today),
        ("chore.uncompleted", tomorrow),
    ] == recorded()


REJECTED = [
    ("create_chore", {"title": "A", "member": "Zoe"}, "there is no member 'Zoe'"),
    ("create_chore", {"title": "A", "member": "n"}, "several member names fit 'n'"),
    ("create_chore", {"title": "A", "list": "Nowhere"}, "there is no list 'Nowhere'"),
    ("update_chore", {"title": "A"}, "choreId: is required"),
    ("list_chores", {"date": "yesterday"}, "date: must be YYYY-MM-DD"),
]


@pytest.mark.parametrize(("tool", "arguments", "error"), REJECTED)
def test_a_bad_request_is_rejected(
    call: Call, family: dict[str, Person], recorded: Changes, tool: str, arguments: dict[str, object], error: str
) -> None:
    with pytest.raises(BadRequest) as raised:
        call(tool, **arguments)
    assert raised.value.message.startswith(error)
    assert [] == recorded()


def test_days_away_are_given_to_another_member_by_name(call_as_admin: Call, family: dict[str, Person]) -> None:
    added = call_as_admin("add_away", **{"from": TODAY}, until=TODAY, member="ana")["away"]

    moved = call_as_admin("update_away", awayId=added["id"], member="ben")["away"]
    assert (family["Ana"].id, family["Ben"].id) == (added["memberId"], moved["memberId"])
    assert moved == call_as_admin("update_away", awayId=added["id"])["away"]
    assert call_as_admin("update_away", awayId=added["id"], member=None)["away"]["memberId"] is None
