"""A household whose file is gone: the server does not begin a new one in its place."""

import re
from contextlib import closing

import apsw
import pytest

from tests.backups.test_command_line import add, backup, names
from tests.machine import Machine


def spoil(machine: Machine, how: str) -> None:
    for path in machine.folder.glob("mantel.db*"):
        path.unlink()
    if how != "missing":
        (machine.folder / "mantel.db").touch()
    if how == "of Litestream":
        with closing(apsw.Connection(str(machine.folder / "mantel.db"))) as connection:
            connection.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")


@pytest.mark.parametrize(("how", "said"), [("missing", "missing"), ("empty", "empty"), ("of Litestream", "empty")])
def test_a_lost_household_is_restored(machine: Machine, how: str, said: str) -> None:
    machine.start()
    add(machine, "Ana")
    backup(machine)
    assert 0 == machine.stop()
    spoil(machine, how)

    rejected = machine.run("serve")

    assert 1 == rejected.returncode
    assert f"mantel.db is {said}, but encryption.key and backups beside it" in rejected.stderr
    advice = re.search(r"mantel restore (\S+\.db)", rejected.stderr)
    assert advice
    assert f"move encryption.key and backups out of {machine.folder}" in rejected.stderr
    assert advice[1] in machine.run("doctor").stdout
    assert 0 == machine.run("restore", advice[1]).returncode
    machine.start()
    assert ["Ana"] == names(machine)


def test_with_the_key_alone_it_does_not_begin_either(machine: Machine) -> None:
    machine.start()
    assert 0 == machine.stop()
    spoil(machine, "missing")

    rejected = machine.run("serve")

    assert 1 == rejected.returncode
    assert "encryption.key beside it shows that there was a household" in rejected.stderr
    assert "There is no backup beside it" in rejected.stderr
    (machine.folder / "encryption.key").rename(machine.folder / "kept.key")
    machine.start()
    assert [] == names(machine)


def test_a_first_start_that_was_interrupted_goes_on(machine: Machine) -> None:
    machine.folder.mkdir()
    (machine.folder / "mantel.db").touch()
    (machine.folder / "backups").mkdir()

    machine.start()

    assert [] == names(machine)
