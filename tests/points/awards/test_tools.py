"""Awards over MCP."""

import pytest

from appliance.kernel.errors import BadRequest
from appliance.people.models import Person
from tests.client import Call, Client


def test_points_are_given_listed_and_removed(call_as_admin: Call, client: Client, family: dict[str, Person]) -> None:
    given = call_as_admin("add_points", members=["cleo", "Dan"], points=3, note="Raked leaves")
    assert 2 == len(given["awards"])
    listed = call_as_admin("list_awards", member="Dan")["awards"]
    assert [(family["Dan"].id, 3, "Raked leaves")] == [
        (each["memberId"], each["points"], each["note"]) for each in listed
    ]
    assert 2 == len(call_as_admin("list_awards")["awards"])
    assert 0 == call_as_admin("remove_award", awardId=listed[0]["id"])["balance"]
    assert client.get("/api/points/awards").json() == call_as_admin("list_awards")["awards"]


def test_an_unknown_member_is_rejected(call_as_admin: Call, family: dict[str, Person]) -> None:
    with pytest.raises(BadRequest, match="there is no member 'Zoe'"):
        call_as_admin("add_points", members=["Zoe"], points=3)
