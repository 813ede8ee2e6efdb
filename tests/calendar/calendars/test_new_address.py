"""A feed with a new address starts without old events, and is synced without waiting for the next tick."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from appliance.app import Application
from appliance.kernel.database.database import Database
from appliance.settings import Settings
from tests.calendar.fixtures import between, calendar, occurrence, sync
from tests.client import Client, Loop

OPERA = b"""BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//Opera//EN\r
BEGIN:VEVENT\r
UID:opera\r
DTSTAMP:20261101T000000Z\r
DTSTART:20261124T180000Z\r
DTEND:20261124T210000Z\r
SUMMARY:Opera\r
END:VEVENT\r
END:VCALENDAR\r
"""


class Feed(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        good = self.path == "/opera.ics"
        self.send_response(200 if good else 404)
        self.send_header("Content-Type", "text/calendar")
        self.end_headers()
        self.wfile.write(OPERA if good else b"")

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    """Where a real server answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Feed)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", tz="Europe/Berlin", allow_private_feed_urls=True)


def test_a_new_address_is_synced_at_once(
    client: Client, application: Application, loop: Loop, database: Database, address: str
) -> None:
    feed = calendar(client, "ics", url=f"{address}/opera.ics")
    sync(database, feed, occurrence("old", "Ballet"))

    wrong = client.patch(f"/api/calendars/{feed}", {"url": f"{address}/gone.ics"}).json()
    loop.run(application.syncer.settled())

    assert (None, None) == (wrong["lastSyncedAt"], wrong["lastError"])
    failed = client.get("/api/calendars").json()[0]
    assert (True, True) == (failed["lastSyncedAt"] is not None, bool(failed["lastError"]))
    assert ["Ballet"] == [each["title"] for each in between(client, "2026-11-01", "2026-12-01")]

    right = client.patch(f"/api/calendars/{feed}", {"url": f"{address}/opera.ics"}).json()
    loop.run(application.syncer.settled())

    assert (None, None) == (right["lastSyncedAt"], right["lastError"])
    assert ["Opera"] == [each["title"] for each in between(client, "2026-11-01", "2026-12-01")]
    synced = client.get("/api/calendars").json()[0]
    assert (True, None) == (synced["lastSyncedAt"] is not None, synced["lastError"])
