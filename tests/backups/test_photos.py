"""Photos in backups: only by choice, once for all backups, and back with a restore."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from appliance.app import Application
from appliance.backups import actions
from appliance.maintenance import SCHEMA

NOW = datetime(2026, 11, 20, 2, 0, tzinfo=UTC)


@pytest.fixture
def data(application: Application) -> Path:
    """A data folder with the photos a and b."""
    folder = application.database.path.parent
    (folder / "photos").mkdir()
    for photo in "ab":
        add(application, photo)
    return folder


def add(application: Application, photo: str) -> None:
    for name in (f"{photo}.webp", f"{photo}.small.webp"):
        (application.database.path.parent / "photos" / name).write_text(photo)
    application.database.write_now(
        lambda tx: tx.run(
            "INSERT INTO photos (id, digest, width, height, bytes, added_at, added_by)"
            " VALUES (?1, ?1, 4, 3, 2, ?2, 'x')",
            photo,
            tx.now,
        )
    )


def choose(application: Application) -> None:
    sql = "INSERT INTO photo_settings (id, displays_may_add, in_backups) VALUES (1, 0, 1)"
    application.database.write_now(lambda tx: tx.run(sql))


def back_up(data: Path, days: int = 0, keep: int = 2) -> Path:
    folder = data / "backups"
    made = actions.make(data / "mantel.db", folder, "nightly", NOW + timedelta(days=days), keep)
    actions.keep_photos(folder / made.name, data / "photos")
    return folder / made.name


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_photos_are_in_backups_only_by_choice(application: Application, data: Path) -> None:
    back_up(data)
    assert not (data / "backups" / "photos").exists()

    choose(application)
    back_up(data, 1)

    kept = data / "backups" / "photos"
    assert ["a.small.webp", "a.webp", "b.small.webp", "b.webp"] == names(kept)
    assert (kept / "a.webp").samefile(data / "photos" / "a.webp")


def test_a_photo_is_kept_as_long_as_a_backup_has_it(application: Application, data: Path) -> None:
    choose(application)
    back_up(data)
    application.database.write_now(lambda tx: tx.run("DELETE FROM photos WHERE id = 'a'"))
    for path in (data / "photos").glob("a.*"):
        path.unlink()

    back_up(data, 1)
    assert "a.webp" in names(data / "backups" / "photos")
    back_up(data, 2)
    assert ["b.small.webp", "b.webp"] == names(data / "backups" / "photos")


def test_a_second_folder_has_them_and_a_restore_brings_them_back(
    application: Application, data: Path, tmp_path: Path
) -> None:
    choose(application)
    made = back_up(data)
    second = tmp_path / "stick"
    second.mkdir()
    actions.copy_to_second(data / "backups", second, 2)
    assert 4 == len(names(second / "photos"))

    other = tmp_path / "new"
    (other / "backups").mkdir(parents=True)
    actions.restore(second / made.name, other / "mantel.db", other / "backups", NOW, SCHEMA)

    assert ["a.small.webp", "a.webp", "b.small.webp", "b.webp"] == names(other / "photos")
