"""The household and its members over MCP."""

from typing import Any

import pytest

from appliance.kernel.errors import BadRequest
from appliance.people.models import Person
from tests.calendar.fixtures import calendar
from tests.client import Call, Changes, Client


def test_the_household_equals_what_the_routes_answer(call: Call, client: Client, family: dict[str, Person]) -> None:
    calendar(client)
    answers = call("get_household")
    assert answers == {name: client.get(f"/api/{name}").json() for name in ("settings", "members", "calendars")}
    assert (["Ana", "Ben", "Cleo", "Dan"], 1) == (
        [each["name"] for each in answers["members"]],
        len(answers["calendars"]),
    )


def test_a_member_is_added_and_changed_by_name(call_as_admin: Call, client: Client, recorded: Changes) -> None:
    made = call_as_admin("add_member", name="Eva", color="#e57", avatar="🐸", birthday="2020-02-29")["member"]
    assert ("Eva", "#e57", "🐸", "2020-02-29", 0) == tuple(
        made[name] for name in ("name", "color", "avatar", "birthday", "balance")
    )
    changed = call_as_admin("update_member", member="eva", name="Eve", avatar=None)["member"]
    assert made | {"name": "Eve", "avatar": None} == changed
    assert [changed] == client.get("/api/members").json()
    assert changed == call_as_admin("update_member", member=made["id"])["member"]
    answers = [(topic, data) for topic, data in recorded() if topic == "member.changed"]
    assert [("member.changed", {"id": made["id"]})] * 3 == answers


REJECTED = [
    ("add_member", {"name": "Eva"}, "color: is required"),
    ("update_member", {"member": "Zoe"}, "there is no member 'Zoe'; choose from Ana"),
    ("update_member", {"member": "n"}, "several member names fit 'n'"),
    ("get_snapshot", {"member": "Zoe"}, "there is no member 'Zoe'"),
    ("get_snapshot", {"member": "Ana", "range": "month"}, "range: "),
]


@pytest.mark.parametrize(("tool", "arguments", "words"), REJECTED)
def test_a_bad_request_is_rejected(
    call_as_admin: Call,
    family: dict[str, Person],
    recorded: Changes,
    tool: str,
    arguments: dict[str, Any],
    words: str,
) -> None:
    with pytest.raises(BadRequest) as answers:
        call_as_admin(tool, **arguments)
    assert words == answers.value.message[: len(words)]
    assert [] == recorded()


def test_a_persons_day_is_the_routes(call: Call, client: Client, family: dict[str, Person]) -> None:
    for wanted in ("day", "week"):
        over_rest = client.get("/api/snapshot", params={"member": family["Cleo"].id, "range": wanted}).json()
        assert over_rest == call("get_snapshot", member="cleo", range=wanted)
    assert "day" == call("get_snapshot", member="Cleo")["range"]
