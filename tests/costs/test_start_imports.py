"""The packages that are imported from the start of the server to its first answer; `start_imports.txt` lists them."""

import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).parent / "start_imports.txt"

# Modules of packages and of the standard library; the household's own are small. The number differs with the version of
# Python.
MOST_MODULES = 400

# Where the machine has no time zones, or compiled parts of packages.
BY_MACHINE = {"tzdata", "cython_runtime"}

# Parts of the standard library that take milliseconds.
SLOW_TO_IMPORT = {
    "cProfile",
    "ctypes",
    "decimal",
    "difflib",
    "email",
    "http",
    "imaplib",
    "mimetypes",
    "multiprocessing",
    "pdb",
    "pydoc",
    "smtplib",
    "sqlite3",
    "statistics",
    "tarfile",
    "unittest",
    "wsgiref",
    "xml",
    "zipfile",
}

START = """
import asyncio, gc, sys
from pathlib import Path
before = set(sys.modules)
from appliance.serve import build
from appliance.settings import Settings

application = build(Settings(data_dir=Path(sys.argv[1]), tz="Europe/Berlin"))
statuses = []

async def receive():
    return {"type": "http.request", "body": b"", "more_body": False}

async def send(message):
    statuses.append(message.get("status"))

scope = {
    "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
    "path": "/api/health", "raw_path": b"/api/health", "query_string": b"", "root_path": "",
    "headers": [(b"host", b"127.0.0.1:8080")],
    "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8080), "extensions": {},
}
asyncio.run(application.app(scope, receive, send))
assert statuses[0] == 200, statuses
application.database.close()
print(*sorted({name for name, module in sys.modules.items() if module} - before), sep="\\n")
"""


def test_no_package_is_imported_before_the_first_answer_but_those_listed(tmp_path: Path) -> None:
    listed = set(LIST.read_text("utf-8").split())
    done = subprocess.run(
        [sys.executable, "-c", START, str(tmp_path)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    modules = done.stdout.split()
    packages = {name.partition(".")[0] for name in modules}
    found = {name for name in packages - sys.stdlib_module_names - BY_MACHINE if not name.startswith("_")}
    slow = {name for name in packages & sys.stdlib_module_names if name in SLOW_TO_IMPORT}

    assert set() == (found | slow) - listed, "import it where it is needed, or list it"
    # A package that is no longer imported must leave the list, or nobody sees when it comes back.
    assert set() == listed - (found | slow)
    others = [name for name in modules if name.partition(".")[0] != "appliance"]
    assert len(others) <= MOST_MODULES, len(others)
