"""Amounts of the same thing, added: "2 l" and "1 l" are "3 l", "500 g" and "1 kg" are "1.5 kg".

A quantity is free text. What it means is read here, and in the same way by the UI (`lib/amounts`): both read the same
table of units, and `tests/lists/amounts.json` has the cases of both.
"""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

UNITS: dict[str, Any] = json.loads((Path(__file__).parent / "units.json").read_text("utf-8"))
# What a word of measure is one of, and how many of the smallest unit of its kind.
MEASURES: dict[str, tuple[str, int]] = {unit: (kind, size) for unit, (kind, size) in UNITS["measures"].items()}
# Words for one of a thing, which a bare number means too.
PIECES: frozenset[str] = frozenset(UNITS["pieces"])
# The forms of a word by language: for one, for several; in Polish for one, for some, for many.
WORDS: dict[str, list[list[str]]] = {tag: [row.split() for row in rows] for tag, rows in UNITS["words"].items()}
GLYPHS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}
BY_VALUE = {value: glyph for glyph, value in GLYPHS.items()}
# Three digits after a point or a comma may be thousands: such a number is not read.
NUMBER = re.compile(
    r"(?:(?P<decimal>[0-9]{1,6}(?:[.,][0-9]{1,2})?)|(?P<whole>[0-9]{0,6})\s?(?P<glyph>[¼½¾⅓⅔])|(?P<top>[0-9]{1,3})/(?P<bottom>[0-9]{1,3}))"
    r"(?![0-9.,/–-])\s*(?P<unit>[^0-9].*)?"
)


class Amount(msgspec.Struct, frozen=True, kw_only=True):
    """A number of a unit, as typed; without a unit it is one of pieces."""

    value: Fraction
    unit: str


def added(first: str | None, second: str | None, language: str) -> str | None:
    """Two quantities as one. Amounts are added where their units agree; others stand beside each other: "2 l + 1 bag".

    `language` is that of the household, for words that several languages have.
    """
    if not first or not second:
        return first or second
    parts = [_read(part) for part in _parts(first)]
    for part in _parts(second):
        amount = _read(part)
        for at, other in enumerate(parts):
            if (total := _sum(other, amount, language)) is not None:
                parts[at] = total
                break
        else:
            parts.append(amount)
    style = f"{first} {second}"
    return " + ".join(part if isinstance(part, str) else _written(part, style, language) for part in parts)


def without(total: str, part: str, language: str) -> str | None:
    """A quantity without one that was added to it; None when nothing is left. What is not in it is not taken off."""
    left = [_read(each) for each in _parts(total)]
    for each in _parts(part):
        amount = _read(each)
        for at, other in enumerate(left):
            less = replace(amount, value=-amount.value) if isinstance(amount, Amount) else amount
            if (rest := _sum(other, less, language)) is not None:
                left[at : at + 1] = [rest] if isinstance(rest, Amount) and rest.value > 0 else []
                break
    style = f"{total} {part}"
    return " + ".join(each if isinstance(each, str) else _written(each, style, language) for each in left) or None


def with_form(value: Fraction, unit: str, language: str) -> str:
    """A unit in the form that goes with a number: "cups" for 2 and "cup"."""
    return _inflected(value, unit, language).unit


def is_decimal(unit: str) -> bool:
    """Whether amounts of a unit are written with decimals, not with fractions: those of the metric system."""
    return MEASURES.get(_word(unit), ("", 0))[0] in ("mass", "volume")


def _parts(quantity: str) -> list[str]:
    return [part.strip() for part in quantity.split("+") if part.strip()]


def _read(text: str) -> Amount | str:
    """The amount that a text is, or the text itself."""
    found = NUMBER.fullmatch(text)
    if found is None or found["bottom"] == "0":
        return text
    if found["decimal"]:
        value = Fraction(found["decimal"].replace(",", "."))
    elif found["glyph"]:
        value = int(found["whole"] or 0) + GLYPHS[found["glyph"]]
    else:
        value = Fraction(int(found["top"]), int(found["bottom"]))
    unit = (found["unit"] or "").strip()
    return Amount(value=value, unit="" if unit in ("x", "X", "×") else unit)


def _sum(first: Amount | str, second: Amount | str, language: str) -> Amount | str | None:
    """Two parts of quantities as one, or None where they do not agree."""
    if isinstance(first, str) or isinstance(second, str):
        same = isinstance(first, str) and isinstance(second, str) and first.casefold() == second.casefold()
        return first if same else None
    unit, other = _word(first.unit), _word(second.unit)
    if unit == other:
        return _inflected(first.value + second.value, first.unit, language)
    if {unit, other} <= PIECES | {""}:
        return _inflected(first.value + second.value, first.unit or second.unit, language)
    if unit in MEASURES and other in MEASURES and MEASURES[unit][0] == MEASURES[other][0]:
        size, other_size = MEASURES[unit][1], MEASURES[other][1]
        total = (first.value * size + second.value * other_size) / max(size, other_size)
        return _inflected(total, first.unit if size >= other_size else second.unit, language)
    if _row({unit, other}, language):
        return _inflected(first.value + second.value, first.unit, language)
    return None


def _word(unit: str) -> str:
    return unit.rstrip(".").casefold()


def _row(words: set[str], language: str) -> tuple[str, list[str]] | None:
    """The language and the forms of a word, where all of `words` are forms of it; the household's language first."""
    for tag in sorted(WORDS, key=lambda tag: (tag != language, list(WORDS).index(tag))):
        for forms in WORDS[tag]:
            if words <= {form.casefold() for form in forms}:
                return tag, forms
    return None


def _inflected(value: Fraction, unit: str, language: str) -> Amount:
    """The amount with the form of its unit that goes with the number."""
    row = _row({_word(unit)}, language)
    if row is None:
        return Amount(value=value, unit=unit)
    tag, forms = row
    form = forms[_form(value, tag, len(forms))]
    return Amount(value=value, unit=unit if form.casefold() == _word(unit) else form)


def _form(value: Fraction, tag: str, forms: int) -> int:
    """Which of the forms of a word goes with a number."""
    if value == 1 or forms == 1 or (tag == "fr" and value < 2):
        return 0
    if forms < 3 or value.denominator > 1:
        return 1
    few = value.numerator % 10 in (2, 3, 4) and value.numerator % 100 not in (12, 13, 14)
    return 1 if few else 2


def _written(amount: Amount, style: str, language: str) -> str:
    """An amount as the family writes amounts: `style` are its own."""
    unit = f" {amount.unit}" if amount.unit else ""
    return f"{_number(amount.value, style, language)}{unit}"


def _number(value: Fraction, style: str, language: str) -> str:
    whole, rest = divmod(value, 1)
    if rest == 0:
        return str(whole)
    if rest in BY_VALUE and re.search(r"[¼½¾⅓⅔]|[0-9]/[0-9]", style):
        return f"{whole or ''}{BY_VALUE[rest]}"
    comma = re.search(r"[0-9],[0-9]", style) or (language != "en" and not re.search(r"[0-9]\.[0-9]", style))
    # Halves are rounded up.
    hundredths = (value * 100 + Fraction(1, 2)).__floor__()
    text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if comma else text
