"""Every writing route and every setting that a display may use is classified as locked or free."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from appliance.access.lock import rules
from appliance.household.models import SettingsPatch

WRITING = {"POST", "PUT", "PATCH", "DELETE"}
NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


def test_each_setting_is_free_or_listed_as_locked() -> None:
    document = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
    chapter = document.partition("\n## The PIN\n")[2].partition("\n## ")[0]
    listed = re.findall(r"`(\w+)`", chapter.partition("a setting of points or prices (")[2].partition(")")[0])
    names = dict(zip(SettingsPatch.__struct_fields__, SettingsPatch.__struct_encode_fields__, strict=True))
    assert listed == sorted(names[setting] for setting in names.keys() - rules.FREE_SETTINGS)
    assert set() == rules.FREE_SETTINGS - names.keys()
    assert ["something_new", "sticker_price_scale"] == rules.locked_settings(
        ["text_scale", "sticker_price_scale", "something_new"]
    )


@pytest.mark.parametrize(
    ("seconds_ago", "left"), [(0, 300), (299, 1), (300, None), (-1, None)], ids=["new", "last second", "over", "future"]
)
def test_a_grant_lasts_five_minutes(seconds_ago: int, left: int | None) -> None:
    end = rules.grant_end(NOW - timedelta(seconds=seconds_ago), NOW)
    assert end == (None if left is None else NOW + timedelta(seconds=left))


def test_a_pin_matches_only_with_its_salt_and_encryption_key() -> None:
    stored = rules.hashed("0451", "aa", b"k" * 32)
    assert rules.matches("0451", stored, b"k" * 32)
    assert not rules.matches("451", stored, b"k" * 32)
    assert not rules.matches("0451", stored, b"x" * 32)
    assert stored.hash != rules.hashed("0451", "bb", b"k" * 32).hash
