"""The commands of docs/api.md are run as they are written, against a real server and a real feed."""

import re
import shutil
import signal
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.calendar.sync.web import serving
from tests.test_serve import PATIENCE_SECONDS, Start, claim_code, port, start, well

__all__ = ["port", "start"]

API = (Path(__file__).parent.parent / "docs/api.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl_alone_claims_the_household_adds_a_feed_and_reads_its_events(start: Start, port: int) -> None:
    section = API.partition("## First steps with curl")[2]
    script = re.search(r"```sh\n(.*?)```", section, re.S)
    assert script
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    with serving() as web:
        web.body = web.body.replace(b"20261124", f"{tomorrow:%Y%m%d}".encode())
        server = start("serve", ALLOW_PRIVATE_FEED_URLS="1")
        assert well(port)
        code = claim_code(start)
        commands = (
            script[1]
            .replace("http://localhost:8080", f"http://127.0.0.1:{port}")
            .replace("123 456", f"{code[:3]} {code[3:]}")
            .replace("https://example.com/school.ics", web.url)
            .replace(
                "from=2026-11-01&to=2026-12-01",
                f"from={tomorrow - timedelta(days=2)}&to={tomorrow + timedelta(days=30)}",
            )
        )
        ran = subprocess.run(
            ["sh", "-eu", "-c", commands], capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=PATIENCE_SECONDS)

    assert 0 == ran.returncode, ran.stderr
    assert '"count":3' in ran.stdout
    assert 3 == ran.stdout.count('"title":"Swimming"')
    assert '"readOnly":true' in ran.stdout
