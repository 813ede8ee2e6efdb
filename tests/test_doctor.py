"""What `mantel doctor` finds in a healthy data folder, and in damaged ones."""

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import apsw
import msgspec
import pytest

from appliance import doctor
from appliance.app import Application
from appliance.backups import actions as backups
from appliance.calendar.calendars import actions as calendars
from appliance.calendar.calendars.models import NewCalendar
from appliance.kernel.database import db_backup
from appliance.kernel.scheduling.zone_data import zone_data
from appliance.maintenance import SCHEMA
from appliance.settings import Settings
from tests.building import build
from tests.fakes import FakeClock
from tests.machine import Machine

NOW = FakeClock().now()
States = dict[str, tuple[str, str]]


@pytest.fixture
def data(settings: Settings, application: Application) -> Settings:
    """The settings of a running application that has data and a backup."""
    application.database.write_now(lambda tx: tx.touch())
    backups.make(application.database.path, settings.data_dir / "backups", "nightly", NOW, 3)
    return settings


def found(settings: Settings, later: timedelta = timedelta()) -> States:
    return {each.about: (each.state, each.message) for each in doctor.examine(settings, NOW + later)}


def states(settings: Settings, later: timedelta = timedelta()) -> dict[str, str]:
    return {about: state for about, (state, _) in found(settings, later).items() if state != "ok"}


def test_a_healthy_server_has_no_findings(data: Settings) -> None:
    looked_at = found(data)
    assert [
        "disk",
        "memory",
        "time zones",
        "key",
        "backups",
        "database",
        "clock",
        "calendars",
        "certificates",
    ] == list(looked_at)
    assert f"{max(zone_data().package, zone_data().system or '')}, of " in looked_at["time zones"][1]
    assert {"certificates": "warning"} == states(data)


def test_nothing_is_changed(data: Settings) -> None:
    def sizes() -> dict[str, int]:
        return {path.name: path.stat().st_size for path in data.data_dir.rglob("*") if path.is_file()}

    before = sizes()
    list(doctor.examine(data, NOW))
    assert before == sizes()


def test_an_empty_folder_has_no_household_yet(tmp_path: Path) -> None:
    looked_at = found(Settings(data_dir=tmp_path / "nothing"))
    assert ("warning", f"there is no household in {tmp_path / 'nothing'}") == looked_at["database"]
    assert not (tmp_path / "nothing").exists()


def lose_key(data: Settings) -> None:
    (data.data_dir / "encryption.key").unlink()


def show_key(data: Settings) -> None:
    (data.data_dir / "encryption.key").chmod(0o644)


def spoil_key(data: Settings) -> None:
    (data.data_dir / "encryption.key").write_text("short")


def spoil_file(data: Settings) -> None:
    with (data.data_dir / "mantel.db").open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(20_000))


def lose_backups(data: Settings) -> None:
    for path in (data.data_dir / "backups").iterdir():
        path.unlink()


@pytest.mark.parametrize(
    ("spoil", "about", "state", "words"),
    [
        (lose_key, "key", "error", "is missing"),
        (show_key, "key", "warning", "others on this machine can read"),
        (spoil_key, "key", "error", "must hold 32 bytes"),
        (spoil_file, "database", "error", "is damaged"),
        (lose_backups, "backups", "warning", "there is none yet"),
    ],
)
def test_problems_are_found(
    data: Settings, application: Application, spoil: Callable[[Settings], None], about: str, state: str, words: str
) -> None:
    db_backup.checkpoint_wal(application.database.path)
    spoil(data)
    assert state == found(data)[about][0]
    assert words in found(data)[about][1]


def test_time_makes_backups_old_and_a_wrong_clock_is_seen(data: Settings) -> None:
    assert "backups" not in states(data, timedelta(hours=49))
    assert "warning" == states(data, timedelta(days=3))["backups"]
    assert "error" == states(data, -timedelta(days=3))["clock"]


def test_a_calendar_that_does_not_come_is_named(data: Settings, application: Application) -> None:
    request = NewCalendar(kind="ics", name="School", url="https://example.com/school.ics")
    application.database.write_now(calendars.add, request, True)
    assert ("warning", "School: never synced") == found(data)["calendars"]


def test_the_second_folder(data: Settings, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    there = msgspec.structs.replace(data, backup_dir_2=str(stick))
    assert ("warning", f"{stick} is not there") == found(there)["second folder"]
    stick.mkdir()
    assert ("warning", f"{stick} has no backup yet") == found(there)["second folder"]
    backups.copy_to_second(data.data_dir / "backups", stick, 3)
    assert "ok" == found(there)["second folder"][0]


def test_an_update_is_tried_on_a_copy(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(settings, clock=FakeClock()).database.close()
    newer = tmp_path / "schema"
    newer.mkdir()
    for step in SCHEMA.iterdir():
        (newer / step.name).write_bytes(step.read_bytes())
    (newer / "9998_more.sql").write_text("CREATE TABLE more (x INTEGER) STRICT;")
    monkeypatch.setattr(doctor, "SCHEMA", newer)
    assert "to 9998 was tried on a copy" in found(settings)["database"][1]

    (newer / "9999_broken.sql").write_text("nonsense;")
    state, words = found(settings)["database"]
    assert "error" == state
    assert "this version cannot update" in words
    file = apsw.Connection(str(settings.data_dir / "mantel.db"), flags=apsw.SQLITE_OPEN_READONLY)
    assert [] == list(file.execute("SELECT name FROM sqlite_schema WHERE name = 'more'"))


def test_the_command_prints_findings_and_sets_its_exit_code(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "data", tmp_path / "log")
    machine.start()
    try:
        healthy = machine.run("doctor")
        assert 0 == healthy.returncode, healthy.stdout + healthy.stderr
        assert "ok       database: " in healthy.stdout
        (tmp_path / "data" / "encryption.key").write_text("short")
        wrong = machine.run("doctor")
        assert 1 == wrong.returncode
        assert "error    key: encryption.key must hold 32 bytes" in wrong.stdout
    finally:
        machine.kill()
