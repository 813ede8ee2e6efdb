"""A disk that is full, locked or damaged: a clear message each time, reading goes on, and nothing gets worse."""

import os
import random
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.machine import Machine
from tests.power import truth
from tests.power.conftest import Card, WornCard
from tests.power.load import Family


@pytest.fixture
def on_card(card: Card, tmp_path: Path) -> Iterator[Machine]:
    """A house whose data folder is on the small disk."""
    here = Machine(card.folder / "data", tmp_path / "log", SCHEDULER_INTERVAL_SECONDS="1")
    yield here
    here.cut()


def add(machine: Machine, name: str) -> tuple[int, str]:
    status, answer = machine.ask("POST", "/api/members", {"name": name, "color": "#ee5577"})
    return status, str(answer.get("error", ""))


def names(machine: Machine) -> list[str]:
    status, members = machine.ask("GET", "/api/members")
    assert 200 == status
    return [member["name"] for member in members]


def until(holds: Callable[[], bool]) -> None:
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it does not come to pass")


def test_a_full_disk_refuses_writes_in_plain_words_and_heals_when_there_is_room(on_card: Machine, card: Card) -> None:
    on_card.start()
    assert 201 == add(on_card, "Ana")[0]
    card.fill()

    refused = [add(on_card, "x" * 60) for _ in range(40)]

    # What fits in room that the file has already may still be taken.
    taken = sum(status == 201 for status, _ in refused)
    assert {(507, FULL)} == {each for each in refused if each[0] != 201}
    assert refused[-1] == (507, FULL)
    assert ["Ana", *["x" * 60] * taken] == names(on_card)
    assert 200 == on_card.ask("GET", "/api/lists")[0]
    # The jobs of the house fail on it too, and go on.
    until(lambda: "job failed" in on_card.said() or "nothing was saved" in on_card.said())

    card.empty()
    assert (201, "") == add(on_card, "Ben")
    assert "Ben" == names(on_card)[-1]
    assert "Traceback" not in on_card.said()
    assert 0 == on_card.stop()
    truth.check_whole(on_card.folder / "mantel.db")


FULL = "the disk is full: nothing was saved. Make room on the device that serves the household"
FAILED = "the disk failed: nothing was saved. Look at the device that serves the household"


def test_a_house_does_not_lose_its_jobs_to_a_full_disk(on_card: Machine, card: Card) -> None:
    on_card.start()
    until(lambda: "a backup was made" in on_card.said())
    card.fill()
    time.sleep(2.5)
    card.empty()
    for backup in (on_card.folder / "backups").iterdir():
        backup.unlink()

    made = on_card.run("backup")

    assert 0 == made.returncode, made.stderr
    assert on_card.server
    assert on_card.server.poll() is None


def test_a_backup_without_room_is_refused_and_leaves_nothing_behind(on_card: Machine, card: Card) -> None:
    on_card.start()
    until(lambda: "a backup was made" in on_card.said())
    card.fill()
    ended = on_card.run("backup")
    assert 1 == ended.returncode
    assert FULL in ended.stderr
    assert ["nightly"] == [path.name.partition("-")[0] for path in (on_card.folder / "backups").iterdir()]


def test_a_house_gets_up_on_a_full_disk_and_is_read(on_card: Machine, card: Card) -> None:
    on_card.start()
    add(on_card, "Ana")
    on_card.cut()
    card.fill()

    on_card.start()

    assert ["Ana"] == names(on_card)
    assert (507, FULL) == [add(on_card, "x" * 60) for _ in range(40)][-1]
    card.empty()
    assert (201, "") == add(on_card, "Ben")


def test_a_disk_that_fails_is_read_on_and_heals(machine: Machine) -> None:
    machine.start()
    add(machine, "Ana")
    assert machine.server
    # From now on every write to a file fails, as on a card that has gone bad.
    before = resource.prlimit(machine.server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    status, words = add(machine, "Ben")

    assert 507 == status
    assert "the disk failed: nothing was saved" in words
    assert ["Ana"] == names(machine)
    resource.prlimit(machine.server.pid, resource.RLIMIT_FSIZE, before)
    assert (201, "") == add(machine, "Ben")
    assert ["Ana", "Ben"] == names(machine)
    assert 0 == machine.stop()
    truth.check_whole(machine.folder / "mantel.db")


def test_a_read_only_disk_says_so_at_the_start(on_card: Machine, card: Card) -> None:
    on_card.start()
    assert 0 == on_card.stop()
    card.lock()
    ended = on_card.run("serve")
    assert 1 == ended.returncode
    assert "Read-only file system" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


def test_a_card_that_linux_has_locked_is_read_on_and_whole_after_a_boot(worn_card: WornCard, tmp_path: Path) -> None:
    machine = Machine(worn_card.folder / "data", tmp_path / "log", SCHEDULER_INTERVAL_SECONDS="1")
    try:
        machine.start()
        assert (201, "") == add(machine, "Ana")

        worn_card.fail()

        assert {(507, FAILED)} == {add(machine, "Ben") for _ in range(3)}
        assert ["Ana"] == names(machine)
        until(lambda: "job failed" in machine.said() or "nothing was saved" in machine.said())
        machine.stop()
        ended = machine.run("serve")
        assert 1 == ended.returncode
        assert "Read-only file system" in ended.stderr.splitlines()[-1]
        assert "Traceback" not in machine.said() + ended.stderr

        worn_card.take_out()
        worn_card.insert()
        machine.start()
        assert ["Ana"] == names(machine)
        assert (201, "") == add(machine, "Ben")
        assert 0 == machine.stop()
        truth.check_whole(machine.folder / "mantel.db")
    finally:
        machine.cut()


@pytest.fixture
def lived_in(machine: Machine) -> tuple[Machine, Family]:
    """A house cut off in the middle of many writes, so that its log is long."""
    machine.start()
    family = Family(machine)
    with family.at_work(adders=1, tickers=0):
        until(lambda: len(family.journal.items) > 0 and len(family.journal.items[0]) >= 40)
        machine.cut()
    return machine, family


def test_a_file_that_is_no_database_is_refused_and_left_alone(lived_in: tuple[Machine, Family]) -> None:
    machine, _ = lived_in
    machine.start()
    assert 0 == machine.stop()
    file = machine.folder / "mantel.db"
    file.write_bytes(b"not a database" * 5000)
    ended = machine.run("serve")
    assert 1 == ended.returncode
    assert "is damaged" in ended.stderr
    assert "mantel restore nightly-" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert b"not a database" * 5000 == file.read_bytes()


def test_damage_in_the_middle_is_told_where_it_is_met(machine: Machine) -> None:
    machine.start()
    family = Family(machine)
    with family.at_work(adders=3, tickers=0):
        until(lambda: sum(map(len, family.journal.items)) > 60)
    assert 0 == machine.stop()
    file = machine.folder / "mantel.db"
    with file.open("r+b") as out:
        # Everything after the schema.
        out.seek(file.stat().st_size // 2)
        out.write(os.urandom(file.stat().st_size // 2))

    try:
        machine.start()
    except AssertionError as said:
        assert "is damaged" in str(said) or "damaged" in machine.said()
        return
    answers = [machine.ask("GET", path) for path in ("/api/lists", f"/api/lists/{family.list}", "/api/members")]
    answers.append(machine.ask("POST", f"/api/lists/{family.list}/items", [{"title": f"Item {n}"} for n in range(50)]))
    assert {status for status, _ in answers} <= {200, 201, 503}
    assert 503 in {status for status, _ in answers}
    assert {DAMAGED} == {answer["error"] for status, answer in answers if status == 503}


DAMAGED = "the household's file is damaged. Stop the server and restore a backup: mantel restore"


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_log_gives_a_whole_house_of_a_little_earlier(lived_in: tuple[Machine, Family], seed: int) -> None:
    machine, family = lived_in
    log = machine.folder / "mantel.db-wal"
    with log.open("r+b") as out:
        out.seek(random.Random(seed).randrange(log.stat().st_size // 4, log.stat().st_size * 3 // 4))
        out.write(os.urandom(5000))

    machine.start()

    truth.check_whole(machine.folder / "mantel.db")
    assert "the write-ahead log ended early" in machine.said()
    check_prefix(machine, family)


def test_a_log_that_is_cut_short_gives_a_whole_house_of_a_little_earlier(lived_in: tuple[Machine, Family]) -> None:
    machine, family = lived_in
    log = machine.folder / "mantel.db-wal"
    os.truncate(log, log.stat().st_size * 2 // 3 + 100)
    machine.start()
    truth.check_whole(machine.folder / "mantel.db")
    check_prefix(machine, family)


def check_prefix(machine: Machine, family: Family) -> None:
    """Of the writes of one client, one after the other, the first ones are there, whole, and nothing after a gap."""
    there = {item["id"] for item in machine.ask("GET", f"/api/lists/{family.list}")[1]["items"]}
    (groups,) = family.journal.items
    whole = [set(group) <= there for group in groups]
    assert sorted(whole, reverse=True) == whole
    assert 3 * sum(whole) == len(there & {item for group in groups for item in group})
    assert not all(whole)


def test_a_log_that_is_missing_is_told(lived_in: tuple[Machine, Family]) -> None:
    machine, _ = lived_in
    (machine.folder / "mantel.db-wal").unlink()
    machine.start()
    truth.check_whole(machine.folder / "mantel.db")
    assert "its write-ahead log is missing" in machine.said()


def test_without_a_cut_nothing_is_told(machine: Machine) -> None:
    for _ in range(2):
        machine.start()
        add(machine, "Ana")
        assert 0 == machine.stop()
    assert "write-ahead log" not in machine.said()


def test_a_second_server_on_the_folder_is_refused(machine: Machine, tmp_path: Path) -> None:
    machine.start()
    second = Machine(machine.folder, tmp_path / "second log")
    ended = second.run("serve")
    assert 1 == ended.returncode
    assert "already in use by another Mantel" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert (201, "") == add(machine, "Ana")
    # A server that was killed holds nothing.
    machine.cut()
    second.start()
    assert ["Ana"] == names(second)
    second.cut()
