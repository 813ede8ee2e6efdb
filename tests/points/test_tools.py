"""Points over MCP."""

import pytest

from appliance.kernel.errors import BadRequest
from appliance.people.models import Person
from tests.client import Call, Client


@pytest.mark.parametrize("period", ["today", "week", "month"])
def test_the_leaderboard(call: Call, client: Client, family: dict[str, Person], period: str) -> None:
    request = {"title": "Hoover", "memberId": family["Dan"].id, "points": 8, "dueDate": "2026-11-20"}
    made = client.post("/api/chores", request).json()
    client.post(f"/api/chores/{made['id']}/complete", {"date": "2026-11-20"})
    answer = call("get_leaderboard", period=period)
    assert (period, "Dan", 8) == (
        answer["period"],
        answer["leaderboard"][0]["name"],
        answer["leaderboard"][0]["points"],
    )
    assert client.get("/api/leaderboard", params={"period": period}).json() == answer["leaderboard"]
    assert "week" == call("get_leaderboard")["period"]


def test_points_of_a_member_by_name(call: Call, family: dict[str, Person]) -> None:
    ana = family["Ana"].id
    expected = {"member": ana, "balance": 0, "earnedTotal": 0, "spentTotal": 0, "entries": []}
    assert expected == call("get_points", member="ana") == call("get_points", member=ana)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("get_points", {}), ("get_points", {"member": "Zoe"}), ("get_leaderboard", {"period": "year"})],
)
def test_a_bad_request_is_rejected(
    call: Call, family: dict[str, Person], tool: str, arguments: dict[str, object]
) -> None:
    with pytest.raises(BadRequest):
        call(tool, **arguments)
