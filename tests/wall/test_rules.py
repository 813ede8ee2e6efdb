"""Validation of the wall's settings, access to the wall, and the summary of clock and calendars."""

import pytest

from appliance.calendar.calendars.models import Calendar
from appliance.kernel.errors import BadRequest
from appliance.wall import rules
from appliance.wall.models import Sync, WallPatch, WallSettings

SLEEPING = WallSettings(sleep_from="22:00", sleep_until="06:30")


@pytest.mark.parametrize(
    ("stored", "patch", "expected"),
    [
        (WallSettings(), WallPatch(), WallSettings()),
        (WallSettings(), WallPatch(sleep_from="22:00", sleep_until="06:30"), SLEEPING),
        (SLEEPING, WallPatch(sleep_from=None, sleep_until=None), WallSettings()),
        (SLEEPING, WallPatch(brightness=5), WallSettings(sleep_from="22:00", sleep_until="06:30", brightness=5)),
        (WallSettings(idle_minutes=30), WallPatch(idle_minutes=None, rotation=270), WallSettings(rotation=270)),
    ],
)
def test_a_patch_changes_only_its_fields(stored: WallSettings, patch: WallPatch, expected: WallSettings) -> None:
    assert expected == rules.apply_patch(patch, stored)


@pytest.mark.parametrize(
    ("patch", "words"),
    [
        (WallPatch(sleep_from="22:00"), "sleepUntil: sleepFrom and sleepUntil are set together"),
        (WallPatch(sleep_until="06:30"), "sleepUntil: sleepFrom and sleepUntil are set together"),
        (
            WallPatch(sleep_from="22:00", sleep_until=None),
            "sleepUntil: sleepFrom and sleepUntil are both set or both cleared",
        ),
        (
            WallPatch(sleep_from="22:00", sleep_until="22:00"),
            "sleepUntil: must differ from sleepFrom: the wall would never sleep",
        ),
    ],
)
def test_incomplete_sleep_times_are_rejected(patch: WallPatch, words: str) -> None:
    with pytest.raises(BadRequest) as error:
        rules.apply_patch(patch, SLEEPING)
    assert error.value.message.startswith(words)


@pytest.mark.parametrize(
    ("scope", "key", "wall_key", "allowed"),
    [
        ("admin", "a", "w", True),
        ("admin", None, None, True),
        ("display", "w", "w", True),
        ("display", "d", "w", False),
        ("display", "d", None, False),
        ("display", None, None, False),
    ],
)
def test_access_is_for_admins_and_the_wall_itself(
    scope: str, key: str | None, wall_key: str | None, allowed: bool
) -> None:
    assert allowed == rules.may_access(scope, key, wall_key)


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
