"""Power cuts while clients write: no acknowledged write is lost, none is stored in part or announced twice."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.kernel.database.db_backup import check
from tests.machine import Machine
from tests.power import database_checks, sent_notifications
from tests.power.devices import Devices, push_service
from tests.power.load import Family
from tests.waiting import until
from tests.webhooks.receiver import Receiver, receiving

pytestmark = pytest.mark.waits


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as listening:
        yield listening


@pytest.fixture
def notifying(tmp_path: Path) -> Iterator[Machine]:
    """A machine whose scheduler runs every second, and which may send to private addresses."""
    here = Machine(
        tmp_path / "data",
        tmp_path / "log",
        ALLOW_PRIVATE_WEBHOOK_URLS="1",
        ALLOW_PRIVATE_PUSH_URLS="1",
        SCHEDULER_INTERVAL_SECONDS="1",
    )
    yield here
    here.kill()


@pytest.mark.parametrize("rounds", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_repeated_power_cuts_lose_no_acknowledged_write(notifying: Machine, receiver: Receiver, rounds: int) -> None:
    machine, file = notifying, notifying.folder / "mantel.db"
    moment = random.Random(rounds)
    machine.start()
    assert 201 == machine.request("POST", "/api/webhooks", {"url": receiver.url, "events": []})[0]
    family = Family(machine)

    with push_service() as service:
        devices = Devices(machine, family, service)
        devices.subscribe_household()
        for number in range(rounds):
            devices.subscribe_visitor()
            with family.writing(announcers=1):
                time.sleep(moment.uniform(0.02, 2.0))
                machine.kill()
            if number % 4 == 3:
                # Cut the power once more while it starts.
                machine.start_without_waiting()
                time.sleep(moment.uniform(0.0, 2.5))
                machine.kill()
            machine.start()
            database_checks.check_integrity(file)
            database_checks.check_writes(file, family)
            sent_notifications.check_once(file, family)
            wait_for_webhooks(file)
        wait_until_sent(machine, file, family, devices)

    queued = database_checks.check_deliveries(file)
    arrived = database_checks.delivered(receiver.recorded)
    cuts = rounds + rounds // 4
    assert {1} == set(arrived.values())
    # A webhook that was being sent during a cut may have arrived or not, and is not sent again.
    assert queued - cuts <= len(arrived) <= queued
    feed = sent_notifications.feed(file)
    pushed, repeated = devices.check(feed, cuts)
    assert [] == family.journal.rejected
    assert family.journal.acknowledged > rounds
    balances = {each["id"]: each["balance"] for each in machine.request("GET", "/api/members")[1]}
    assert database_checks.earned(file) == {member: points for member, points in balances.items() if points}
    assert 0 == machine.stop()
    # For docs/reliability.md; pytest -s shows it.
    figures = {
        "cuts": cuts,
        "acknowledged": family.journal.acknowledged,
        "queued": queued,
        "arrived": len(arrived),
        "feed": dict(Counter(each.kind for each in feed)),
        "pushed": pushed,
        "pushed again": repeated,
    }
    print(json.dumps(figures))  # noqa: T201


def test_an_interrupted_backup_leaves_no_invalid_file(machine: Machine) -> None:
    machine.start()
    family = Family(machine)
    with family.writing():
        time.sleep(0.5)
    moment = random.Random(1)
    for _ in range(6):
        saving = machine.spawn("backup")
        time.sleep(moment.uniform(0.1, 1.0))
        saving.kill()
        saving.wait()
        for path in (machine.folder / "backups").glob("[a-z]*"):
            check(path)

    # The next backup deletes the incomplete files.
    assert 0 == machine.run("backup").returncode
    listed = {each["name"] for each in machine.request("GET", "/api/backups")[1]["backups"]}
    assert listed == {path.name for path in (machine.folder / "backups").iterdir()}


def wait_for_webhooks(file: Path) -> None:
    """Wait until fewer than 50 deliveries are unsent: one that waits for 15 minutes is skipped."""
    until(lambda: database_checks.waiting(file), lambda unsent: unsent < 50)


def wait_until_sent(machine: Machine, file: Path, family: Family, devices: Devices) -> None:
    """Wait until every notification and webhook is sent, and then for duplicates that might follow."""
    webhook = machine.request("GET", "/api/webhooks")[1][0]["id"]

    def is_sent() -> bool:
        newest = machine.request("GET", f"/api/webhooks/{webhook}/deliveries")[1]
        ended = newest and newest[0]["state"] in ("delivered", "failed") and database_checks.is_consumed(file)
        return bool(ended) and _is_all_sent(file, family, devices)

    until(is_sent)
    time.sleep(3)
    assert _is_all_sent(file, family, devices)


def _is_all_sent(file: Path, family: Family, devices: Devices) -> bool:
    """Whether the feed is complete and every push is sent. Fails when there are duplicates."""
    if not sent_notifications.check_once(file, family):
        return False
    return sent_notifications.check_pushes(file, devices.expected(sent_notifications.feed(file)))
