"""Awards over MCP."""

from typing import Any

import msgspec
import pytest

from appliance.kernel.database.database import Database
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.errors import BadRequest, Forbidden
from appliance.mcp import tool_calls
from appliance.people.models import Person
from appliance.points.awards.tools import TOOLS
from tests.client import Client, Loop


def call(database: Database, loop: Loop, scope: str, tool: str, **arguments: object) -> Any:
    session = Session(database, Caller("1", "Agent", scope, "api"))
    return msgspec.to_builtins(loop.run(tool_calls.call(tool_calls.find(TOOLS, tool), session, arguments)))


def test_points_are_given_listed_and_removed(
    database: Database, loop: Loop, client: Client, family: dict[str, Person]
) -> None:
    given = call(database, loop, "admin", "add_points", members=["cleo", "Dan"], points=3, note="Raked leaves")
    assert 2 == len(given["awards"])
    listed = call(database, loop, "admin", "list_awards", member="Dan")["awards"]
    assert [(family["Dan"].id, 3, "Raked leaves")] == [
        (each["memberId"], each["points"], each["note"]) for each in listed
    ]
    assert 2 == len(call(database, loop, "admin", "list_awards")["awards"])
    assert 0 == call(database, loop, "admin", "remove_award", awardId=listed[0]["id"])["balance"]
    assert client.get("/api/points/awards").json() == call(database, loop, "admin", "list_awards")["awards"]


def test_a_display_key_awards_nothing(database: Database, loop: Loop, family: dict[str, Person]) -> None:
    with pytest.raises(Forbidden):
        call(database, loop, "display", "add_points", members=["Cleo"], points=3)


def test_an_unknown_member_is_rejected(database: Database, loop: Loop, family: dict[str, Person]) -> None:
    with pytest.raises(BadRequest, match="there is no member 'Zoe'"):
        call(database, loop, "admin", "add_points", members=["Zoe"], points=3)
