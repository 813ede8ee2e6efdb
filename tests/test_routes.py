"""The route table names every module with endpoints, and every endpoint declares its rights."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from appliance.access.rights import NAME
from appliance.routes import ROUTERS
from tests.client import Client

ROOT = Path(__file__).parent.parent
# It never ends.
STREAM = "/api/live"


def handlers() -> list[HTTPRouteHandler]:
    """The handler of every endpoint, without those that Litestar adds for OPTIONS."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, HTTPRoute)]
    return [handler for route in routes for handler in route.route_handlers if "OPTIONS" not in handler.http_methods]


def test_every_module_with_endpoints_is_in_the_table() -> None:
    files = [path for path in (ROOT / "appliance").rglob("*.py") if "node_modules" not in path.parts]
    modules = [file for file in files if re.search(r"^ROUTES = Router\(", file.read_text("utf-8"), re.MULTILINE)]
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in modules]
    assert sorted(map(id, ROUTERS)) == sorted(id(import_module(name).ROUTES) for name in names)


def test_every_endpoint_declares_its_rights() -> None:
    assert len(handlers()) > 200
    assert [] == [handler.operation_id or str(handler.paths) for handler in handlers() if NAME not in handler.opt]


def test_every_described_endpoint_answers(client: Client) -> None:
    described = client.get("/openapi.json")
    assert (200, "application/json") == (described.status_code, described.headers["content-type"])
    paths = {path for path, methods in described.json()["paths"].items() if "get" in methods and "{" not in path}
    assert len(paths) > 40
    failed = {path: answer.text for path in paths - {STREAM} if (answer := client.get(path)).status_code >= 500}
    assert {} == failed


@pytest.mark.parametrize("path", ["/api/lists", "/api/lists/", "/api//lists", "/api/lists//"])
def test_slashes_do_not_count(client: Client, path: str) -> None:
    assert client.get(path).json() == client.get("/api/lists").json()


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/lists/x/nothing", "/api/lists/x/items/y/z"])
def test_an_unknown_path_is_not_found(client: Client, display: Client, anybody: Client, path: str) -> None:
    answers = {403: display.get(path), 401: anybody.get(path), 404: client.get(path)}
    assert {status: status for status in answers} == {status: found.status_code for status, found in answers.items()}
    assert {"error": "not found"} == answers[404].json()
