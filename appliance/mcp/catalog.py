"""Tools and their results in the format of MCP."""

from collections.abc import Iterable
from typing import Any

import msgspec

from appliance.kernel.mcp_tool import Tool
from appliance.mcp import schemas


def describe(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """All tools as `tools/list` shows them."""
    described: dict[str, str] = {}
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": schemas.arguments(tool.request),
            "outputSchema": schemas.answer(tool.answer, tool.name, described),
            "annotations": {
                "readOnlyHint": tool.read_only,
                "destructiveHint": tool.destructive,
                "idempotentHint": tool.idempotent,
                "openWorldHint": tool.open_world,
            },
        }
        for tool in tools
    ]


def result(tool: Tool, answer: msgspec.Struct) -> dict[str, Any]:
    """A tool's result: a summary, the data as text for clients that read only text, and the data. (contract §32)"""
    data = msgspec.json.encode(answer)
    return {
        "content": [_text(f"{tool.name}: {summary(answer)}"), _text(f"```json\n{data.decode()}\n```")],
        "structuredContent": msgspec.Raw(data),
        "isError": False,
    }


def error(body: dict[str, Any]) -> dict[str, Any]:
    """The result of a failed call: the message as text, and all that the REST route answers, with `code`."""
    return {"content": [_text(body["error"])], "structuredContent": body, "isError": True}


def summary(answer: msgspec.Struct) -> str:
    """One line: the sizes of lists, and the titles or names of single things."""
    fields = zip(answer.__struct_encode_fields__, msgspec.structs.astuple(answer), strict=True)
    return "; ".join(filter(None, (_field_summary(name, value) for name, value in fields)))


def _field_summary(name: str, value: object) -> str | None:
    if name == "ok":
        return "done"
    if isinstance(value, list):
        return f"{name}: {len(value)}"
    if isinstance(value, msgspec.Struct):
        label = getattr(value, "title", None) or getattr(value, "name", None)
        return f"{name}: {label}" if label else name
    return None if value is None or value is msgspec.UNSET or isinstance(value, dict) else f"{name}: {value}"


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}
