"""The plug is pulled while the family writes: nothing acknowledged is lost, nothing is half there or told twice."""

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.kernel.copies import check
from tests.machine import Machine
from tests.power import truth
from tests.power.load import Family
from tests.webhooks.receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as listening:
        yield listening


@pytest.mark.parametrize("rounds", [12, pytest.param(200, marks=pytest.mark.slow)])
def test_a_house_that_loses_power_again_and_again(machine: Machine, receiver: Receiver, rounds: int) -> None:
    file = machine.folder / "mantel.db"
    moment = random.Random(rounds)
    machine.start()
    assert 201 == machine.ask("POST", "/api/webhooks", {"url": receiver.url, "events": []})[0]
    family = Family(machine)

    for number in range(rounds):
        with family.at_work():
            time.sleep(moment.uniform(0.02, 0.8))
            machine.cut()
        if number % 4 == 3:
            # And once more while it gets up.
            machine.start_only()
            time.sleep(moment.uniform(0.0, 1.5))
            machine.cut()
        machine.start()
        truth.check_whole(file)
        truth.check_nothing_lost_nothing_halved(file, family)

    settle(machine, file)
    planned = truth.check_plan(file)
    arrived = truth.delivered(receiver.news)
    cuts = rounds + rounds // 4
    assert {1} == set(arrived.values())
    # What was on its way at a cut may or may not have arrived, and is not sent again.
    assert planned - cuts <= len(arrived) <= planned
    assert [] == family.journal.refused
    assert family.journal.acknowledged > rounds
    balances = {each["id"]: each["balance"] for each in machine.ask("GET", "/api/members")[1]}
    assert truth.earned(file) == balances
    assert 0 == machine.stop()
    # For docs/reliability.md; pytest -s shows it.
    figures = {"cuts": cuts, "acknowledged": family.journal.acknowledged, "planned": planned, "arrived": len(arrived)}
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


def settle(machine: Machine, file: Path) -> None:
    """Wait until nothing waits to be sent."""
    webhook = machine.ask("GET", "/api/webhooks")[1][0]["id"]
    for _ in range(3000):
        newest = machine.ask("GET", f"/api/webhooks/{webhook}/deliveries")[1]
        if newest and newest[0]["state"] in ("delivered", "failed") and truth.is_planned(file):
            return
        time.sleep(0.05)
    raise AssertionError("deliveries do not come to an end")
