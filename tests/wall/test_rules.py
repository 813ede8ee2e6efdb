"""What the wall's settings may be, who may look, and how what the server sees is summed up."""

import pytest
from msgspec import UNSET

from appliance.calendar.calendars.models import Calendar
from appliance.kernel.errors import BadRequest
from appliance.wall import rules
from appliance.wall.models import Sync, WallPatch, WallSettings

SLEEPING = WallSettings(sleep_from="22:00", sleep_until="06:30")


@pytest.mark.parametrize(
    ("stored", "patch", "left"),
    [
        (WallSettings(), WallPatch(), WallSettings()),
        (WallSettings(), WallPatch("22:00", "06:30"), SLEEPING),
        (SLEEPING, WallPatch(None, None), WallSettings()),
        (SLEEPING, WallPatch(brightness=5), WallSettings("22:00", "06:30", brightness=5)),
        (WallSettings(idle_minutes=30), WallPatch(idle_minutes=None, rotation=270), WallSettings(rotation=270)),
    ],
)
def test_a_patch_changes_what_it_names(stored: WallSettings, patch: WallPatch, left: WallSettings) -> None:
    assert left == rules.accepted(patch, stored)


@pytest.mark.parametrize(
    ("patch", "words"),
    [
        (WallPatch("22:00"), "sleepUntil: sleepFrom and sleepUntil are set together"),
        (WallPatch(UNSET, "06:30"), "sleepUntil: sleepFrom and sleepUntil are set together"),
        (WallPatch("22:00", None), "sleepUntil: sleepFrom and sleepUntil are both set or both cleared"),
        (WallPatch("22:00", "22:00"), "sleepUntil: must differ from sleepFrom: the wall would never sleep"),
    ],
)
def test_half_a_night_is_refused(patch: WallPatch, words: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        rules.accepted(patch, SLEEPING)
    assert refusal.value.message.startswith(words)


@pytest.mark.parametrize(
    ("scope", "key", "own", "may"),
    [
        ("admin", "a", "w", True), ("admin", None, None, True), ("display", "w", "w", True),
        ("display", "d", "w", False), ("display", "d", None, False), ("display", None, None, False),
    ],
)  # fmt: skip
def test_who_may_look(scope: str, key: str | None, own: str | None, may: bool) -> None:
    assert may == rules.is_own(scope, key, own)


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [(True, False, "wrong"), (True, None, "wrong"), (False, True, "right"), (False, None, "unknown")],
)
def test_the_clock_in_a_word(wrong: bool, right: bool | None, said: str) -> None:
    assert said == rules.clock(wrong, right)


def calendar(name: str, at: str | None = None, error: str | None = None, **other: object) -> Calendar:
    values = {
        "id": name, "kind": "ics", "account_id": None, "remote_id": None, "name": name, "color": None,
        "member_id": None, "member_ids": (), "category_id": None, "writable": False, "enabled": True,
        "last_synced_at": at, "last_error": error, "needs_reconnect": False,
    }  # fmt: skip
    return Calendar(**{**values, **other})  # type: ignore[arg-type]


def test_the_last_sync_is_the_newest_that_went_well() -> None:
    ten, eleven, noon = (f"2026-11-20T{hour}:00:00.000Z" for hour in (10, 11, 12))
    calendars = [
        calendar("Family", noon, kind="local"), calendar("Off", noon, enabled=False),
        calendar("School", ten), calendar("Club", eleven), calendar("Work", noon, "410 Gone"),
        calendar("Away", needs_reconnect=True),
    ]  # fmt: skip
    assert Sync(4, eleven, ["Work", "Away"]) == rules.last_sync(calendars)
    assert Sync(0, None, []) == rules.last_sync(calendars[:2])
