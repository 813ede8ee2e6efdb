import msgspec
import pytest

from appliance.access.oauth_server import rules
from appliance.access.oauth_server.models import AuthorizationRequest
from tests.access.oauth_server.fixtures import CHALLENGE, VERIFIER


@pytest.mark.parametrize(
    ("uri", "safe"),
    [
        ("https://app.example/back", True),
        ("https://app.example", True),
        ("https://app.example:8443/back?a=b", True),
        ("http://localhost:43123/callback", True),
        ("http://127.0.0.1/", True),
        ("http://[::1]:1/x", True),
        ("HTTPS://app.example/", True),
        ("https://app.example/" + "x" * 480, True),
        ("https://app.example/" + "x" * 481, False),
        ("http://app.example/back", False),
        ("http://localhost.evil.example/", False),
        ("http://127.0.0.1.evil.example/", False),
        ("http://localhost@evil.example/", False),
        ("https://app.example@evil.example/", False),
        ("https://app.example/#fragment", False),
        ("https://app.example/#", False),
        ("https:///nowhere", False),
        ("https://", False),
        ("https:app.example", False),
        ("https://app.example\\@evil.example/", False),
        ("https://app.example/\nx", False),
        ("https://app.example/a b", False),
        ("https://äpp.example/", False),
        ("https://app.example:port/", False),
        ("https://[::1/", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
        ("vbscript:x", False),
        ("blob:https://app.example/1", False),
        ("com.example.app:/oauth", True),
        ("com.example.app://oauth/back?a=b", True),
        ("COM.EXAMPLE.APP:/oauth", True),
        ("cursor://anysphere.cursor-mcp/oauth/callback", True),
        ("vscode-insiders://back", True),
        ("com.example.app:", False),
        ("com.example.app:oauth", False),
        ("com.example.app:/oauth#x", False),
        ("com.example.app://user@oauth/", False),
        ("com..app:/oauth", False),
        ("cursor:", False),
        ("butler://back", False),
        ("//app.example/", False),
        ("back", False),
        ("", False),
    ],
)
def test_codes_go_only_where_they_are_safe(uri: str, safe: bool) -> None:
    assert safe == rules.is_safe(uri)


@pytest.mark.parametrize(
    ("uri", "registered", "known"),
    [
        ("https://app.example/a", "https://app.example/a", True),
        ("https://app.example/a/", "https://app.example/a", False),
        ("https://app.example/A", "https://app.example/a", False),
        ("https://app.example/a?x=1", "https://app.example/a", False),
        ("https://app.example:444/a", "https://app.example/a", False),
        ("http://127.0.0.1:50000/a", "http://127.0.0.1:1/a", True),
        ("http://localhost:50000/a", "http://localhost/a", True),
        ("http://[::1]:50000/a", "http://[::1]/a", True),
        ("http://localhost:50000/b", "http://localhost/a", False),
        ("http://localhost:50000/a", "http://127.0.0.1/a", False),
        ("http://x@localhost:50000/a", "http://localhost/a", False),
        ("https://localhost:50000/a", "https://localhost/a", False),
        ("http://localhost:50000/a#x", "http://localhost/a", False),
        ("", "https://app.example/a", False),
    ],
)
def test_an_answer_goes_where_the_program_has_said(uri: str, registered: str, known: bool) -> None:
    assert known == rules.is_registered(uri, [registered])


@pytest.mark.parametrize(
    ("scope", "wished"),
    [
        ("", "admin"),
        ("mantel:admin", "admin"),
        ("mantel:display", "display"),
        ("mantel:display mantel:admin", "admin"),
        ("mantel:display offline_access", "display"),
        ("other", None),
        ("MANTEL:DISPLAY", None),
        ("display", None),
    ],
)
def test_the_requested_scope(scope: str, wished: str | None) -> None:
    assert wished == rules.requested_scope(scope)


@pytest.mark.parametrize(
    ("verifier", "proven"),
    [
        (VERIFIER, True),
        (VERIFIER[:-1], False),
        (VERIFIER + "x", False),
        (CHALLENGE, False),
        (VERIFIER + "\n", False),
        (VERIFIER.replace("d", "ä", 1), False),
        ("x" * 43, False),
        ("x" * 129, False),
        ("", False),
    ],
)
def test_the_verifier_is_the_secret_behind_the_challenge(verifier: str, proven: bool) -> None:
    assert proven == rules.is_proven(verifier, CHALLENGE)


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({}, None),
        ({"scope": "mantel:display"}, None),
        ({"resource": "http://wall.test/mcp"}, None),
        ({"resource": "https://wall.test/mcp/"}, None),
        ({"resource": "http://wall.test"}, None),
        ({"response_type": ""}, "invalid_request"),
        ({"response_type": "token"}, "invalid_request"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": CHALLENGE + "="}, "invalid_request"),
        ({"code_challenge": "x" * 129}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": "s256"}, "invalid_request"),
        ({"scope": "everything"}, "invalid_request"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"resource": "http://wall.test/api"}, "invalid_target"),
        ({"resource": "http://["}, "invalid_target"),
    ],
)
def test_what_a_program_may_ask(other: dict[str, str], error: str | None) -> None:
    parameters = {"response_type": "code", "code_challenge": CHALLENGE, "code_challenge_method": "S256", **other}
    assert error == rules.authorization_error(AuthorizationRequest(**parameters), {"wall.test"})


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Butler", "Butler"),
        ("  The\n Butler\t", "The Butler"),
        ("x" * 100, "x" * 80),
        ("Nice\u202eppA", "Nice ppA"),
        ("\u200b\u2060 ", "MCP client"),
        ("", "MCP client"),
    ],
)
def test_a_name_is_shown_as_it_is(name: str, shown: str) -> None:
    body = b'{"redirect_uris": ["https://app.example/"], "client_name": %s}'

    assert shown == rules.registration(body % msgspec.json.encode(name)).client_name


@pytest.mark.parametrize(
    ("uri", "redirect"),
    [
        ("https://a.example/b", "https://a.example/b?code=c&state=s+t%261"),
        ("https://a.example/b?x=1", "https://a.example/b?x=1&code=c&state=s+t%261"),
        ("https://a.example", "https://a.example?code=c&state=s+t%261"),
    ],
)
def test_an_answer_joins_the_query_there_is(uri: str, redirect: str) -> None:
    assert redirect == rules.redirect(uri, code="c", state="s t&1", error=None)


@pytest.mark.parametrize(
    ("uri", "host", "scheme"),
    [
        ("https://app.example:8443/back", "app.example:8443", None),
        ("http://localhost:43123/callback", "localhost:43123", None),
        ("com.example.app:/oauth", "com.example.app", "com.example.app"),
        ("cursor://anysphere.cursor-mcp/oauth/callback", "cursor", "cursor"),
    ],
)
def test_the_consent_page_names_where_the_answer_is_sent(uri: str, host: str, scheme: str | None) -> None:
    assert (host, scheme) == (rules.host(uri), rules.private_scheme(uri))
