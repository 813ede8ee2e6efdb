"""How tools and their answers look to an agent."""

import inspect
import re
from typing import Any

import msgspec

from appliance.kernel.mcp_tool import Tool


def described(tool: Tool) -> dict[str, Any]:
    """A tool as `tools/list` shows it."""
    return {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": schema(tool.request),
        "outputSchema": schema(tool.answer),
        "annotations": {
            "readOnlyHint": tool.read_only,
            "destructiveHint": tool.destructive,
            "idempotentHint": tool.idempotent,
            "openWorldHint": tool.open_world,
        },
    }


def schema(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON Schema of a Struct, an object at its top as MCP wants it; what it refers to is in `$defs`."""
    document = msgspec.json.schema(shape)
    shapes: dict[str, Any] = document["$defs"]
    for each in shapes.values():
        if "description" in each:
            each["description"] = _for_agents(each["description"])
    top = shapes.pop(shape.__name__)
    return {**top, "$defs": shapes} if shapes else top


def result(tool: Tool, answer: msgspec.Struct) -> dict[str, Any]:
    """A tool's answer: a line about it, the data as text for those who read only that, and the data. (contract §32)"""
    data = msgspec.json.encode(answer)
    return {
        "content": [_text(f"{tool.name}: {summary(answer)}"), _text(f"```json\n{data.decode()}\n```")],
        "structuredContent": msgspec.Raw(data),
        "isError": False,
    }


def refusal(words: str) -> dict[str, Any]:
    """A refused wish: the agent reads why, and may do better."""
    return {"content": [_text(words)], "isError": True}


def summary(answer: msgspec.Struct) -> str:
    """One line: how many there are of what, and what single things are called."""
    told = zip(answer.__struct_encode_fields__, msgspec.structs.astuple(answer), strict=True)
    return "; ".join(filter(None, (_line(name, value) for name, value in told)))


def _line(name: str, value: object) -> str | None:
    if name == "ok":
        return "done"
    if isinstance(value, list):
        return f"{name}: {len(value)}"
    if isinstance(value, msgspec.Struct):
        called = getattr(value, "title", None) or getattr(value, "name", None)
        return f"{name}: {called}" if called else name
    return None if value is None or value is msgspec.UNSET or isinstance(value, dict) else f"{name}: {value}"


def _text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def _for_agents(docstring: str) -> str:
    """A Struct's docstring without what only its readers need: line ends, and where it is specified."""
    return re.sub(r"\s*\((?:contract|spec)\b[^)]*\)", "", " ".join(inspect.cleandoc(docstring).split()))
