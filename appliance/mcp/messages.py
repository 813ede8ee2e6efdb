"""The JSON-RPC messages of MCP, and their validation for each protocol version.

There are two kinds of versions. With the older ones a client begins with `initialize`, and from then on a header names
the version. With the newer ones each request carries its version in an envelope, and headers repeat what it asks for.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

HANDSHAKE_VERSIONS = ("2025-11-25", "2025-06-18")
ENVELOPE_VERSIONS = ("2026-07-28",)
VERSIONS = (*ENVELOPE_VERSIONS, *HANDSHAKE_VERSIONS)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
HEADER_MISMATCH = -32020
UNSUPPORTED_VERSION = -32022

ALWAYS_400 = {PARSE_ERROR, INVALID_REQUEST, HEADER_MISMATCH, UNSUPPORTED_VERSION}
ENVELOPE_STATUS = {METHOD_NOT_FOUND: 404, INVALID_PARAMS: 400}

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
VERSION_HEADER, METHOD_HEADER, NAME_HEADER = "mcp-protocol-version", "mcp-method", "mcp-name"
MAX_ID = 2**63

Headers = Mapping[str, Sequence[str]]


class RpcError(Exception):
    """An invalid message; the answer is a JSON-RPC error, not the result of a tool."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def status(self, enveloped: bool) -> int:
        """The HTTP status. The newer versions use one for more codes."""
        if self.code in ALWAYS_400:
            return 400
        return ENVELOPE_STATUS.get(self.code, 200) if enveloped else 200


class RpcRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request; `enveloped` when it uses one of the newer versions."""

    id: str | int
    method: str
    params: dict[str, Any]
    enveloped: bool


def decode(body: bytes) -> dict[str, Any]:
    """One JSON-RPC object. Raises RpcError, also for a batch, which none of the supported versions has."""
    try:
        content = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RpcError(PARSE_ERROR, "the body is not JSON") from None
    if isinstance(content, list):
        raise RpcError(INVALID_REQUEST, "send one message at a time, not a batch")
    if not isinstance(content, dict) or content.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'a message is an object with "jsonrpc": "2.0"')
    return content


def request_id(content: dict[str, Any]) -> str | int | None:
    """The id of a request; None where it has none, or one that cannot be returned exactly."""
    given = content.get("id")
    if isinstance(given, int) and not isinstance(given, bool):
        return given if abs(given) < MAX_ID else None
    return given if isinstance(given, str) else None


def needs_no_answer(content: dict[str, Any]) -> bool:
    """True for notifications, and for responses, which this server never asks for."""
    if "method" not in content:
        return "id" in content and ("result" in content or "error" in content)
    return "id" not in content and isinstance(content["method"], str)


def is_enveloped(content: dict[str, Any], headers: Headers) -> bool:
    """True for a message of the newer versions. Raises RpcError for a version that is not supported."""
    versions = headers.get(VERSION_HEADER, ())
    unknown = next((version for version in versions if version not in VERSIONS), None)
    # `initialize` only proposes a version; the answer names the one to use.
    if unknown is not None and content.get("method") != "initialize":
        raise RpcError(
            UNSUPPORTED_VERSION, "Unsupported protocol version", {"supported": list(VERSIONS), "requested": unknown}
        )
    return any(version in ENVELOPE_VERSIONS for version in versions)


def request(content: dict[str, Any], headers: Headers) -> RpcRequest:
    """A validated request. Raises RpcError."""
    id_, method, params = request_id(content), content.get("method"), content.get("params", {})
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "method: must be a text")
    if id_ is None:
        raise RpcError(INVALID_REQUEST, "id: must be a text or a whole number of 63 bits")
    if not isinstance(params, dict):
        raise RpcError(INVALID_PARAMS, "params: must be an object")
    enveloped = is_enveloped(content, headers)
    if enveloped:
        _check_envelope(method, params, headers)
    return RpcRequest(id=id_, method=method, params=params, enveloped=enveloped)


def handshake_version(requested: object) -> str:
    """The version for a client of the older versions: the requested one where it is supported, else the newest."""
    return requested if isinstance(requested, str) and requested in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[0]


def _check_envelope(method: str, params: dict[str, Any], headers: Headers) -> None:
    meta = params.get("_meta")
    if not isinstance(meta, dict):
        raise RpcError(INVALID_PARAMS, f"params._meta: must be an object with {VERSION_KEY} and {CAPABILITIES_KEY}")
    for key in (VERSION_KEY, CAPABILITIES_KEY):
        if key not in meta:
            raise RpcError(INVALID_PARAMS, f"params._meta: {key} is required")

    expected = {VERSION_HEADER: meta[VERSION_KEY], METHOD_HEADER: method}
    if method == "tools/call" and params.get("name") is not None:
        expected[NAME_HEADER] = params["name"]
    for name, value in expected.items():
        if [value] != [_decoded(text) for text in headers.get(name, ())]:
            raise RpcError(HEADER_MISMATCH, f"the header {name} must be given once and repeat what the message says")


def _decoded(value: str) -> str | None:
    """The text of a header, which may be base64 of its UTF-8. None where that is malformed."""
    if not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
