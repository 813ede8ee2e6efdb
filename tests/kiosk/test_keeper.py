"""The whole kiosk between a page in a real Chromium and the server's end of the channel."""

from pathlib import Path

import pytest

from tests.kiosk.home import Home
from tests.kiosk.stage import Server, kiosk

CLAIM = {"code": "123456", "address": "http://10.0.0.2:8080/#/setup?code=123456"}
HOUSE = {"tell": "house", "claimed": False, "claim": CLAIM, "timezone": "Europe/Berlin"}
# Has no key until it is told one, and says what it was told.
PAGE = """<!doctype html><html data-wake="awake"><title>Wall</title><script>
const say = (request) => mantelKiosk(JSON.stringify(request));
addEventListener('mantel:kiosk', ({ detail }) => {
  if ('key' in detail) fetch(`/visit/key/${detail.key}/${detail.why}`);
  if ('claim' in detail) fetch(`/visit/claim/${detail.claim.code}`);
});
say({ id: 1, do: 'hello', key: false });
</script></html>"""

pytestmark = pytest.mark.journey


def test_a_wall_gets_its_key_reports_and_obeys(tmp_path: Path) -> None:
    home = Home(tmp_path / "wall.sock")
    with (
        Server(PAGE).running() as server,
        home.running(),
        kiosk(server.url, tmp_path / "profile", socket=home.path) as shown,
    ):
        home.connection()
        assert home.hears(lambda message: message.get("tell") == "hello")["version"]
        home.says(HOUSE)
        assert "claim/123456" == server.next_visit()
        home.says({**HOUSE, "claim": {**CLAIM, "code": "654321"}})
        assert "claim/654321" == server.next_visit()

        home.says({**HOUSE, "claimed": True, "claim": None})
        home.hears(lambda message: message.get("ask") == "key")
        home.says({"tell": "key", "key": "mtl_wall"})
        assert "key/mtl_wall/undefined" == server.next_visit()
        report = home.report(lambda report: report["page"] == "ok")
        assert (0, None) == (report["restarts"]["count"], report["restarts"]["last"])
        assert report["heartbeat"] >= report["chromiumSince"] >= report["kioskSince"]
        assert report["memory"]["total"] > report["memory"]["wall"] > 10_000_000

        # A server that was away is found again, and told everything.
        home.hangs_up()
        home.connection()
        assert "ok" == home.report()["page"]
        home.says({**HOUSE, "claimed": True, "claim": None})

        first = shown.chromium()
        home.says({"tell": "do", "what": "restart"})
        report = home.report(lambda report: report["page"] == "ok" and report["restarts"]["count"])
        assert (1, "asked") == (report["restarts"]["count"], report["restarts"]["last"]["why"])
        assert first != shown.chromium()

        home.says({"tell": "key", "key": None, "why": "removed"})
        assert "key/null/removed" == server.next_visit()


def test_without_a_channel_the_page_is_told_at_once(tmp_path: Path) -> None:
    with Server(PAGE).running() as server, kiosk(server.url, tmp_path / "profile"):
        assert "key/null/alone" == server.next_visit()
