import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from appliance.app import Application
from appliance.kernel.database.db_backup import check
from appliance.kernel.scheduling.clock import instant
from appliance.settings import Settings
from tests.client import Client
from tests.fakes import FakeClock
from tests.waiting import until

Tick = Callable[[], None]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        data_dir=tmp_path / "data", tz="Europe/Berlin", backup_keep=3, backup_dir_2=str(tmp_path / "stick" / "mantel")
    )


@pytest.fixture
def tick(application: Application) -> Tick:
    return lambda: asyncio.run(application.scheduler.tick())


def night(clock: FakeClock, tick: Tick) -> None:
    clock.turn(days=1)
    tick()


def state(client: Client) -> Any:
    answer = client.get("/api/backups")
    assert 200 == answer.status_code
    return answer.json()


def second(client: Client, done: Callable[[Any], bool]) -> Any:
    """The state of the second folder once it is as wanted: it is served by a thread of its own."""
    return until(lambda: state(client)["second"], done)


def test_a_backup_is_made_listed_and_can_be_taken_home(client: Client, tick: Tick, tmp_path: Path) -> None:
    client.post("/api/members", {"name": "Ana", "color": "#ee5577"})
    assert [] == state(client)["backups"]

    tick()

    answers = state(client)
    (backup,) = answers["backups"]
    assert {"name": "nightly-20261120T152400Z.db", "kind": "nightly", "at": "2026-11-20T15:24:00.000Z"} == {
        key: backup[key] for key in ("name", "kind", "at")
    }
    assert (3, None) == (answers["keep"], answers["error"])
    answer = client.get(f"/api/backups/{backup['name']}")
    assert (200, str(backup["bytes"])) == (answer.status_code, answer.headers["content-length"])
    assert f'attachment; filename="{backup["name"]}"' == answer.headers["content-disposition"]
    assert "no-store" == answer.headers["cache-control"]
    assert "etag" not in answer.headers or not answer.headers["etag"].startswith("W/")
    taken = tmp_path / "taken.db"
    taken.write_bytes(answer.content)
    check(taken)
    assert [("Ana",)] == list(apsw.Connection(str(taken)).execute("SELECT name FROM members"))


def test_one_a_night_and_the_newest_stay(client: Client, clock: FakeClock, tick: Tick) -> None:
    tick()
    tick()
    assert 1 == len(state(client)["backups"])

    for _ in range(4):
        night(clock, tick)

    assert ["2026-11-24", "2026-11-23", "2026-11-22"] == [each["at"][:10] for each in state(client)["backups"]]


@pytest.mark.parametrize(
    "name",
    [
        "nightly-20200101T000000Z.db",
        "..%2fmantel.db",
        "%2e%2e%2fencryption.key",
        "..%5cmantel.db",
        "mantel.db",
        "nightly-20261120T152400Z.db%00",
        "nightly-20261120T152400Z.db%0a",
        "%2fetc%2fpasswd",
        "....//mantel.db",
    ],
)
def test_only_backups_can_be_asked_for(client: Client, tick: Tick, name: str) -> None:
    tick()
    assert 404 == client.get(f"/api/backups/{name}").status_code


def test_a_failed_backup_is_reported_until_one_succeeds(
    settings: Settings, client: Client, clock: FakeClock, tick: Tick
) -> None:
    folder = settings.data_dir / "backups"
    folder.write_text("in the way")

    tick()
    assert [] == state(client)["backups"]
    assert f"{folder}: File exists" == state(client)["error"]

    folder.unlink()
    clock.turn(hours=1)
    tick()
    assert 1 == len(state(client)["backups"])
    assert state(client)["error"] is None


def test_a_stick_gets_what_it_lacks_when_it_is_there(
    client: Client, clock: FakeClock, tick: Tick, tmp_path: Path
) -> None:
    stick = tmp_path / "stick" / "mantel"
    tick()
    missing = second(client, lambda answers: answers["error"])
    assert {
        "folder": str(stick),
        "at": None,
        "error": f"{stick} is not there; is the stick plugged in, or the share mounted?",
    } == missing
    assert not stick.exists()

    stick.mkdir(parents=True)
    night(clock, tick)
    assert {"folder": str(stick), "at": "2026-11-21T15:24:00.000Z", "error": None} == second(
        client, lambda answers: answers["at"]
    )
    assert ["nightly-20261120T152400Z.db", "nightly-20261121T152400Z.db"] == sorted(
        path.name for path in stick.iterdir()
    )
    for path in stick.iterdir():
        check(path)

    (stick / "holiday.jpg").write_text("not ours")
    for _ in range(2):
        night(clock, tick)
        second(client, lambda answers: answers["at"] == instant(clock.now()))
    assert ["holiday.jpg", *(f"nightly-202611{day}T152400Z.db" for day in (21, 22, 23))] == sorted(
        path.name for path in stick.iterdir()
    )
