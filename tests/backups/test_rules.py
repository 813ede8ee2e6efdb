from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from appliance.backups import rules
from appliance.backups.models import Backup, Kind
from appliance.kernel.database.db_backup import free_path
from appliance.kernel.scheduling.clock import instant

BERLIN = ZoneInfo("Europe/Berlin")


def at(day: int, hour: int) -> datetime:
    return datetime(2026, 11, day, hour, 30, tzinfo=UTC)


def name_of(prefix: str, when: datetime) -> str:
    return free_path(Path("missing"), prefix, when).name


def made(prefix: str, when: datetime) -> Backup:
    named = rules.parse_name(name_of(prefix, when))
    assert named
    return rules.backup(named, 1)


@pytest.mark.parametrize(
    ("prefix", "kind"),
    [("nightly", "nightly"), ("manual", "manual"), ("before-0017", "migration"), ("replaced", "replaced")],
)
def test_a_name_gives_the_kind_of_a_backup(prefix: str, kind: Kind) -> None:
    name = name_of(prefix, at(20, 1))
    assert "20261120T013000Z" in name
    assert Backup(name=name, kind=kind, at="2026-11-20T01:30:00.000Z", bytes=1) == made(prefix, at(20, 1))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "mantel.db",
        "nightly-20261120T013000Z.db.part",
        "nightly-20261120T013000Z.db\n",
        "x/nightly-20261120T013000Z.db",
        "../nightly-20261120T013000Z.db",
        "nightly-20261320T013000Z.db",
        "before-17-20261120T013000Z.db",
        "nightly-２0261120T013000Z.db",
        "encryption.key",
        "nightly-20261120T013000Z.db\0",
    ],
)
def test_another_file_name_has_no_time(name: str) -> None:
    assert rules.parse_name(name) is None


@pytest.mark.parametrize(
    ("backups", "now", "due"),
    [
        ([], at(20, 12), True),
        # Three o'clock in Berlin is two o'clock UTC.
        ([made("nightly", at(20, 1))], at(20, 1), False),
        ([made("nightly", at(20, 1))], at(20, 2), True),
        ([made("nightly", at(20, 2))], at(21, 1), False),
        ([made("nightly", at(20, 2))], at(21, 2), True),
        ([made("manual", at(20, 11))], at(20, 12), True),
        # Named by a clock that stood in the future.
        ([made("nightly", at(25, 2))], at(20, 12), True),
    ],
)
def test_a_backup_is_due_once_after_three_in_the_morning(backups: list[Backup], now: datetime, due: bool) -> None:
    assert due == rules.is_due(backups, now, BERLIN)


def test_the_newest_of_each_kind_stay() -> None:
    nights = [made("nightly", at(day, 2)) for day in range(1, 6)]
    rest = [made("before-0017", at(1, 1)), made("before-0018", at(2, 1)), made("manual", at(1, 1))]

    gone = rules.superseded([*nights, *rest], keep=2)

    assert {name_of("nightly", at(day, 2)) for day in (1, 2, 3)} == set(gone)
    assert [] == rules.superseded(nights, keep=5)
    assert instant(at(5, 2)) == max(each.at for each in nights)


def test_backups_of_an_empty_household_do_not_replace_those_of_a_full_one() -> None:
    full = [made("nightly", at(day, 2)) for day in range(1, 4)]
    empty = [made("nightly", at(day, 2)) for day in range(4, 9)]

    gone = rules.superseded([*full, *empty], 2, {each.name for each in empty})

    assert {name_of("nightly", at(day, 2)) for day in (1, 4, 5, 6)} == set(gone)
