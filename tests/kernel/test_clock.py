from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from appliance.kernel.scheduling.clock import has_hardware_clock, is_clock_right, is_zone, zone_or


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Europe/Berlin", True),
        ("UTC", True),
        ("America/Argentina/Buenos_Aires", True),
        ("europe/berlin", False),
        ("Europe", False),
        ("Mars/Olympus_Mons", False),
        ("../UTC", False),
        ("posixrules", False),
        # Files of a zone database that no browser takes as a time zone.
        ("localtime", False),
        ("Factory", False),
        ("", False),
    ],
)
def test_a_zone_is_a_name_of_the_database(name: str, known: bool) -> None:
    assert known == is_zone(name)


@pytest.mark.parametrize(
    ("state", "seconds_up", "right"),
    [
        (0, 5, True),
        (4, 5, True),
        (5, 5, False),
        (5, 599, False),
        (5, 601, None),
        (-1, 5, None),
        (-1, 601, None),
    ],
)
def test_a_clock_is_right_when_the_network_has_set_it(state: int, seconds_up: float, right: bool | None) -> None:
    assert right == is_clock_right(state, seconds_up, has_hardware_clock=False)


def test_a_machine_with_a_hardware_clock_need_not_wait_for_the_network() -> None:
    assert is_clock_right(5, 5, has_hardware_clock=True) is None


@pytest.mark.parametrize(
    ("since_epoch", "agrees"),
    [
        ("1795379803", True),
        ("1795379750", True),
        ("1795370000", False),
        ("946684800", False),
        ("", False),
    ],
)
def test_a_hardware_clock_counts_only_when_it_agrees(tmp_path: Path, since_epoch: str, agrees: bool) -> None:
    (tmp_path / "rtc0").mkdir()
    (tmp_path / "rtc0" / "since_epoch").write_text(f"{since_epoch}\n")

    assert agrees == has_hardware_clock(tmp_path, 1_795_379_804.5)


def test_a_hardware_clock_at_its_epoch_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "rtc0").mkdir()
    (tmp_path / "rtc0" / "since_epoch").write_text("30\n")

    assert not has_hardware_clock(tmp_path, 31.0)


def test_a_machine_without_a_hardware_clock_has_none(tmp_path: Path) -> None:
    assert not has_hardware_clock(tmp_path / "missing", 1_795_379_804.5)


@pytest.mark.parametrize("name", ["Europe/Nowhere", "Europe", "../UTC", "a\0b", "", None])
def test_an_unknown_zone_is_replaced(name: str | None) -> None:
    utc = ZoneInfo("UTC")
    assert utc is zone_or(name, utc)
    assert ZoneInfo("Europe/Berlin") == zone_or("Europe/Berlin", utc)
