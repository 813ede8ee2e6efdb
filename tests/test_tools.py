"""Every MCP tool: present, described, and with the rights of its route. tests/mcp/test_client.py calls each."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from appliance.access.rights import rights_of
from appliance.app import Application
from tests.client import Client
from tests.test_routes import handlers

# contract §32, and additions.
NAMES = """
get_household add_member update_member get_snapshot search get_weekly_summary
list_events get_event create_event update_event delete_event set_event_category list_categories update_category
list_chores create_chore update_chore copy_chore complete_chore uncomplete_chore set_chore_step_done
list_turns swap_turn skip_chore unskip_chore move_chore let_chore_go list_away add_away update_away remove_away
list_pending_chores approve_chores reject_chores
get_leaderboard get_points add_points list_awards remove_award
list_rewards create_reward update_reward redeem_reward list_redemptions decide_redemption set_goal set_family_goal
give_to_reward take_back_from_reward
list_lists create_list update_list get_list add_list_items update_list_item set_list_item_done set_step_done
list_recipes get_recipe get_recipe_of_page add_recipe update_recipe remove_recipe rate_recipe
mark_recipe_cooked
list_meals get_meal create_meals update_meal remove_meal swap_meals copy_meals repeat_meal end_meal_repeat
list_meal_suggestions get_meal_ingredients send_meal_ingredients take_back_meal_ingredients list_pantry set_in_pantry
get_event_items list_notes add_note update_note
list_photos add_photo remove_photo
list_deleted restore_deleted
send_notification list_notifications
"""
TOOLS = set(NAMES.split())


def test_every_tool_is_there_once(application: Application) -> None:
    names = [tool.name for tool in application.tools]
    assert TOOLS == set(names)
    assert len(names) == len(set(names))


def test_the_hints_are_the_contracts(application: Application) -> None:
    """contract §32: the hints for read-only, destructive, open-world and not idempotent tools."""
    reading = {name for name in TOOLS if name.startswith(("list_", "get_", "search"))}
    prefixes = ("create_", "add_", "copy_", "send_", "redeem_", "give_", "take_")
    adding = {name for name in TOOLS if name.startswith(prefixes)}
    # The same picture is added once.
    adding.remove("add_photo")
    # Swapping twice is as before.
    adding.add("swap_meals")
    outward = {
        "create_event",
        "update_event",
        "delete_event",
        "restore_deleted",
        "send_notification",
        "get_recipe_of_page",
    }
    assert reading == {tool.name for tool in application.tools if tool.read_only}
    assert adding == {tool.name for tool in application.tools if not tool.idempotent}
    assert {"delete_event", "remove_award", "remove_meal", "remove_photo", "remove_recipe"} == {
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


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_tool_is_described(application: Application, name: str) -> None:
    tool = next(tool for tool in application.tools if tool.name == name)
    request, answer = msgspec.json.schema(tool.request), msgspec.json.schema(tool.answer)
    assert len(tool.description) > 20
    assert "object" == request["$defs"][tool.request.__name__]["type"]
    assert "object" == answer["$defs"][tool.answer.__name__]["type"]


def test_which_tools_are_for_admins(application: Application) -> None:
    """Tools have the rights of their routes; a call checks them (tests/mcp/test_server.py)."""
    assert {
        "add_points",
        "list_awards",
        "remove_award",
        "add_away",
        "update_away",
        "remove_away",
        "add_member",
        "update_member",
        "send_notification",
        "create_reward",
        "update_reward",
        "set_family_goal",
        "remove_photo",
    } == {tool.name for tool in application.tools if rights_of(tool.route.opt).scope == "admin"}
