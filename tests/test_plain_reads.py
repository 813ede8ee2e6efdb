"""Endpoints that are called without the framework answer as the framework does."""

import asyncio
from collections.abc import Iterator
from typing import Any, cast

import pytest
from litestar import Response, get

from appliance.access.middleware import CurrentSession
from appliance.app import Application
from appliance.calendar.events import routes as events
from appliance.demo.busy import create_busy_demo
from appliance.household.routes import ROUTES as HOUSEHOLD
from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Caller
from appliance.kernel.errors import Conflict
from appliance.kernel.http.asgi import App
from appliance.kernel.http.plain_reads import PlainReadsMiddleware, plain_read
from appliance.kernel.http.route_group import RouteGroup
from appliance.lists.routes import ROUTES as LISTS
from appliance.routes import AREAS, Services, load
from appliance.settings import Settings
from tests.building import build, shared_apps

Answer = list[dict[str, Any]]
GROUPS = list({id(group): group for area in sorted(AREAS) for group in load(area)}.values())
PLAIN = [(group, path) for group in GROUPS for path, handler in group.endpoints() if plain_read(path, handler, group)]
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


def ask(app: App, application: Application, path: str, query: bytes = b"", method: str = "GET") -> Answer:
    """The messages of the answer to an admin."""
    sent: Answer = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

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
        "headers": [(b"host", b"localhost")],
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
@pytest.mark.parametrize(("group", "path"), PLAIN, ids=[path for _, path in PLAIN])
def test_a_plain_endpoint_answers_as_the_framework_does(
    busy: Application, group: RouteGroup, path: str, wanted: str
) -> None:
    for name, sql in IDS.items():
        found = busy.database.read.value(sql) if wanted == "found" else None
        path = path.replace(f"{{{name}}}", str(found or "nothing"))
    assert "{" not in path
    for each in (path, path + "/"):
        answer = ask(PlainReadsMiddleware(group, refuse), busy, each)
        assert answer == ask(framework(group), busy, each)


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

    answer = ask(PlainReadsMiddleware(LISTS, create), busy, "/api/lists", query)
    assert answer == ask(framework(LISTS), busy, "/api/lists", query)
    assert is_plain == (not asked)


@pytest.mark.parametrize(
    ("path", "method"), [("/api/lists", "POST"), ("/api/lists/a/items", "GET"), ("/api/no", "GET")]
)
def test_everything_else_is_left_to_the_framework(busy: Application, path: str, method: str) -> None:
    with pytest.raises(AssertionError, match="framework was asked"):
        ask(PlainReadsMiddleware(LISTS, refuse), busy, path, method=method)


def test_a_path_with_a_parameter_does_not_answer_for_another_endpoint(busy: Application) -> None:
    @get("/events/search")
    async def search(session: CurrentSession) -> Response[str]:
        return Response("search")

    group = RouteGroup(route_handlers=[search, *events.ROUTES.route_handlers])
    with pytest.raises(AssertionError, match="framework was asked"):
        ask(PlainReadsMiddleware(group, refuse), busy, "/api/events/search")


@pytest.mark.parametrize(
    ("problem", "status"), [(Conflict("no"), 409), (RuntimeError("broken"), 500)], ids=["api", "bug"]
)
def test_an_error_is_answered_as_by_the_framework(busy: Application, problem: Exception, status: int) -> None:
    @get("/broken")
    async def broken(session: CurrentSession) -> list[str]:
        raise problem

    group = RouteGroup(route_handlers=[broken])
    answer = ask(PlainReadsMiddleware(group, refuse), busy, "/api/broken")
    assert answer == ask(framework(group), busy, "/api/broken")
    assert status == answer[0]["status"]


def test_health_is_answered_before_the_framework_has_an_application(busy: Application) -> None:
    assert 200 == ask(PlainReadsMiddleware(HOUSEHOLD, refuse), busy, "/api/health")[0]["status"]
