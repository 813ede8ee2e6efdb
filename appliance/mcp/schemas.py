"""The JSON schemas of tools, as short as they can say it.

An agent reads the list of all tools at once. So schemas have no titles and no docstrings, which are for developers, and
the properties of what several tools answer are described by the first of them. Which are always there is left out.
"""

from collections.abc import Callable
from typing import Any

import msgspec

Schema = dict[str, Any]
REF = "#/$defs/"
# What an agent need not know of an answer, which it does not write.
UNSAID = {"default", "required"}
SAYS_NOTHING: list[tuple[str, object]] = [("required", []), ("default", None), ("default", [])]


def arguments(model: type[msgspec.Struct]) -> Schema:
    """The schema of a tool's arguments, with an object at the top as MCP requires."""
    top, definitions = _schemas(model)
    return top | ({"$defs": definitions} if definitions else {})


def answer(model: type[msgspec.Struct], tool: str, described: dict[str, str]) -> Schema:
    """The schema of a tool's answer. `described` has the models of earlier answers with their tools, and gets these."""
    top, definitions = _schemas(model)
    text = msgspec.json.encode([top, definitions])
    once = {name for name in definitions if text.count(f'"{REF}{name}"'.encode()) == 1}
    own = {name for name in definitions if described.setdefault(name, tool) == tool}
    used: dict[str, Schema] = {}

    def answered(schema: Schema) -> Schema:
        name = schema.get("$ref", "").removeprefix(REF)
        if name and name not in own:
            return {"type": "object", "description": f"{name} of {described[name]}"}
        if name in once:
            return answered(definitions[name])
        if name and name not in used:
            used[name] = {}
            used[name] = answered(definitions[name])
        return _with_parts({key: value for key, value in schema.items() if key not in UNSAID}, answered)

    top = answered(top)
    return top | ({"$defs": used} if used else {})


def _schemas(model: type[msgspec.Struct]) -> tuple[Schema, dict[str, Schema]]:
    """The schema of a Struct, and those of the Structs in it by name."""
    schemas = msgspec.json.schema(model)["$defs"]
    for schema in schemas.values():
        schema.pop("description", None)
    short = {name: _short(schema) for name, schema in schemas.items()}
    return short.pop(model.__name__), short


def _short(schema: Schema) -> Schema:
    """The schema without what says nothing, and with null among its types or values instead of as an alternative."""
    said = {key: value for key, value in schema.items() if key != "title" and (key, value) not in SAYS_NOTHING}
    short = _with_parts(said, _short)
    options = short.get("anyOf", [])
    if len(options) != 2 or options[1] != {"type": "null"} or not options[0].keys() & {"type", "enum"}:
        return short
    del short["anyOf"]
    given: Schema = options[0] | short
    return given | ({"enum": [*given["enum"], None]} if "enum" in given else {"type": [given["type"], "null"]})


def _with_parts(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """The schema with each schema in it changed."""
    changed = dict(schema)
    if "properties" in schema:
        changed["properties"] = {name: change(part) for name, part in schema["properties"].items()}
    if "anyOf" in schema:
        changed["anyOf"] = [change(part) for part in schema["anyOf"]]
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            changed[key] = change(schema[key])
    return changed
