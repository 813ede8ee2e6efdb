"""What counts as healthy, and the summary of clock and calendars."""

from datetime import timedelta

import msgspec
import pytest

from appliance.backups.remote.models import BackupPlace, Stored
from appliance.calendar.calendars.models import Calendar
from appliance.health import rules
from appliance.health.models import Disk, Part, RemoteBackup, State, Sync

TEN_MINUTES = timedelta(minutes=10)
HEALTHY = State(
    now="2026-11-20T15:24:00.000Z",
    migrated=True,
    writable=True,
    disk=Disk(total=32_000_000_000, free=20_000_000_000),
    clock="right",
    is_late=False,
    last_sync=Sync(calendars=2, at="2026-11-20T15:20:00.000Z", failing=[]),
    last_backup="2026-11-20T02:00:00.000Z",
    remote_backup=None,
    last_replica=None,
)


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({}, []),
        ({"migrated": False}, ["database"]),
        ({"writable": False}, ["database"]),
        ({"disk": Disk(total=32_000_000_000, free=199_999_999)}, ["disk"]),
        ({"clock": "unknown"}, []),
        ({"clock": "wrong"}, ["clock"]),
        ({"is_late": True}, ["scheduler"]),
        ({"last_sync": Sync(calendars=0, at=None, failing=[])}, []),
        ({"last_sync": Sync(calendars=1, at=None, failing=[])}, ["sync"]),
        ({"last_sync": Sync(calendars=1, at="2026-11-20T09:24:00.000Z", failing=[])}, []),
        ({"last_sync": Sync(calendars=1, at="2026-11-20T09:23:59.999Z", failing=[])}, ["sync"]),
        ({"last_backup": None}, []),
        ({"last_backup": "2026-11-18T13:00:00.000Z"}, ["backup"]),
        ({"remote_backup": RemoteBackup(at=None, failing=False)}, []),
        ({"remote_backup": RemoteBackup(at="2026-11-20T02:00:00.000Z", failing=True)}, ["remoteBackup"]),
    ],
)
def test_what_fell_behind_or_fails(change: dict[str, object], parts: list[Part]) -> None:
    assert parts == rules.degraded(msgspec.structs.replace(HEALTHY, **change), TEN_MINUTES)


def test_a_sync_that_is_seldom_wanted_is_late_after_three_intervals() -> None:
    sync = Sync(calendars=1, at="2026-11-20T03:24:00.000Z", failing=[])
    state = msgspec.structs.replace(HEALTHY, last_sync=sync)
    assert ["sync"] == rules.degraded(state, timedelta(hours=3))
    assert [] == rules.degraded(state, timedelta(hours=4))


@pytest.mark.parametrize(
    ("is_wrong", "is_synchronised", "expected"),
    [(True, False, "wrong"), (True, None, "wrong"), (False, True, "right"), (False, None, "unknown")],
)
def test_the_state_of_the_clock(is_wrong: bool, is_synchronised: bool | None, expected: str) -> None:
    assert expected == rules.clock_state(is_wrong, is_synchronised)


def calendar(name: str, at: str | None = None, error: str | None = None, **other: object) -> Calendar:
    values = {
        "id": name,
        "kind": "ics",
        "account_id": None,
        "remote_id": None,
        "name": name,
        "color": None,
        "member_id": None,
        "member_ids": (),
        "category_id": None,
        "writable": False,
        "enabled": True,
        "last_synced_at": at,
        "last_error": error,
        "needs_reconnect": False,
    }
    return Calendar(**{**values, **other})  # type: ignore[arg-type]


def test_the_last_sync_is_the_newest_successful_one() -> None:
    ten, eleven, noon = (f"2026-11-20T{hour}:00:00.000Z" for hour in (10, 11, 12))
    calendars = [
        calendar("Family", noon, kind="local"),
        calendar("Off", noon, enabled=False),
        calendar("School", ten),
        calendar("Club", eleven),
        calendar("Work", noon, "410 Gone"),
        calendar("Away", needs_reconnect=True),
    ]
    assert Sync(calendars=4, at=eleven, failing=["Work", "Away"]) == rules.last_sync(calendars)
    assert Sync(calendars=0, at=None, failing=[]) == rules.last_sync(calendars[:2])


@pytest.mark.parametrize(
    ("failures", "check_error", "failing"),
    [(0, None, False), (2, None, False), (3, None, True), (0, "the data is damaged", True)],
)
def test_backups_on_another_device_fail(failures: int, check_error: str | None, failing: bool) -> None:
    stored = Stored(
        place=BackupPlace(kind="folder", address="/media/stick"),
        created_at="2026-11-01T10:00:00.000Z",
        last_at="2026-11-19T03:00:00.000Z",
        tried_at="2026-11-20T03:00:00.000Z",
        failures=failures,
        error=None,
        checked_at=None,
        check_error=check_error,
    )
    assert RemoteBackup(at="2026-11-19T03:00:00.000Z", failing=failing) == rules.remote_backup(stored)
    assert rules.remote_backup(None) is None
