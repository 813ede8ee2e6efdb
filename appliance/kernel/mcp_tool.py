"""The definition of an MCP tool."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar.handlers import HTTPRouteHandler

from appliance.kernel.database.session import Session


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool. `route` is the REST endpoint with the same function, whose rights the caller needs.

    `request` and `answer` are Structs. Agents get their JSON schemas. (contract §32)
    """

    name: str
    description: str
    request: type[msgspec.Struct]
    answer: type[msgspec.Struct]
    run: Callable[[Session, Any], Awaitable[msgspec.Struct]]
    route: HTTPRouteHandler
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = True
    open_world: bool = False
