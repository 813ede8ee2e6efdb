"""The whole kiosk between a page in a real Chromium and a fake server's socket."""

from pathlib import Path

import pytest

from kiosk.status import format_instant, utc_now
from tests.kiosk.fake_server import FakeServer
from tests.kiosk.harness import PageServer, running_kiosk

CLAIM = {"code": "123456", "address": "http://10.0.0.2:8080/#/setup?code=123456"}
UNCLAIMED = {"type": "household", "claimed": False, "claim": CLAIM, "timezone": "Europe/Berlin"}
CLAIMED = {**UNCLAIMED, "claimed": True, "claim": None}
# Has no key, and reports the messages that it receives.
PAGE = """<!doctype html><html data-wake="awake"><title>Wall</title><script>
addEventListener('mantel:kiosk', ({ detail }) => {
  if ('key' in detail) fetch(`/visit/key/${detail.key}/${detail.why}`);
  if ('claim' in detail) fetch(`/visit/claim/${detail.claim.code}`);
});
mantelKiosk(JSON.stringify({ id: 1, do: 'hello', key: false }));
</script></html>"""

# Draws nothing until it has a claim code.
BLANK = """<!doctype html><title>Wall</title><div id="app"></div><script>
addEventListener('mantel:kiosk', ({ detail }) => {
  if ('claim' in detail) document.getElementById('app').textContent = 'Today';
});
fetch('/visit/blank');
mantelKiosk(JSON.stringify({ id: 1, do: 'hello', key: false }));
</script>"""

pytestmark = pytest.mark.journey


def test_a_wall_gets_its_key_sends_reports_and_restarts_on_command(tmp_path: Path) -> None:
    server = FakeServer(tmp_path / "wall.sock")
    with (
        PageServer(PAGE).running() as page_server,
        server.running(),
        running_kiosk(page_server.url, tmp_path / "profile", socket=server.path) as kiosk,
    ):
        server.accept()
        assert server.receive(lambda message: message.get("type") == "hello")["version"]
        server.send(UNCLAIMED)
        assert "claim/123456" == page_server.next_visit()
        server.send({**UNCLAIMED, "claim": {**CLAIM, "code": "654321"}})
        assert "claim/654321" == page_server.next_visit()

        server.send(CLAIMED)
        server.receive(lambda message: message.get("type") == "request-key")
        server.send({"type": "key", "key": "mtl_wall"})
        assert "key/mtl_wall/undefined" == page_server.next_visit()
        report = server.receive_report(lambda report: report["page"] == "ok")
        assert (0, None) == (report["restarts"]["count"], report["restarts"]["last"])
        assert report["heartbeat"] >= report["chromiumSince"] >= report["kioskSince"]
        assert report["memory"]["total"] > report["memory"]["wall"] > 10_000_000

        # After a reconnect the server gets a full report at once.
        server.disconnect()
        server.accept()
        assert "ok" == server.receive_report()["page"]
        server.send(CLAIMED)

        first = kiosk.next_chromium()
        server.send({"type": "command", "name": "restart"})
        report = server.receive_report(lambda report: report["page"] == "ok" and report["restarts"]["count"])
        assert (1, "asked") == (report["restarts"]["count"], report["restarts"]["last"]["why"])
        assert first != kiosk.next_chromium()

        server.send({"type": "key", "key": None, "why": "removed"})
        assert "key/null/removed" == page_server.next_visit()


def test_without_a_server_socket_the_page_learns_it_at_once(tmp_path: Path) -> None:
    with PageServer(PAGE).running() as page_server, running_kiosk(page_server.url, tmp_path / "profile"):
        assert "key/null/alone" == page_server.next_visit()


def test_a_page_is_ok_once_it_has_drawn_something(tmp_path: Path) -> None:
    server = FakeServer(tmp_path / "wall.sock")
    with (
        PageServer(BLANK).running() as page_server,
        server.running(),
        running_kiosk(page_server.url, tmp_path / "profile", socket=server.path),
    ):
        server.accept()
        assert "blank" == page_server.next_visit()
        loaded_at = format_instant(utc_now())
        report = server.receive_report(lambda report: report["heartbeat"] and report["heartbeat"] > loaded_at)
        assert "starting" == report["page"]
        server.send(UNCLAIMED)
        server.receive_report(lambda report: report["page"] == "ok")
