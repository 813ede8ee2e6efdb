"""Ingredient lines: a table of every language, and lines of real pages, which are not part of the project."""

import re
from typing import Any

import pytest

from appliance.recipes.ingredients.rules import UNITS, parsed
from appliance.recipes.schema_org import line
from tests.recipes.real_pages import needs_pages, real_lines

LANGUAGES = ("en", "de", "fr", "it", "es", "nl", "pl")


@pytest.mark.parametrize(
    ("text", "amount", "amount_to", "unit", "name", "note"),
    [
        ("500 g flour", 500, None, "g", "flour", None),
        ("500g flour", 500, None, "g", "flour", None),
        ("1 1/2 cups flour, sifted", 1.5, None, "cups", "flour", "sifted"),
        ("1½ cups flour", 1.5, None, "cups", "flour", None),
        ("½ onion", 0.5, None, None, "onion", None),
        ("2 large eggs", 2, None, None, "large eggs", None),
        ("3-4 cloves of garlic (crushed)", 3, 4, "cloves", "garlic", "crushed"),
        ("3 to 4 tbsp. oil", 3, 4, "tbsp.", "oil", None),
        ("1 (14 oz) can tomatoes, drained", 1, None, "can", "tomatoes", "14 oz; drained"),
        ("2 x 400g tins tomatoes", 2, None, "tins", "tomatoes", "400g"),
        ("1 cup + 2 tbsp sugar", 1.125, None, "cup", "sugar", None),
        ("1 stick plus 1 tbsp butter", 1, None, "stick", "butter", "+ 1 tbsp"),
        ("a pinch of salt", 1, None, "pinch", "salt", None),
        ("salt to taste", None, None, None, "salt", "to taste"),
        ("half a cucumber", 0.5, None, None, "cucumber", None),
        ("- 2 eggs", 2, None, None, "eggs", None),
        ("3 cloves", 3, None, None, "cloves", None),
        ("1/0 x", None, None, None, "1/0 x", None),
        ("flour type 405", None, None, None, "flour type 405", None),
        ("1,250 g potatoes", 1250, None, "g", "potatoes", None),
        ("1,25 kg Kartoffeln", 1.25, None, "kg", "Kartoffeln", None),
        ("1.250 kg Kartoffeln", 1.25, None, "kg", "Kartoffeln", None),
        ("0,125 l Milch", 0.125, None, "l", "Milch", None),
        ("ca. 2-3 EL Öl", 2, 3, "EL", "Öl", "ca."),
        ("1 Prise Salz", 1, None, "Prise", "Salz", None),
        ("eine Prise Salz", 1, None, "Prise", "Salz", None),
        ("2 Zwiebel(n)", 2, None, None, "Zwiebel(n)", None),
        ("600 g Hackfleisch, gemischtes", 600, None, "g", "Hackfleisch", "gemischtes"),
        ("2 c. à soupe d’huile", 2, None, "c. à soupe", "huile", None),
        ("2 à 3 gousses d'ail", 2, 3, "gousses", "ail", None),
        ("Beurre - 20 grammes", 20, None, "grammes", "Beurre", None),
        ("Panna fresca 150 ml", 150, None, "ml", "Panna fresca", None),
        ("limoni 4", 4, None, None, "limoni", None),
        ("q.b. sale", None, None, None, "sale", "q.b."),
        ("mezza cipolla", 0.5, None, None, "cipolla", None),
        ("4 dientes de ajo", 4, None, "dientes", "ajo", None),
        ("Un puñado de anacardos", 1, None, "puñado", "anacardos", None),
        ("1½ el suiker", 1.5, None, "el", "suiker", None),
        ("1/4 rode ui (fijn gesneden)", 0.25, None, None, "rode ui", "fijn gesneden"),
        ("1 i 1/2 łyżeczki kurkumy", 1.5, None, "łyżeczki", "kurkumy", None),
        ("jajka 2 sztuki", 2, None, "sztuki", "jajka", None),
        ("🧂", None, None, None, "🧂", None),
    ],
)
def test_a_line(
    text: str, amount: float | None, amount_to: float | None, unit: str | None, name: str, note: str | None
) -> None:
    found = parsed(text)
    assert found is not None
    assert (amount, amount_to, unit, name, note) == (
        found.amount,
        found.amount_to,
        found.unit,
        found.name,
        found.note,
    )


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_an_empty_line_is_none(text: str) -> None:
    assert parsed(text) is None


@needs_pages
@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_line_of_a_real_page_nothing_is_lost(language: str) -> None:
    lines = real_lines()[language]
    wrong = [(text, found) for text in lines if (found := problem(text))]
    assert [] == wrong[:10]
    assert len(lines) > 20
    assert sum(map(len, real_lines().values())) >= 500


@needs_pages
@pytest.mark.parametrize("language", LANGUAGES)
def test_of_real_lines_with_a_number_first_most_have_their_unit(language: str) -> None:
    """A number and a word of measure is what is added up on a shopping list."""
    measured = [text for text in real_lines()[language] if re.match(r"[\d½¼¾⅓⅔]+\s?(?:g|gr|kg|ml|dl|cl|l)\b", text)]
    without = [text for text in measured if (found := parsed(text)) and found.unit is None]
    assert len(without) <= len(measured) / 100, without


def problem(text: str) -> str | None:
    """What is wrong with how a line was read."""
    found = parsed(text)
    if found is None:
        return None if not text.strip() else "nothing"
    if re.match(r"\s*[1-9½¼¾⅓⅔]", text) and found.amount is None:
        return "no amount"
    if found.amount is not None and not 0 < found.amount <= 100_000:
        return f"amount {found.amount}"
    if found.unit and found.unit.rstrip(".").casefold() not in UNITS and "(" not in found.unit:
        return f"unit {found.unit}"
    # "1 cup plus 1 tbsp" are cups.
    text = re.sub(r"(?:\+|\bplus)\s*[\d½¼¾⅓⅔][\d\s./½¼¾⅓⅔⁄]*\w+", "", text.replace("\u00ad", ""))
    lost = words(text) - words(f"{found.unit} {found.name} {found.note}")
    # A word for a number, an end of a range, what joins a unit and a name.
    unexplained = {word for word in lost if len(word) > 5}
    return f"lost {unexplained}" if unexplained else None


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_½¼¾⅓⅔]+", text.casefold()))


def test_a_written_line_is_read_again() -> None:
    for text in ("1.5 cups flour (sifted)", "3-4 cloves garlic", "salt", "0.125 l milk (cold; from the shop)"):
        found: Any = parsed(text)
        assert found == parsed(line(found))
