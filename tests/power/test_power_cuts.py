"""The plug is pulled while the family writes: nothing acknowledged is lost, nothing is half there or told twice."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.kernel.database.db_backup import check
from appliance.kernel.scheduling.clock import Clock
from tests.machine import Machine
from tests.power import told, truth
from tests.power.hearers import Hearers, push_service
from tests.power.load import Family
from tests.webhooks.receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as listening:
        yield listening


@pytest.fixture
def watchful(tmp_path: Path) -> Iterator[Machine]:
    """A machine that looks every second for what is to be told, and may call services in the house."""
    if Clock().is_right() is False:
        pytest.skip("for ten minutes after its start a machine whose clock nobody has set tells nothing")
    here = Machine(
        tmp_path / "data", tmp_path / "log", ALLOW_PRIVATE_WEBHOOK_URLS="1", ALLOW_PRIVATE_PUSH_URLS="1",
        SCHEDULER_INTERVAL_SECONDS="1",
    )  # fmt: skip
    yield here
    here.cut()


@pytest.mark.parametrize("rounds", [12, pytest.param(200, marks=pytest.mark.slow)])
def test_a_house_that_loses_power_again_and_again(watchful: Machine, receiver: Receiver, rounds: int) -> None:
    machine, file = watchful, watchful.folder / "mantel.db"
    moment = random.Random(rounds)
    machine.start()
    assert 201 == machine.ask("POST", "/api/webhooks", {"url": receiver.url, "events": []})[0]
    family = Family(machine)

    with push_service() as service:
        hearers = Hearers(machine, family, service)
        hearers.settle_in()
        for number in range(rounds):
            hearers.visit()
            with family.at_work(tellers=1):
                time.sleep(moment.uniform(0.02, 2.0))
                machine.cut()
            if number % 4 == 3:
                # And once more while it gets up.
                machine.start_only()
                time.sleep(moment.uniform(0.0, 2.5))
                machine.cut()
            machine.start()
            truth.check_whole(file)
            truth.check_nothing_lost_nothing_halved(file, family)
            told.check_once(file, family)
            catch_breath(file)
        settle(machine, file, family, hearers)

    planned = truth.check_plan(file)
    arrived = truth.delivered(receiver.recorded)
    cuts = rounds + rounds // 4
    assert {1} == set(arrived.values())
    # What was on its way at a cut may or may not have arrived, and is not sent again.
    assert planned - cuts <= len(arrived) <= planned
    feed = told.feed(file)
    pushed, again = hearers.check(feed, cuts)
    assert [] == family.journal.refused
    assert family.journal.acknowledged > rounds
    balances = {each["id"]: each["balance"] for each in machine.ask("GET", "/api/members")[1]}
    assert truth.earned(file) == {member: points for member, points in balances.items() if points}
    assert 0 == machine.stop()
    # For docs/reliability.md; pytest -s shows it.
    figures = {
        "cuts": cuts, "acknowledged": family.journal.acknowledged, "planned": planned, "arrived": len(arrived),
        "feed": dict(Counter(each.kind for each in feed)), "pushed": pushed, "pushed again": again,
    }  # fmt: skip
    print(json.dumps(figures))  # noqa: T201


def test_a_backup_that_is_cut_off_is_none(machine: Machine) -> None:
    machine.start()
    family = Family(machine)
    with family.at_work():
        time.sleep(0.5)
    moment = random.Random(1)
    for _ in range(6):
        saving = machine.begin("backup")
        time.sleep(moment.uniform(0.1, 1.0))
        saving.kill()
        saving.wait()
        for path in (machine.folder / "backups").glob("[a-z]*"):
            check(path)

    # The next one sweeps up what was left half made.
    assert 0 == machine.run("backup").returncode
    listed = {each["name"] for each in machine.ask("GET", "/api/backups")[1]["backups"]}
    assert listed == {path.name for path in (machine.folder / "backups").iterdir()}


def catch_breath(file: Path) -> None:
    """Wait until few webhooks wait: what waits for a quarter of an hour is skipped, on a busy machine too."""
    for _ in range(1200):
        if truth.waiting(file) < 50:
            return
        time.sleep(0.05)
    raise AssertionError("webhooks are not sent")


def settle(machine: Machine, file: Path, family: Family, hearers: Hearers) -> None:
    """Wait until nothing waits to be told or sent, and then for whatever might be told twice."""
    webhook = machine.ask("GET", "/api/webhooks")[1][0]["id"]
    for _ in range(1200):
        newest = machine.ask("GET", f"/api/webhooks/{webhook}/deliveries")[1]
        ended = newest and newest[0]["state"] in ("delivered", "failed") and truth.is_planned(file)
        if ended and told.check_once(file, family) and told.check_pushes(file, hearers.expected(told.feed(file))):
            break
        time.sleep(0.05)
    else:
        raise AssertionError("what is to be told and sent does not come to an end")
    time.sleep(3)
    assert told.check_once(file, family)
    assert told.check_pushes(file, hearers.expected(told.feed(file)))
