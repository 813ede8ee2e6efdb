"""When the screen is on and how bright, when the browser restarts, and how the server's messages are parsed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from kiosk.rules import (
    NIGHT_SECONDS,
    UNATTENDED_SECONDS,
    is_page_abandoned,
    is_sleep_time,
    needs_memory_restart,
    needs_nightly_restart,
    wanted_screen,
)
from kiosk.server_messages import HouseholdStatus, WallSettings

NIGHT = WallSettings(sleep_from=22 * 60, sleep_until=6 * 60 + 30, brightness=90, night_brightness=20)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("begin", "end", "minute", "expected"),
    [
        (1320, 390, 1319, False),
        (1320, 390, 1320, True),
        (1320, 390, 0, True),
        (1320, 390, 389, True),
        (1320, 390, 390, False),
        (780, 900, 800, True),
        (780, 900, 900, False),
        (600, 600, 600, False),
        (None, 390, 100, False),
        (1320, None, 1400, False),
    ],
)
def test_the_hours_of_sleep_may_cross_midnight(begin: int | None, end: int | None, minute: int, expected: bool) -> None:
    assert expected is is_sleep_time(WallSettings(sleep_from=begin, sleep_until=end), minute)


@pytest.mark.parametrize(
    ("settings", "minute", "idle_seconds", "light", "switched_off", "expected"),
    [
        pytest.param(WallSettings(), 0, 1e9, "awake", False, (True, 100), id="always on by default"),
        pytest.param(NIGHT, 720, 1e9, "dim", False, (True, 90), id="day"),
        pytest.param(NIGHT, 1320, NIGHT_SECONDS, "awake", False, (False, 20), id="night"),
        pytest.param(NIGHT, 1320, NIGHT_SECONDS - 1, "awake", False, (True, 20), id="touched at night"),
        pytest.param(NIGHT, 720, 0, "night", False, (True, 20), id="the page shows its night clock"),
        pytest.param(WallSettings(idle_minutes=30), 720, 1799, None, False, (True, 100), id="not idle long enough"),
        pytest.param(WallSettings(idle_minutes=30), 720, 1800, None, False, (False, 100), id="idle"),
        pytest.param(WallSettings(), 720, 0, "awake", True, (False, 100), id="switched off by a parent"),
    ],
)
def test_the_wanted_screen(
    settings: WallSettings,
    minute: int,
    idle_seconds: float,
    light: str | None,
    switched_off: bool,
    expected: tuple[bool, int],
) -> None:
    screen = wanted_screen(settings, minute=minute, idle_seconds=idle_seconds, light=light, switched_off=switched_off)
    assert expected == (screen.on, screen.brightness)


@pytest.mark.parametrize(
    ("used", "idle_seconds", "expected"),
    [
        (None, 1e9, False),
        (1000, 1e9, False),
        (1001, UNATTENDED_SECONDS, True),
        (1001, UNATTENDED_SECONDS - 1, False),
        (1250, 0, False),
        (1251, 0, True),
    ],
)
def test_a_memory_restart_waits_for_people_to_leave_below_the_hard_limit(
    used: int | None, idle_seconds: float, expected: bool
) -> None:
    assert expected is needs_memory_restart(used, 1000, idle_seconds)


@pytest.mark.parametrize(
    ("now", "started", "idle_seconds", "expected"),
    [
        pytest.param((21, 3, 29), (20, 12, 0), 1e9, False, id="too early, and too late for the day before"),
        pytest.param((21, 3, 30), (20, 12, 0), 1e9, True, id="due"),
        pytest.param((21, 3, 30), (20, 12, 0), UNATTENDED_SECONDS - 1, False, id="somebody is there"),
        pytest.param((21, 6, 29), (20, 12, 0), 1e9, True, id="delayed until they left"),
        pytest.param((21, 6, 30), (20, 12, 0), 1e9, False, id="too late"),
        pytest.param((21, 3, 31), (21, 3, 30), 1e9, False, id="already restarted"),
    ],
)
def test_the_browser_restarts_once_a_night(
    now: tuple[int, int, int], started: tuple[int, int, int], idle_seconds: float, expected: bool
) -> None:
    moment, since = (datetime(2026, 11, *parts, tzinfo=BERLIN) for parts in (now, started))
    assert expected is needs_nightly_restart(3 * 60 + 30, moment, since.astimezone(UTC), idle_seconds)


def test_a_restart_before_midnight_counts_for_that_night() -> None:
    started = datetime(2026, 11, 20, 23, 50, tzinfo=BERLIN)
    now = started + timedelta(minutes=20)
    assert not needs_nightly_restart(23 * 60 + 45, now, started, 1e9)
    assert needs_nightly_restart(23 * 60 + 45, now, started - timedelta(hours=1), 1e9)


@pytest.mark.parametrize(("idle_seconds", "expected"), [(0, False), (119.9, False), (120, True)])
def test_a_page_is_abandoned_after_the_idle_time(idle_seconds: float, expected: bool) -> None:
    assert expected is is_page_abandoned(idle_seconds, 120)


def test_settings_are_parsed() -> None:
    message = {"sleepFrom": "22:00", "sleepUntil": "06:30", "idleMinutes": 30, "rotation": 270}
    message |= {"brightness": 80, "nightBrightness": 5, "recycleAt": "04:15"}
    expected = WallSettings(
        sleep_from=1320,
        sleep_until=390,
        idle_minutes=30,
        rotation=270,
        brightness=80,
        night_brightness=5,
        recycle_at=255,
    )
    assert expected == WallSettings.parse({"type": "settings", "later": 1, **message})


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"sleepFrom": None, "idleMinutes": None, "rotation": None},
        {"sleepFrom": "25:00", "sleepUntil": 7, "idleMinutes": 0, "rotation": 45},
        {"brightness": 0, "nightBrightness": "dark", "recycleAt": "soon", "idleMinutes": "30"},
        {"brightness": 101, "rotation": [90], "recycleAt": None},
    ],
)
def test_invalid_settings_get_their_defaults(message: dict[str, object]) -> None:
    assert WallSettings() == WallSettings.parse(message)


@pytest.mark.parametrize(("zone", "expected"), [("Asia/Kathmandu", "05:45"), ("Europe/Berlin", "01:00")])
def test_local_time_is_in_the_zone_of_the_household(zone: str, expected: str) -> None:
    household = HouseholdStatus.parse({"type": "household", "claimed": True, "claim": None, "timezone": zone})
    assert expected == household.local_time(datetime(2026, 11, 20, 0, 0, tzinfo=UTC)).strftime("%H:%M")


@pytest.mark.parametrize("zone", [None, "Nowhere/Land", "../etc", "", 7])
def test_an_unknown_zone_is_replaced_by_the_zone_of_the_machine(zone: object) -> None:
    moment = datetime(2026, 11, 20, 0, 0, tzinfo=UTC)
    assert moment.astimezone() == HouseholdStatus.parse({"claimed": False, "timezone": zone}).local_time(moment)
