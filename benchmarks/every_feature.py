"""Memory of a server process after every feature was used once: accounts, feeds, pushes, passkeys, MCP and files."""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx

from benchmarks import feed_sync
from benchmarks.process import SECRET, SERVE, USED, free_port, resident
from benchmarks.report import Row, report
from tests.access.passkeys.authenticator import Authenticator
from tests.calendar.servers import PASSWORD, USER, Radicale, radicale
from tests.notifications.service import Browser, PushService, pushing

EVENTS = 200
# The server gives free memory back every half minute.
SETTLED = 35.0


def main() -> None:
    """Print resident and proportional memory, idle and after each group of features."""
    with tempfile.TemporaryDirectory() as folder, radicale(Path(folder)) as server, pushing() as service:
        service.now = time.time
        with _serving(Path(folder) / "data") as (api, pid), _feed() as feed_url:
            rows = [_row("idle", pid, 60)]
            features: list[tuple[str, Callable[[], None]]] = [
                ("the main routes", lambda: _use_routes(api)),
                ("a passkey", lambda: _use_passkey(api)),
                ("a push", lambda: _use_push(api, service)),
                ("a CalDAV account", lambda: _use_caldav(api, server)),
                ("a feed of 5 MB", lambda: _use_feed(api, feed_url)),
                ("export, import and MCP: every feature", lambda: _use_files(api)),
            ]
            for what, use in features:
                use()
                rows.append(_row(f"and after {what}", pid, 120))
        assert service.faults == [], service.faults[:1]
    report("Resident memory of a server, HTTPS and mDNS on, as its features are used once", rows)


def _row(what: str, pid: int, budget: float) -> Row:
    time.sleep(SETTLED)
    found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    proportional = int(found[1]) / 1024 if found else 0.0
    return Row(what=f"{what} (PSS {proportional:.0f} MB)", value=resident(pid), unit="MB", budget=budget)


def _use_routes(api: httpx.Client) -> None:
    for path in USED * 20:
        api.get(path)


def _use_passkey(api: httpx.Client) -> None:
    device = Authenticator(str(api.base_url).rstrip("/"), "localhost")
    made = device.create(_post(api, "/api/passkeys/register/options", {}))
    _post(api, "/api/passkeys/register/verify", {"name": "Phone", "response": made})


def _use_push(api: httpx.Client, service: PushService) -> None:
    browser = Browser(service)
    body = {"subscription": browser.subscription, "deviceName": "Phone"}
    subscription = _post(api, "/api/push/subscriptions", body)
    _post(api, f"/api/push/test/{subscription['id']}")
    assert browser.arrived.wait(10)


def _use_caldav(api: httpx.Client, server: Radicale) -> None:
    url = server.make("family")
    for number in range(EVENTS):
        day = f"202612{number % 28 + 1:02}"
        lines = ("BEGIN:VEVENT", f"UID:{number}", f"SUMMARY:Lesson {number}", f"DTSTART:{day}T100000Z", "END:VEVENT")
        server.put(f"family/{number}.ics", *lines)
    login = {"name": "Home", "serverUrl": server.url, "username": USER, "password": PASSWORD}
    account = _post(api, "/api/accounts/caldav", login)["id"]
    calendar = _post(api, "/api/calendars", {"kind": "caldav", "name": "Us", "accountId": account, "remoteId": url})
    _post(api, f"/api/calendars/{calendar['id']}/sync")
    times = {"start": "2026-12-01T10:00:00Z", "end": "2026-12-01T11:00:00Z", "allDay": False}
    _post(api, "/api/events", {"calendarId": calendar["id"], "title": "Swim", **times})


def _use_feed(api: httpx.Client, url: str) -> None:
    calendar = _post(api, "/api/calendars", {"kind": "ics", "name": "School", "url": url})
    _post(api, f"/api/calendars/{calendar['id']}/sync")


def _use_files(api: httpx.Client) -> None:
    exported = api.get("/api/export")
    exported.raise_for_status()
    api.post("/api/import?dryRun=true", content=exported.content, headers={"content-type": "application/json"})
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    api.post("/mcp", json=call, headers={"accept": "application/json, text/event-stream"}).raise_for_status()


def _post(api: httpx.Client, path: str, body: object = None) -> Any:
    answer = api.post(path, json=body) if body is not None else api.post(path)
    assert answer.is_success, f"{path}: {answer.status_code} {answer.text[:200]}"
    return json.loads(answer.content) if answer.content else None


@contextmanager
def _serving(folder: Path) -> Iterator[tuple[httpx.Client, int]]:
    port = free_port()
    environment = {
        "PORT": str(port),
        "HOST": "127.0.0.1",
        "DATA_DIR": str(folder),
        "ADMIN_API_KEY": SECRET,
        "ALLOW_PRIVATE_FEED_URLS": "1",
        "ALLOW_PRIVATE_PUSH_URLS": "1",
    }
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE, "serve"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    base = f"http://localhost:{port}"
    try:
        with httpx.Client(base_url=base, headers={"authorization": f"Bearer {SECRET}"}, timeout=120) as api:
            for _ in range(600):
                try:
                    api.get("/api/health")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield api, server.pid
    finally:
        server.terminate()
        server.wait()


@contextmanager
def _feed() -> Iterator[str]:
    feed_sync.Feed.body = feed_sync.feed("Lesson")
    server = ThreadingHTTPServer(("127.0.0.1", 0), feed_sync.Feed)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/school.ics"
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()
