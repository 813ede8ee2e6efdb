"""Portions: an ingredient for another number of them, and back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.meals.portions import exact, quantity, scaled, written
from appliance.recipes.models import Ingredient

# The amount, its unit, for how many portions instead of four, the language, and what is written.
CASES = [
    (500.0, "g", 4, "en", "500 g"),
    (500.0, "g", 6, "en", "750 g"),
    (500.0, "g", 3, "de", "375 g"),
    (100.0, "g", 3, "en", "75 g"),
    (50.0, "g", 1, "de", "12,5 g"),
    (1.0, "l", 3, "de", "0,75 l"),
    (1.0, "l", 3, "en", "0.75 l"),
    (1.0, "kg", 7, "en", "1.75 kg"),
    (1.0, "cup", 8, "en", "2 cups"),
    (1.0, "cup", 2, "en", "½ cups"),
    (1.5, "cups", 2, "en", "¾ cups"),
    (1.0, "tsp", 1, "en", "¼ tsp"),
    (0.25, "tsp", 1, "en", "1/8 tsp"),
    (0.333, "cup", 8, "en", "⅔ cups"),
    (2.0, "Packung", 2, "de", "1 Packung"),
    (3.0, None, 2, "en", "1½"),
    (9.0, None, 6, "en", "14"),
    (None, None, 6, "en", None),
]


@pytest.mark.parametrize(("amount", "unit", "portions", "language", "expected"), CASES)
def test_an_ingredient_for_other_portions(
    amount: float | None, unit: str | None, portions: int, language: str, expected: str | None
) -> None:
    assert expected == quantity(Ingredient(name="Flour", amount=amount, unit=unit), portions, 4, language)


def test_of_a_range_its_end_counts() -> None:
    assert "6" == quantity(Ingredient(name="Eggs", amount=2, amount_to=3), 8, 4, "en")


PORTIONS = st.integers(1, 100)
AMOUNTS = st.one_of(
    st.integers(1, 2000).map(float), st.integers(1, 80).map(lambda n: n / 4), st.integers(1, 60).map(lambda n: n / 3)
)
UNITS = st.sampled_from(["g", "kg", "ml", "l", "dl", "cup", "tbsp", "oz", "lb", "can", ""])


@given(AMOUNTS, PORTIONS, PORTIONS)
def test_scaling_there_and_back_gives_the_amount(amount: float, portions: int, other: int) -> None:
    there = scaled(exact(amount), other, portions)
    assert exact(amount) == scaled(there, portions, other)
    assert abs(exact(amount) - Fraction(amount)) <= Fraction(1, 100)


@given(AMOUNTS, UNITS, PORTIONS, PORTIONS)
def test_what_is_written_can_be_measured_and_is_near(amount: float, unit: str, portions: int, other: int) -> None:
    value = scaled(exact(amount), other, portions)
    text = written(value, unit, "en")
    whole = text.rstrip("¼½¾⅓⅔")
    glyphs = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}
    near = Fraction(whole or 0) + glyphs.get(text[len(whole) :], Fraction(0))

    # An eighth is the smallest part of a spoon or a cup; of more than ten a half does not matter.
    assert near > 0
    assert abs(near - value) <= max(Fraction(1, 8), value / 20)
    assert "." not in text or unit in ("g", "kg", "ml", "l", "dl")
