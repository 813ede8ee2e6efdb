"""Notes over MCP."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from appliance.access.rights import rights_of
from appliance.kernel.database.database import Database
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.errors import ApiError, BadRequest, NotFound
from appliance.mcp import tool_calls
from appliance.notes.tools import TOOLS
from appliance.people.models import Person
from tests.client import Client, Loop
from tests.lists.scene import Changes, a_list, add

Call = Callable[..., Any]


@pytest.fixture
def call(database: Database, loop: Loop) -> Call:
    """Calls a tool as the wall would, with a display key; the answer as the agent reads it."""

    def called(tool: str, /, **arguments: object) -> Any:
        session = Session(database, Caller("1", "Agent", "display", "api"))
        return msgspec.to_builtins(loop.run(tool_calls.call(tool_calls.find(TOOLS, tool), session, arguments)))

    return called


def test_a_discussion_is_read_and_written(
    call: Call, client: Client, family: dict[str, Person], recorded: Changes
) -> None:
    [milk] = add(client, a_list(client), "Milk")
    target = f"list_item:{milk['id']}"
    recorded()
    ana = call("add_note", target=target, body=" Two ", member="ana")["note"]
    somebody = call("add_note", target=target, body="Three")["note"]
    assert ("Two", family["Ana"].id, None) == (ana["body"], ana["memberId"], somebody["memberId"])
    changed = call("update_note", noteId=ana["id"], body="Four")["note"]
    assert ana | {"body": "Four"} == changed
    assert {"notes": [changed, somebody]} == call("list_notes", target=target)
    assert client.get("/api/notes", params={"target": target}).json() == call("list_notes", target=target)["notes"]
    assert [("list.item.changed", {"listId": milk["listId"], "id": milk["id"]})] * 3 == recorded()


@pytest.mark.parametrize(
    ("name", "arguments", "exception", "words"),
    [
        ("list_notes", {"target": "milk"}, BadRequest, "target: must be event:<id> or list_item:<id>"),
        ("add_note", {"target": "list_item:x", "body": "Two"}, NotFound, "list item not found"),
        ("add_note", {"target": "list_item:x", "body": ""}, BadRequest, "body: must not be empty"),
        ("add_note", {"target": "list_item:x", "body": "Two", "member": "Zoe"}, BadRequest, "there is no member 'Zoe'"),
        ("update_note", {"noteId": "x", "body": "Two"}, NotFound, "not found"),
    ],
)
def test_a_bad_request_is_rejected(
    call: Call, recorded: Changes, name: str, arguments: dict[str, Any], exception: type[ApiError], words: str
) -> None:
    with pytest.raises(exception) as raised:
        call(name, **arguments)
    assert raised.value.message.startswith(words)
    assert [] == recorded()


def test_a_display_key_may_call_every_tool() -> None:
    assert {"display"} == {rights_of(tool.route.opt).scope for tool in TOOLS}
