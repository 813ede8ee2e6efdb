"""What the first push imports: no HTTP client that it does not use."""

import subprocess
import sys

SEND = """
import asyncio
import sys
from datetime import UTC, datetime
import msgspec
from appliance.kernel.net.client import Net
from appliance.notifications.push.models import BrowserSubscription
from appliance.notifications.push.providers.webpush import WebPush, new_keys
from tests.notifications.service import Browser, pushing

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
with pushing() as service:
    service.now = NOW.timestamp
    device = Browser(service)
    to = msgspec.convert(device.subscription, BrowserSubscription)
    web_push = WebPush(Net(), True, lambda: None)
    sending = web_push.send(to, new_keys(), b'{"title": "Dinner"}', now=NOW, ttl=60, topic="dinner")
    result = asyncio.run(sending)
    assert ("accepted", [], [{"title": "Dinner"}]) == (result.verdict, service.faults, device.seen), result
print(*sys.modules)
"""


def test_a_push_does_not_import_aiohttp() -> None:
    done = subprocess.run([sys.executable, "-c", SEND], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    imported = set(done.stdout.split())
    assert "pywebpush" in imported
    assert set() == {"aiohttp", "yarl", "aiosignal"} & imported
