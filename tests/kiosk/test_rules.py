"""When the screen is lit, how brightly, and when the browser is started anew."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from kiosk.rules import ALONE_SECONDS, NIGHT_SECONDS, Lit, asleep, due, lit, overgrown
from kiosk.told import House, Settings

NIGHT = Settings(sleep_from=22 * 60, sleep_until=6 * 60 + 30, brightness=90, night_brightness=20)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("begin", "end", "minutes", "expected"),
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
def test_a_sleep_may_reach_over_midnight(begin: int | None, end: int | None, minutes: int, expected: bool) -> None:
    assert expected is asleep(Settings(sleep_from=begin, sleep_until=end), minutes)


@pytest.mark.parametrize(
    ("settings", "minutes", "alone", "light", "sent", "expected"),
    [
        pytest.param(Settings(), 0, 1e9, "awake", False, Lit(True, 100), id="without a wish it is always lit"),
        pytest.param(NIGHT, 720, 1e9, "dim", False, Lit(True, 90), id="by day"),
        pytest.param(NIGHT, 1320, NIGHT_SECONDS, "awake", False, Lit(False, 20), id="by night"),
        pytest.param(NIGHT, 1320, NIGHT_SECONDS - 1, "awake", False, Lit(True, 20), id="touched at night"),
        pytest.param(NIGHT, 720, 0, "night", False, Lit(True, 20), id="the page shows the clock of the night"),
        pytest.param(Settings(idle_minutes=30), 720, 1799, None, False, Lit(True, 100), id="not idle for long enough"),
        pytest.param(Settings(idle_minutes=30), 720, 1800, None, False, Lit(False, 100), id="idle"),
        pytest.param(Settings(), 720, 0, "awake", True, Lit(False, 100), id="sent to sleep"),
    ],
)
def test_the_screen_is_lit_when_it_should_be(
    settings: Settings, minutes: int, alone: float, light: str | None, sent: bool, expected: Lit
) -> None:
    assert expected == lit(settings, minutes, alone, light, sent)


@pytest.mark.parametrize(
    ("used", "alone", "expected"),
    [
        (None, 1e9, False),
        (1000, 1e9, False),
        (1001, ALONE_SECONDS, True),
        (1001, ALONE_SECONDS - 1, False),
        (1250, 0, False),
        (1251, 0, True),
    ],
)
def test_a_browser_that_has_grown_waits_for_people_to_leave_unless_it_is_far_too_large(
    used: int | None, alone: float, expected: bool
) -> None:
    assert expected is overgrown(used, 1000, alone)


@pytest.mark.parametrize(
    ("now", "started", "alone", "expected"),
    [
        pytest.param((21, 3, 29), (20, 12, 0), 1e9, False, id="not yet, and the day before is long over"),
        pytest.param((21, 3, 30), (20, 12, 0), 1e9, True, id="now"),
        pytest.param((21, 3, 30), (20, 12, 0), ALONE_SECONDS - 1, False, id="somebody is there"),
        pytest.param((21, 6, 29), (20, 12, 0), 1e9, True, id="as soon as they are gone"),
        pytest.param((21, 6, 30), (20, 12, 0), 1e9, False, id="too late: tomorrow"),
        pytest.param((21, 3, 31), (21, 3, 30), 1e9, False, id="it is fresh"),
    ],
)
def test_once_a_night_it_is_started_anew(
    now: tuple[int, int, int], started: tuple[int, int, int], alone: float, expected: bool
) -> None:
    moment, since = (datetime(2026, 11, *parts, tzinfo=BERLIN) for parts in (now, started))
    assert expected is due(3 * 60 + 30, moment, since.astimezone(UTC), alone)


def test_a_fresh_start_before_midnight_counts_for_its_night() -> None:
    began = datetime(2026, 11, 20, 23, 50, tzinfo=BERLIN)
    assert not due(23 * 60 + 45, began + timedelta(minutes=20), began, 1e9)
    assert due(23 * 60 + 45, began + timedelta(minutes=20), began - timedelta(hours=1), 1e9)


def test_settings_are_understood() -> None:
    told = {"sleepFrom": "22:00", "sleepUntil": "06:30", "idleMinutes": 30, "rotation": 270}
    told |= {"brightness": 80, "nightBrightness": 5, "recycleAt": "04:15"}
    assert Settings(1320, 390, 30, 270, 80, 5, 255) == Settings.of({"tell": "settings", "later": 1, **told})


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"sleepFrom": None, "idleMinutes": None, "rotation": None},
        {"sleepFrom": "25:00", "sleepUntil": 7, "idleMinutes": 0, "rotation": 45},
        {"brightness": 0, "nightBrightness": "dark", "recycleAt": "soon", "idleMinutes": "30"},
        {"brightness": 101, "rotation": [90], "recycleAt": None},
    ],
)
def test_settings_that_nobody_understands_are_as_if_unsaid(told: dict[str, object]) -> None:
    assert Settings() == Settings.of(told)


@pytest.mark.parametrize(("zone", "expected"), [("Asia/Kathmandu", "05:45"), ("Europe/Berlin", "01:00")])
def test_the_wall_goes_by_the_clock_of_the_household(zone: str, expected: str) -> None:
    house = House.of({"tell": "house", "claimed": True, "claim": None, "timezone": zone})
    assert expected == house.local(datetime(2026, 11, 20, 0, 0, tzinfo=UTC)).strftime("%H:%M")


@pytest.mark.parametrize("zone", [None, "Nowhere/Land", "../etc", "", 7])
def test_an_unknown_zone_is_the_one_of_this_machine(zone: object) -> None:
    moment = datetime(2026, 11, 20, 0, 0, tzinfo=UTC)
    assert moment.astimezone() == House.of({"claimed": False, "timezone": zone}).local(moment)
