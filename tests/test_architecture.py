"""The four laws of the house, each checked against the tree, and each check against a planted break."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ORDER = [
    "household", "people", "access", "calendar", "lists", "notes", "chores", "points", "stickers",
    "weather", "notifications", "webhooks", "transfer", "backups", "snapshot", "network", "wall", "mcp",
]  # fmt: skip
DOORS = {
    "routes.py", "tools.py", "jobs.py", "consumer.py", "middleware.py", "server.py", "kiosk_ipc.py", "tool_calls.py",
}  # fmt: skip
ROOMS = DOORS | {"__init__.py", "models.py", "rules.py", "queries.py", "actions.py", "service.py"}
IMPURE = ("apsw", "litestar", "httpx", "logging", "random", "secrets", "time", "uuid", "os", "asyncio")
IMPURE_KERNEL = {"database", "http", "logging"}
IMPURE_MODULES = {
    "appliance.kernel.scheduling.scheduler",
    "appliance.kernel.scheduling.delivery_workers",
    "appliance.kernel.net.client",
}
SQL = re.compile(
    r"\s*(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE)\s", re.S | re.I
)
VAGUE = {"utils", "util", "helpers", "helper", "common", "manager", "services", "misc", "base"}
LONGEST = 400


def test_the_tree_keeps_the_laws() -> None:
    assert [] == list(breaks(ROOT))


def breaks(root: Path) -> Iterator[str]:
    """Every break of a law, as `path: what is wrong`."""
    for path in sorted([*root.glob("appliance/**/*.py"), *root.glob("kiosk/**/*.py")]):
        if "node_modules" in path.parts:
            continue
        name = path.relative_to(root)
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        yield from (f"{name}: {problem}" for problem in _file_breaks(name, source, tree))
    yield from _long_files(root)


def _file_breaks(name: Path, source: str, tree: ast.Module) -> Iterator[str]:
    slice_, file = _slice(name), name.name
    if name.stem in VAGUE:
        yield "a name that says nothing"
    if file == "__init__.py" and source.strip():
        yield "an __init__ that is not empty"
    if slice_ and file not in ROOMS and "providers" not in name.parts and slice_ not in ("mcp", "network"):
        yield "not one of the rooms of a slice"
    if not ast.get_docstring(tree) and file != "__init__.py":
        yield "no docstring saying what the room holds"
    if slice_ and file != "queries.py" and any(SQL.match(text) for text in _texts(tree)):
        yield "SQL outside queries.py"
    for module in _imports(tree):
        yield from _import_breaks(name, slice_, file, module)


def _import_breaks(name: Path, slice_: str | None, file: str, module: str) -> Iterator[str]:
    parts = module.split(".")
    if parts[0] == "appliance" and name.parts[0] == "kiosk":
        yield f"the kiosk imports {module}"
    if name.parts[:2] == ("appliance", "kernel") and parts[0] == "appliance" and parts[1:2] != ["kernel"]:
        yield f"the kernel imports {module}"
    if not slice_:
        return
    if file == "rules.py" and (
        parts[0] in IMPURE or (parts[:2] == ["appliance", "kernel"] and parts[2:3] and parts[2] in IMPURE_KERNEL)
    ):
        yield f"a rule imports {module}"
    if file == "rules.py" and parts[-1] in ("queries", "actions", "routes"):
        yield f"a rule imports {module}"
    if file in ("actions.py", "queries.py", "models.py") and parts[0] in ("litestar", "httpx", "apsw"):
        yield f"{file} imports {module}"
    if file == "models.py" and parts[-1] in ("rules", "queries", "actions"):
        yield f"models import {module}"
    if file == "queries.py" and parts[-1] == "actions":
        yield f"queries import {module}"
    if "providers" in name.parts and module.startswith("appliance.kernel.database"):
        yield "a provider touches the database"
    if parts[0] == "appliance" and parts[1:2] == ["app"]:
        yield "a slice imports the composition root"
    if parts[0] == "appliance" and len(parts) > 1 and parts[1] in ORDER and file not in DOORS:
        if ORDER.index(parts[1]) > ORDER.index(slice_):
            yield f"{slice_} knows {parts[1]}, which stands to its right"
        if parts[-1] in ("routes", "tools", "jobs"):
            yield f"{file} imports a door: {module}"


def _slice(name: Path) -> str | None:
    return name.parts[1] if name.parts[0] == "appliance" and len(name.parts) > 2 and name.parts[1] in ORDER else None


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name.islower())


def _texts(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value + " "


def _long_files(root: Path) -> Iterator[str]:
    for pattern in ("appliance/**/*", "kiosk/**/*", "tests/**/*", "benchmarks/**/*"):
        for path in root.glob(pattern):
            inside = path.relative_to(root).parts
            if path.suffix not in (".py", ".ts", ".svelte", ".css") or {"node_modules", "dist", "schema.d.ts"} & set(
                inside
            ):
                continue
            lines = path.read_text("utf-8").count("\n")
            if lines > LONGEST:
                yield f"{path.relative_to(root)}: {lines} lines"


PLANTED = [
    ("appliance/chores/rules.py", '"""Rules."""\nimport apsw\n', "a rule imports apsw"),
    (
        "appliance/chores/rules.py",
        '"""Rules."""\nfrom appliance.kernel.database.database import Reader\n',
        "a rule imports",
    ),
    ("appliance/chores/rules.py", '"""Rules."""\nfrom appliance.chores import queries\n', "a rule imports"),
    ("appliance/chores/actions.py", '"""Verbs."""\nX = "SELECT 1 FROM chores"\n', "SQL outside queries.py"),
    ("appliance/chores/routes.py", '"""Door."""\nX = "DELETE FROM chores WHERE 1"\n', "SQL outside queries.py"),
    ("appliance/chores/actions.py", '"""Verbs."""\nimport litestar\n', "actions.py imports litestar"),
    ("appliance/people/actions.py", '"""Verbs."""\nfrom appliance.chores import queries\n', "stands to its right"),
    ("appliance/people/actions.py", '"""Verbs."""\nfrom appliance.app import build\n', "composition root"),
    ("appliance/chores/actions.py", '"""Verbs."""\nfrom appliance.lists.routes import ROUTES\n', "imports a door"),
    (
        "appliance/kernel/database/database.py",
        '"""Ground."""\nfrom appliance.people import queries\n',
        "the kernel imports",
    ),
    (
        "appliance/calendar/providers/ics.py",
        '"""Feed."""\nfrom appliance.kernel.database.database import Tx\n',
        "touches the database",
    ),
    ("appliance/chores/utils.py", '"""Things."""\n', "says nothing"),
    ("appliance/chores/streaks.py", '"""Streaks."""\n', "not one of the rooms"),
    ("appliance/chores/__init__.py", "from appliance.chores import rules\n", "not empty"),
    ("appliance/chores/models.py", "X = 1\n", "no docstring"),
    ("kiosk/launcher.py", '"""Kiosk."""\nimport appliance.settings\n', "the kiosk imports"),
    ("appliance/chores/models.py", '"""Shapes."""\n' + "\n" * 400, "lines"),
]


@pytest.mark.parametrize(("path", "source", "problem"), PLANTED)
def test_a_planted_break_is_caught(tmp_path: Path, path: str, source: str, problem: str) -> None:
    planted = tmp_path / path
    planted.parent.mkdir(parents=True)
    planted.write_text(source, "utf-8")

    found = sorted(set(breaks(tmp_path)))

    assert [each for each in found if problem in each], found
    assert all(each.startswith(path) for each in found), found
