"""Amounts for other portions, and the amounts that a kitchen can measure: decimals in metric units, else fractions."""

from fractions import Fraction

from msgspec.structs import replace

from appliance.lists.amounts.rules import MEASURES
from appliance.recipes.models import Ingredient

# Spoons, cups and pieces are measured in these parts; an eighth is left out above one.
PARTS = [Fraction(part) for part in ("0", "1/8", "1/4", "1/3", "1/2", "2/3", "3/4", "1")]
# From so many on whole pieces are enough.
WHOLE_FROM = 10
# The steps of a scale, by the smallest amount that they are for.
METRIC_STEPS = ((100, Fraction(5)), (10, Fraction(1)), (1, Fraction(1, 4)), (0, Fraction(1, 100)))


def scaled(ingredient: Ingredient, portions: int, wanted: int) -> Ingredient:
    """An ingredient of a recipe for `portions` in the amount for `wanted`. It is not rounded: see `sensible`."""
    return replace(
        ingredient,
        amount=_times(ingredient.amount, portions, wanted),
        amount_to=_times(ingredient.amount_to, portions, wanted),
    )


def sensible(amount: float, unit: str | None) -> Fraction:
    """The nearest amount that can be measured; nothing becomes none."""
    exact = Fraction(amount).limit_denominator(10_000)
    if exact <= 0:
        return Fraction(0)
    if is_metric(unit):
        step = next(step for least, step in METRIC_STEPS if exact >= least)
        return max(step, round(exact / step) * step)
    whole, rest = divmod(exact, 1)
    if whole >= WHOLE_FROM:
        return Fraction(round(exact))
    parts = PARTS if whole == 0 else [part for part in PARTS if part != Fraction(1, 8)]
    return max(Fraction(1, 8), whole + min(parts, key=lambda part: abs(part - rest)))


def is_metric(unit: str | None) -> bool:
    """Whether a unit is read off a scale or a measuring jug."""
    kind, _ = MEASURES.get((unit or "").rstrip(".").casefold(), (None, 0))
    return kind in ("mass", "volume")


def _times(amount: float | None, portions: int, wanted: int) -> float | None:
    return None if amount is None else float(Fraction(amount).limit_denominator(1_000_000) * wanted / portions)
