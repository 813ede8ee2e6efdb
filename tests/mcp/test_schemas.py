"""What `tools/list` says of arguments and answers."""

from typing import Annotated, Any, get_args, get_type_hints

import msgspec
import pytest
from jsonschema import Draft202012Validator

from appliance.app import Application
from appliance.kernel.database.transactions import Reader
from appliance.kernel.errors import BadRequest
from appliance.kernel.mcp_tool import named, with_ids
from appliance.kernel.schema import ApiModel, Maybe
from appliance.mcp import catalog, schemas
from tests.client import Client

# About 1 kB for each tool.
MAX_BYTES = 96_000
PART_OR_TEXT = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Part"}]}


class Child(ApiModel, kw_only=True):
    id: str
    name: str


def children(db: Reader) -> list[Child]:
    return [Child(id="1", name="Ida"), Child(id="2", name="Theo")]


ChildName = Annotated[str, named("child", children)]


class Part(ApiModel, kw_only=True):
    """Text for developers."""

    owner_id: ChildName | None = msgspec.field(name="owner", default=None)


class Whole(ApiModel, kw_only=True):
    title: str
    owner_ids: Maybe[list[ChildName]] = msgspec.field(name="owners", default=msgspec.UNSET)
    parts: list[str | Part] = msgspec.field(default_factory=list)
    best: Part | None = None
    kind: msgspec.UnsetType | int = msgspec.UNSET


def test_the_list_of_tools_is_short(display: Client) -> None:
    answer = display.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert len(answer.content) <= MAX_BYTES


def test_names_become_ids_wherever_they_are_declared(application: Application) -> None:
    db = application.database.read
    request = Whole(title="Ida", owner_ids=["theo", "1"], parts=["Ida", Part(owner_id="the")], best=Part())

    found = with_ids(db, request)

    assert Whole(title="Ida", owner_ids=["2", "1"], parts=["Ida", Part(owner_id="2")], best=Part()) == found
    assert Whole(title="Ida") == with_ids(db, Whole(title="Ida"))
    with pytest.raises(BadRequest, match="there is no child 'Bob'; choose from Ida"):
        with_ids(db, Part(owner_id="Bob"))


def test_arguments_say_what_is_needed_and_no_more() -> None:
    assert {
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "owners": {"type": "array", "items": {"type": "string", "description": "id or name"}},
            "parts": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Part"}]}},
            "best": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Part"}]},
            "kind": {"type": "integer"},
        },
        "required": ["title"],
        "$defs": {
            "Part": {
                "type": "object",
                "properties": {"owner": {"type": ["string", "null"], "description": "id or name"}},
            }
        },
    } == in_order(schemas.arguments(Whole))


def in_order(schema: Any) -> Any:
    """The schema with the options of each choice in one order."""
    if isinstance(schema, list):
        return [in_order(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: sorted(map(in_order, value), key=lambda each: "$ref" in each) if key == "anyOf" else in_order(value)
        for key, value in schema.items()
    }


def test_what_several_tools_answer_is_described_by_the_first(application: Application) -> None:
    tools = {tool["name"]: tool["outputSchema"] for tool in catalog.describe(application.tools)}

    assert {"chore": {"type": "object", "description": "Chore of create_chore"}} == tools["update_chore"]["properties"]
    chore = tools["create_chore"]["properties"]["chore"]
    assert {"id", "title", "memberIds", "steps"} <= chore["properties"].keys()
    assert not Draft202012Validator(tools["create_chore"]).is_valid({"chore": {"id": 1}})
    assert not Draft202012Validator(tools["update_chore"]).is_valid({"chore": "1"})


def test_a_name_stands_for_one_model(application: Application) -> None:
    known: dict[str, Any] = {}
    for tool in application.tools:
        for name, schema in msgspec.json.schema(tool.answer)["$defs"].items():
            assert schema == known.setdefault(name, schema), name


def test_a_tool_takes_the_request_of_its_route(application: Application) -> None:
    """It declares again what may be a name or has another default, and no other property of the request."""
    repeated = {}
    for tool in application.tools:
        body = get_type_hints(tool.route.fn).get("data")
        fields = {name for model in (body, *get_args(body)) for name in getattr(model, "__struct_fields__", ())}
        inherited = {base for model in (body, *get_args(body)) if isinstance(model, type) for base in model.__mro__}
        own = [model for model in tool.request.__mro__ if model not in inherited]
        declared = {name for model in own for name in getattr(model, "__annotations__", ())} & fields
        kinds = {field.name: str(field.type) for field in msgspec.structs.fields(tool.request)}
        if again := {name for name in declared if "id or name" not in kinds[name]}:
            repeated[tool.name] = again

    assert {
        "create_list": {"kind"},
        "create_event": {"all_day"},
        "complete_chore": {"date"},
        "set_chore_step_done": {"date", "day_part"},
        "set_event_category": {"scope"},
        "set_list_item_done": {"done"},
        "set_step_done": {"done"},
    } == repeated
