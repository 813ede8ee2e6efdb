"""The route table names every module with endpoints, and all of their paths."""

import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from appliance.kernel.http.route_group import RouteGroup
from appliance.kernel.http.route_groups import area_of
from appliance.routes import AREAS, DOCUMENT, MODULES, load
from tests.client import Client

ROOT = Path(__file__).parent.parent
AT_THE_START = """
import sys
import appliance.serve
print(*(name for name in sys.modules if name.startswith("appliance.") and name.endswith((".routes", ".tools"))))
"""


def test_every_module_with_endpoints_is_in_the_table() -> None:
    files = [path.relative_to(ROOT) for path in (ROOT / "appliance").rglob("*.py") if "node_modules" not in path.parts]
    groups = [path for path in files if "\nROUTES = RouteGroup(" in (ROOT / path).read_text("utf-8")]
    assert set(MODULES) == {".".join(path.with_suffix("").parts) for path in groups}


@pytest.mark.parametrize("module", MODULES)
def test_the_table_has_the_areas_of_a_module(module: str) -> None:
    group: RouteGroup = import_module(module).ROUTES
    assert sorted(MODULES[module]) == sorted({area_of(path) for path, _ in group.endpoints()})


def test_no_two_groups_have_a_path_in_common() -> None:
    groups = {id(group): group for area in AREAS for group in load(area)}
    paths = Counter(path for group in groups.values() for path in {path for path, _ in group.endpoints()})
    assert len(groups) == len(MODULES) + 1
    assert [] == [path for path, times in paths.items() if times > 1]
    assert DOCUMENT in paths


def test_modules_with_endpoints_are_imported_at_their_first_request() -> None:
    done = subprocess.run([sys.executable, "-c", AT_THE_START], capture_output=True, text=True, check=True, timeout=120)
    # The MCP endpoint has the version that the household's routes have.
    assert {"appliance.routes", "appliance.household.routes"} == set(done.stdout.split())


@pytest.mark.parametrize("path", ["/api/lists", "/api/lists/", "/api//lists", "/api/lists//"])
def test_slashes_do_not_count(client: Client, path: str) -> None:
    assert client.get(path).json() == client.get("/api/lists").json()


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/lists/x/nothing", "/api/lists/x/items/y/z"])
def test_an_unknown_path_is_not_found(client: Client, path: str) -> None:
    answer = client.get(path)
    assert (404, {"error": "not found"}) == (answer.status_code, answer.json())
