"""Every MCP tool: present, described, with the same route over REST, and callable."""

import re
from typing import Any

import msgspec
import pytest

from appliance.app import Application
from appliance.demo.family import create_demo
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.errors import Forbidden
from appliance.mcp import tool_calls
from tests.client import Client, Loop

# spec: MCP tools
SPECIFIED = {
    "list_chores",
    "create_chore",
    "update_chore",
    "complete_chore",
    "uncomplete_chore",
    "get_leaderboard",
    "get_points",
    "list_categories",
    "update_category",
    "set_event_category",
    "list_lists",
    "create_list",
    "update_list",
    "get_list",
    "add_list_items",
    "update_list_item",
    "set_list_item_done",
    "set_step_done",
    "get_event_items",
    "list_notes",
    "add_note",
    "update_note",
    "send_notification",
    "list_notifications",
}
# contract §32
MORE = {
    "get_household",
    "list_events",
    "get_event",
    "create_event",
    "update_event",
    "delete_event",
    "get_snapshot",
    "add_member",
    "update_member",
}


def test_every_tool_is_there_once(application: Application) -> None:
    names = [tool.name for tool in application.tools]
    assert set() == (SPECIFIED | MORE) - set(names)
    assert len(names) == len(set(names))


def test_the_hints_are_the_contracts(application: Application) -> None:
    """contract §32: the hints for read-only, destructive, open-world and not idempotent tools."""
    reading = {name for name in SPECIFIED | MORE if name.startswith(("list_", "get_"))}
    adding = {name for name in SPECIFIED | MORE if name.startswith(("create_", "add_", "send_"))}
    outward = {"create_event", "update_event", "delete_event", "send_notification"}
    assert reading == {tool.name for tool in application.tools if tool.read_only}
    assert adding == {tool.name for tool in application.tools if not tool.idempotent}
    assert {"delete_event"} == {tool.name for tool in application.tools if tool.destructive}
    assert outward == {tool.name for tool in application.tools if tool.open_world}


def test_every_tool_has_its_route(application: Application, client: Client) -> None:
    described = client.get("/openapi.json").json()["paths"]
    routes = {(method.upper(), re.sub(r"{\w+}", "{id}", path)) for path in described for method in described[path]}
    assert set() == {(tool.method, tool.path) for tool in application.tools} - routes


@pytest.mark.parametrize("name", sorted(SPECIFIED | MORE))
def test_a_tool_is_described(application: Application, name: str) -> None:
    tool = next(tool for tool in application.tools if tool.name == name)
    request, answer = msgspec.json.schema(tool.request), msgspec.json.schema(tool.answer)
    assert len(tool.description) > 20
    assert "object" == request["$defs"][tool.request.__name__]["type"]
    assert "object" == answer["$defs"][tool.answer.__name__]["type"]


def calls(application: Application, loop: Loop) -> list[tuple[str, dict[str, Any]]]:
    """Valid arguments for every tool, in an order in which no call deletes what a later one needs."""
    admin = Session(application.database, Caller("1", "Agent", "admin", "api"))

    def call_tool(tool: str, **arguments: Any) -> Any:
        return msgspec.to_builtins(
            loop.run(tool_calls.call(tool_calls.find(application.tools, tool), admin, arguments))
        )

    local = next(each["id"] for each in call_tool("get_household")["calendars"] if each["writable"])
    event = call_tool("list_events")["events"][0]["id"]
    chore = call_tool("list_chores")["chores"][0]["id"]
    shop = call_tool("create_list", name="Test list")["list"]["id"]
    item = call_tool("add_list_items", listId=shop, items=[{"title": "Cake", "steps": ["order"]}])["items"][0]
    step = {"list": shop, "itemId": item["id"], "stepId": item["steps"][0]["id"]}
    note = call_tool("add_note", target=f"event:{event}", body="Bring cake")["note"]["id"]
    hours = {"start": "2026-11-24T16:00:00Z", "end": "2026-11-24T17:00:00Z"}
    return [
        ("get_household", {}),
        ("add_member", {"name": "Lea", "color": "#123456", "birthday": "--02-29"}),
        ("update_member", {"member": "lea", "avatar": "L"}),
        ("get_snapshot", {"member": "Ida"}),
        ("get_snapshot", {"member": "Ida", "range": "week"}),
        ("list_categories", {}),
        ("update_category", {"category": "Sports", "keywords": ["swim"]}),
        ("list_events", {"member": "Ida"}),
        ("get_event", {"id": event}),
        ("create_event", {"calendarId": local, "title": "Test", **hours}),
        ("update_event", {"id": event, "title": "Other"}),
        ("set_event_category", {"id": event, "category": "school"}),
        ("list_chores", {}),
        ("create_chore", {"title": "Test", "dueDate": "2026-11-30"}),
        ("update_chore", {"choreId": chore, "points": 3}),
        ("uncomplete_chore", {"choreId": chore}),
        ("complete_chore", {"choreId": call_tool("create_chore", title="Free", dueDate="2026-11-20")["chore"]["id"]}),
        ("get_leaderboard", {}),
        ("get_points", {"member": "Ida"}),
        ("list_lists", {}),
        ("create_list", {"name": "Another"}),
        ("update_list", {"list": shop, "sortBy": "alpha"}),
        ("get_list", {"list": shop}),
        ("add_list_items", {"listId": shop, "items": ["Milk"]}),
        ("update_list_item", {"list": shop, "itemId": item["id"], "eventId": event}),
        ("get_event_items", {"id": event}),
        ("set_step_done", {**step, "done": True}),
        ("set_list_item_done", {"listId": shop, "itemId": item["id"], "done": False}),
        ("list_notes", {"target": f"event:{event}"}),
        ("add_note", {"target": f"event:{event}", "body": "More"}),
        ("update_note", {"noteId": note, "body": "Less"}),
        ("send_notification", {"title": "Dinner", "body": "Now", "members": ["ida"]}),
        ("list_notifications", {}),
        ("delete_event", {"id": event}),
    ]


@pytest.mark.parametrize("scope", ["admin", "display"])
def test_a_tool_answers_by_its_schema_or_rejects_the_key(application: Application, loop: Loop, scope: str) -> None:
    create_demo(application)
    session = Session(application.database, Caller("1", "Agent", scope, "api"))
    declared = {tool.name: tool.answer for tool in application.tools}
    called, rejected = set(), set()
    for name, arguments in calls(application, loop):
        called.add(name)
        try:
            answer = loop.run(tool_calls.call(tool_calls.find(application.tools, name), session, arguments))
        except Forbidden:
            rejected.add(name)
            continue
        assert isinstance(answer, declared[name])
        assert answer == msgspec.json.decode(msgspec.json.encode(answer), type=declared[name])
    assert SPECIFIED | MORE == called
    assert ({"add_member", "update_member", "send_notification"} if scope == "display" else set()) == rejected
