"""Backups made at the same time: by the server's job and by `mantel backup`."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw

from appliance.backups import actions
from appliance.kernel.database.db_backup import check

NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


def database(path: Path, megabytes: int) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE pictures (x)")
    connection.executemany("INSERT INTO pictures VALUES (randomblob(?))", [(1_000_000,)] * megabytes)
    connection.close()
    return path


def test_a_backup_in_progress_is_not_deleted_by_another(tmp_path: Path) -> None:
    large, small = database(tmp_path / "large.db", 30), database(tmp_path / "small.db", 0)
    folder = tmp_path / "backups"

    with ThreadPoolExecutor() as threads:
        making = threads.submit(actions.make, large, folder, "nightly", NOW, 3)
        count, is_made = 0, False
        while not is_made:
            is_made = making.done()
            actions.make(small, folder, "manual", NOW + timedelta(seconds=count), 3)
            count += 1
        made = making.result()

    assert made.bytes > 30_000_000
    for each in actions.list_backups(folder):
        check(folder / each.name)
    assert sorted(path.name for path in folder.iterdir()) == sorted(each.name for each in actions.list_backups(folder))
