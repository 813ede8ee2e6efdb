"""Which titles match a category, and which keywords a category keeps."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.calendar.categories import rules
from appliance.calendar.categories.models import Category
from appliance.kernel.errors import BadRequest
from appliance.kernel.text.matching import has_word


def category(id: str, *keywords: str) -> Category:
    return Category(
        id=id,
        name=id.title(),
        emoji=None,
        color="#123456",
        keywords=keywords,
        sort=0,
        created_at="2026-11-20T15:24:00.000Z",
    )


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
    assert expected == rules.keyword_matcher([SPORTS, SCHOOL, TRAVEL])(title)


def test_order_decides_between_two() -> None:
    assert "travel" == rules.keyword_matcher([TRAVEL, SCHOOL])("Field trip")
    assert "school" == rules.keyword_matcher([SCHOOL, TRAVEL])("Field trip")


def test_blank_keywords_are_dropped_and_others_kept_as_written() -> None:
    assert (" Game ", "swim") == rules.kept_keywords([" Game ", "", "  ", "swim"])


LETTERS = st.sampled_from("aAbßẞſsSİıiIçéÉe\u0301ﬅﬆ1_ -!🎂")
TEXTS = st.text(LETTERS, max_size=12)


@settings(deadline=None)
@given(title=TEXTS, keywords=st.lists(TEXTS, max_size=4))
def test_keywords_match_as_the_rule_of_whole_words_says(title: str, keywords: list[str]) -> None:
    matched = rules.keyword_matcher([category("c", *keywords)])(title) == "c"

    assert matched == any(has_word(title, each) for each in keywords)


def test_only_the_beginning_of_a_long_title_is_looked_at() -> None:
    matched = rules.keyword_matcher([SPORTS])

    assert "sports" == matched("x" * (rules.LONGEST_TITLE - 5) + " game and more " + "x" * 500)
    assert matched("x" * (rules.LONGEST_TITLE - 4) + " games") is None
    assert matched("x" * (rules.LONGEST_TITLE - 3) + " game") is None


def test_the_comparisons_of_a_crafted_title_are_limited() -> None:
    # Every word begins as forty keywords of different lengths do.
    crafted = category("crafted", *(f"aa{'b' * length}" for length in range(rules.MAX_LENGTHS)))
    words = rules.MAX_COMPARED // rules.MAX_LENGTHS
    matched = rules.keyword_matcher([crafted, SPORTS])

    assert "sports" == matched("aax " * (words - 1) + "game")
    assert matched("aacc " * (words + 1) + "c" * 120 + " game") is None


def test_keywords_are_limited_over_all_categories(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MAX_KEYWORDS", 5)
    rules.check_cost(("a", "b"), (), [SPORTS])
    rules.check_cost(("a",), ("a", "b"), [SPORTS, SCHOOL])
    with pytest.raises(BadRequest, match="keywords"):
        rules.check_cost(("a", "b", "c"), (), [SPORTS])


def test_lengths_of_keywords_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MAX_LENGTHS", 3)
    rules.check_cost(("game", "abc"), (), [SPORTS])
    with pytest.raises(BadRequest, match="different lengths"):
        rules.check_cost(("abc",), (), [SPORTS, SCHOOL])
