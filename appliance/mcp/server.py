"""The MCP endpoint: Streamable HTTP without sessions, one JSON response for each POST. (contract §32)"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from appliance.access.keys import Keys
from appliance.access.oauth_server import rules as oauth_server_rules
from appliance.kernel.database.session import Session
from appliance.kernel.errors import ApiError, NotFound
from appliance.kernel.http.asgi import Receive, Scope, Send, header, send_json, send_response
from appliance.kernel.http.error_handlers import DEFAULT_MESSAGES, too_large_message
from appliance.kernel.http.json_body import BODY_LIMIT
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.version import version
from appliance.mcp import catalog, messages, tool_calls
from appliance.mcp.messages import INVALID_PARAMS, METHOD_NOT_FOUND, RpcError, RpcRequest

log = logging.getLogger(__name__)
MCP = "/mcp"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"
# For the newer protocol versions: how long a client may cache the list of tools, which changes only with the release.
CACHE = {"ttlMs": 5 * 60 * 1000, "cacheScope": "private"}
CAPABILITIES = {"tools": {"listChanged": False}}
INSTRUCTIONS = (
    "The household's calendar, chores, lists and notes. Start with get_household for members and calendars. Members,"
    " lists and categories may be given by name. Dates are days of the household's time zone."
)


class McpEndpoint:
    """Answers `/mcp`. Its 401 names the metadata of the OAuth server. (RFC 9728)"""

    def __init__(
        self,
        keys: Keys,
        tools: Sequence[Tool],
        public_url: Callable[[], str | None],
        origins: Sequence[str] = (),
    ):
        self._keys = keys
        self._tools = tools
        self._public_url = public_url
        self._origins = origins
        self._descriptions: msgspec.Raw | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one JSON-RPC message. 401 without a key, 403 for another origin, 405 for other methods than POST."""
        if not self._is_allowed_origin(scope):
            await send_json(send, 403, {"error": "this origin may not call /mcp; CORS_ORIGINS can name it"})
            return
        session = self._keys.session(scope)
        if session is None:
            issuer = oauth_server_rules.issuer(
                self._public_url(), scope["scheme"], (header(scope, b"host") or b"").decode("latin-1")
            )
            challenge = f'Bearer resource_metadata="{issuer}{oauth_server_rules.RESOURCE}"' if issuer else "Bearer"
            await send_json(send, 401, {"error": "unauthorized"}, [(b"www-authenticate", challenge.encode())])
            return
        if scope["method"] != "POST":
            await send_json(send, 405, {"error": DEFAULT_MESSAGES[405]}, [(b"allow", b"POST")])
            return
        body = await _body(receive)
        if body is None:
            await send_json(send, 413, {"error": too_large_message(BODY_LIMIT)})
            return
        await self._answer(session, body, _headers(scope), send)

    async def _answer(self, session: Session, body: bytes, headers: messages.Headers, send: Send) -> None:
        request_id, enveloped = None, False
        try:
            content = messages.decode(body)
            request_id = messages.request_id(content)
            enveloped = messages.is_enveloped(content, headers)
            if messages.needs_no_answer(content):
                await send_response(send, 202)
                return
            result = await self._result(session, messages.request(content, headers))
        except RpcError as problem:
            error = {"code": problem.code, "message": problem.message}
            error |= {"data": problem.data} if problem.data else {}
            await send_json(send, problem.status(enveloped), {"jsonrpc": "2.0", "id": request_id, "error": error})
            return
        if enveloped:
            result |= {"resultType": "complete", "_meta": {SERVER_KEY: _server_info()}}
        await send_json(send, 200, {"jsonrpc": "2.0", "id": request_id, "result": result})

    async def _result(self, session: Session, request: RpcRequest) -> dict[str, Any]:
        match request.method, request.enveloped:
            case "tools/call", _:
                return await self._call(session, request.params)
            case "tools/list", enveloped:
                return self._list(request.params) | (CACHE if enveloped else {})
            case "server/discover", True:
                return {
                    "supportedVersions": list(messages.VERSIONS),
                    "capabilities": CAPABILITIES,
                    "instructions": INSTRUCTIONS,
                    **CACHE,
                }
            case "initialize", False:
                return {
                    "protocolVersion": messages.handshake_version(request.params.get("protocolVersion")),
                    "capabilities": CAPABILITIES,
                    "serverInfo": _server_info(),
                    "instructions": INSTRUCTIONS,
                }
            case "ping", False:
                return {}
        raise RpcError(METHOD_NOT_FOUND, "Method not found")

    async def _call(self, session: Session, params: dict[str, Any]) -> dict[str, Any]:
        arguments = params.get("arguments", {})
        try:
            tool = tool_calls.find(self._tools, params.get("name"))
        except NotFound as problem:
            raise RpcError(INVALID_PARAMS, problem.message) from None
        if not isinstance(arguments, dict):
            raise RpcError(INVALID_PARAMS, "arguments: must be an object")
        try:
            answer = await tool_calls.call(tool, session, arguments)
            await _let_others_run()
            result = catalog.result(tool, answer)
            await _let_others_run()
            return result
        except ApiError as error:
            return catalog.error(error.body)
        except Exception as problem:
            # An error of the server: the log has the details, the caller does not.
            log.error("tool failed", exc_info=problem, extra={"tool": tool.name})
            return catalog.error({"error": "something went wrong on the server"})

    def _list(self, params: dict[str, Any]) -> dict[str, Any]:
        if params.get("cursor") is not None:
            raise RpcError(INVALID_PARAMS, "cursor: there is one page only")
        if self._descriptions is None:
            self._descriptions = msgspec.Raw(msgspec.json.encode(catalog.describe(self._tools)))
        return {"tools": self._descriptions}

    def _is_allowed_origin(self, scope: Scope) -> bool:
        """True for a page of this server or of CORS_ORIGINS, and for programs, which send no Origin header."""
        sent = header(scope, b"origin")
        if sent is None:
            return True
        origin, host = sent.decode("latin-1"), (header(scope, b"host") or b"").decode("latin-1")
        # A proxy that terminates TLS forwards plain http, so the scheme is not compared.
        public = self._public_url()
        if origin in self._origins or (public and origin == _origin(public)):
            return True
        return bool(host) and origin in (f"http://{host}", f"https://{host}")


async def _let_others_run() -> None:
    """Let other requests begin: a large answer is encoded twice, and each takes a while."""
    await asyncio.sleep(0)


def _server_info() -> dict[str, str]:
    return {"name": "Mantel", "version": version()}


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _headers(scope: Scope) -> messages.Headers:
    headers: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
    return headers


async def _body(receive: Receive) -> bytes | None:
    """The whole body; None when it is larger than the limit."""
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
