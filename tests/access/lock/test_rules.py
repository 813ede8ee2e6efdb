"""How long a grant lasts, and what a PIN matches."""

from datetime import UTC, datetime, timedelta

import pytest

from appliance.access.lock import rules

NOW = datetime(2026, 11, 20, 15, 24, tzinfo=UTC)


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
