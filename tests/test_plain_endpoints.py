"""Endpoints that are called without the framework answer as the framework does."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from inspect import signature
from typing import Any, cast

import pytest
from litestar import Response, get, put
from litestar.params import FromPath, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.app import Application
from appliance.calendar.events import routes as events
from appliance.demo.busy import create_busy_demo
from appliance.household.routes import ROUTES as HOUSEHOLD
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.errors import Conflict
from appliance.kernel.http.asgi import App
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import BODY_LIMIT
from appliance.kernel.http.plain_endpoints import PlainEndpointsMiddleware, plain_endpoint
from appliance.kernel.http.route_group import RouteGroup
from appliance.lists.models import NewList
from appliance.lists.routes import ROUTES as LISTS
from appliance.routes import AREAS, Services, load
from appliance.settings import Settings
from tests.building import build, shared_apps

Answer = list[dict[str, Any]]
Headers = Sequence[tuple[bytes, bytes]]
JSON: Headers = [(b"content-type", b"application/json")]
GROUPS = list({id(group): group for area in sorted(AREAS) for group in load(area)}.values())
PLAIN = [
    (group, path, method)
    for group in GROUPS
    for path, handler in group.endpoints()
    if plain_endpoint(path, handler, group)
    for method in map(str, handler.http_methods)
]
READS = [(group, path) for group, path, method in PLAIN if method == "GET"]
WITH_BODY = [
    (group, path, method)
    for group, path, method in PLAIN
    if method != "GET"
    and (
        handler := next(
            handler for each, handler in group.endpoints() if each == path and method in map(str, handler.http_methods)
        )
    )
    and "data" in signature(handler.fn).parameters
]
IDS = {
    "list_id": "SELECT id FROM lists",
    "event_id": "SELECT id FROM events WHERE rrule IS NULL",
    "member_id": "SELECT id FROM members",
    "webhook_id": "SELECT id FROM webhooks",
}
NOT_NEEDED = cast(Services, None)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """A household with something of everything."""
    built = build(Settings(data_dir=tmp_path_factory.mktemp("busy"), tz="Europe/Berlin"))
    create_busy_demo(built)
    yield built
    built.database.close()


def ask(
    app: App,
    application: Application,
    path: str,
    query: bytes = b"",
    method: str = "GET",
    body: bytes = b"",
    headers: Headers = JSON,
) -> Answer:
    """The messages of the answer to an admin. The body comes in two parts."""
    sent: Answer = []
    parts = iter([(body[:3], True), (body[3:], False)])

    async def receive() -> Any:
        part, more = next(parts)
        return {"type": "http.request", "body": part, "more_body": more}

    async def send(message: Any) -> None:
        sent.append({"body": b"", **message} | {"more_body": False})

    session = Session(application.database, Caller(), "127.0.0.1")
    scope = {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"content-length", str(len(body)).encode()), *headers],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8080),
        "state": {},
        "extensions": {},
        "mantel": {"session": session, "digest": "", "until": None},
    }

    async def ask_it() -> None:
        await app(scope, receive, send)

    asyncio.run(ask_it())
    return sent


def framework(group: RouteGroup) -> App:
    return shared_apps(NOT_NEEDED)(group)


def refuse(group: RouteGroup) -> App:
    raise AssertionError("the framework was asked")


@pytest.mark.parametrize("wanted", ["found", "missing"])
@pytest.mark.parametrize(("group", "path"), READS, ids=[path for _, path in READS])
def test_a_plain_endpoint_answers_as_the_framework_does(
    busy: Application, group: RouteGroup, path: str, wanted: str
) -> None:
    for name, sql in IDS.items():
        found = busy.database.read.value(sql) if wanted == "found" else None
        path = path.replace(f"{{{name}}}", str(found or "nothing"))
    assert "{" not in path
    for each in (path, path + "/"):
        answer = ask(PlainEndpointsMiddleware(group, refuse), busy, each)
        assert answer == ask(framework(group), busy, each)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"{", JSON),
        (b"\xff\xfe{}", JSON),
        (b'"text"', JSON),
        (b"null", JSON),
        (b"[[5]]", JSON),
        (b"{}", []),
        (b"{}", [(b"content-type", b"text/plain")]),
        (b"{", [(b"content-type", b"application/merge-patch+json; charset=utf-8")]),
    ],
    ids=str,
)
@pytest.mark.parametrize(("group", "path", "method"), WITH_BODY, ids=[f"{each[2]} {each[1]}" for each in WITH_BODY])
def test_a_body_that_is_not_valid_is_answered_as_by_the_framework(
    busy: Application, group: RouteGroup, path: str, method: str, body: bytes, headers: Headers
) -> None:
    path = re.sub(r"{\w+}", "nothing", path)
    answer = ask(PlainEndpointsMiddleware(group, refuse), busy, path, b"", method, body, headers)
    assert answer == ask(framework(group), busy, path, b"", method, body, headers)
    assert 400 == answer[0]["status"]


@pytest.mark.parametrize("size", [0, BODY_LIMIT + 1])
def test_a_body_that_is_absent_or_too_large_is_left_to_the_framework(busy: Application, size: int) -> None:
    with pytest.raises(AssertionError, match="framework was asked"):
        ask(PlainEndpointsMiddleware(LISTS, refuse), busy, "/api/lists", b"", "POST", b" " * size)


def test_a_write_has_the_status_the_body_and_the_header_of_its_endpoint(busy: Application) -> None:
    @put("/things/{thing_id:str}", status_code=202)
    async def change(
        session: CurrentSession, thing_id: FromPath[str], data: JSONBody[NewList], key: IdempotencyKey = None
    ) -> list[str | None]:
        return [thing_id, data.name, key]

    group = RouteGroup(route_handlers=[change])
    body, headers = b'{"name":"Camping","kind":"todo"}', [*JSON, (b"idempotency-key", b"k"), (b"idempotency-key", b"l")]
    answer = ask(PlainEndpointsMiddleware(group, refuse), busy, "/api/things/a b", b"x=1", "PUT", body, headers)
    assert answer == ask(framework(group), busy, "/api/things/a b", b"x=1", "PUT", body, headers)
    assert (202, b'["a b","Camping","k"]') == (answer[0]["status"], answer[1]["body"])


@pytest.mark.parametrize(
    ("query", "is_plain"),
    [
        (b"", True),
        (b"other=1", True),
        (b"other=archived&archive=true", True),
        (b"archived=true", False),
        (b"archived=maybe", False),
        (b"archived", False),
        (b"other=1&archived=true", False),
        (b"%61rchived=true", False),
        (b"+archived=true", False),
    ],
)
def test_a_parameter_in_the_query_is_left_to_the_framework(busy: Application, query: bytes, is_plain: bool) -> None:
    asked = []

    def create(group: RouteGroup) -> App:
        asked.append(group)
        return framework(group)

    answer = ask(PlainEndpointsMiddleware(LISTS, create), busy, "/api/lists", query)
    assert answer == ask(framework(LISTS), busy, "/api/lists", query)
    assert is_plain == (not asked)


@pytest.mark.parametrize(("path", "method"), [("/api/lists", "PUT"), ("/api/lists/a/items", "GET"), ("/api/no", "GET")])
def test_everything_else_is_left_to_the_framework(busy: Application, path: str, method: str) -> None:
    with pytest.raises(AssertionError, match="framework was asked"):
        ask(PlainEndpointsMiddleware(LISTS, refuse), busy, path, method=method)


def test_a_path_with_a_parameter_does_not_answer_for_another_endpoint(busy: Application) -> None:
    @get("/events/search")
    async def search(session: CurrentSession) -> Response[str]:
        return Response("search")

    group = RouteGroup(route_handlers=[search, *events.ROUTES.route_handlers])
    with pytest.raises(AssertionError, match="framework was asked"):
        ask(PlainEndpointsMiddleware(group, refuse), busy, "/api/events/search")


@pytest.mark.parametrize(
    ("problem", "status"), [(Conflict("no"), 409), (RuntimeError("broken"), 500)], ids=["api", "bug"]
)
def test_an_error_is_answered_as_by_the_framework(busy: Application, problem: Exception, status: int) -> None:
    @get("/broken")
    async def broken(session: CurrentSession) -> list[str]:
        raise problem

    group = RouteGroup(route_handlers=[broken])
    answer = ask(PlainEndpointsMiddleware(group, refuse), busy, "/api/broken")
    assert answer == ask(framework(group), busy, "/api/broken")
    assert status == answer[0]["status"]


def test_health_is_answered_before_the_framework_has_an_application(busy: Application) -> None:
    assert 200 == ask(PlainEndpointsMiddleware(HOUSEHOLD, refuse), busy, "/api/health")[0]["status"]
