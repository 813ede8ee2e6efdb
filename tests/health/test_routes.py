"""What probes and Prometheus are answered."""

import os
from pathlib import Path

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from appliance.app import Application, end_background
from appliance.backups import actions as backups
from appliance.kernel.version import version
from appliance.settings import Settings
from tests.building import build
from tests.client import Client, Loop
from tests.fakes import FakeClock


def test_a_new_household_is_ready(anybody: Client, clock: FakeClock) -> None:
    clock.right = True
    answer = anybody.get("/api/ready")
    assert 200 == answer.status_code
    found = answer.json()
    disk = found.pop("disk")
    assert 0 < disk["free"] <= disk["total"]
    assert {
        "ready": True,
        "migrated": True,
        "writable": True,
        "clock": "right",
        "lastSync": None,
        "lastBackup": None,
        "lastRemoteBackup": None,
        "lastReplica": None,
        "degraded": [],
        "page": None,
    } == found


def test_a_wrong_clock_is_named_and_the_server_stays_ready(anybody: Client, clock: FakeClock) -> None:
    clock.right = False
    answer = anybody.get("/api/ready")
    assert (200, ["clock"]) == (answer.status_code, answer.json()["degraded"])


def test_the_newest_backup_is_named(anybody: Client, application: Application, clock: FakeClock) -> None:
    file = application.database.path
    made = backups.make(file, file.parent / "backups", "nightly", clock.now(), keep=2)
    assert made.at == anybody.get("/api/ready").json()["lastBackup"]


def test_the_time_of_a_replica_is_that_of_its_stamp(tmp_path: Path, loop: Loop) -> None:
    stamp = tmp_path / "stamp"
    application = build(Settings(data_dir=tmp_path / "data", replica_stamp=stamp), FakeClock())
    anybody = Client(application.app, loop)
    assert anybody.get("/api/ready").json()["lastReplica"] is None
    stamp.touch()
    os.utime(stamp, (1_795_190_400, 1_795_190_400))
    assert "2026-11-20T16:00:00.000Z" == anybody.get("/api/ready").json()["lastReplica"]
    loop.run(end_background(application))
    application.database.close()


def test_a_database_of_a_later_version_is_not_ready(anybody: Client, application: Application) -> None:
    application.database.write_now(lambda tx: tx.run("PRAGMA user_version = 9999"))
    answer = anybody.get("/api/ready")
    assert (503, False, False, ["database"]) == (
        answer.status_code,
        *(answer.json()[name] for name in ("ready", "migrated", "degraded")),
    )


def test_a_failed_write_is_not_ready_until_the_next_one_is_stored(
    client: Client, anybody: Client, application: Application
) -> None:
    def members() -> list[int]:
        ana = {"name": "Ana" * 20, "color": "#c8553d"}
        return [client.post("/api/members", ana).status_code for _ in range(40)]

    limit_pages(application, 1)
    assert 507 == members()[-1]
    # A job that finds nothing to change does not make the disk a good one.
    application.database.write_now(lambda tx: None)
    answer = anybody.get("/api/ready")
    assert (503, False) == (answer.status_code, answer.json()["writable"])
    limit_pages(application, 1_000_000)
    assert 201 == members()[-1]
    assert 200 == anybody.get("/api/ready").status_code


def limit_pages(application: Application, most: int) -> None:
    """A full disk, as SQLite sees it: the file may not grow."""
    application.database.write_now(lambda tx: tx.value(f"PRAGMA max_page_count = {most}"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to a file that is read-only")
def test_a_read_only_file_is_not_ready(anybody: Client, application: Application) -> None:
    Path(application.database.path).chmod(0o400)
    assert 503 == anybody.get("/api/ready").status_code


def test_metrics_are_off_by_default(client: Client) -> None:
    assert 404 == client.get("/metrics").status_code


def test_metrics_need_an_admin_key_and_are_in_the_format_of_prometheus(settings: Settings, loop: Loop) -> None:
    settings = msgspec.structs.replace(settings, metrics=True, admin_api_key="mtl_admin")
    application = build(settings, FakeClock())
    try:
        admin = Client(application.app, loop, "mtl_admin")
        key = admin.post("/api/keys", {"name": "Wall", "scope": "display"}).json()["key"]
        display = Client(application.app, loop, key)
        assert [401, 403] == [each.get("/metrics").status_code for each in (Client(application.app, loop), display)]
        answer = admin.get("/metrics")
    finally:
        application.database.close()
    assert "text/plain; version=0.0.4; charset=utf-8" == answer.headers["content-type"]
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    values = {name: family.samples[0].value for name, family in families.items() if family.samples}
    assert (1, 0, 0) == tuple(values[f"mantel_{name}"] for name in ("ready", "clock_wrong", "calendars"))
    assert values["mantel_database_bytes"] > 0
    assert values["process_resident_memory_bytes"] > 0
    assert {"version": version()} == families["mantel_info"].samples[0].labels
