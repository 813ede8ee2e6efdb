"""The ingredients of a recipe for another number of portions, with numbers that a cook can measure."""

from fractions import Fraction

from appliance.lists.amounts.rules import BY_VALUE, is_decimal, with_form
from appliance.recipes.models import Ingredient

# Parts of a cup or a spoon that people have.
PARTS = (Fraction(0), *sorted(BY_VALUE), Fraction(1))


def quantity(ingredient: Ingredient, portions: int, of_portions: int, language: str) -> str | None:
    """How much of an ingredient is needed for `portions`, where the recipe is for `of_portions`.

    None where the recipe says nothing. Of a range its end, so that there is enough. `language` is the household's.
    """
    amount = ingredient.amount if ingredient.amount_to is None else ingredient.amount_to
    if amount is None:
        return ingredient.unit
    unit = ingredient.unit or ""
    value = scaled(exact(amount), portions, of_portions)
    number = written(value, unit, language)
    return f"{number} {with_form(value, unit, language)}".strip()


def exact(amount: float) -> Fraction:
    """The amount that a decimal number stands for: 0.333 is a third."""
    return Fraction(amount).limit_denominator(1000 if amount < 1 else 100)


def scaled(amount: Fraction, portions: int, of_portions: int) -> Fraction:
    """An amount for another number of portions, not rounded, so that scaling back gives the amount itself."""
    return amount * Fraction(portions, of_portions)


def written(value: Fraction, unit: str, language: str) -> str:
    """A number of a unit, rounded to what can be measured: metric units in decimals, others in fractions.

    An amount above zero never becomes zero.
    """
    if is_decimal(unit):
        return _decimal(value, language)
    if value <= 0:
        return "0"
    if value >= 10:
        return str(_half_up(value))
    if value < Fraction(3, 16):
        return "1/8"
    whole, rest = divmod(value, 1)
    part = min(PARTS, key=lambda part: abs(part - rest))
    if part == 1:
        whole, part = whole + 1, Fraction(0)
    return f"{whole or ''}{BY_VALUE[part]}" if part else str(whole)


def _decimal(value: Fraction, language: str) -> str:
    """At most two decimals, and only as many as matter: 333 g, 12.5 g, 0.33 l."""
    step = Fraction(1) if value >= 100 else Fraction(1, 2) if value >= 10 else Fraction(1, 100)
    rounded = max(_half_up(value / step), 1 if value > 0 else 0) * step
    hundredths = int(rounded * 100)
    text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    return text if language == "en" else text.replace(".", ",")


def _half_up(value: Fraction) -> int:
    return (value + Fraction(1, 2)).__floor__()
