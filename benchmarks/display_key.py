"""Every read of a household after a display key did its worst for a minute, against the same household left alone.

The attack is that of `tests/hostile/test_display_key.py`. Each read is repeated on both households in turn, after a
write, so that no answer comes from a cache. The figure is the ratio of the medians of the processor time, the client's
included; beside it stands how much larger the answer has become.
"""

import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from appliance.access import actions as access
from appliance.access.models import NewKey
from appliance.app import Application
from appliance.demo.family import create_demo
from appliance.kernel.net.client import Net
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock
from tests.hostile.conftest import nowhere
from tests.hostile.test_display_key import Attacker
from tests.hostile.test_values import ids, operations

SECONDS = 60
ROUNDS = 9


def main() -> None:
    """Print the reads that take longest in relation, and all reads together."""
    with ExitStack() as stack:
        loop = Loop()
        stack.callback(loop.close)
        attacked, alone = (stack.enter_context(_household()) for _ in range(2))
        owners = [_client(each, loop, "admin") for each in (attacked, alone)]
        paths = [_paths(owner) for owner in owners]
        attacker = Attacker(_client(attacked, loop, "display"), ids(owners[0]), seed=1)
        requests, end = 0, time.monotonic() + SECONDS
        while time.monotonic() < end:
            attacker.send()
            requests += 1
        rows = [_row(owners, pair) for pair in zip(*paths, strict=True)]
    print(f"\nReads after a display key sent {requests:,} of the worst requests in {SECONDS} seconds")
    print("| read | processor time | size of the answer |")
    print("|---|---|---|")
    for ratio, size, path, *_ in sorted(rows, reverse=True)[:12]:
        print(f"| {path} | {ratio:.1f}x | {size:.1f}x |")
    same = [row for row in rows if row[1] < 1.1]
    for name, chosen in (("all reads", rows), (f"the {len(same)} reads with an answer of the same size", same)):
        print(f"| {name} | {sum(row[3] for row in chosen) / sum(row[4] for row in chosen):.1f}x | |")


@contextmanager
def _household() -> Iterator[Application]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder) / "data", tz="Europe/Berlin")
        application = build(settings, clock=FakeClock(), net=Net(resolve=nowhere))
        create_demo(application)
        application.change_streams.close()
        yield application
        application.database.close()


def _client(application: Application, loop: Loop, scope: str) -> Client:
    request = NewKey(name="Key", scope="admin" if scope == "admin" else "display")
    return Client(application.app, loop, application.database.write_now(access.make_key, request).key)


def _paths(owner: Client) -> list[str]:
    """Every GET of the API that answers 200, with ids of this household. `/api/export` and backups are of admins."""
    known = ids(owner)
    found = [
        re.sub(r"\{(\w+)\}", lambda name: known[name[1]], template)
        for method, template, _ in operations(owner)
        if method == "GET" and "export" not in template and "backups" not in template
    ]
    found = ["/api/events?from=2026-11-20&to=2026-11-27" if path == "/api/events" else path for path in found]
    found = [f"{path}?member={known['member_id']}" if path == "/api/snapshot" else path for path in found]
    found = [f"{path}?date=2026-11-20" if path == "/api/chores/day" else path for path in found]
    return [path for path in found if owner.get(path).status_code == 200]


def _row(owners: list[Client], paths: tuple[str, str]) -> tuple[float, float, str, float, float]:
    spent: tuple[list[float], list[float]] = ([], [])
    sizes = [0, 0]
    for _ in range(ROUNDS):
        for place, (owner, path) in enumerate(zip(owners, paths, strict=True)):
            owner.patch("/api/settings", {"familyName": f"{time.perf_counter()}"})
            began = time.process_time()
            sizes[place] = len(owner.get(path).content)
            spent[place].append(time.process_time() - began)
    attacked, alone = (statistics.median(each) for each in spent)
    return attacked / alone, sizes[0] / max(sizes[1], 1), re.sub(r"[0-9a-f-]{36}", "{id}", paths[0]), attacked, alone
