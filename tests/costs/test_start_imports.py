"""What the server imports from its start to its first answer."""

import subprocess
import sys
from pathlib import Path

# The libraries of rarely used functions: passkeys, push messages, CalDAV accounts and photos.
LATE = {"PIL", "aiohttp", "caldav", "lxml", "pywebpush", "requests", "webauthn"}

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


def imported(folder: Path) -> set[str]:
    """The modules of a server that has answered its first request."""
    done = subprocess.run(
        [sys.executable, "-c", START, str(folder)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_libraries_of_rarely_used_functions_are_imported_late(tmp_path: Path) -> None:
    modules = imported(tmp_path)
    packages = {name.partition(".")[0] for name in modules}
    assert {"litestar", "granian"} <= packages
    assert set() == LATE & packages
    # One household alone is as small and as fast as without a host of many.
    assert [] == [name for name in modules if name.startswith("appliance.hosting")]
