"""Every MCP tool: present, described, with the same route over REST, and callable."""

from base64 import b64encode
from collections.abc import Iterator
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
from tests.photos.pictures import picture
from tests.test_routes import handlers

# contract: MCP tools
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
    "search",
    "add_member",
    "update_member",
    "add_points",
    "list_awards",
    "remove_award",
    "list_pending_chores",
    "approve_chores",
    "reject_chores",
    # Additions.
    "list_photos",
    "add_photo",
    "remove_photo",
    "list_turns",
    "swap_turn",
    "list_away",
    "add_away",
    "update_away",
    "remove_away",
    "list_rewards",
    "create_reward",
    "update_reward",
    "redeem_reward",
    "list_redemptions",
    "decide_redemption",
    "set_goal",
    "set_family_goal",
    "copy_chore",
    "get_weekly_summary",
    "set_chore_step_done",
}


def test_every_tool_is_there_once(application: Application) -> None:
    names = [tool.name for tool in application.tools]
    assert set() == (SPECIFIED | MORE) - set(names)
    assert len(names) == len(set(names))


def test_the_hints_are_the_contracts(application: Application) -> None:
    """contract §32: the hints for read-only, destructive, open-world and not idempotent tools."""
    reading = {name for name in SPECIFIED | MORE if name.startswith(("list_", "get_", "search"))}
    adding = {name for name in SPECIFIED | MORE if name.startswith(("create_", "add_", "copy_", "send_", "redeem_"))}
    # The same picture is added once.
    adding.remove("add_photo")
    outward = {"create_event", "update_event", "delete_event", "send_notification"}
    assert reading == {tool.name for tool in application.tools if tool.read_only}
    assert adding == {tool.name for tool in application.tools if not tool.idempotent}
    assert {"delete_event", "remove_award", "remove_photo"} == {
        tool.name for tool in application.tools if tool.destructive
    }
    assert outward == {tool.name for tool in application.tools if tool.open_world}


def test_every_tool_has_its_route(application: Application) -> None:
    described = {handler.operation_id for handler in handlers()}
    assert set() == {tool.route.operation_id for tool in application.tools} - described


def texts(schema: Any, definitions: dict[str, Any], at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every text in a schema with its path; entries of an array have no part of their own."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if schema.get("type") == "string":
        yield at, schema
    for option in [*schema.get("anyOf", []), *schema.get("oneOf", [])]:
        yield from texts(option, definitions, at)
    if isinstance(schema.get("items"), dict):
        yield from texts(schema["items"], definitions, at)
    for name, each in schema.get("properties", {}).items():
        yield from texts(each, definitions, f"{at}.{name}".lstrip("."))


def test_a_text_has_the_same_limit_as_over_rest(application: Application, client: Client) -> None:
    document = client.get("/openapi.json").json()
    operations = {each["operationId"]: each for methods in document["paths"].values() for each in methods.values()}
    compared, wrong = 0, []
    for tool in application.tools:
        content = operations[tool.route.operation_id].get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            continue
        schema = content["application/json"]["schema"]
        limits = {at: one.get("maxLength") for at, one in texts(schema, document["components"]["schemas"])}
        own = msgspec.json.schema(tool.request)
        for at, one in texts(own, own["$defs"]):
            # The text itself, or one of several that the tool takes at once. Names of members and lists are no texts.
            limit = limits.get(at, limits.get(at.partition(".")[2]))
            compared += limit is not None
            if limit is not None and one.get("maxLength", limit + 1) > limit:
                wrong.append((tool.name, at, one.get("maxLength"), limit))
    assert [] == wrong
    assert compared > 30


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
    turn = call_tool(
        "create_chore", title="Dog", rrule="FREQ=DAILY", dueDate="2026-11-20", members=["Ida", "Theo"], share="turn"
    )["chore"]["id"]
    routine = call_tool("create_chore", title="Evening", dueDate="2026-11-20", steps=[{"title": "Teeth"}])["chore"]
    trip = call_tool("add_away", **{"from": "2026-12-05", "until": "2026-12-06"})["away"]["id"]
    shop = call_tool("create_list", name="Test list")["list"]["id"]
    item = call_tool("add_list_items", listId=shop, items=[{"title": "Cake", "steps": ["order"]}])["items"][0]
    step = {"list": shop, "itemId": item["id"], "stepId": item["steps"][0]["id"]}
    note = call_tool("add_note", target=f"event:{event}", body="Bring cake")["note"]["id"]
    wall = Session(application.database, Caller("2", "Wall", "display", "api"))
    tick = tool_calls.find(application.tools, "complete_chore")
    for title in ("Sweep", "Mop"):
        due = {"title": title, "member": "Ida", "dueDate": "2026-11-20", "needsApproval": True}
        made = call_tool("create_chore", **due)["chore"]["id"]
        loop.run(tool_calls.call(tick, wall, {"choreId": made}))
    pending = [each["id"] for each in call_tool("list_pending_chores")["pending"]][-2:]
    photo = call_tool("add_photo", image=b64encode(picture()).decode())["photo"]["id"]
    award = call_tool("add_points", members=["Ida", "Theo"], points=2, note="Helped")["award"]["id"]
    waiting = call_tool("list_redemptions", state="waiting")["redemptions"][0]["id"]
    hours = {"start": "2026-11-24T16:00:00Z", "end": "2026-11-24T17:00:00Z"}
    return [
        ("get_household", {}),
        ("add_member", {"name": "Lea", "color": "#123456", "birthday": "--02-29"}),
        ("update_member", {"member": "lea", "avatar": "L"}),
        ("get_snapshot", {"member": "Ida"}),
        ("get_snapshot", {"member": "Ida", "range": "week"}),
        ("search", {"query": "swim"}),
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
        ("copy_chore", {"choreId": chore, "member": "Theo"}),
        ("set_chore_step_done", {"choreId": routine["id"], "step": "teeth"}),
        ("complete_chore", {"choreId": call_tool("create_chore", title="Free", dueDate="2026-11-20")["chore"]["id"]}),
        ("list_pending_chores", {}),
        ("approve_chores", {"ids": [pending[0]]}),
        ("reject_chores", {"ids": [pending[1]], "note": "Again, please"}),
        ("get_leaderboard", {}),
        ("get_points", {"member": "Ida"}),
        ("add_points", {"members": ["ida"], "points": 5}),
        ("list_awards", {"member": "Ida"}),
        ("remove_award", {"awardId": award}),
        ("add_photo", {"image": b64encode(picture(color="navy")).decode()}),
        ("list_photos", {}),
        ("remove_photo", {"photoId": photo}),
        ("list_turns", {}),
        ("swap_turn", {"choreId": turn, "date": "2026-11-21", "member": "Theo"}),
        ("list_away", {}),
        ("add_away", {"member": "Ida", "from": "2026-12-01", "until": "2026-12-03"}),
        ("update_away", {"awayId": trip, "note": "Grandma"}),
        ("remove_away", {"awayId": trip}),
        ("list_rewards", {}),
        ("create_reward", {"name": "Pony ride", "price": 500, "members": ["Ida"]}),
        ("update_reward", {"reward": "new book", "stock": 2, "members": []}),
        ("redeem_reward", {"reward": "ice cream", "member": "mara"}),
        ("list_redemptions", {"state": "waiting", "member": "Ida"}),
        ("decide_redemption", {"redemption": waiting, "decision": "approve"}),
        ("get_weekly_summary", {"week": "2026-11-20"}),
        ("set_goal", {"member": "Theo", "reward": "zoo"}),
        ("set_family_goal", {"title": "Zoo", "target": 500}),
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
    for_admins = {
        "add_points",
        "list_awards",
        "remove_award",
        "add_away",
        "update_away",
        "remove_away",
        "list_pending_chores",
        "approve_chores",
        "reject_chores",
        "add_member",
        "update_member",
        "send_notification",
        "create_reward",
        "update_reward",
        "decide_redemption",
        "set_family_goal",
        "add_photo",
        "remove_photo",
    }
    assert (for_admins if scope == "display" else set()) == rejected
