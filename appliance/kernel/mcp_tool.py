"""What a tool of the agent door is: a wish, an answer, and the REST route whose right it needs."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from appliance.kernel.database.session import Session


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """One tool. `method` and `path` name its REST twin: a key that may not call the one may not call the other.

    `wish` and `answer` are Structs; their JSON schemas are what the agent is shown. (contract §32)
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
