"""Calls of one MCP tool, with the same permissions as its REST route."""

from collections.abc import Sequence
from typing import Any

import msgspec

from appliance.access.lock import actions as lock
from appliance.access.rights import rights_of
from appliance.kernel.database.session import Session
from appliance.kernel.errors import NotFound
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import convert


def find(tools: Sequence[Tool], name: object) -> Tool:
    """The tool with this name. Raises NotFound."""
    tool = next((tool for tool in tools if tool.name == name), None)
    if tool is None:
        raise NotFound(f"there is no tool named {name}")
    return tool


async def call(tool: Tool, session: Session, arguments: dict[str, Any]) -> msgspec.Struct:
    """Call a tool on behalf of the caller. Raises every ApiError that its REST route would answer with.

    Arguments are validated as strictly as a REST body; an array that is sent as JSON text is parsed first, and names
    become ids. (contract §32)
    """
    rights = rights_of(tool.route.opt)
    rights.check(session.caller.scope)
    lock.check(session.read, session.caller, rights)
    return await tool.call(session, convert(_with_arrays(arguments, tool.request), tool.request))


def _with_arrays(arguments: dict[str, Any], request: type[msgspec.Struct]) -> dict[str, Any]:
    arrays = _array_fields(request)
    return {
        name: _parsed(value) if isinstance(value, str) and name in arrays else value
        for name, value in arguments.items()
    }


def _array_fields(request: type[msgspec.Struct]) -> frozenset[str]:
    properties = msgspec.json.schema(request)["$defs"][request.__name__]["properties"]
    return frozenset(name for name, schema in properties.items() if _may_be_array(schema))


def _may_be_array(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "array" or any(_may_be_array(option) for option in schema.get("anyOf", []))


def _parsed(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
