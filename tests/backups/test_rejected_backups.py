"""What no restore takes: a foreign schema, and links among the photos. What it replaced is always kept."""

from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

from appliance.app import Application
from appliance.backups import actions
from appliance.kernel.database.connections import connect
from appliance.kernel.database.db_backup import DamagedFile, copy
from appliance.kernel.database.migrations import OtherSchema, UnknownSchema, migrate, migration_files
from appliance.maintenance import SCHEMA
from tests.backups.test_photos import choose
from tests.client import Client

NOW = datetime(2026, 11, 20, 2, 0, tzinfo=UTC)


@pytest.fixture
def backup(application: Application, tmp_path: Path) -> Path:
    """A backup on a stick."""
    (tmp_path / "stick").mkdir()
    made = actions.make(application.database.path, tmp_path / "stick", "manual", NOW, 14)
    return tmp_path / "stick" / made.name


def restore(backup: Path, into: Path) -> Path | None:
    (into / "backups").mkdir(parents=True, exist_ok=True)
    return actions.restore(backup, into / "mantel.db", into / "backups", NOW, SCHEMA)


FOREIGN = {
    "a trigger": "CREATE TRIGGER theirs AFTER INSERT ON members BEGIN DELETE FROM access_keys; END",
    "a view": "CREATE VIEW theirs AS SELECT 1",
    "a table": "CREATE TABLE theirs (x)",
    "an index": "CREATE INDEX theirs ON members (name)",
    "no table": "DROP TABLE rewards",
    "a column": "ALTER TABLE members ADD COLUMN theirs TEXT",
    "a trigger named like those of SQLite": (
        "CREATE TRIGGER theirs AFTER INSERT ON members BEGIN SELECT 1; END; PRAGMA writable_schema = ON;"
        " UPDATE sqlite_schema SET name = 'sqlite_x', sql = replace(sql, 'theirs', 'sqlite_x') WHERE name = 'theirs'"
    ),
    "another trigger": "DROP TRIGGER {trigger}; CREATE TRIGGER {trigger} AFTER INSERT ON members BEGIN SELECT 1; END",
}


@pytest.mark.parametrize("change", FOREIGN.values(), ids=FOREIGN)
def test_a_backup_with_another_schema_is_rejected(backup: Path, tmp_path: Path, change: str) -> None:
    connection = apsw.Connection(str(backup))
    trigger = next(connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"))[0]
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute(change.format(trigger=trigger))
    connection.close()

    with pytest.raises((OtherSchema, DamagedFile)):
        restore(backup, tmp_path / "new")

    assert ["backups"] == [path.name for path in (tmp_path / "new").iterdir()]


@pytest.mark.parametrize("version", sorted({*list(migration_files(SCHEMA))[::12], max(migration_files(SCHEMA))}))
def test_a_backup_of_every_version_is_restored(tmp_path: Path, version: int) -> None:
    steps = tmp_path / "steps"
    steps.mkdir()
    for number, step in migration_files(SCHEMA).items():
        if number <= version:
            (steps / step.name).write_bytes(step.read_bytes())
    old = tmp_path / "old.db"
    connection = connect(old)
    migrate(connection, steps, tmp_path, NOW)
    # Of Litestream and of SQLite.
    connection.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); ANALYZE")
    connection.close()

    assert restore(old, tmp_path / "new") is None
    assert (tmp_path / "new" / "mantel.db").exists()


def test_a_backup_of_a_development_build_is_rejected_in_plain_words(backup: Path, tmp_path: Path) -> None:
    apsw.Connection(str(backup)).execute("PRAGMA application_id = 0x4D4E544C")

    with pytest.raises(UnknownSchema, match=r"development build .* import the export"):
        restore(backup, tmp_path / "new")


def test_links_among_the_photos_are_not_followed(application: Application, client: Client, tmp_path: Path) -> None:
    choose(application)
    for photo in ("a", "b"):
        application.database.write_now(
            lambda tx, photo=photo: tx.run(  # type: ignore[misc]
                "INSERT INTO photos (id, digest, width, height, bytes, added_at, added_by)"
                " VALUES (?1, ?1, 4, 3, 2, ?2, 'x')",
                photo,
                tx.now,
            )
        )
    (tmp_path / "secret").write_text("secret")
    photos = tmp_path / "stick" / "photos"
    photos.mkdir(parents=True)
    made = actions.make(application.database.path, tmp_path / "stick", "manual", NOW, 14)
    (photos / "a.webp").symlink_to(tmp_path / "secret")
    (photos / "b.webp").write_text("b")

    restore(tmp_path / "stick" / made.name, tmp_path / "new")
    assert ["b.webp"] == [path.name for path in (tmp_path / "new" / "photos").iterdir()]

    photos.rename(tmp_path / "elsewhere")
    photos.symlink_to(tmp_path / "elsewhere")
    restore(tmp_path / "stick" / made.name, tmp_path / "newer")
    assert not (tmp_path / "newer" / "photos").exists()


def test_a_folder_or_a_link_is_no_backup(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(actions.NotABackup, match="is not a file"):
        restore(tmp_path / "stick", tmp_path / "new")

    link = backup.with_name("nightly-20261121T020000Z.db")
    link.symlink_to(backup)
    assert [backup.name] == [each.name for each in actions.list_backups(backup.parent)]


def test_two_restores_and_two_backups_within_a_second_keep_everything(
    application: Application, backup: Path, tmp_path: Path
) -> None:
    home = tmp_path / "new"
    restore(backup, home)
    for content in ("first", "second"):
        (home / "mantel.db").write_text(content)
        restore(backup, home)

    replaced = sorted((home / "backups").glob("replaced-*.db"))
    assert ["first", "second"] == [path.read_text() for path in replaced]
    actions.make(application.database.path, backup.parent, "manual", NOW, 14)
    assert 2 == len(actions.list_backups(backup.parent))


def test_backups_of_an_empty_household_are_counted_apart(
    client: Client, application: Application, tmp_path: Path
) -> None:
    empty, folder = tmp_path / "empty.db", tmp_path / "backups"
    copy(application.database.path, empty)
    client.post("/api/members", {"name": "Ana", "color": "#ee5577"})
    full = actions.make(application.database.path, folder, "nightly", NOW, 1)

    for day in (21, 22, 23):
        newest = actions.make(empty, folder, "nightly", NOW.replace(day=day), 1)

    assert [newest.name, full.name] == [each.name for each in actions.list_backups(folder)]
