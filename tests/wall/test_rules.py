"""Validation of the wall's settings, and access to the wall."""

import pytest

from appliance.kernel.errors import BadRequest
from appliance.wall import rules
from appliance.wall.models import WallPatch, WallSettings

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
