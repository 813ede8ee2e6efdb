"""A recipe of pasted text: the title, then ingredients, then steps, with or without headings."""

import re

import msgspec

from appliance.recipes.imports.drafts import draft
from appliance.recipes.imports.formats import recipes
from appliance.recipes.imports.models import Draft
from appliance.recipes.ingredients.rules import parsed

MAX_LINES = 500
INGREDIENTS = re.compile(
    r"(?:ingredients?|zutaten|ingrédients?|ingredienti|ingredientes|ingrediënten|benodigdheden|składniki)\b.{0,40}",
    re.I,
)
STEPS = re.compile(
    r"(?:(?:cooking )?instructions?|directions?|method|steps|preparation|zubereitung|anleitung|préparation|étapes"
    r"|preparazione|procedimento|preparación|elaboración|bereiding|bereidingswijze"
    r"|przygotowanie|sposób przygotowania)\b.{0,20}",
    re.I,
)
PORTIONS = re.compile(
    r"(?:serves|servings?|portions?|portionen|personen|pour|porzioni|porciones|raciones|porties|porcj[ei]|für)\D{0,12}(\d{1,3})"
    r"|(\d{1,3})\s*(?:servings|portions?|portionen|personen|personnes|persone|personas|porzioni|porciones|porties|porcj[ei])",
    re.I,
)
NUMBERING = re.compile(r"^(?:\d{1,2}[.)]|[-–•*])\s+")
# A line of so many characters is a sentence.
LONGEST_INGREDIENT = 90


def from_text(text: str) -> list[Draft]:
    """The recipes of a text: of JSON that schema.org or another program made, else one of its lines."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            return [found for found in recipes(msgspec.json.decode(text)) if found]
        except (msgspec.DecodeError, RecursionError):
            pass
    found = _of_lines([line.strip() for line in text.splitlines() if line.strip()][:MAX_LINES])
    return [found] if found else []


def _of_lines(lines: list[str]) -> Draft | None:
    if not lines:
        return None
    title, ingredients, steps = lines[0], [], []
    portions, part = None, ""
    for line in lines[1:]:
        if INGREDIENTS.fullmatch(line):
            part = "ingredients"
        elif STEPS.fullmatch(line):
            part = "steps"
        elif part != "steps" and len(line) < 40 and (found := PORTIONS.search(line)):
            portions = portions or found[1] or found[2]
        elif part == "steps" or (not part and not _is_ingredient(line)):
            steps.append(NUMBERING.sub("", line))
        else:
            ingredients.append(line)
    return draft(title=title, portions=portions, ingredients=ingredients, steps=steps)


def _is_ingredient(line: str) -> bool:
    """Whether a line without a heading is an ingredient: it is short, and has an amount or ends no sentence."""
    read = parsed(line[:700])
    has_amount = read is not None and read.amount is not None and not re.match(r"\d{1,2}[.)]\s", line)
    return len(line) <= LONGEST_INGREDIENT and (has_amount or (len(line) < 40 and line[-1] not in ".!:"))
