"""The definition of an MCP tool."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from appliance.kernel.database.session import Session


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool. `method` and `path` name the REST endpoint with the same function; both need the same rights.

    `request` and `answer` are Structs. Agents get their JSON schemas. (contract §32)
    """

    name: str
    description: str
    request: type[msgspec.Struct]
    answer: type[msgspec.Struct]
    run: Callable[[Session, Any], Awaitable[msgspec.Struct]]
    method: str
    path: str
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = True
    open_world: bool = False
