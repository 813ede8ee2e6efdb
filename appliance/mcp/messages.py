"""What an agent's message asks for, and whether it fits its protocol version: JSON-RPC as MCP uses it.

Two eras are spoken. In the older one a client begins with `initialize`, and a header names the version from then on; in
the newer one every request carries its version itself, and headers repeat what it asks for.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

HANDSHAKE = ("2025-11-25", "2025-06-18")
ENVELOPE = ("2026-07-28",)
VERSIONS = (*ENVELOPE, *HANDSHAKE)

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
LARGEST_ID = 2**63

Headers = Mapping[str, Sequence[str]]


class Fault(Exception):
    """A message that is not understood; the answer is a JSON-RPC error, not a tool's."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def status(self, enveloped: bool) -> int:
        """The HTTP status: the newer era maps more codes to one."""
        if self.code in ALWAYS_400:
            return 400
        return ENVELOPE_STATUS.get(self.code, 200) if enveloped else 200


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A request; `enveloped` for one of the newer era."""

    id: str | int
    method: str
    params: dict[str, Any]
    enveloped: bool


def decoded(body: bytes) -> dict[str, Any]:
    """One JSON-RPC object. Raises Fault; several in an array too, which no version spoken here has."""
    try:
        content = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Fault(PARSE_ERROR, "the body is not JSON") from None
    if isinstance(content, list):
        raise Fault(INVALID_REQUEST, "send one message at a time, not a batch")
    if not isinstance(content, dict) or content.get("jsonrpc") != "2.0":
        raise Fault(INVALID_REQUEST, 'a message is an object with "jsonrpc": "2.0"')
    return content


def identity(content: dict[str, Any]) -> str | int | None:
    """The id by which the client knows its request; None where it has none, or none that can be given back."""
    found = content.get("id")
    if isinstance(found, int) and not isinstance(found, bool):
        return found if abs(found) < LARGEST_ID else None
    return found if isinstance(found, str) else None


def is_told(content: dict[str, Any]) -> bool:
    """True for what is only taken note of: notifications, and answers to questions that were never asked."""
    if "method" not in content:
        return "id" in content and ("result" in content or "error" in content)
    return "id" not in content and isinstance(content["method"], str)


def is_enveloped(content: dict[str, Any], headers: Headers) -> bool:
    """True for a message of the newer era. Raises Fault for a version that is not spoken here."""
    versions = headers.get(VERSION_HEADER, ())
    unknown = next((each for each in versions if each not in VERSIONS), None)
    # A first message only proposes a version; the answer to it says which one counts.
    if unknown is not None and content.get("method") != "initialize":
        raise Fault(
            UNSUPPORTED_VERSION, "Unsupported protocol version", {"supported": list(VERSIONS), "requested": unknown}
        )
    return any(each in ENVELOPE for each in versions)


def request(content: dict[str, Any], headers: Headers) -> Message:
    """What is asked. Raises Fault."""
    found, method, params = identity(content), content.get("method"), content.get("params", {})
    if not isinstance(method, str):
        raise Fault(INVALID_REQUEST, "method: must be a text")
    if found is None:
        raise Fault(INVALID_REQUEST, "id: must be a text or a whole number of 63 bits")
    if not isinstance(params, dict):
        raise Fault(INVALID_PARAMS, "params: must be an object")
    enveloped = is_enveloped(content, headers)
    if enveloped:
        _check_envelope(method, params, headers)
    return Message(id=found, method=method, params=params, enveloped=enveloped)


def agreed(wanted: object) -> str:
    """The version a client of the older era is answered with: its own where it is spoken here, else the newest."""
    return wanted if isinstance(wanted, str) and wanted in HANDSHAKE else HANDSHAKE[0]


def _check_envelope(method: str, params: dict[str, Any], headers: Headers) -> None:
    meta = params.get("_meta")
    if not isinstance(meta, dict):
        raise Fault(INVALID_PARAMS, f"params._meta: must be an object with {VERSION_KEY} and {CAPABILITIES_KEY}")
    for key in (VERSION_KEY, CAPABILITIES_KEY):
        if key not in meta:
            raise Fault(INVALID_PARAMS, f"params._meta: {key} is required")

    said = {VERSION_HEADER: meta[VERSION_KEY], METHOD_HEADER: method}
    if method == "tools/call" and params.get("name") is not None:
        said[NAME_HEADER] = params["name"]
    for name, value in said.items():
        if [value] != [_plain(each) for each in headers.get(name, ())]:
            raise Fault(HEADER_MISMATCH, f"the header {name} must be given once and repeat what the message says")


def _plain(value: str) -> str | None:
    """A header's text; what does not fit into a header comes as base64 of its UTF-8. None where that is broken."""
    if not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
