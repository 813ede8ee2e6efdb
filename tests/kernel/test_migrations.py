import shutil
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

from appliance.kernel.database import migrations as migration
from appliance.kernel.database.connections import connect
from appliance.kernel.database.migrations import MigrationFailed, UnknownSchema

SCHEMA = Path(__file__).parents[2] / "appliance" / "schema"
NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


def migrate(connection: apsw.Connection, folder: Path, backups: Path) -> int:
    return migration.migrate(connection, folder, backups, NOW)


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    folder = tmp_path / "schema"
    folder.mkdir()
    (folder / "0001_first.sql").write_text("CREATE TABLE a (x INTEGER PRIMARY KEY) STRICT;")
    (folder / "0002_second.sql").write_text("CREATE TABLE b (x INTEGER REFERENCES a (x)) STRICT;")
    return folder


def tables(connection: apsw.Connection) -> list[str]:
    return [str(name) for (name,) in connection.execute("SELECT name FROM sqlite_schema ORDER BY name")]


def test_every_step_runs_once_and_in_order(steps: Path, tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "x.db"))

    assert 2 == migrate(connection, steps, tmp_path / "backups")
    assert 2 == migrate(connection, steps, tmp_path / "backups")

    assert ["a", "b"] == tables(connection)
    assert not (tmp_path / "backups").exists()


def test_a_file_with_content_is_copied_before_it_changes(steps: Path, tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "x.db"))
    migrate(connection, steps, tmp_path / "backups")
    connection.execute("INSERT INTO a VALUES (7)")
    (steps / "0003_third.sql").write_text("DROP TABLE b; DELETE FROM a;")

    migrate(connection, steps, tmp_path / "backups")

    assert ["before-0003-20261120T152400Z.db"] == [path.name for path in (tmp_path / "backups").iterdir()]
    copy = apsw.Connection(str(tmp_path / "backups" / "before-0003-20261120T152400Z.db"))
    assert [(7,)] == list(copy.execute("SELECT x FROM a"))
    assert ["a"] == tables(connection)


def test_a_step_that_fails_changes_nothing(steps: Path, tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "x.db"))
    migrate(connection, steps, tmp_path / "backups")
    (steps / "0003_third.sql").write_text("CREATE TABLE c (x ANY) STRICT;")
    (steps / "0004_fourth.sql").write_text("DELETE FROM a; CREATE TABLE d (x ANY) STRICT; nonsense;")

    connection.execute("INSERT INTO a VALUES (7)")
    before = (tmp_path / "x.db").read_bytes()

    for _ in range(2):
        with pytest.raises(MigrationFailed, match="Install the version you had before"):
            migrate(connection, steps, tmp_path / "backups")

    assert ["a", "b"] == tables(connection)
    assert 2 == connection.pragma("user_version")
    assert before == (tmp_path / "x.db").read_bytes()
    assert [] == list((tmp_path / "backups").iterdir())


def test_a_step_that_leaves_dangling_references_is_undone(steps: Path, tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "x.db"))
    (steps / "0003_third.sql").write_text("INSERT INTO b VALUES (99);")

    with pytest.raises(apsw.ConstraintError, match="dangling"):
        migrate(connection, steps, tmp_path / "backups")

    assert [] == list(connection.execute("SELECT x FROM b"))


@pytest.mark.parametrize(
    ("pragmas", "words"),
    [
        ("PRAGMA user_version = 9; PRAGMA application_id = 0x4D544C31", "newer Mantel"),
        (
            "PRAGMA user_version = 2; PRAGMA application_id = 0x4D4E544C",
            "development build .* import the export",
        ),
        ("PRAGMA user_version = 1; PRAGMA application_id = 77", "another program"),
        ("PRAGMA user_version = 1", "another program"),
    ],
)
def test_a_file_of_another_program_is_rejected_with_a_clear_message(
    steps: Path, tmp_path: Path, pragmas: str, words: str
) -> None:
    connection = apsw.Connection(str(tmp_path / "x.db"))
    connection.execute(pragmas)

    with pytest.raises(UnknownSchema, match=words):
        migrate(connection, steps, tmp_path / "backups")


def test_the_step_after_this_schema_keeps_a_copy_and_the_triggers(tmp_path: Path) -> None:
    steps = shutil.copytree(SCHEMA, tmp_path / "schema")
    newest = max(migration.migration_files(steps))
    connection = connect(tmp_path / "x.db")
    migrate(connection, steps, tmp_path / "backups")
    chore = "INSERT INTO chores (id, title, points, active, sort, created_at) VALUES (?, ?, 5, 1, 0, 'then')"
    connection.execute(chore, ("a", "Größe"))
    (steps / f"{newest + 1:04}_labels.sql").write_text(
        "ALTER TABLE chores ADD COLUMN label TEXT; ALTER TABLE chores RENAME COLUMN sort TO position;"
    )

    assert newest + 1 == migrate(connection, steps, tmp_path / "backups")

    connection.execute(chore.replace("sort", "position"), ("b", "GRÖSSE"))
    assert [(1,), (2,)] == list(connection.execute("SELECT rowid FROM chore_search WHERE chore_search MATCH 'grosse'"))
    assert [(2,)] == list(connection.execute("SELECT entries FROM table_sizes WHERE name = 'chores'"))
    [copy] = (tmp_path / "backups").iterdir()
    migration.check_schema(copy, SCHEMA)
    assert [("a", "Größe")] == list(connect(copy).execute("SELECT id, title FROM chores"))


def test_a_step_after_this_schema_that_fails_changes_nothing(tmp_path: Path) -> None:
    steps = shutil.copytree(SCHEMA, tmp_path / "schema")
    newest = max(migration.migration_files(steps))
    connection = connect(tmp_path / "x.db")
    migrate(connection, steps, tmp_path / "backups")
    before = (tmp_path / "x.db").read_bytes()
    (steps / f"{newest + 1:04}_broken.sql").write_text("DROP TABLE waiting_ticks; nonsense;")

    with pytest.raises(MigrationFailed, match="Install the version you had before"):
        migrate(connection, steps, tmp_path / "backups")

    assert before == (tmp_path / "x.db").read_bytes()
    assert [] == list((tmp_path / "backups").iterdir())


def test_two_steps_with_one_number_are_an_error(tmp_path: Path) -> None:
    for name in ("0001_a.sql", "0002_b.sql", "0002_c.sql"):
        (tmp_path / name).touch()

    with pytest.raises(ValueError, match="same number"):
        migration.migration_files(tmp_path)
