"""Portions: an ingredient for another number of them, and back."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.meals.portions import exact, quantity, scaled, written
from appliance.recipes.models import Ingredient

# For four portions; the page scales alike, and is tested with the same cases.
CASES = json.loads((Path(__file__).parent / "portions.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_ingredient_for_other_portions(case: dict[str, Any]) -> None:
    flour = Ingredient(name="Flour", amount=case["amount"], unit=case["unit"])
    assert case["expected"] == quantity(flour, case["portions"], 4, case["language"])


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
