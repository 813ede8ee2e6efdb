"""Notes over MCP."""

from typing import Any

import pytest

from appliance.kernel.errors import ApiError, BadRequest, NotFound
from appliance.people.models import Person
from tests.client import Call, Client
from tests.lists.fixtures import Changes, a_list, add


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
        ("add_note", {"target": "list_item:x", "body": "Two"}, NotFound, "list item not found"),
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
