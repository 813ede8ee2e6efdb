"""A full, read-only or damaged disk: a clear error message, reads still work, and no further damage."""

import os
import random
import resource
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import Machine
from tests.power import database_checks
from tests.power.conftest import Card, WornCard
from tests.power.load import Family
from tests.waiting import until


@pytest.fixture
def on_card(card: Card, tmp_path: Path) -> Iterator[Machine]:
    """A machine whose data folder is on the small disk."""
    here = Machine(card.folder / "data", tmp_path / "log", SCHEDULER_INTERVAL_SECONDS="1")
    yield here
    here.kill()


def add(machine: Machine, name: str) -> tuple[int, str]:
    status, answer = machine.request("POST", "/api/members", {"name": name, "color": "#ee5577"})
    return status, str(answer.get("error", ""))


def names(machine: Machine) -> list[str]:
    status, members = machine.request("GET", "/api/members")
    assert 200 == status
    return [member["name"] for member in members]


def ready(machine: Machine) -> tuple[int, bool]:
    status, answer = machine.request("GET", "/api/ready")
    return status, bool(answer["writable"])


def test_a_full_disk_rejects_writes_until_there_is_space_again(on_card: Machine, card: Card) -> None:
    on_card.start()
    assert 201 == add(on_card, "Ana")[0]
    card.fill()

    results = [add(on_card, "x" * 60) for _ in range(40)]

    # A write that fits into free pages of the file may still succeed.
    accepted = sum(status == 201 for status, _ in results)
    assert {(507, FULL)} == {each for each in results if each[0] != 201}
    assert results[-1] == (507, FULL)
    assert ["Ana", *["x" * 60] * accepted] == names(on_card)
    assert 200 == on_card.request("GET", "/api/lists")[0]
    # The jobs of the server fail too, and run again later.
    until(lambda: "job failed" in on_card.logged() or "nothing was saved" in on_card.logged())

    card.empty()
    assert (201, "") == add(on_card, "Ben")
    assert "Ben" == names(on_card)[-1]
    assert "Traceback" not in on_card.logged()
    assert 0 == on_card.stop()
    database_checks.check_integrity(on_card.folder / "mantel.db")


FULL = "the disk is full: nothing was saved. Make room on the device that serves the household"
FAILED = "the disk failed: nothing was saved. Look at the device that serves the household"


def test_jobs_run_again_after_a_full_disk(on_card: Machine, card: Card) -> None:
    on_card.start()
    until(lambda: "a backup was made" in on_card.logged())
    card.fill()
    time.sleep(2.5)
    card.empty()
    for backup in (on_card.folder / "backups").iterdir():
        backup.unlink()

    made = on_card.run("backup")

    assert 0 == made.returncode, made.stderr
    assert on_card.server
    assert on_card.server.poll() is None


def test_a_backup_on_a_full_disk_fails_and_leaves_no_file(on_card: Machine, card: Card) -> None:
    on_card.start()
    until(lambda: "a backup was made" in on_card.logged())
    card.fill()
    ended = on_card.run("backup")
    assert 1 == ended.returncode
    assert FULL in ended.stderr
    assert ["nightly"] == [path.name.partition("-")[0] for path in (on_card.folder / "backups").iterdir()]


def test_the_server_starts_and_reads_on_a_full_disk(on_card: Machine, card: Card) -> None:
    on_card.start()
    add(on_card, "Ana")
    on_card.kill()
    card.fill()

    on_card.start()

    assert ["Ana"] == names(on_card)
    assert (507, FULL) == [add(on_card, "x" * 60) for _ in range(40)][-1]
    card.empty()
    assert (201, "") == add(on_card, "Ben")


def test_reads_work_while_a_disk_fails_and_writes_work_after_it(machine: Machine) -> None:
    machine.start()
    add(machine, "Ana")
    assert machine.server
    # From now on every write to a file fails, as on a broken card.
    before = resource.prlimit(machine.server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    status, message = add(machine, "Ben")

    assert 507 == status
    assert "the disk failed: nothing was saved" in message
    assert ["Ana"] == names(machine)
    assert (503, False) == ready(machine)
    resource.prlimit(machine.server.pid, resource.RLIMIT_FSIZE, before)
    assert (201, "") == add(machine, "Ben")
    assert ["Ana", "Ben"] == names(machine)
    assert 0 == machine.stop()
    database_checks.check_integrity(machine.folder / "mantel.db")


def test_the_start_on_a_read_only_disk_fails_with_a_clear_message(on_card: Machine, card: Card) -> None:
    on_card.start()
    assert 0 == on_card.stop()
    card.set_read_only()
    ended = on_card.run("serve")
    assert 1 == ended.returncode
    assert "Read-only file system" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


def test_a_card_that_linux_made_read_only_is_intact_after_a_boot(worn_card: WornCard, tmp_path: Path) -> None:
    machine = Machine(worn_card.folder / "data", tmp_path / "log", SCHEDULER_INTERVAL_SECONDS="1")
    try:
        machine.start()
        assert (201, "") == add(machine, "Ana")

        worn_card.fail()

        assert {(507, FAILED)} == {add(machine, "Ben") for _ in range(3)}
        assert ["Ana"] == names(machine)
        until(lambda: "job failed" in machine.logged() or "nothing was saved" in machine.logged())
        machine.stop()
        ended = machine.run("serve")
        assert 1 == ended.returncode
        assert "Read-only file system" in ended.stderr.splitlines()[-1]
        assert "Traceback" not in machine.logged() + ended.stderr

        worn_card.take_out()
        worn_card.insert()
        machine.start()
        assert ["Ana"] == names(machine)
        assert (201, "") == add(machine, "Ben")
        assert 0 == machine.stop()
        database_checks.check_integrity(machine.folder / "mantel.db")
    finally:
        machine.kill()


@pytest.fixture
def killed(machine: Machine) -> tuple[Machine, Family]:
    """A machine whose server was killed during many writes, so that its write-ahead log is long."""
    machine.start()
    family = Family(machine)
    # At a thousand pages, which 55 groups fill, SQLite empties the log.
    with family.writing(adders=1, tickers=0, most_groups=45):
        until(lambda: len(family.journal.items) > 0 and len(family.journal.items[0]) >= 40)
        machine.kill()
    return machine, family


def test_the_start_on_a_file_that_is_no_database_fails_and_keeps_the_file(
    killed: tuple[Machine, Family],
) -> None:
    machine, _ = killed
    machine.start()
    until(lambda: any((machine.folder / "backups").glob("nightly-*.db")))
    assert 0 == machine.stop()
    file = machine.folder / "mantel.db"
    file.write_bytes(b"not a database" * 5000)
    ended = machine.run("serve")
    assert 1 == ended.returncode
    assert "is damaged" in ended.stderr
    assert "mantel restore nightly-" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert b"not a database" * 5000 == file.read_bytes()


def test_requests_that_meet_damaged_pages_answer_503(machine: Machine) -> None:
    machine.start()
    family = Family(machine)
    with family.writing(adders=3, tickers=0):
        until(lambda: sum(map(len, family.journal.items)) > 60)
    assert 0 == machine.stop()
    file = machine.folder / "mantel.db"
    with file.open("r+b") as out:
        # Everything after the schema.
        out.seek(file.stat().st_size // 2)
        out.write(os.urandom(file.stat().st_size // 2))

    try:
        machine.start()
    except AssertionError as error:
        assert "is damaged" in str(error) or "damaged" in machine.logged()
        return
    answers = [machine.request("GET", path) for path in ("/api/lists", f"/api/lists/{family.list}", "/api/members")]
    answers.append(
        machine.request("POST", f"/api/lists/{family.list}/items", [{"title": f"Item {n}"} for n in range(50)])
    )
    assert {status for status, _ in answers} <= {200, 201, 503}
    assert 503 in {status for status, _ in answers}
    assert {DAMAGED} == {answer["error"] for status, answer in answers if status == 503}


DAMAGED = "the household's file is damaged. Stop the server and restore a backup: mantel restore"


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_write_ahead_log_gives_an_earlier_consistent_state(killed: tuple[Machine, Family], seed: int) -> None:
    machine, family = killed
    log = machine.folder / "mantel.db-wal"
    with log.open("r+b") as out:
        out.seek(random.Random(seed).randrange(log.stat().st_size // 4, log.stat().st_size * 3 // 4))
        out.write(os.urandom(5000))

    machine.start()

    database_checks.check_integrity(machine.folder / "mantel.db")
    assert "the write-ahead log ended early" in machine.logged()
    check_prefix(machine, family)


def test_a_truncated_write_ahead_log_gives_an_earlier_consistent_state(
    killed: tuple[Machine, Family],
) -> None:
    machine, family = killed
    log = machine.folder / "mantel.db-wal"
    os.truncate(log, log.stat().st_size * 2 // 3 + 100)
    machine.start()
    database_checks.check_integrity(machine.folder / "mantel.db")
    check_prefix(machine, family)


def check_prefix(machine: Machine, family: Family) -> None:
    """Check that the stored writes of the one client are a prefix of what it sent, each complete."""
    stored = {item["id"] for item in machine.request("GET", f"/api/lists/{family.list}")[1]["items"]}
    (groups,) = family.journal.items
    complete = [set(group) <= stored for group in groups]
    assert sorted(complete, reverse=True) == complete
    assert 3 * sum(complete) == len(stored & {item for group in groups for item in group})
    assert not all(complete)


def test_a_missing_write_ahead_log_is_logged(killed: tuple[Machine, Family]) -> None:
    machine, _ = killed
    (machine.folder / "mantel.db-wal").unlink()
    machine.start()
    database_checks.check_integrity(machine.folder / "mantel.db")
    assert "its write-ahead log is missing" in machine.logged()


def test_a_clean_stop_logs_nothing_about_the_write_ahead_log(machine: Machine) -> None:
    for _ in range(2):
        machine.start()
        add(machine, "Ana")
        assert 0 == machine.stop()
    assert "write-ahead log" not in machine.logged()


def test_a_second_server_on_the_same_folder_does_not_start(machine: Machine, tmp_path: Path) -> None:
    machine.start()
    second = Machine(machine.folder, tmp_path / "second log")
    ended = second.run("serve")
    assert 1 == ended.returncode
    assert "already in use by another Mantel" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert (201, "") == add(machine, "Ana")
    # A killed server holds no lock.
    machine.kill()
    second.start()
    assert ["Ana"] == names(second)
    second.kill()
