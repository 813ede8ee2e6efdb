"""Connected apps: the whole OAuth flow, from discovery to revocation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.settings import Settings
from tests.access.oauth_server.fixtures import HOME, VERIFIER, Program, sent, status
from tests.building import build
from tests.client import Client, ClientOf, Loop
from tests.fakes import FakeClock

RESOURCE = "/.well-known/oauth-protected-resource"
SERVER = "/.well-known/oauth-authorization-server"


@pytest.fixture
def program(anybody: Client) -> Program:
    return Program(anybody)


def authorizations(parent: Client) -> list[dict[str, Any]]:
    answer = parent.get("/api/authorizations")
    assert 200 == answer.status_code, answer.text
    listed: list[dict[str, Any]] = answer.json()
    return listed


@pytest.mark.parametrize("path", [RESOURCE, f"{RESOURCE}/mcp"])
def test_the_resource_metadata_names_the_authorization_server(anybody: Client, path: str) -> None:
    assert {
        "resource": "http://wall.test/mcp",
        "authorization_servers": ["http://wall.test"],
        "scopes_supported": ["mantel:admin", "mantel:display"],
        "bearer_methods_supported": ["header"],
        "resource_name": "Mantel",
    } == anybody.get(path).json()


@pytest.mark.parametrize("path", [SERVER, "/.well-known/openid-configuration"])
def test_the_server_metadata_names_the_endpoints(anybody: Client, path: str) -> None:
    assert {
        "issuer": "http://wall.test",
        "authorization_endpoint": "http://wall.test/oauth/authorize",
        "token_endpoint": "http://wall.test/oauth/token",
        "registration_endpoint": "http://wall.test/oauth/register",
        "revocation_endpoint": "http://wall.test/oauth/revoke",
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "scopes_supported": ["mantel:admin", "mantel:display"],
        "authorization_response_iss_parameter_supported": True,
    } == anybody.get(path).json()


@pytest.mark.parametrize("path", [RESOURCE, SERVER, "/oauth/register", "/oauth/token", "/oauth/revoke"])
def test_pages_of_every_origin_find_their_way_in(anybody: Client, path: str) -> None:
    before = anybody.request("OPTIONS", path, headers={"Origin": "https://agent.example"})
    allowed = {name: value for name, value in before.headers.items() if name.startswith("access-control-allow-")}
    assert (
        204,
        {
            "access-control-allow-origin": "*",
            "access-control-allow-methods": "GET, POST, OPTIONS",
            "access-control-allow-headers": "Content-Type, Authorization",
        },
    ) == (before.status_code, allowed)
    method = "GET" if path.startswith("/.well-known") else "POST"
    assert "*" == anybody.request(method, path).headers["access-control-allow-origin"]


def test_only_the_servers_own_page_sends_decisions(anybody: Client, program: Program, client: Client) -> None:
    assert "access-control-allow-origin" not in program.authorize().headers
    assert "access-control-allow-origin" not in client.get("/api/authorizations").headers


def test_a_program_registers_itself(anybody: Client, clock: FakeClock) -> None:
    uris = ["http://localhost:43123/callback", "https://app.example/back"]
    answer = anybody.post(
        "/oauth/register",
        {
            "redirect_uris": uris,
            "client_name": " Butler ",
            "grant_types": ["authorization_code"],
            "token_endpoint_auth_method": "client_secret_post",
            "scope": "mantel:display",
        },
    )
    assert 201 == answer.status_code
    assert {
        "client_id": answer.json()["client_id"],
        "client_id_issued_at": int(clock.at.timestamp()),
        "client_name": "Butler",
        "redirect_uris": uris,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    } == answer.json()


def test_a_good_question_goes_to_the_page_where_a_parent_decides(program: Program) -> None:
    answer = program.authorize(scope="mantel:display")
    assert 302 == answer.status_code
    path, _, query = answer.headers["location"].partition("?")
    assert ("/#/authorize", program.question(scope="mantel:display")) == (path, dict(parse_qsl(query)))


def test_a_parent_sees_which_program_requests_access(program: Program, client: Client) -> None:
    about = {"client_id": program.id, "redirect_uri": HOME}
    for scope, wished in [(None, "admin"), ("mantel:display", "display"), ("mantel:display mantel:admin", "admin")]:
        answer = client.get(
            "/api/authorizations/request", params={**about, **({} if scope is None else {"scope": scope})}
        )
        assert {"clientName": "Butler", "redirectHost": "app.example", "requestedScope": wished} == answer.json()


@pytest.mark.parametrize("scope", ["display", "admin"])
def test_a_yes_becomes_a_code_and_the_code_becomes_tokens(
    client_of: ClientOf, program: Program, client: Client, scope: str
) -> None:
    rev = client.get("/api/rev").json()["rev"]
    answer = program.decide(client, scope=scope)

    assert (200, {"redirect"}) == (answer.status_code, answer.json().keys())
    redirect = answer.json()["redirect"]
    assert redirect.startswith(f"{HOME}?code=")
    assert {"state": "s t&1", "iss": "http://wall.test"}.items() <= sent(redirect).items()
    assert [] == authorizations(client)

    tokens = program.trade(sent(redirect)["code"])
    assert (200, "no-store") == (tokens.status_code, tokens.headers["cache-control"])
    answers = tokens.json()
    assert {"access_token", "refresh_token", "scope", "expires_in", "token_type"} == answers.keys()
    assert ("Bearer", 3600, f"mantel:{scope}") == (answers["token_type"], answers["expires_in"], answers["scope"])
    app = client_of(answers["access_token"])
    assert {"scope": scope, "keyName": "Butler", "kind": "oauth"}.items() <= app.get("/api/me").json().items()
    assert 200 == app.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}).status_code
    assert (201 if scope == "admin" else 403) == app.post("/api/members", {"name": "Zoe", "color": "#123"}).status_code
    assert client.get("/api/rev").json()["rev"] > rev


def test_a_decision_that_names_no_everyday_access_gives_full_access(program: Program, client: Client) -> None:
    """contract §26: any scope but `display` is admin."""
    code = sent(program.decide(client, scope="everything").json()["redirect"])["code"]
    assert "mantel:admin" == program.trade(code).json()["scope"]


@pytest.mark.parametrize("decision", ["deny", "no", "", "APPROVE"])
def test_anything_but_yes_is_no(program: Program, client: Client, decision: str) -> None:
    redirect = program.decide(client, decision).json()["redirect"]
    assert {"error": "access_denied", "state": "s t&1", "iss": "http://wall.test"} == sent(redirect)
    assert [] == authorizations(client)


@pytest.mark.parametrize("state", [None, ""])
def test_who_sends_no_state_gets_none_back(program: Program, client: Client, state: str | None) -> None:
    assert {"code", "iss"} == sent(program.decide(client, state=state).json()["redirect"]).keys()


def test_a_connected_app_is_listed_with_who_let_it_in_and_its_last_use(
    application: Application, client_of: ClientOf, program: Program, client: Client, clock: FakeClock
) -> None:
    tokens = program.tokens(client)
    [listed] = authorizations(client)
    assert {
        "id": listed["id"],
        "clientName": "Butler",
        "scope": "display",
        "approvedBy": "Phone",
        "createdAt": "2026-11-20T15:24:00.000Z",
        "lastUsedAt": None,
    } == listed

    clock.turn(minutes=10)
    assert 200 == status(client_of, tokens["access_token"])
    application.database.write_now(lambda tx: None)
    assert "2026-11-20T15:34:00.000Z" == authorizations(client)[0]["lastUsedAt"]

    clock.turn(hours=2)
    later = program.refresh(tokens["refresh_token"]).json()["access_token"]
    assert "2026-11-20T15:34:00.000Z" == authorizations(client)[0]["lastUsedAt"]
    assert 200 == status(client_of, later)
    application.database.write_now(lambda tx: None)
    assert "2026-11-20T17:34:00.000Z" == authorizations(client)[0]["lastUsedAt"]


def test_an_access_token_is_valid_for_an_hour_and_is_refreshed(
    client_of: ClientOf, program: Program, client: Client, clock: FakeClock
) -> None:
    first = program.tokens(client)
    clock.turn(minutes=59, seconds=59)
    assert 200 == status(client_of, first["access_token"])
    clock.turn(seconds=1)
    assert 401 == status(client_of, first["access_token"])

    answer = program.refresh(first["refresh_token"], client_id=program.id)
    assert (200, "no-store") == (answer.status_code, answer.headers["cache-control"])
    second = answer.json()
    assert ("mantel:display", 3600) == (second["scope"], second["expires_in"])
    assert set() == {first["access_token"], first["refresh_token"]} & set(second.values())
    assert 200 == status(client_of, second["access_token"])
    assert ["Butler", "Phone"] == sorted(key["name"] for key in client.get("/api/keys").json())

    clock.turn(days=89, hours=23)
    third = program.refresh(second["refresh_token"])
    assert 200 == third.status_code
    clock.turn(days=90)
    assert [] == authorizations(client)
    assert "invalid_grant" == program.refresh(third.json()["refresh_token"]).json()["error"]


def test_tokens_are_asked_for_in_json_too(program: Program, anybody: Client, client: Client) -> None:
    traded = anybody.post(
        "/oauth/token",
        {
            "grant_type": "authorization_code",
            "code": program.code(client),
            "code_verifier": VERIFIER,
            "client_id": program.id,
            "redirect_uri": HOME,
        },
    )
    assert 200 == traded.status_code
    request = {"grant_type": "refresh_token", "refresh_token": traded.json()["refresh_token"]}
    assert 200 == anybody.post("/oauth/token", request).status_code


def test_an_app_on_this_computer_answers_at_the_port_that_is_free(anybody: Client, client: Client) -> None:
    program = Program(anybody, uri="http://localhost/callback")
    program.uri = "http://localhost:51234/callback"
    assert 302 == program.authorize().status_code
    assert 200 == program.trade(program.code(client)).status_code


def test_disconnecting_ends_everything_at_once(
    client_of: ClientOf, program: Program, client: Client, clock: FakeClock
) -> None:
    tokens = program.tokens(client)
    other = Program(program.http, "Other").tokens(client)
    app = client_of(tokens["access_token"])
    tag = app.get("/api/settings").headers["etag"]

    assert {"ok": True} == client.delete(f"/api/authorizations/{authorizations(client)[0]['id']}").json()

    assert 401 == app.get("/api/settings", headers={"If-None-Match": tag}).status_code
    rejected = app.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert (401, f'Bearer resource_metadata="http://wall.test{RESOURCE}"') == (
        rejected.status_code,
        rejected.headers["www-authenticate"],
    )
    assert "invalid_grant" == program.refresh(tokens["refresh_token"]).json()["error"]
    assert ["Other"] == [each["clientName"] for each in authorizations(client)]
    assert 200 == status(client_of, other["access_token"])
    assert 404 == client.delete("/api/authorizations/no-such-app").status_code
    assert 302 == program.authorize().status_code


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_a_program_gives_either_token_back_and_is_out(
    client_of: ClientOf, program: Program, client: Client, which: str
) -> None:
    tokens = program.tokens(client)
    answer = program.revoke(tokens[which])
    assert (200, b"") == (answer.status_code, answer.content)
    assert 401 == status(client_of, tokens["access_token"])
    assert "invalid_grant" == program.refresh(tokens["refresh_token"]).json()["error"]
    assert [] == authorizations(client)


def test_revoking_the_key_of_an_app_disconnects_it(program: Program, client: Client) -> None:
    tokens = program.tokens(client)
    [key] = [each for each in client.get("/api/keys").json() if each["name"] == "Butler"]
    assert 200 == client.delete(f"/api/keys/{key['id']}").status_code
    assert "invalid_grant" == program.refresh(tokens["refresh_token"]).json()["error"]
    assert [] == authorizations(client)


def test_an_app_lets_nobody_in_and_nobody_out(
    application: Application, client_of: ClientOf, program: Program, client: Client
) -> None:
    """contract §26: managing apps takes a person's session or key, even for an app with full access."""
    app = client_of(program.tokens(client, "admin")["access_token"])
    wall = client_of(application.database.write_now(access.make_key, NewKey(name="Wall")).key)
    rejected = (403, {"error": "a connected app cannot manage connected apps"})
    own = authorizations(client)[0]["id"]
    for caller, expected in [(app, rejected), (wall, (403, {"error": "display key cannot access this route"}))]:
        for answer in (
            caller.get("/api/authorizations"),
            program.decide(caller),
            caller.delete(f"/api/authorizations/{own}"),
        ):
            assert expected == (answer.status_code, answer.json())
    assert 200 == app.get(f"/api/authorizations/request?client_id={program.id}&redirect_uri={HOME}").status_code
    assert [own] == [each["id"] for each in authorizations(client)]


def test_a_program_without_approval_is_deleted_after_a_day(
    program: Program, anybody: Client, client: Client, clock: FakeClock
) -> None:
    approved = Program(anybody, "Approved")
    approved.code(client)
    clock.turn(hours=24)
    Program(anybody)
    assert 400 == program.authorize().status_code
    assert 302 == approved.authorize().status_code


def test_one_address_keeps_no_more_than_twenty_waiting(application: Application, loop: Loop, program: Program) -> None:
    elsewhere = Program(Client(application.app, loop, address="198.51.100.7"))
    for _ in range(20):
        newest = Program(program.http)
    assert 400 == program.authorize().status_code
    assert [302, 302] == [each.authorize().status_code for each in (newest, elsewhere)]


@pytest.fixture
def outside(tmp_path: Path, clock: FakeClock) -> Iterator[Application]:
    """A server with a public address."""
    built = build(Settings(data_dir=tmp_path / "outside", admin_api_key="k", public_url="https://home.example/"), clock)
    yield built
    built.database.close()


def test_the_public_address_is_the_issuer_where_there_is_one(outside: Application, loop: Loop) -> None:
    anybody, parent = Client(outside.app, loop), Client(outside.app, loop, "k")
    assert ["https://home.example"] == anybody.get(RESOURCE).json()["authorization_servers"]
    assert "https://home.example/oauth/token" == anybody.get(SERVER).json()["token_endpoint"]
    program = Program(anybody)
    for resource in ("https://home.example/mcp", "http://wall.test/mcp"):
        assert program.authorize(resource=resource).headers["location"].startswith("/#/authorize?")
    assert "https://home.example" == sent(program.decide(parent).json()["redirect"])["iss"]
    program.tokens(parent)
    assert ["ADMIN_API_KEY"] == [each["approvedBy"] for each in authorizations(parent)]


def test_a_public_address_that_an_admin_has_entered_counts_too(anybody: Client, client: Client) -> None:
    assert 200 == client.put("/api/providers/public-url", {"value": "https://ours.example/"}).status_code
    assert "https://ours.example" == anybody.get(SERVER).json()["issuer"]
    answers = anybody.post("/mcp", {}).headers["www-authenticate"]
    assert f'Bearer resource_metadata="https://ours.example{RESOURCE}"' == answers
    assert 401 == anybody.post("/mcp", {}, headers={"Origin": "https://ours.example"}).status_code
    assert "ours.example" == client.post("/api/passkeys/register/options", {}).json()["rp"]["id"]
