"""Portions there and back, and amounts that can be measured."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from appliance.recipes.models import Ingredient
from appliance.recipes.portions import PARTS, is_metric, scaled, sensible

UNITS = some.sampled_from(["g", "kg", "ml", "l", "dl", "cup", "cups", "tbsp", "oz", "lb", "EL", "łyżki", None])
PORTIONS = some.integers(1, 100)
# What recipes have: whole numbers, decimals, and fractions of a cup.
AMOUNTS = some.one_of(
    some.integers(1, 5000).map(float),
    some.integers(1, 9999).map(lambda hundredths: hundredths / 100),
    some.builds(lambda whole, part: float(whole + part), some.integers(0, 9), some.sampled_from(PARTS[1:])),
)


@given(AMOUNTS, UNITS, PORTIONS, PORTIONS)
def test_there_and_back(amount: float, unit: str | None, portions: int, wanted: int) -> None:
    ingredient = Ingredient(name="x", amount=amount, amount_to=amount * 2, unit=unit)
    there = scaled(ingredient, portions, wanted)
    back = scaled(there, wanted, portions)

    assert there.amount is not None and back.amount is not None and back.amount_to is not None
    assert there.amount * portions == pytest.approx(amount * wanted, rel=1e-3)
    assert back.amount == pytest.approx(amount, rel=1e-3)
    assert back.amount_to == pytest.approx(amount * 2, rel=1e-3)
    assert sensible(back.amount, unit) == sensible(amount, unit)


@given(AMOUNTS, UNITS, PORTIONS, PORTIONS)
def test_a_sensible_amount_is_near_and_can_be_measured(
    amount: float, unit: str | None, portions: int, wanted: int
) -> None:
    exact = scaled(Ingredient(name="x", amount=amount), portions, wanted).amount
    assert exact is not None
    rounded = sensible(exact, unit)

    assert rounded > 0
    assert rounded == sensible(float(rounded), unit)
    if is_metric(unit):
        assert abs(float(rounded) - exact) <= max(0.13 * exact, 0.01)
        assert (rounded * 100).denominator == 1
    else:
        assert abs(float(rounded) - exact) <= max(0.13 * exact, 0.125)
        assert rounded % 1 in PARTS


@pytest.mark.parametrize(
    ("amount", "unit", "portions", "wanted", "expected"),
    [
        (500, "g", 4, 6, "750"),
        (500, "g", 6, 4, "335"),
        (1, "kg", 4, 6, "3/2"),
        (1, "cup", 4, 6, "3/2"),
        (1, "cup", 6, 4, "2/3"),
        (0.75, "cup", 4, 8, "3/2"),
        (1, "tsp", 8, 1, "1/8"),
        (1, None, 4, 2, "1/2"),
        (3, None, 4, 6, "9/2"),
        (3, None, 4, 20, "15"),
        (2, "lb", 4, 3, "3/2"),
        (0, None, 4, 3, "0"),
    ],
)
def test_an_amount(amount: float, unit: str | None, portions: int, wanted: int, expected: str) -> None:
    found = scaled(Ingredient(name="x", amount=amount, unit=unit), portions, wanted).amount
    assert found is not None
    assert Fraction(expected) == sensible(found, unit)
