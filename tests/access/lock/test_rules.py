"""Every writing route and every setting that a display may use is classified as locked or free."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from appliance.access import rules as access
from appliance.access.lock import rules
from appliance.household.models import SettingsPatch
from tests.client import Client

WRITING = {"POST", "PUT", "PATCH", "DELETE"}
NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


def routes(table: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(method, path) for methods, path in table for method in methods.split() if method in WRITING]


def test_each_writing_route_of_displays_is_either_locked_or_free() -> None:
    of_displays = sorted(routes(access.DISPLAY) + routes(access.WALL))
    assert of_displays == sorted(routes(rules.LOCKED) + routes(rules.FREE))


def test_each_described_route_is_classified_as_its_table_says(anybody: Client) -> None:
    wrong = []
    for path, methods in anybody.get("/openapi.json").json()["paths"].items():
        called, template = re.sub(r"\{\w+\}", "no-such-id", path), re.sub(r"\{\w+\}", "{id}", path)
        for method in (each.upper() for each in methods):
            if not access.is_allowed("display", method, called) or access.is_public(called):
                continue
            if rules.is_locked(method, called) != ((method, template) in routes(rules.LOCKED)):
                wrong.append(f"{method} {path}")
    assert [] == wrong


def test_a_route_in_no_table_is_locked() -> None:
    assert rules.is_locked("POST", "/api/something-new")
    assert not rules.is_locked("GET", "/api/something-new")
    assert not rules.is_locked("POST", "/api/pair")


def test_each_setting_is_either_locked_or_free() -> None:
    assert sorted(SettingsPatch.__struct_fields__) == sorted([*rules.LOCKED_SETTINGS, *rules.FREE_SETTINGS])
    assert ["something_new", "sticker_price_scale"] == rules.locked_settings(
        ["text_scale", "sticker_price_scale", "something_new"]
    )


def test_the_documents_list_what_is_locked() -> None:
    document = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
    chapter = document.partition("\n## The PIN\n")[2].partition("\n## ")[0]
    assert list(rules.LOCKED) == re.findall(r"^  \| `([A-Z ]+)` \| `(/api/.+)` \|$", chapter, re.M)
    listed = re.findall(r"`(\w+)`", chapter.partition("a setting of points or prices (")[2].partition(")")[0])
    names = dict(zip(SettingsPatch.__struct_fields__, SettingsPatch.__struct_encode_fields__, strict=True))
    assert sorted(names[each] for each in rules.LOCKED_SETTINGS) == listed


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
