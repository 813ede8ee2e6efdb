"""Rejected requests of connected apps: the contract's messages, the same for unknown and expired values."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from appliance.app import Application
from tests.access.oauth_server.fixtures import CHALLENGE, HOME, VERIFIER, Program, sent, status
from tests.client import Client, ClientOf
from tests.fakes import FakeClock

OTHER = "x" * 43


@pytest.fixture
def program(anybody: Client) -> Program:
    return Program(anybody)


def error_code(answer: httpx.Response) -> str:
    """The error code in an OAuth error answer."""
    result = answer.json()
    assert (400, {"error", "error_description"}) == (answer.status_code, result.keys())
    assert "no-store" == answer.headers["cache-control"]
    return str(result["error"])


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b"", "invalid_client_metadata"),
        (b"{", "invalid_client_metadata"),
        (b"[]", "invalid_client_metadata"),
        (b"\xff", "invalid_client_metadata"),
        (b"[" * 100_000, "invalid_client_metadata"),
        (b'{"redirect_uris": ["https://a.example/"], "client_name": 5}', "invalid_client_metadata"),
        (b"{}", "invalid_redirect_uri"),
        (b'{"redirect_uris": null}', "invalid_redirect_uri"),
        (b'{"redirect_uris": "https://a.example/"}', "invalid_redirect_uri"),
        (b'{"redirect_uris": [5]}', "invalid_redirect_uri"),
        (b'{"redirect_uris": []}', "invalid_redirect_uri"),
        (b'{"redirect_uris": ["https://a.example/", "javascript:alert(1)"]}', "invalid_redirect_uri"),
        (b'{"redirect_uris": [%s]}' % b",".join([b'"https://a.example/"'] * 6), "invalid_redirect_uri"),
    ],
)
def test_a_program_with_invalid_metadata_is_not_registered(
    anybody: Client, application: Application, body: bytes, error: str
) -> None:
    assert error == error_code(anybody.request("POST", "/oauth/register", content=body))
    assert 0 == application.database.read.value("SELECT count(*) FROM oauth_clients")


@pytest.mark.parametrize(
    "query",
    [
        "",
        "client_id=nobody",
        "client_id=nobody&redirect_uri=https%3A%2F%2Fapp.example%2Fback",
        "client_id=ID",
        "client_id=ID&redirect_uri=",
        "client_id=ID&redirect_uri=https%3A%2F%2Fevil.example%2F",
        "client_id=ID&redirect_uri=https%3A%2F%2Fapp.example%2Fback%2F..",
        "client_id=ID&redirect_uri=https%3A%2F%2Fapp.example%2Fback&redirect_uri=https%3A%2F%2Fevil.example%2F",
        "client_id=ID&client_id=ID&redirect_uri=https%3A%2F%2Fapp.example%2Fback",
        "client_id=%00%ff&redirect_uri=%00",
    ],
)
def test_no_redirect_to_an_unregistered_address(anybody: Client, program: Program, query: str) -> None:
    answer = anybody.get(f"/oauth/authorize?{query.replace('ID', program.id)}&state=<script>")
    assert (400, "text/html; charset=utf-8") == (answer.status_code, answer.headers["content-type"])
    assert "location" not in answer.headers
    assert "<h1>This app cannot be connected</h1>" in answer.text
    assert "<script" not in answer.text


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"response_type": "token"}, "invalid_request"),
        ({"response_type": ""}, "invalid_request"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"scope": "everything"}, "invalid_request"),
        ({"resource": "https://evil.example/mcp"}, "invalid_target"),
    ],
)
def test_a_bad_question_goes_back_with_an_error(program: Program, other: dict[str, str], error: str) -> None:
    answer = program.authorize(**other)
    assert 302 == answer.status_code
    assert answer.headers["location"].startswith(f"{HOME}?error=")
    assert {"error": error, "state": "s t&1", "iss": "http://wall.test"} == sent(answer.headers["location"])


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials", "client_id": "ID"}, "unsupported_grant_type"),
        ({"grant_type": "authorization_code"}, "invalid_request"),
        ({"grant_type": "authorization_code", "client_id": "nobody"}, "invalid_client"),
        ({"grant_type": "authorization_code", "client_id": "ID"}, "invalid_request"),
        ({"grant_type": "authorization_code", "client_id": "ID", "code": "x"}, "invalid_request"),
        ({"grant_type": "refresh_token"}, "invalid_request"),
        ({"grant_type": "refresh_token", "refresh_token": ""}, "invalid_request"),
        ({"grant_type": "refresh_token", "refresh_token": "x"}, "invalid_grant"),
        ({"grant_type": "refresh_token", "refresh_token": "x", "client_id": "nobody"}, "invalid_client"),
    ],
)
def test_a_token_is_not_given_for_nonsense(program: Program, form: dict[str, str], error: str) -> None:
    assert error == error_code(program.token(**{name: value.replace("ID", program.id) for name, value in form.items()}))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{"),
        ("application/json", b"[]"),
        ("application/json", b'{"grant_type": 5}'),
        ("application/json; charset=utf-8", b'{"grant_type": null}'),
        ("application/json", b"[" * 100_000),
        ("application/x-www-form-urlencoded", b"grant_type=refresh_token&grant_type=refresh_token"),
        ("application/x-www-form-urlencoded", b"\xff\xfe"),
        ("application/x-www-form-urlencoded", b"a=b&" * 1000),
        ("multipart/form-data; boundary=x", b"--x"),
        ("text/plain", b""),
    ],
)
@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke"])
def test_a_malformed_body_is_rejected(anybody: Client, path: str, kind: str, body: bytes) -> None:
    answer = anybody.request("POST", path, content=body, headers={"Content-Type": kind})
    if path == "/oauth/revoke":
        assert (200, b"") == (answer.status_code, answer.content)
    else:
        assert "invalid_request" == error_code(answer)


WRONG: dict[str, dict[str, str]] = {
    "another verifier": {"code_verifier": OTHER},
    "the challenge as the verifier": {"code_verifier": CHALLENGE},
    "a verifier that is none": {"code_verifier": "short"},
    "another redirect URI": {"redirect_uri": "https://evil.example/"},
    "another program": {"client_id": "OTHER"},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_code_that_was_shown_wrongly_is_used_up(program: Program, client: Client, wrong: str) -> None:
    """A code works once. (contract §26)"""
    other = Program(program.http, "Other")
    code = program.code(client)
    result = {name: value.replace("OTHER", other.id) for name, value in WRONG[wrong].items()}
    assert "invalid_grant" == error_code(program.trade(code, **result))
    assert "invalid_grant" == error_code(program.trade(code))


def test_a_code_is_valid_for_five_minutes(program: Program, client: Client, clock: FakeClock) -> None:
    timely, late = program.code(client), program.code(client)
    clock.turn(minutes=4, seconds=59)
    assert 200 == program.trade(timely).status_code
    clock.turn(seconds=1)
    assert "invalid_grant" == error_code(program.trade(late))


def test_unknown_used_and_expired_look_alike(program: Program, client: Client, clock: FakeClock) -> None:
    codes = ["unknown", program.code(client), program.code(client)]
    tokens = program.tokens(client)["refresh_token"]
    program.trade(codes[1], code_verifier=OTHER)
    clock.turn(days=91)
    answers = [program.trade(code) for code in codes] + [program.refresh(each) for each in ("unknown", tokens)]
    assert 1 == len({(each.status_code, each.content) for each in answers})


@pytest.mark.parametrize("hours", [0, 2])
def test_a_repeated_code_revokes_the_tokens_it_gave(
    client_of: ClientOf, program: Program, client: Client, clock: FakeClock, hours: int
) -> None:
    code = program.code(client)
    tokens = program.trade(code).json()
    clock.turn(hours=hours)

    assert "invalid_grant" == error_code(program.trade(code))

    assert 401 == status(client_of, tokens["access_token"])
    assert "invalid_grant" == error_code(program.refresh(tokens["refresh_token"]))
    assert [] == client.get("/api/authorizations").json()


def test_a_repeated_refresh_token_revokes_its_successors(client_of: ClientOf, program: Program, client: Client) -> None:
    first = program.tokens(client)
    second = program.refresh(first["refresh_token"]).json()
    assert 200 == status(client_of, second["access_token"])

    assert "invalid_grant" == error_code(program.refresh(first["refresh_token"]))

    assert [401, 401] == [status(client_of, each["access_token"]) for each in (first, second)]
    assert "invalid_grant" == error_code(program.refresh(second["refresh_token"]))
    assert [] == client.get("/api/authorizations").json()


def test_a_refresh_token_is_its_programs_own(program: Program, client: Client) -> None:
    token = program.tokens(client)["refresh_token"]
    assert "invalid_grant" == error_code(program.refresh(token, client_id=Program(program.http, "Other").id))
    assert 200 == program.refresh(token, client_id=program.id).status_code


def test_nothing_but_a_programs_token_is_given_back(program: Program, client: Client, anybody: Client) -> None:
    made = client.post("/api/keys", {"name": "Tablet", "scope": "admin"}).json()
    for token in (made["key"], "", "unknown"):
        assert 200 == program.revoke(token).status_code
    assert ["Phone", "Tablet"] == [key["name"] for key in client.get("/api/keys").json()]


def test_an_access_token_is_not_a_refresh_token_and_the_other_way_round(
    client_of: ClientOf, program: Program, client: Client
) -> None:
    tokens = program.tokens(client)
    assert "invalid_grant" == error_code(program.refresh(tokens["access_token"]))
    assert 401 == status(client_of, tokens["refresh_token"])


Change = Callable[[dict[str, Any]], object]
BAD: list[tuple[Change, str]] = [
    (lambda body: body.pop("decision"), "decision: is required"),
    (lambda body: body.pop("client_id"), "client_id: is required"),
    (lambda body: body.pop("redirect_uri"), "redirect_uri: is required"),
    (lambda body: body.pop("code_challenge"), "code_challenge: is required"),
    (lambda body: body.pop("code_challenge_method"), "code_challenge_method: is required"),
    (lambda body: body.update(code_challenge_method="plain"), "code_challenge_method: Invalid enum value 'plain'"),
    (lambda body: body.update(code_challenge="short"), "code_challenge: must be 43 to 128 letters"),
    (lambda body: body.update(code_challenge=5), "code_challenge: Expected `str`, got `int`"),
    (lambda body: body.update(client_id="nobody"), "this app is not known here"),
    (lambda body: body.update(redirect_uri="https://evil.example/"), "this app is not known here"),
    (lambda body: body.update(state="x" * 5000), "state: must have at most 4096 characters"),
]


@pytest.mark.parametrize(("change", "error"), BAD)
def test_a_malformed_decision_is_rejected_by_field(
    program: Program, client: Client, application: Application, change: Change, error: str
) -> None:
    body = {name: value for name, value in program.question().items() if name != "response_type"}
    body |= {"decision": "approve"}
    change(body)
    answer = client.post("/api/authorizations/approve", body)
    assert (400, error) == (answer.status_code, answer.json()["error"][: len(error)])
    assert 0 == application.database.read.value("SELECT count(*) FROM oauth_grants")


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("?redirect_uri=https://app.example/back", "client_id: is required"),
        ("?client_id=ID", "redirect_uri: is required"),
        ("?client_id=nobody&redirect_uri=https://app.example/back", "this app is not known here"),
        ("?client_id=ID&redirect_uri=https://evil.example/", "this app is not known here"),
        ("?client_id=ID&redirect_uri=https://app.example/back&scope=x", "scope: must name one of the scopes there are"),
    ],
)
def test_an_app_that_is_not_known_is_not_described(program: Program, client: Client, query: str, error: str) -> None:
    answer = client.get(f"/api/authorizations/request{query.replace('ID', program.id)}")
    assert (400, error) == (answer.status_code, answer.json()["error"][: len(error)])


def test_a_token_in_the_query_is_no_token(anybody: Client, program: Program, client: Client) -> None:
    token = program.tokens(client)["access_token"]
    for path in ("/api/me", "/api/authorizations"):
        assert 401 == anybody.get(f"{path}?key={token}&access_token={token}").status_code
    assert 401 == anybody.post(f"/mcp?key={token}&access_token={token}", {}).status_code


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/oauth/token", 405),
        ("GET", "/oauth/register", 405),
        ("POST", "/oauth/authorize", 405),
        ("POST", "/.well-known/oauth-protected-resource", 405),
        ("GET", "/.well-known/anything", 404),
        ("GET", "/oauth/anything", 404),
        ("GET", "/oauth", 404),
    ],
)
def test_unknown_paths_answer_errors_in_json(anybody: Client, method: str, path: str, expected: int) -> None:
    answer = anybody.request(method, path)
    assert (expected, {"error"}) == (answer.status_code, answer.json().keys())


def test_who_trades_must_prove_it(program: Program, client: Client) -> None:
    code = program.code(client)
    for name in ("code_verifier", "redirect_uri", "client_id"):
        assert "invalid_request" == error_code(program.trade(code, **{name: ""}))
    assert 200 == program.trade(code, code_verifier=VERIFIER).status_code
