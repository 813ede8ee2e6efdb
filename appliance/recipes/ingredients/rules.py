"""An ingredient of a line of text: "1 1/2 cups flour, sifted" has an amount, a unit, a name and a note.

Lines of the seven languages of the UI are read in the same way, whatever the language of the household: pages that are
imported have their own. Nothing of a line is lost: what is neither amount nor unit is in the name or in the note.
"""

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from appliance.lists.amounts.rules import MEASURES, PIECES
from appliance.lists.amounts.rules import WORDS as SHOP_WORDS
from appliance.recipes.models import Ingredient

TABLE: dict[str, Any] = json.loads((Path(__file__).parent / "units.json").read_text("utf-8"))
GLYPH_VALUES = ["1/2", "1/3", "2/3", "1/4", "3/4", "1/5", "2/5", "3/5", "4/5", "1/6", "5/6", "1/8", "3/8", "5/8", "7/8"]
GLYPHS = dict(zip("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞", map(Fraction, GLYPH_VALUES), strict=True))
UNITS = {
    *MEASURES,
    *PIECES,
    *(form.casefold() for rows in SHOP_WORDS.values() for row in rows for form in row),
    *(unit for words in (*TABLE["spoons"].values(), *TABLE["words"].values()) for unit in words),
}
# "1.250 kg" is one and a quarter, "1.250 g" are twelve hundred and fifty.
LARGE = {unit for unit, (kind, size) in MEASURES.items() if kind in ("mass", "volume") and size >= 1000} | {"c", "cup"}
MAX_NAME, MAX_NOTE = 300, 300


def _any(words: Iterable[str]) -> str:
    """A pattern of any of the words, the longest first; a blank is any blanks, a dot may be left out at the end."""
    ordered = sorted(set(words), key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", r"\s*") for word in ordered)


NUMBER = r"(?:\d+\s+(?:(?:i|and|und|et|e|y|en)\s+)?\d+\s*/\s*\d+|\d+\s*/\s*\d+|\d+(?:[.,]\d+)*)"
TO = rf"(?:[-–—]|\b(?:{_any(word for word in TABLE['to'] if word.isalpha())})\b)"
LEADING = re.compile(
    rf"(?P<about>(?:{_any(TABLE['about'])})(?:\.|\b|(?<=[~≈]))\s*)?"
    rf"(?:(?P<first>{NUMBER})(?:\s*{TO}\s*(?P<last>{NUMBER}))?|(?P<half>{_any(TABLE['half'])})\b)\s*",
    re.I,
)
ONE = re.compile(rf"(?P<one>{_any(TABLE['one'])})\s+(?=\w)", re.I)
UNIT = re.compile(rf"(?P<unit>(?:{_any(UNITS)})(?:\([a-z]{{1,3}}\))?\.?)(?![\w'’])\s*", re.I)
TIMES = re.compile(rf"[x×]\s*(?P<size>{NUMBER}\s*(?:{_any(UNITS)})?\.?)(?!\w)\s*", re.I)
PLUS = re.compile(rf"(?:\+|plus\b)\s*(?P<number>{NUMBER})\s*(?P<unit>{_any(UNITS)})\b\.?\s*", re.I)
JOINED = re.compile(rf"(?:{_any(TABLE['joined'])})(?:(?<=['’])|\s+)", re.I)
BEHIND = re.compile(rf"\s*[-–:]?\s+(?P<number>{NUMBER})\s*(?P<unit>(?:{_any(UNITS)})\.?)?$", re.I)
TASTE = re.compile(rf"(?:^|(?<=\s)|(?<=,))(?:{_any(TABLE['taste'])})(?=$|[\s,;)])", re.I)
# Attached letters are an ending, as in "Zwiebel(n)".
BRACKET = re.compile(r"(?<!\w)\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\[([^\[\]]*)\]|(?<=\w)\(([^()]{4,})\)")
COMMA = re.compile(r"\s*[,;](?!\d)\s*")
BULLET = re.compile(r"^[\s\-–—•*▢☐□·‣●]+(?=\S)")
# Without a unit a larger number behind a name is part of it: "flour type 405".
MOST_BEHIND = 30
# An amount behind a name is looked for in so many characters.
LONGEST_BEHIND = 40


def parsed(line: str) -> Ingredient | None:
    """The ingredient of a line, or None for an empty one. Notes are what is in brackets and what follows a comma."""
    text = BULLET.sub("", _plain(line)).strip()
    if not text:
        return None
    notes: list[str] = []
    amount, amount_to, unit, rest = _beginning(text, notes)
    name = _name(rest, notes)
    end = name[-LONGEST_BEHIND:]
    if amount is None and (found := BEHIND.search(end)) and (read := _behind(found)) is not None:
        before = name[: len(name) - len(end) + found.start()].strip(" -–:")
        if re.search(r"[^\W\d]", before):
            amount, unit, name = read, _unit(found["unit"]), before
    name = name or text
    return Ingredient(
        name=name[:MAX_NAME],
        amount=None if amount is None else float(amount),
        amount_to=None if amount_to is None else float(amount_to),
        unit=unit,
        note="; ".join(notes)[:MAX_NOTE] or None,
    )


def _plain(line: str) -> str:
    """The line with fractions as `1/2` and single blanks."""
    text = line.replace("⁄", "/").replace("\u00ad", "")
    text = re.sub("[" + "".join(GLYPHS) + "]", lambda found: f" {GLYPHS[found[0]]} ", text)
    text = re.sub(r"(?<=\d)\s*/\s*(?=\d)", "/", text)
    return " ".join(text.split())


def _beginning(text: str, notes: list[str]) -> tuple[Fraction | None, Fraction | None, str | None, str]:
    """What a line begins with: amount, end of the range, unit; and the rest."""
    found = LEADING.match(text)
    if found is None:
        if (one := ONE.match(text)) and (of_one := UNIT.match(text, one.end())):
            return Fraction(1), None, _unit(of_one["unit"]), _joined(text[of_one.end() :])
        return None, None, None, text
    rest = text[found.end() :]
    if found["about"]:
        notes.append(found["about"].strip())
    if times := TIMES.match(rest):
        notes.append(times["size"].strip())
        rest = rest[times.end() :]
    if (size := BRACKET.match(rest)) and UNIT.match(rest[size.end() :].lstrip()):
        notes.append(next(filter(None, size.groups()), ""))
        rest = rest[size.end() :].lstrip()
    rest = re.sub(r"^[x×](?=\s)\s*", "", rest)
    matched = UNIT.match(rest)
    # "2 cloves" alone are cloves, not two of nothing.
    if matched and not rest[matched.end() :].strip(" .,"):
        matched = None
    unit = _unit(matched["unit"]) if matched else None
    rest = rest[matched.end() :] if matched else rest
    amount = Fraction(1, 2) if found["half"] else _value(found["first"], unit)
    last = _value(found["last"], unit) if found["last"] else None
    if amount is None or (last is not None and amount is not None and last <= amount):
        # "1 or 1 cup", "2-1": no range; it stays in the line.
        return (None, None, None, text) if amount is None else (amount, None, unit, _joined(rest))
    if unit and last is None and (more := PLUS.match(rest)):
        amount, rest = _added(amount, unit, more, notes), rest[more.end() :]
    return amount, last, unit, _joined(rest)


def _added(amount: Fraction, unit: str, more: "re.Match[str]", notes: list[str]) -> Fraction:
    """Of "1 cup + 2 tbsp" the cups; what cannot be added is a note."""
    sizes: dict[str, int] = TABLE["millilitres"]
    value = _value(more["number"], more["unit"])
    of_unit, of_more = sizes.get(_singular(unit)), sizes.get(_singular(more["unit"]))
    if of_unit and of_more and value is not None:
        return amount + value * of_more / of_unit
    notes.append(f"+ {more['number']} {more['unit']}")
    return amount


def _name(rest: str, notes: list[str]) -> str:
    """The name in the rest of a line; the remainder becomes notes."""

    def noted(found: "re.Match[str]") -> str:
        notes.append(" ".join(next(filter(None, found.groups()), "").split()))
        return " "

    rest = BRACKET.sub(noted, rest)
    if taste := TASTE.search(rest):
        without = f"{rest[: taste.start()]} {rest[taste.end() :]}"
        if without.strip(" ,;"):
            notes.append(taste[0])
            rest = without
    rest = " ".join(rest.split()).strip(" ,;")
    name, *after = COMMA.split(rest, maxsplit=1)
    notes.extend(part for part in after if part.strip())
    notes[:] = [note for note in notes if note]
    return name.strip(" -–:*") or name.strip()


def _behind(found: "re.Match[str]") -> Fraction | None:
    """The amount behind a name: "butter 20 g"."""
    value = _value(found["number"], found["unit"])
    if value is None or (not found["unit"] and value > MOST_BEHIND):
        return None
    return value


def _value(number: str, unit: str | None) -> Fraction | None:
    """A written number; None for one divided by nothing, and for none at all."""
    number = re.sub(r"\s+(?:i|and|und|et|e|y|en)\s+", " ", number.strip(), flags=re.I)
    whole, _, part = number.rpartition(" ")
    if "/" in part:
        top, bottom = part.replace(" ", "").split("/")
        value = Fraction(int(top), int(bottom)) if int(bottom) else Fraction(0)
        return (value + int(whole or 0)) or None
    digits = re.fullmatch(r"(\d{1,3})([.,])(\d{3})", part)
    if re.fullmatch(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+", part) or (
        digits and digits[1].lstrip("0") and _singular(unit or "") not in LARGE and (unit or "").casefold() not in LARGE
    ):
        return Fraction(re.sub("[.,]", "", part))
    plain = part.replace(",", ".")
    return Fraction(plain) or None if plain.count(".") <= 1 and len(plain) <= 12 else None


def _joined(rest: str) -> str:
    found = JOINED.match(rest)
    return rest[found.end() :] if found and rest[found.end() :].strip() else rest


def _unit(unit: str | None) -> str | None:
    return " ".join(unit.split())[:40] if unit else None


def _singular(unit: str) -> str:
    unit = unit.casefold().rstrip(".")
    return unit[:-1] if len(unit) > 2 and unit.endswith("s") else unit
