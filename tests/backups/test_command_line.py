"""Backups on the command line: `mantel backup` and `mantel restore`, and files that are rejected."""

import base64
import os
from pathlib import Path

import apsw
import pytest

from appliance.kernel.database.db_backup import check
from tests.machine import Machine


def names(machine: Machine) -> list[str]:
    return [member["name"] for member in machine.request("GET", "/api/members")[1]]


def add(machine: Machine, name: str) -> None:
    assert 201 == machine.request("POST", "/api/members", {"name": name, "color": "#ee5577"})[0]


def backup(machine: Machine, *arguments: str) -> Path:
    ended = machine.run("backup", *arguments)
    assert 0 == ended.returncode, ended.stderr
    return Path(ended.stdout.partition(": ")[0])


def test_a_backup_of_a_running_server_is_restored(machine: Machine) -> None:
    machine.start()
    add(machine, "Ana")
    made = backup(machine)
    assert made.parent == machine.folder / "backups"
    add(machine, "Ben")
    assert [made.name] == [
        each["name"] for each in machine.request("GET", "/api/backups")[1]["backups"] if each["kind"] == "manual"
    ]

    rejected = machine.run("restore", made.name)
    assert 1 == rejected.returncode
    assert "already in use by another Mantel" in rejected.stderr
    assert ["Ana", "Ben"] == names(machine)

    assert 0 == machine.stop()
    restored = machine.run("restore", made.name)
    assert 0 == restored.returncode, restored.stderr
    machine.start()
    assert ["Ana"] == names(machine)
    assert 0 == machine.stop()
    (replaced,) = (machine.folder / "backups").glob("replaced-*.db")
    assert str(replaced) in restored.stdout

    # What was replaced comes back too.
    assert 0 == machine.run("restore", str(replaced)).returncode
    machine.start()
    assert ["Ana", "Ben"] == names(machine)


def test_the_key_beside_a_backup_is_used_and_the_one_of_before_is_kept(machine: Machine, tmp_path: Path) -> None:
    machine.start()
    made = backup(machine, str(tmp_path / "stick"))
    assert 0 == machine.stop()
    own, beside = machine.folder / "encryption.key", made.with_name("encryption.key")

    beside.write_text("not a key")
    rejected = machine.run("restore", str(made))
    assert (1, True) == (rejected.returncode, "encryption.key" in rejected.stderr)
    assert not list((machine.folder / "backups").glob("replaced-*.db"))

    before, other = own.read_text(), base64.b64encode(bytes(32)).decode()
    beside.write_text(other)
    restored = machine.run("restore", str(made))
    assert 0 == restored.returncode, restored.stderr
    assert (other, 0o600) == (own.read_text(), own.stat().st_mode & 0o777)
    kept = machine.folder / "encryption.key.replaced"
    assert before == kept.read_text()
    assert str(kept) in restored.stdout

    again = machine.run("restore", str(made))
    assert (0, before) == (again.returncode, kept.read_text())


def test_what_was_written_before_a_power_cut_is_kept_when_another_file_takes_its_place(machine: Machine) -> None:
    machine.start()
    made = backup(machine)
    add(machine, "Ana")
    machine.kill()
    assert (machine.folder / "mantel.db-wal").stat().st_size

    assert 0 == machine.run("restore", made.name).returncode

    (replaced,) = (machine.folder / "backups").glob("replaced-*.db")
    check(replaced)
    assert [("Ana",)] == list(apsw.Connection(str(replaced)).execute("SELECT name FROM members"))
    assert [] == [path.name for path in machine.folder.glob("mantel.db-*")]
    machine.start()
    assert "write-ahead log" not in machine.logged(), "what was cut off is not what was brought back"


def test_a_damaged_household_is_replaced_and_kept_as_it_is(machine: Machine) -> None:
    machine.start()
    add(machine, "Ana")
    made = backup(machine)
    assert 0 == machine.stop()
    (machine.folder / "mantel.db").write_bytes(b"not a database" * 1000)

    assert 0 == machine.run("restore", made.name).returncode

    (replaced,) = (machine.folder / "backups").glob("replaced-*.db")
    assert b"not a database" * 1000 == replaced.read_bytes()
    machine.start()
    assert ["Ana"] == names(machine)


def foreign(path: Path) -> None:
    apsw.Connection(str(path)).execute("CREATE TABLE theirs (x)")


def newer(path: Path) -> None:
    apsw.Connection(str(path)).execute(
        "PRAGMA application_id = 0x4D544C31; PRAGMA user_version = 999; CREATE TABLE ours (x)"
    )


def damaged(path: Path) -> None:
    newer(path)
    connection = apsw.Connection(str(path))
    connection.executemany("INSERT INTO ours VALUES (zeroblob(?))", [(3000,)] * 100)
    connection.close()
    with path.open("r+b") as file:
        file.seek(20 * 4096)
        file.write(os.urandom(8192))


def halved(path: Path) -> None:
    damaged(path)
    os.truncate(path, path.stat().st_size // 2)


def nothing(path: Path) -> None:
    path.touch()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (foreign, "is not a backup of Mantel"),
        (newer, "was written by a newer Mantel (schema 999"),
        (damaged, "is damaged"),
        (halved, "is damaged"),
        (nothing, "is not a backup of Mantel"),
        (lambda path: path.write_bytes(b"text" * 2000), "is damaged"),
        (lambda path: None, "No such file"),
    ],
)
def test_an_invalid_backup_is_rejected_and_changes_nothing(machine: Machine, tmp_path: Path, spoil, words: str) -> None:  # type: ignore[no-untyped-def]
    machine.folder.mkdir()
    apsw.Connection(str(machine.folder / "mantel.db")).execute("CREATE TABLE mine (x)")
    before = (machine.folder / "mantel.db").read_bytes()
    spoil(tmp_path / "other.db")

    rejected = machine.run("restore", str(tmp_path / "other.db"))

    assert 1 == rejected.returncode
    assert words in rejected.stderr
    assert "Traceback" not in rejected.stderr
    assert before == (machine.folder / "mantel.db").read_bytes()
    assert {"mantel.db", "mantel.lock"} == {path.name for path in machine.folder.iterdir()}


def test_a_backup_goes_to_a_stick_and_to_the_second_folder(machine: Machine, tmp_path: Path) -> None:
    machine.start()
    assert 0 == machine.stop()
    (tmp_path / "stick").mkdir()
    (tmp_path / "second").mkdir()

    made = backup(machine, str(tmp_path / "stick"))
    assert made.parent == tmp_path / "stick"
    check(made)

    answers = machine.run("backup", BACKUP_DIR_2=str(tmp_path / "second"))
    assert f"{tmp_path / 'second'} has a copy too" in answers.stdout
    assert 1 == len(list((tmp_path / "second").glob("manual-*.db")))

    missing = machine.run("backup", BACKUP_DIR_2=str(tmp_path / "pulled out"))
    assert 1 == missing.returncode
    assert "is the stick plugged in" in missing.stderr


def test_without_a_household_there_is_nothing_to_back_up(machine: Machine) -> None:
    ended = machine.run("backup")
    assert 1 == ended.returncode
    assert "mantel.db: No such file" in ended.stderr
    assert not (machine.folder / "backups").exists() or not list((machine.folder / "backups").iterdir())
