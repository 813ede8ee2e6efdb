"""Behaviour common to all paths: errors, headers, 304 answers, limits, and the OpenAPI description."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from appliance.app import Application
from appliance.kernel.http.limits import MAX_PATH_CHARACTERS
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock

HEADERS = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "error"),
    [
        ("GET", "/api/nope", None, 404, "not found"),
        ("GET", "/api", None, 404, "not found"),
        ("PUT", "/api/members", b"{}", 405, "method not allowed"),
        ("PATCH", "/api/settings", b"{", 400, "request: is not valid JSON"),
        ("PATCH", "/api/settings", b"", 400, "request: a JSON body is required"),
        ("PATCH", "/api/settings", b"[]", 400, "request: Expected `object`, got `array`"),
        ("PATCH", "/api/settings", b'{"weekStart": "1"}', 400, "weekStart: Expected `int`, got `str`"),
        ("PATCH", "/api/settings", b'{"themeMode": "pink"}', 400, "themeMode: Invalid enum value 'pink'"),
        ("PATCH", "/api/settings", b" " * 2_200_000, 413, "the request body is too large: it may have at most 2 MB"),
    ],
)
def test_every_error_has_the_same_form(
    client: Client, method: str, path: str, body: bytes | None, status: int, error: str
) -> None:
    answer = client.request(method, path, content=body)
    assert (status, error) == (answer.status_code, answer.json()["error"])


def test_a_body_over_the_limit_is_rejected_without_a_length_too(client: Client) -> None:
    async def drip() -> Any:
        for _ in range(300):
            yield b" " * 10_000

    assert 413 == client.request("PATCH", "/api/settings", content=drip()).status_code


def test_a_long_path_is_refused_before_it_is_routed(anybody: Client) -> None:
    folder = "/api/members/"
    long = anybody.delete(folder + "x" * (MAX_PATH_CHARACTERS + 1 - len(folder)))
    assert (414, {"error": "the path is longer than 500 characters"}) == (long.status_code, long.json())
    assert 401 == anybody.delete(folder + "x" * (MAX_PATH_CHARACTERS - len(folder))).status_code


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nope", "/api/keys", "/openapi.json", "/nope.js"])
def test_every_answer_carries_the_security_headers(anybody: Client, path: str) -> None:
    headers = anybody.get(path).headers
    assert HEADERS == {name: headers[name] for name in HEADERS}
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "; script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")


@pytest.mark.parametrize("path", ["/api/health", "/api/settings", "/api/nope", "/api/live", "/openapi.json", "/"])
def test_a_head_is_answered_as_its_get_without_the_body(
    application: Application, client: Client, display: Client, path: str
) -> None:
    for caller in (client, display):
        asked = caller.request("HEAD", path)
        application.change_streams.close()  # its stream would last as long as the client
        wanted = caller.get(path)
        assert (wanted.status_code, b"") == (asked.status_code, asked.content)
        assert wanted.headers["content-type"] == asked.headers["content-type"]


def test_a_head_goes_where_its_get_may(anybody: Client, display: Client, client: Client) -> None:
    assert [401, 403, 200] == [caller.request("HEAD", "/api/keys").status_code for caller in (anybody, display, client)]
    assert 405 == client.request("HEAD", "/api/notes/x").status_code
    tag = client.get("/api/settings").headers["etag"]
    assert 304 == client.request("HEAD", "/api/settings", headers={"If-None-Match": tag}).status_code


def test_a_304_comes_while_nothing_was_written(client: Client) -> None:
    tag = client.get("/api/settings").headers["etag"]
    for known in (tag, tag.removeprefix("W/"), f'"other" , {tag}'):
        assert 304 == client.get("/api/settings", headers={"If-None-Match": known}).status_code

    client.patch("/api/settings", {"familyName": "Linden"})

    assert "Linden" == client.get("/api/settings", headers={"If-None-Match": tag}).json()["familyName"]


def test_what_depends_on_more_than_rev_has_no_tag(client: Client) -> None:
    assert "etag" not in client.get("/api/health").headers
    assert "etag" not in client.get("/api/keys").headers


@pytest.fixture
def open_application(settings: Settings, clock: FakeClock) -> Iterator[Application]:
    """A server that allows one other origin."""
    built = build(msgspec.structs.replace(settings, cors_origins=("https://family.example",)), clock=clock)
    yield built
    built.database.close()


def test_another_origin_gets_in_only_where_it_is_named(
    open_application: Application, loop: Loop, client: Client
) -> None:
    anybody = Client(open_application.app, loop)
    ours, theirs = {"Origin": "https://family.example"}, {"Origin": "https://evil.example"}
    asking = {"Access-Control-Request-Method": "GET"}

    preflight = anybody.request("OPTIONS", "/api/members", headers=ours | asking)
    assert (204, ours["Origin"]) == (preflight.status_code, preflight.headers["access-control-allow-origin"])
    assert ours["Origin"] == anybody.get("/api/members", headers=ours).headers["access-control-allow-origin"]
    assert "access-control-allow-origin" not in anybody.get("/api/members", headers=theirs).headers
    assert "access-control-allow-origin" not in anybody.get("/openapi.json", headers=ours).headers
    assert "access-control-allow-origin" not in client.get("/api/members", headers=ours).headers


def described(client: Client) -> dict[str, Any]:
    answer = client.get("/openapi.json")
    assert 200 == answer.status_code
    document: dict[str, Any] = json.loads(answer.text)
    return document


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def test_every_route_is_described(anybody: Client) -> None:
    document = described(anybody)
    assert ("3.0.0", "1") == (document["openapi"], document["info"]["version"])
    for method, path, operation in operations(document):
        assert operation["operationId"], (method, path)
        assert operation["summary"], (method, path)
        assert {"400", "401", "403", "404"} <= operation["responses"].keys(), (method, path)


def test_operation_ids_are_unique(anybody: Client) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(described(anybody))]
    assert len(ids) == len(set(ids))


def test_an_unexpected_error_is_answered_without_internals(
    application: Application, loop: Loop, client: Client
) -> None:
    application.database.write_now(lambda tx: tx.run("DROP TABLE host_events"))

    answer = client.get("/api/host-events")

    assert (500, {"error": "something went wrong on the server"}) == (answer.status_code, answer.json())


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/members", "GET, HEAD, OPTIONS, POST"),
        ("/api/members/x", "DELETE, OPTIONS, PATCH"),
        ("/api/chores/day", "GET, HEAD, OPTIONS"),
        ("/api/chores/x/", "DELETE, OPTIONS, PATCH"),
        ("/openapi.json", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_path_answers_its_methods(client: Client, path: str, allowed: str) -> None:
    options = client.request("OPTIONS", path)
    assert (204, allowed) == (options.status_code, options.headers["allow"])

    answer = client.request("PUT", path)
    assert (405, allowed) == (answer.status_code, answer.headers["allow"])


def test_options_of_an_unknown_path_is_404(client: Client) -> None:
    assert 404 == client.request("OPTIONS", "/api/nope").status_code


def test_a_whole_number_may_be_sent_with_a_fraction_of_zero(client: Client) -> None:
    settings = {"weekStart": 1.0, "defaultReminderMinutes": [30.0, 10]}
    assert settings == {name: client.patch("/api/settings", settings).json()[name] for name in settings}
    assert 3 == client.post("/api/chores", {"title": "Dishes", "points": 3.0}).json()["points"]


@pytest.mark.parametrize("number", ["1.5", '"1"', "true", "1e300", "9007199254740994.0", "1e999", "-0.5"])
def test_other_than_whole_numbers_are_rejected(client: Client, number: str) -> None:
    answer = client.request("PATCH", "/api/settings", content=f'{{"weekStart": {number}}}'.encode())
    assert 400 == answer.status_code
    assert isinstance(answer.json()["error"], str)


def test_a_whole_number_is_sent_without_a_fraction(client: Client) -> None:
    made = client.post("/api/members", {"name": "Ana", "color": "#E4572E", "sort": 5.0})
    assert '"sort":5,' in made.text
    assert '"sort":5,' in client.get("/api/members").text
    assert '"sort":5.5' in client.post("/api/members", {"name": "Ben", "color": "#2E86AB", "sort": 5.5}).text
