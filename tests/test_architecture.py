"""The four rules of the architecture (design, section 2): each checked on the source, and each check on a violation.

1. Entry points are thin: nothing below them imports the framework or another entry point.
2. SQL is in `queries.py`, and in the kernel for its own tables.
3. Rules are pure: no database, framework, clock, randomness or logging.
4. Imports point one way, from later domains to earlier ones and to the kernel. A server knows nothing of its host.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# A domain may import those before it. The entry points `routes.py` and `tools.py` may import all.
DOMAINS = [
    "household",
    "deleted",
    "people",
    "access",
    "photos",
    "calendar",
    "lists",
    "notes",
    "recipes",
    "meals",
    "chores",
    "points",
    "stickers",
    "rewards",
    "weather",
    "notifications",
    "webhooks",
    "transfer",
    "backups",
    "snapshot",
    "board",
    "search",
    "network",
    "health",
    "wall",
    "updates",
    "mcp",
]
ENTRY_POINTS = {
    "routes.py",
    "tools.py",
    "jobs.py",
    "consumer.py",
    "middleware.py",
    "server.py",
    "kiosk_ipc.py",
    "tool_calls.py",
}
# Not consumers: an action that changes what a consumer wants plans the earlier changes first.
ENTRY_MODULES = {"routes", "tools", "jobs"}
# Entry points that belong to one domain: the order of domains holds for them too.
ORDERED_ENTRY_POINTS = {"jobs.py", "consumer.py"}
FILE_NAMES = ENTRY_POINTS | {"__init__.py", "models.py", "rules.py", "queries.py", "actions.py", "service.py"}
# What other domains' entry points take from `access`: the keys of requests, and the rights of routes.
FILE_NAMES |= {"keys.py", "rights.py"}
# Domains that consist of more kinds of files than the table of the design has.
FREE_FILE_NAMES = {"health", "mcp", "network", "updates"}
# A folder with less than this is one file, named after its concern; a longer file becomes a folder.
MAX_CONCERN_LINES = 200
FRAMEWORK = {"litestar", "granian"}
NETWORK = ("httpx", "requests", "appliance.kernel.net.client")
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
DATABASE_CALL = re.compile(r"\b(tx|db)\.(put|put_all|run|run_many|rows|records|all|each|maybe|one|value)\(")
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "services", "misc", "base"}
MAX_LINES = 400


def test_the_source_follows_the_rules() -> None:
    assert [] == list(violations(ROOT))


def violations(root: Path) -> Iterator[str]:
    """Every violation of a rule, as `path: what is wrong`."""
    for path in sorted([*root.glob("appliance/**/*.py"), *root.glob("kiosk/**/*.py")]):
        if "node_modules" in path.parts:
            continue
        name = path.relative_to(root)
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        yield from (f"{name}: {problem}" for problem in _file_violations(name, source, tree))
    yield from _long_files(root)


def _file_violations(name: Path, source: str, tree: ast.Module) -> Iterator[str]:
    domain = _domain(name)
    modules = list(_imports(tree))
    file = _kind(name, domain, modules)
    if name.stem in VAGUE_NAMES:
        yield "the name says nothing"
    if file == "__init__.py" and source.strip():
        yield "__init__.py is not empty"
    if file != name.name and source.count("\n") > MAX_CONCERN_LINES:
        yield f"over {MAX_CONCERN_LINES} lines of one concern"
    if not ast.get_docstring(tree) and file != "__init__.py":
        yield "no docstring of the module"
    if file == "models.py":
        yield from _positional_structs(tree)
    if (
        (domain or _is_hosting(name))
        and file != "queries.py"
        and (DATABASE_CALL.search(source) or any(map(SQL.match, _texts(tree))))
    ):
        yield "SQL outside queries.py"
    for module in modules:
        yield from _import_violations(name, domain, file, module)


def _kind(name: Path, domain: str | None, modules: list[str]) -> str:
    """The file name whose rules hold. A file that is named after its concern is pure unless it reads or calls."""
    if not domain or name.name in FILE_NAMES or "providers" in name.parts or domain in FREE_FILE_NAMES:
        return name.name
    if any(module.startswith("appliance.kernel.database") for module in modules):
        return "actions.py"
    return "service.py" if any(module.startswith(("asyncio", *NETWORK)) for module in modules) else "rules.py"


def _positional_structs(tree: ast.Module) -> Iterator[str]:
    """Structs that can be built with positional arguments, which hides swapped fields."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef) or not any(isinstance(each, ast.AnnAssign) for each in node.body):
            continue
        if {ast.unparse(base).rpartition(".")[2] for base in node.bases} & {"Protocol", "NamedTuple", "TypedDict"}:
            continue
        if not any(each.arg == "kw_only" and ast.unparse(each.value) == "True" for each in node.keywords):
            yield f"{node.name} is not kw_only"


def _import_violations(name: Path, domain: str | None, file: str, module: str) -> Iterator[str]:
    parts = module.split(".")
    if parts[0] == "appliance" and name.parts[0] == "kiosk":
        yield f"the kiosk imports {module}"
    if name.parts[:2] == ("appliance", "kernel") and parts[0] == "appliance" and parts[1:2] != ["kernel"]:
        yield f"the kernel imports {module}"
    if module.startswith("appliance.hosting") and not _is_hosting(name) and name.parts != ("appliance", "__main__.py"):
        yield f"a server knows of its host: {module}"
    if _is_hosting(name) and file == "rules.py" and _is_impure(module):
        yield f"a rule imports {module}"
    if not domain:
        return
    if file == "rules.py" and _is_impure(module):
        yield f"a rule imports {module}"
    if file in ("actions.py", "queries.py", "models.py") and parts[0] in ("litestar", "httpx", "apsw"):
        yield f"{file} imports {module}"
    if file in ("service.py", "jobs.py", "consumer.py") and (
        parts[0] in FRAMEWORK or parts[0] in ("httpx", "requests")
    ):
        yield f"{file} imports {module}"
    if file == "models.py" and parts[-1] in ("rules", "queries", "actions"):
        yield f"models import {module}"
    if file == "queries.py" and parts[-1] == "actions":
        yield f"queries import {module}"
    if file == "jobs.py":
        yield from _job_violations(domain, module)
    if file == "consumer.py" and module.startswith(NETWORK):
        yield f"a consumer uses the network: {module}"
    if "providers" in name.parts and module.startswith("appliance.kernel.database"):
        yield "a provider uses the database"
    if parts[0] == "appliance" and parts[1:2] == ["app"]:
        yield "a domain imports the composition root"
    yield from _order_violations(domain, file, parts)


def _order_violations(domain: str, file: str, parts: list[str]) -> Iterator[str]:
    """Imports of a later domain, and of entry points by what is below them."""
    if parts[0] != "appliance" or len(parts) < 2 or parts[1] not in DOMAINS:
        return
    module = ".".join(parts)
    if file not in ENTRY_POINTS or file in ORDERED_ENTRY_POINTS:
        if DOMAINS.index(parts[1]) > DOMAINS.index(domain):
            yield f"{domain} imports the later domain {parts[1]}"
        if ENTRY_MODULES & set(parts[2:]):
            yield f"{file} imports an entry point: {module}"


def _job_violations(domain: str, module: str) -> Iterator[str]:
    """A job decides when something is due, and calls a service or an action of its own domain."""
    parts = module.split(".")
    if module.startswith((*NETWORK, "appliance.kernel.http")):
        yield f"a job uses the network: {module}"
    if parts[0] == "appliance" and parts[1] != "kernel" and parts[1] != domain:
        yield f"a job imports another domain: {module}"


def _is_impure(module: str) -> bool:
    parts = module.split(".")
    return (
        parts[0] in IMPURE
        or parts[-1] in ("queries", "actions", "service", "routes")
        or (parts[:2] == ["appliance", "kernel"] and bool(parts[2:]) and parts[2] in IMPURE_KERNEL)
        or module.startswith(tuple(IMPURE_MODULES))
    )


def _domain(name: Path) -> str | None:
    parts = name.parts
    return parts[1] if parts[0] == "appliance" and len(parts) > 2 and parts[1] in DOMAINS else None


def _is_hosting(name: Path) -> bool:
    """`appliance/hosting` is above the composition root: it runs whole servers, and is no part of one."""
    return name.parts[:2] == ("appliance", "hosting")


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
            if lines > MAX_LINES:
                yield f"{path.relative_to(root)}: {lines} lines"


VIOLATIONS = [
    ("appliance/chores/rules.py", '"""Rules."""\nimport apsw\n', "a rule imports apsw"),
    (
        "appliance/chores/rules.py",
        '"""Rules."""\nfrom appliance.kernel.database.database import Reader\n',
        "a rule imports",
    ),
    ("appliance/chores/rules.py", '"""Rules."""\nfrom appliance.chores import queries\n', "a rule imports"),
    ("appliance/chores/actions.py", '"""Use cases."""\nX = "SELECT 1 FROM chores"\n', "SQL outside queries.py"),
    ("appliance/chores/routes.py", '"""Endpoints."""\nX = "DELETE FROM chores WHERE 1"\n', "SQL outside queries.py"),
    ("appliance/chores/actions.py", '"""Use cases."""\ntx.put("chores", {})\n', "SQL outside queries.py"),
    ("appliance/chores/actions.py", '"""Use cases."""\nimport litestar\n', "actions.py imports litestar"),
    (
        "appliance/people/actions.py",
        '"""Use cases."""\nfrom appliance.chores import queries\n',
        "imports the later domain",
    ),
    ("appliance/people/actions.py", '"""Use cases."""\nfrom appliance.app import build\n', "composition root"),
    (
        "appliance/chores/actions.py",
        '"""Use cases."""\nfrom appliance.lists.routes import ROUTES\n',
        "imports an entry point",
    ),
    (
        "appliance/kernel/database/database.py",
        '"""Database."""\nfrom appliance.people import queries\n',
        "the kernel imports",
    ),
    (
        "appliance/calendar/providers/ics.py",
        '"""Feed."""\nfrom appliance.kernel.database.database import Tx\n',
        "uses the database",
    ),
    ("appliance/chores/rules.py", '"""Rules."""\nfrom appliance.kernel.net.client import Net\n', "a rule imports"),
    (
        "appliance/calendar/sync/service.py",
        '"""Sync."""\nfrom appliance.notes import queries\n',
        "imports the later domain notes",
    ),
    ("appliance/weather/service.py", '"""Weather."""\nimport litestar\n', "service.py imports litestar"),
    ("appliance/weather/service.py", '"""Weather."""\nimport httpx\n', "service.py imports httpx"),
    (
        "appliance/weather/service.py",
        '"""Weather."""\nfrom appliance.weather.jobs import Job\n',
        "imports an entry point",
    ),
    (
        "appliance/weather/jobs.py",
        '"""Weather."""\nfrom appliance.notifications import actions\n',
        "imports the later domain",
    ),
    ("appliance/weather/jobs.py", '"""Weather."""\nfrom appliance.people import queries\n', "imports another domain"),
    (
        "appliance/weather/jobs.py",
        '"""Weather."""\nfrom appliance.kernel.net.client import Net\n',
        "a job uses the network",
    ),
    (
        "appliance/webhooks/consumer.py",
        '"""Webhooks."""\nfrom appliance.kernel.net.client import Net\n',
        "a consumer uses the network",
    ),
    (
        "appliance/serve.py",
        '"""Server."""\nfrom appliance.hosting.settings import HostSettings\n',
        "a server knows of its host",
    ),
    ("appliance/hosting/child.py", '"""Child."""\nX = "SELECT name FROM households"\n', "SQL outside queries.py"),
    ("appliance/hosting/rules.py", '"""Rules."""\nimport os\n', "a rule imports os"),
    ("appliance/chores/utils.py", '"""Things."""\n', "says nothing"),
    ("appliance/chores/streaks.py", '"""Streaks."""\nimport random\n', "a rule imports random"),
    ("appliance/chores/streaks.py", '"""Streaks."""\nX = "SELECT 1 FROM chores"\n', "SQL outside queries.py"),
    (
        "appliance/chores/streaks.py",
        '"""Streaks."""\nfrom appliance.kernel.database.transactions import Tx\nimport litestar\n',
        "actions.py imports litestar",
    ),
    ("appliance/chores/streaks.py", '"""Streaks."""\n' + "\n" * 200, "lines of one concern"),
    ("appliance/chores/__init__.py", "from appliance.chores import rules\n", "not empty"),
    ("appliance/chores/models.py", "X = 1\n", "no docstring"),
    (
        "appliance/chores/models.py",
        '"""Models."""\nclass Chore(ApiModel):\n    title: str\n',
        "Chore is not kw_only",
    ),
    ("kiosk/launcher.py", '"""Kiosk."""\nimport appliance.settings\n', "the kiosk imports"),
    ("appliance/chores/models.py", '"""Models."""\n' + "\n" * 400, "lines"),
]


@pytest.mark.parametrize(("path", "source", "problem"), VIOLATIONS)
def test_a_violation_is_found(tmp_path: Path, path: str, source: str, problem: str) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(source, "utf-8")

    found = sorted(set(violations(tmp_path)))

    assert [each for each in found if problem in each], found
    assert all(each.startswith(path) for each in found), found


def test_each_module_has_one_alias_and_each_alias_one_module() -> None:
    """Outside its own folder, where it has its plain name: `chores` are the actions, `chore_queries` the queries."""
    aliases, modules = defaultdict(set), defaultdict(set)
    for path in (ROOT / "appliance").rglob("*.py"):
        if "node_modules" in path.parts:
            continue
        own = ".".join(path.relative_to(ROOT).parts[:-1])
        for module, alias in _imported_modules(ast.parse(path.read_text("utf-8"))):
            if module != f"{own}.{alias}":
                aliases[module].add(alias)
                modules[alias].add(module)
    assert len(aliases) > 100
    assert {} == {module: names for module, names in aliases.items() if len(names) > 1}
    assert {} == {alias: names for alias, names in modules.items() if len(names) > 1}


def _imported_modules(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The modules that are imported whole, each with its name here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                module = f"{node.module}.{each.name}"
                if (ROOT / (module.replace(".", "/") + ".py")).exists():
                    yield module, each.asname or each.name
