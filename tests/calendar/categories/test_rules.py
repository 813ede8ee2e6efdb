"""Which titles a category claims, and which keywords it keeps."""

import pytest

from appliance.calendar.categories import rules
from appliance.calendar.categories.models import Category


def category(id: str, *keywords: str) -> Category:
    return Category(id, id.title(), None, "#123456", keywords, 0, "2026-11-20T15:24:00.000Z")


SPORTS = category("sports", "practice", "game", "swim")
SCHOOL = category("school", "school", "field trip")
TRAVEL = category("travel", "trip", " ", "flug")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Soccer game", "sports"),
        ("GAME!", "sports"),
        ("Gamestop", None),
        ("Swimming", None),
        ("Field trip to the zoo", "school"),
        ("Road trip", "travel"),
        ("Trip to the school game", "sports"),
        ("(Flug)", "travel"),
        ("Flüge", None),
        ("Abflug", None),
        ("2game", None),
        ("game_night", "sports"),
        ("", None),
    ],
)
def test_the_first_category_with_a_whole_word_claims(title: str, expected: str | None) -> None:
    assert expected == rules.claimer([SPORTS, SCHOOL, TRAVEL])(title)


def test_order_decides_between_two() -> None:
    assert "travel" == rules.claimer([TRAVEL, SCHOOL])("Field trip")
    assert "school" == rules.claimer([SCHOOL, TRAVEL])("Field trip")


def test_blank_keywords_are_dropped_and_others_kept_as_written() -> None:
    assert (" Game ", "swim") == rules.kept_keywords([" Game ", "", "  ", "swim"])
