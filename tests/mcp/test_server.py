"""Answers of `/mcp` to valid and invalid messages, without a client library."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.kernel.http.json_body import BODY_LIMIT
from appliance.mcp.messages import CAPABILITIES_KEY, VERSION_KEY, VERSIONS
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, ClientOf, Loop
from tests.fakes import FakeClock

NEW = {VERSION_KEY: "2026-07-28", CAPABILITIES_KEY: {}}
METADATA = "/.well-known/oauth-protected-resource"


def rpc(method: str, params: object = None, **more: object) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method} | ({} if params is None else {"params": params}) | more


def enveloped(method: str, **params: object) -> tuple[dict[str, Any], dict[str, str]]:
    """A message of the newer era and the headers that repeat it."""
    headers = {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    if isinstance(params.get("name"), str):
        headers["Mcp-Name"] = str(params["name"])
    return rpc(method, {**params, "_meta": NEW}), headers


def error(answer: httpx.Response) -> tuple[int, int, object]:
    answers = answer.json()
    return answer.status_code, answers["error"]["code"], answers["id"]


def test_a_client_of_the_older_era_is_greeted(display: Client) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    answer = display.post("/mcp", rpc("initialize", hello))
    assert (200, "application/json") == (answer.status_code, answer.headers["content-type"])
    assert "mcp-session-id" not in answer.headers
    answers = answer.json()["result"]
    assert ("2025-06-18", "Mantel", {"tools": {"listChanged": False}}) == (
        answers["protocolVersion"],
        answers["serverInfo"]["name"],
        answers["capabilities"],
    )
    noted = display.post("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (202, b"") == (noted.status_code, noted.content)
    assert {"jsonrpc": "2.0", "id": "a", "result": {}} == display.post("/mcp", rpc("ping", id="a")).json()


@pytest.mark.parametrize("wanted", ["2024-11-05", "2026-07-28", "tomorrow", None, 5, ["2025-06-18"]])
def test_an_unsupported_version_is_answered_with_the_newest(display: Client, wanted: object) -> None:
    answers = display.post("/mcp", rpc("initialize", {"protocolVersion": wanted})).json()
    assert "2025-11-25" == answers["result"]["protocolVersion"]


def test_a_client_of_the_newer_era_discovers(display: Client) -> None:
    body, headers = enveloped("server/discover")
    answers = display.post("/mcp", body, headers=headers).json()["result"]
    assert (list(VERSIONS), "complete") == (answers["supportedVersions"], answers["resultType"])
    assert "Mantel" == answers["_meta"]["io.modelcontextprotocol/serverInfo"]["name"]


def test_lists_are_kept_and_answers_complete_in_the_newer_era_only(display: Client) -> None:
    body, headers = enveloped("tools/list")
    new = display.post("/mcp", body, headers=headers).json()["result"]
    old = display.post("/mcp", rpc("tools/list")).json()["result"]
    assert {"tools"} == set(old)
    assert {"tools", "ttlMs", "cacheScope", "resultType", "_meta"} == set(new)
    assert old["tools"] == new["tools"]


def test_an_answer_is_a_line_and_the_data_twice(display: Client) -> None:
    answer = display.post("/mcp", rpc("tools/call", {"name": "list_chores", "arguments": {"date": "2026-11-20"}}))
    data = '{"date":"2026-11-20","chores":[]}'
    content = ["list_chores: date: 2026-11-20; chores: 0", f"```json\n{data}\n```"]
    assert {
        "content": [{"type": "text", "text": text} for text in content],
        "structuredContent": {"date": "2026-11-20", "chores": []},
        "isError": False,
    } == answer.json()["result"]


def test_an_error_is_the_same_as_the_routes(display: Client) -> None:
    route = display.post("/api/members", {"name": "Zoe", "color": "#123456"}).json()
    answers = display.post("/mcp", rpc("tools/call", {"name": "add_member", "arguments": {}})).json()["result"]
    content = [{"type": "text", "text": route["error"]}]
    assert {"content": content, "structuredContent": route, "isError": True} == answers


def test_an_error_has_the_code_of_the_route(display: Client) -> None:
    body = {"title": "x" * 501}
    route = display.post("/api/chores", body).json()
    answers = display.post("/mcp", rpc("tools/call", {"name": "create_chore", "arguments": body})).json()["result"]
    assert ("too_long", route) == (answers["structuredContent"]["code"], answers["structuredContent"])


MALFORMED: list[tuple[bytes, int, int]] = [
    (b"", 400, -32700),
    (b"{", 400, -32700),
    (b"\xff\xfe", 400, -32700),
    (b"[" * 100_000, 400, -32700),
    (b"1" * 5000, 400, -32700),
    (b"[]", 400, -32600),
    (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600),
    (b"null", 400, -32600),
    (b'"ping"', 400, -32600),
    (b'{"id":1,"method":"ping"}', 400, -32600),
    (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600),
    (b'{"jsonrpc":"2.0"}', 400, -32600),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', 400, -32600),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400, -32600),
    (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600),
    (b'{"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}', 400, -32600),
    (b'{"jsonrpc":"2.0","method":5}', 400, -32600),
]


@pytest.mark.parametrize(("body", "status", "code"), MALFORMED)
def test_an_invalid_message_is_rejected(display: Client, body: bytes, status: int, code: int) -> None:
    assert (status, code, None) == error(display.request("POST", "/mcp", content=body))


UNKNOWN: list[tuple[dict[str, Any], int]] = [
    (rpc("resources/list"), -32601),
    (rpc("server/discover"), -32601),
    (rpc(""), -32601),
    (rpc("ping", []), -32602),
    (rpc("ping", "now"), -32602),
    (rpc("tools/list", {"cursor": "2"}), -32602),
    (rpc("tools/call"), -32602),
    (rpc("tools/call", {"name": 5}), -32602),
    (rpc("tools/call", {"name": ["list_chores"]}), -32602),
    (rpc("tools/call", {"name": "launch"}), -32602),
    (rpc("tools/call", {"name": "list_chores", "arguments": []}), -32602),
    (rpc("tools/call", {"name": "list_chores", "arguments": "{}"}), -32602),
    (rpc("tools/call", {"name": "list_chores", "arguments": None}), -32602),
]


@pytest.mark.parametrize(("message", "code"), UNKNOWN)
def test_an_unsupported_method_is_a_protocol_error(display: Client, message: dict[str, Any], code: int) -> None:
    assert (200, code, 1) == error(display.post("/mcp", message))


HOSTILE = [{"date": 2**70}, {"date": {"a": [None]}}, {"date": "9" * 10_000}, {"date": None}, {"date": "\x00"}]


@pytest.mark.parametrize("arguments", HOSTILE)
def test_hostile_arguments_are_rejected_by_name(display: Client, arguments: dict[str, Any]) -> None:
    answer = display.request("POST", "/mcp", json=rpc("tools/call", {"name": "list_chores", "arguments": arguments}))
    answers = answer.json()["result"]
    assert (True, "date: ") == (answers["isError"], answers["content"][0]["text"][:6])


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 5000, "[", "", "{}"])
def test_an_array_as_hostile_text_is_rejected_by_name(display: Client, text: str) -> None:
    request = {"name": "add_list_items", "arguments": {"items": text, "listName": "x"}}
    answers = display.post("/mcp", rpc("tools/call", request)).json()["result"]
    assert (True, "items: ") == (answers["isError"], answers["content"][0]["text"][:7])


def test_newer_protocol_versions_also_use_the_status(display: Client) -> None:
    for method in ("ping", "initialize", "subscriptions/listen"):
        body, headers = enveloped(method)
        assert (404, -32601, 1) == error(display.post("/mcp", body, headers=headers))
    body, headers = enveloped("tools/call", name="launch")
    assert (400, -32602, 1) == error(display.post("/mcp", body, headers=headers))


def test_headers_repeat_the_message(display: Client) -> None:
    body, headers = enveloped("tools/call", name="list_lists", arguments={})
    assert 200 == display.post("/mcp", body, headers=headers).status_code
    coded = {**headers, "Mcp-Name": "=?base64?bGlzdF9saXN0cw==?="}
    assert 200 == display.post("/mcp", body, headers=coded).status_code
    wrong = [
        {"Mcp-Name": "list_chores"},
        {"Mcp-Name": "=?base64?bGlz!?="},
        {"Mcp-Name": "=?base64?/w==?="},
        {"Mcp-Method": "tools/list"},
    ]
    missing = [{name: value for name, value in headers.items() if name != gone} for gone in ("Mcp-Name", "Mcp-Method")]
    twice = [*headers.items(), ("Mcp-Method", "tools/call")]
    for bad in [*({**headers, **each} for each in wrong), *missing, twice]:
        assert (400, -32020, 1) == error(display.post("/mcp", body, headers=bad))
    body["params"]["_meta"] = {**NEW, VERSION_KEY: "2025-06-18"}
    assert (400, -32020, 1) == error(display.post("/mcp", body, headers=headers))


@pytest.mark.parametrize("meta", [None, [], {}, {VERSION_KEY: "2026-07-28"}, {CAPABILITIES_KEY: {}}])
def test_a_message_of_a_newer_version_has_the_required_fields(display: Client, meta: object) -> None:
    _, headers = enveloped("tools/list")
    assert (400, -32602, 1) == error(display.post("/mcp", rpc("tools/list", {"_meta": meta}), headers=headers))


@pytest.mark.parametrize("version", ["2024-11-05", "2030-01-01", "", "x"])
def test_an_unsupported_version_is_rejected_with_the_supported_ones(display: Client, version: str) -> None:
    answer = display.post("/mcp", rpc("tools/list"), headers={"Mcp-Protocol-Version": version})
    assert (400, -32022, 1) == error(answer)
    assert {"supported": list(VERSIONS), "requested": version} == answer.json()["error"]["data"]


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
@pytest.mark.parametrize("accept", ["application/json, text/event-stream", "application/json", "*/*", "text/plain"])
def test_a_version_that_is_spoken_is_answered_in_json(display: Client, version: str, accept: str) -> None:
    answer = display.post("/mcp", rpc("ping"), headers={"Mcp-Protocol-Version": version, "Accept": accept})
    assert (200, "application/json", {}) == (
        answer.status_code,
        answer.headers["content-type"],
        answer.json()["result"],
    )


def test_answers_to_nothing_are_taken_note_of(display: Client) -> None:
    strays: list[dict[str, Any]] = [{"result": {}}, {"error": {"code": 1, "message": "no"}}]
    for stray in strays:
        assert 202 == display.post("/mcp", {"jsonrpc": "2.0", "id": 1, **stray}).status_code


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
def test_there_are_no_sessions_and_no_streams(anybody: Client, display: Client, method: str) -> None:
    answer = display.request(method, "/mcp")
    assert (405, "POST", "method not allowed") == (answer.status_code, answer.headers["allow"], answer.json()["error"])
    assert 401 == anybody.request(method, "/mcp").status_code


def test_a_body_has_a_limit(display: Client) -> None:
    full = rpc("ping", {"x": ""})
    full["params"]["x"] = "x" * (BODY_LIMIT - len(httpx.Request("POST", "http://a", json=full).content))
    assert 200 == display.post("/mcp", full).status_code
    full["params"]["x"] += "x"
    answer = display.post("/mcp", full)
    assert (413, "the request body is too large: it may have at most 2 MB") == (
        answer.status_code,
        answer.json()["error"],
    )


@pytest.mark.parametrize("answers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "bearer x"}])
@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/mcp?key=x"])
def test_requests_without_a_valid_key_answer_401(anybody: Client, answers: dict[str, str], path: str) -> None:
    answer = anybody.post(path, rpc("ping"), headers=answers)
    assert (401, {"error": "unauthorized"}) == (answer.status_code, answer.json())
    assert f'Bearer resource_metadata="http://wall.test{METADATA}"' == answer.headers["www-authenticate"]
    assert "nosniff" == answer.headers["x-content-type-options"]


def test_a_revoked_key_is_out_at_once(application: Application, client_of: ClientOf, client: Client) -> None:
    made = application.database.write_now(access.make_key, NewKey(name="Agent"))
    agent = client_of(made.key)
    assert 200 == agent.post("/mcp", rpc("ping")).status_code
    client.delete(f"/api/keys/{made.id}")
    assert 401 == agent.post("/mcp", rpc("ping")).status_code


def test_a_hosts_name_is_not_believed_blindly(anybody: Client) -> None:
    for host in ('evil"', "a b", "a/b", "a,b"):
        assert 400 == anybody.post("/mcp", rpc("ping"), headers={"Host": host}).status_code
        assert 400 == anybody.get(METADATA, headers={"Host": host}).status_code
    for host in ("mantel.local:8080", "192.168.1.4", "[::1]:8080"):
        assert f"http://{host}/mcp" == anybody.get(METADATA, headers={"Host": host}).json()["resource"]


@pytest.fixture
def outside(tmp_path: Path, loop: Loop) -> Iterator[Client]:
    """A server with a public address that allows another origin."""
    settings = Settings(
        data_dir=tmp_path / "outside",
        admin_api_key="k",
        public_url="https://home.example/",
        cors_origins=("https://dash.example",),
    )
    application = build(settings, clock=FakeClock())
    yield Client(application.app, loop, "k")
    application.database.close()


ORIGINS = [
    (None, 200),
    ("https://home.example", 200),
    ("https://dash.example", 200),
    ("http://wall.test", 200),
    ("https://wall.test", 200),
    ("https://evil.example", 403),
    ("https://wall.test.evil.example", 403),
    ("https://home.example:444", 403),
    ("null", 403),
    ("", 403),
]


@pytest.mark.parametrize(("origin", "status"), ORIGINS)
def test_a_page_of_elsewhere_may_not_call(outside: Client, origin: str | None, status: int) -> None:
    headers = {} if origin is None else {"Origin": origin}
    assert status == outside.post("/mcp", rpc("ping"), headers=headers).status_code


def test_a_configured_public_address_is_named(outside: Client) -> None:
    assert "https://home.example/mcp" == outside.get(METADATA).json()["resource"]
    rejected = outside.post("/mcp", rpc("ping"), headers={"Authorization": "Bearer wrong"})
    assert f'Bearer resource_metadata="https://home.example{METADATA}"' == rejected.headers["www-authenticate"]
