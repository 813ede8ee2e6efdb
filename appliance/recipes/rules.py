"""What a valid recipe is."""

from collections.abc import Iterable
from datetime import date, timedelta
from urllib.parse import urlsplit

from msgspec.structs import replace

from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import required_text
from appliance.recipes.ingredients.rules import parsed
from appliance.recipes.models import Ingredient, Recipe, RecipeStep

# Somebody may note a meal of last week, and a wall in another zone may have another date.
LATEST_COOKED = timedelta(days=1)


def valid(recipe: Recipe) -> Recipe:
    """The recipe as it is stored. Raises BadRequest."""
    return replace(
        recipe,
        title=required_text(recipe.title, "title"),
        ingredients=ingredients(recipe.ingredients),
        steps=steps(recipe.steps),
        tags=tags(recipe.tags),
        source_url=source_url(recipe.source_url),
    )


def ingredients(wanted: Iterable[Ingredient | str]) -> tuple[Ingredient, ...]:
    """Ingredients as they are stored: texts without surrounding blanks, none where they are empty.

    Raises BadRequest for a name of blanks, an end of a range that is not after its beginning or has none.
    """
    return tuple(_ingredient(each, f"ingredients.{place}") for place, each in enumerate(wanted))


def steps(wanted: Iterable[RecipeStep]) -> tuple[RecipeStep, ...]:
    """Steps as they are stored. Raises BadRequest for a text of blanks."""
    return tuple(
        replace(step, text=required_text(step.text, f"steps.{place}.text")) for place, step in enumerate(wanted)
    )


def tags(wanted: Iterable[str]) -> tuple[str, ...]:
    """Tags as they are stored: each once, whatever its case; empty ones are left out."""
    by_key: dict[str, str] = {}
    for tag in wanted:
        by_key.setdefault(tag.strip().casefold(), tag.strip())
    by_key.pop("", None)
    return tuple(by_key.values())


def source_url(url: str | None) -> str | None:
    """The address of a page, None for an empty one. Raises BadRequest for anything else: screens make a link of it."""
    if not url or not url.strip():
        return None
    url = url.strip()
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadRequest("must be a web address", at="sourceUrl", code="not_a_web_address")
    return url


def check_cooked(day: date, today: date) -> None:
    """Raises BadRequest for a day that is not there yet."""
    if day > today + LATEST_COOKED:
        raise BadRequest("must not be in the future", at="date")


def _ingredient(wanted: Ingredient | str, at: str) -> Ingredient:
    if isinstance(wanted, str):
        read = parsed(wanted)
        if read is None:
            raise BadRequest("must not be empty", at=at, code="empty")
        return read
    if wanted.amount_to is not None and (wanted.amount is None or wanted.amount_to <= wanted.amount):
        raise BadRequest("must be more than the amount", at=f"{at}.amountTo")
    return replace(
        wanted,
        name=required_text(wanted.name, f"{at}.name"),
        unit=(wanted.unit or "").strip() or None,
        note=(wanted.note or "").strip() or None,
    )
