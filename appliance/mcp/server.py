"""The agent door over HTTP: MCP's Streamable HTTP without sessions, one JSON answer for each POST. (contract §32)"""

import logging
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from appliance.access.middleware import AuthMiddleware
from appliance.access.oauth_server import rules
from appliance.access.oauth_server.routes import RESOURCE
from appliance.household.routes import version
from appliance.kernel.database.session import Session
from appliance.kernel.errors import ApiError
from appliance.kernel.http.asgi import Receive, Scope, Send, header, send_json
from appliance.kernel.http.error_handlers import DEFAULT_MESSAGES, too_large_message
from appliance.kernel.http.json_body import BODY_LIMIT
from appliance.kernel.mcp_tool import Tool
from appliance.mcp import catalog, messages, tool_calls
from appliance.mcp.messages import INVALID_PARAMS, METHOD_NOT_FOUND, Fault, Message

log = logging.getLogger(__name__)
MCP = "/mcp"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"
# For the newer era: how long a client may keep the list of tools, which changes only with the version.
KEPT = {"ttlMs": 5 * 60 * 1000, "cacheScope": "private"}
CAPABILITIES = {"tools": {"listChanged": False}}
INSTRUCTIONS = (
    "The household's calendar, chores, lists and notes. Start with get_household for members and calendars. Members,"
    " lists and categories may be given by name. Dates are days of the household's time zone."
)


class McpEndpoint:
    """Answers `/mcp`; its 401 points at the description of who lets programs in."""

    def __init__(
        self, keys: AuthMiddleware, tools: list[Tool], public_url: Callable[[], str | None], origins: Sequence[str] = ()
    ):
        self._keys = keys
        self._tools = tools
        self._by_name = {tool.name: tool for tool in tools}
        self._public = public_url
        self._origins = origins
        self._listed: msgspec.Raw | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._is_welcome(scope):
            await send_json(send, 403, {"error": "this origin may not call /mcp; CORS_ORIGINS can name it"})
            return
        session = self._keys.session(scope)
        if session is None:
            where = rules.issuer(self._public(), scope["scheme"], (header(scope, b"host") or b"").decode("latin-1"))
            challenge = f'Bearer resource_metadata="{where}{RESOURCE}"' if where else "Bearer"
            await _answer(send, 401, [(b"www-authenticate", challenge.encode())], {"error": "unauthorized"})
            return
        if scope["method"] != "POST":
            await _answer(send, 405, [(b"allow", b"POST")], {"error": DEFAULT_MESSAGES[405]})
            return
        body = await _body(receive)
        if body is None:
            await send_json(send, 413, {"error": too_large_message(BODY_LIMIT)})
            return
        await self._speak(session, body, _texts(scope), send)

    async def _speak(self, session: Session, body: bytes, headers: messages.Headers, send: Send) -> None:
        asked, enveloped = None, False
        try:
            content = messages.decoded(body)
            asked = messages.identity(content)
            enveloped = messages.is_enveloped(content, headers)
            if messages.is_told(content):
                await send({"type": "http.response.start", "status": 202, "headers": []})
                await send({"type": "http.response.body", "body": b""})
                return
            message = messages.request(content, headers)
            told = await self._result(session, message)
        except Fault as fault:
            error = {"code": fault.code, "message": fault.message} | ({"data": fault.data} if fault.data else {})
            await send_json(send, fault.status(enveloped), {"jsonrpc": "2.0", "id": asked, "error": error})
            return
        if enveloped:
            told |= {"resultType": "complete", "_meta": {SERVER_KEY: _server()}}
        await send_json(send, 200, {"jsonrpc": "2.0", "id": asked, "result": told})

    async def _result(self, session: Session, message: Message) -> dict[str, Any]:
        match message.method, message.enveloped:
            case "tools/call", _:
                return await self._call(session, message.params)
            case "tools/list", enveloped:
                return self._list(message.params) | (KEPT if enveloped else {})
            case "server/discover", True:
                return {
                    "supportedVersions": list(messages.VERSIONS),
                    "capabilities": CAPABILITIES,
                    "instructions": INSTRUCTIONS,
                    **KEPT,
                }
            case "initialize", False:
                return {
                    "protocolVersion": messages.agreed(message.params.get("protocolVersion")),
                    "capabilities": CAPABILITIES,
                    "serverInfo": _server(),
                    "instructions": INSTRUCTIONS,
                }
            case "ping", False:
                return {}
        raise Fault(METHOD_NOT_FOUND, "Method not found")

    async def _call(self, session: Session, params: dict[str, Any]) -> dict[str, Any]:
        name, arguments = params.get("name"), params.get("arguments", {})
        tool = self._by_name.get(name) if isinstance(name, str) else None
        if tool is None:
            raise Fault(INVALID_PARAMS, f"there is no tool named {name}")
        if not isinstance(arguments, dict):
            raise Fault(INVALID_PARAMS, "arguments: must be an object")
        try:
            return catalog.result(tool, await tool_calls.call(self._tools, session, tool.name, arguments))
        except ApiError as refusal:
            return catalog.refusal(refusal.message)
        except Exception as problem:
            # Our own fault, answered as the REST twin would: told to the log in full, to the caller not at all.
            log.error("tool failed", exc_info=problem, extra={"tool": tool.name})
            return catalog.refusal("something went wrong on the server")

    def _list(self, params: dict[str, Any]) -> dict[str, Any]:
        if params.get("cursor") is not None:
            raise Fault(INVALID_PARAMS, "cursor: there is one page only")
        if self._listed is None:
            self._listed = msgspec.Raw(msgspec.json.encode([catalog.described(tool) for tool in self._tools]))
        return {"tools": self._listed}

    def _is_welcome(self, scope: Scope) -> bool:
        """A browser says which page calls; programs say nothing, and are welcome."""
        told = header(scope, b"origin")
        if told is None:
            return True
        origin, host = told.decode("latin-1"), (header(scope, b"host") or b"").decode("latin-1")
        # A proxy that ends TLS hands plain http on, so the scheme is not compared.
        public = self._public()
        if origin in self._origins or (public and origin == _origin(public)):
            return True
        return bool(host) and origin in (f"http://{host}", f"https://{host}")


def _server() -> dict[str, str]:
    return {"name": "Mantel", "version": version()}


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _texts(scope: Scope) -> messages.Headers:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
    return found


async def _body(receive: Receive) -> bytes | None:
    """The whole body; None when it is larger than any may be."""
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        part = message.get("body", b"")
        size += len(part)
        if size > BODY_LIMIT:
            return None
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: object) -> None:
    kind = [] if body is None else [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": [*kind, *headers]})
    await send({"type": "http.response.body", "body": b"" if body is None else msgspec.json.encode(body)})
