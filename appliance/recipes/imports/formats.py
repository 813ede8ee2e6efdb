"""Recipes in the files of other programs: JSON-LD of schema.org, Paprika, Mealie, Tandoor, Kinwall and Mantel.

The fields are those of the programs' own exports. Unknown ones are ignored.
"""

from collections.abc import Iterator
from typing import Any

from appliance.recipes.imports.drafts import address, draft, lines, plain
from appliance.recipes.imports.models import Draft
from appliance.recipes.models import Ingredient

Object = dict[str, Any]
DEEPEST = 8


def recipes(value: Any) -> Iterator[Draft | None]:
    """A draft, or None for what is no recipe, for each entry of a decoded JSON file."""
    if isinstance(value, list):
        for each in value:
            yield from recipes(each) if isinstance(each, dict) else [None]
    elif isinstance(value, dict):
        if isinstance(value.get("@graph"), list):
            yield from (schema_org(each) for each in value["@graph"] if _is_recipe(each))
        elif isinstance(value.get("recipes"), list):
            yield from recipes(value["recipes"])
        else:
            yield _one(value)


def _one(value: Object) -> Draft | None:
    if _is_recipe(value):
        return schema_org(value)
    if "directions" in value:
        return paprika(value)
    if "recipeInstructions" in value or "recipeIngredient" in value:
        return mealie(value)
    if "working_time" in value or (isinstance(value.get("steps"), list) and _has_ingredients(value["steps"])):
        return tandoor(value)
    return household(value)


def schema_org(value: Object) -> Draft | None:
    """JSON-LD. (schema.org/Recipe)"""
    return draft(
        title=value.get("name"),
        portions=value.get("recipeYield") or value.get("yield"),
        prep=value.get("prepTime"),
        cook=value.get("cookTime") or (None if value.get("prepTime") else value.get("totalTime")),
        ingredients=lines(value.get("recipeIngredient") or value.get("ingredients")),
        steps=list(_instructions(value.get("recipeInstructions"))),
        tags=_keywords(value.get("keywords")) + _keywords(value.get("recipeCategory")),
        source_url=value.get("isBasedOn") or value.get("url") or value.get("@id"),
        image_url=_image(value.get("image")),
    )


def paprika(value: Object) -> Draft | None:
    """One entry of a `.paprikarecipes` file."""
    return draft(
        title=value.get("name"),
        portions=value.get("servings"),
        prep=value.get("prep_time"),
        cook=value.get("cook_time") or (None if value.get("prep_time") else value.get("total_time")),
        ingredients=lines(value.get("ingredients")),
        steps=[*lines(value.get("directions")), *lines(value.get("notes"))],
        tags=_keywords(value.get("categories")),
        source_url=value.get("source_url"),
        image_url=value.get("image_url"),
        image_data=value.get("photo_data"),
    )


def mealie(value: Object) -> Draft | None:
    """The JSON of one recipe of Mealie."""
    return draft(
        title=value.get("name"),
        portions=value.get("recipeServings") or value.get("recipeYieldQuantity") or value.get("recipeYield"),
        prep=value.get("prepTime"),
        cook=value.get("cookTime") or value.get("performTime") or value.get("totalTime"),
        ingredients=[_ingredient(each) for each in _objects_and_texts(value.get("recipeIngredient"))],
        steps=list(_instructions(value.get("recipeInstructions"))),
        tags=_keywords(value.get("tags")) + _keywords(value.get("recipeCategory")),
        source_url=value.get("orgURL"),
    )


def tandoor(value: Object) -> Draft | None:
    """The `recipe.json` of one recipe of Tandoor: ingredients are those of its steps."""
    steps = [each for each in value.get("steps") or [] if isinstance(each, dict)]
    return draft(
        title=value.get("name"),
        portions=value.get("servings"),
        prep=value.get("working_time"),
        cook=value.get("waiting_time"),
        ingredients=[_ingredient(each) for step in steps for each in _objects_and_texts(step.get("ingredients"))],
        steps=[line for step in steps for line in lines(step.get("instruction"))],
        tags=_keywords(value.get("keywords")),
        source_url=value.get("source_url"),
    )


def household(value: Object) -> Draft | None:
    """A recipe of an exported household, of this product or of Kinwall."""
    return draft(
        title=value.get("title") or value.get("name"),
        portions=value.get("portions") or value.get("servings"),
        prep=value.get("prepMinutes") or value.get("prepTime"),
        cook=value.get("cookMinutes") or value.get("cookTime"),
        ingredients=[_ingredient(each) for each in _objects_and_texts(value.get("ingredients"))],
        steps=list(_instructions(value.get("steps") or value.get("instructions") or value.get("method"))),
        tags=_keywords(value.get("tags")),
        source_url=value.get("sourceUrl") or value.get("url"),
        image_url=value.get("imageUrl"),
    )


def _ingredient(value: Any) -> Ingredient | str | None:
    """An ingredient with its parts as Mealie, Tandoor and households have them; a line where it is a text."""
    if not isinstance(value, dict):
        return value if isinstance(value, str) else None
    name = _name(value.get("food")) or (plain(value.get("name")) if "food" not in value else "")
    if not name or value.get("disableAmount"):
        return next(
            (text for key in ("display", "originalText", "note", "text") if (text := plain(value.get(key)))), None
        )
    amount = value.get("amount", value.get("quantity"))
    if isinstance(amount, str):
        note = f"({value['note']})" if value.get("note") else ""
        return " ".join(part for part in (amount, _name(value.get("unit")), name, note) if part)
    first = _positive(amount) if not value.get("no_amount") else None
    last = _positive(value.get("amountTo"))
    return Ingredient(
        name=name[:300],
        amount=first,
        amount_to=last if first is not None and last is not None and first < last else None,
        unit=_name(value.get("unit"))[:40] or None if first is not None else None,
        note=plain(value.get("note"))[:300] or None,
    )


def _positive(value: Any) -> float | None:
    known = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1_000_000
    return float(value) if known else None


def _instructions(value: Any, depth: int = 0) -> Iterator[str]:
    """The texts of instructions: a text, or a list of texts, steps and sections."""
    if isinstance(value, str):
        yield from lines(value)
    elif isinstance(value, list) and depth < DEEPEST:
        for each in value:
            yield from _instructions(each, depth + 1)
    elif isinstance(value, dict) and depth < DEEPEST:
        parts = value.get("itemListElement")
        yield from _instructions(parts if parts else value.get("text") or value.get("name") or "", depth + 1)


def _keywords(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.split(",")
    return [name for each in value if (name := _name(each))] if isinstance(value, list) else []


def _name(value: Any) -> str:
    return plain(value.get("name") if isinstance(value, dict) else value)


def _image(value: Any) -> str | None:
    if isinstance(value, list):
        value = next(iter(value), None)
    return address(value.get("url") if isinstance(value, dict) else value)


def _objects_and_texts(value: Any) -> list[Any]:
    return lines(value) if isinstance(value, str) else value if isinstance(value, list) else []


def _is_recipe(value: Any) -> bool:
    kind = value.get("@type") if isinstance(value, dict) else None
    return kind == "Recipe" or (isinstance(kind, list) and "Recipe" in kind)


def _has_ingredients(steps: list[Any]) -> bool:
    return any(isinstance(step, dict) and isinstance(step.get("ingredients"), list) for step in steps)
