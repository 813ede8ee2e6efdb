"""A recipe as JSON-LD of schema.org, which other programs and web pages have. (schema.org/Recipe)"""

from msgspec import UNSET, UnsetType, field

from appliance.kernel.schema import ApiModel
from appliance.recipes.models import Ingredient, Recipe

CONTEXT = "https://schema.org"


class HowToStep(ApiModel, kw_only=True):
    """One step. (schema.org/HowToStep)"""

    type: str = field(name="@type", default="HowToStep")
    text: str


class AggregateRating(ApiModel, kw_only=True):
    """The mean of all ratings, 1 to 5. (schema.org/AggregateRating)"""

    type: str = field(name="@type", default="AggregateRating")
    rating_value: float
    rating_count: int


class SchemaOrgRecipe(ApiModel, kw_only=True):
    """A recipe. Times are ISO 8601 durations like `PT45M`, left out when they are unknown; tags are its `keywords`."""

    context: str = field(name="@context", default=CONTEXT)
    type: str = field(name="@type", default="Recipe")
    name: str
    recipe_yield: str
    recipe_ingredient: list[str]
    recipe_instructions: list[HowToStep]
    prep_time: str | UnsetType = UNSET
    cook_time: str | UnsetType = UNSET
    total_time: str | UnsetType = UNSET
    keywords: str | UnsetType = UNSET
    is_based_on: str | UnsetType = UNSET
    aggregate_rating: AggregateRating | UnsetType = UNSET
    date_created: str
    date_modified: str


def as_schema_org(recipe: Recipe) -> SchemaOrgRecipe:
    """A recipe of this household. Its picture is no part of it: it is not public."""
    stars = [rating.stars for rating in recipe.ratings]
    known = [minutes for minutes in (recipe.prep_minutes, recipe.cook_minutes) if minutes is not None]
    return SchemaOrgRecipe(
        name=recipe.title,
        recipe_yield=str(recipe.portions),
        recipe_ingredient=[line(ingredient) for ingredient in recipe.ingredients],
        recipe_instructions=[HowToStep(text=step.text) for step in recipe.steps],
        prep_time=_duration(recipe.prep_minutes),
        cook_time=_duration(recipe.cook_minutes),
        total_time=_duration(sum(known) if known else None),
        keywords=", ".join(recipe.tags) or UNSET,
        is_based_on=recipe.source_url or UNSET,
        aggregate_rating=AggregateRating(rating_value=round(sum(stars) / len(stars), 1), rating_count=len(stars))
        if stars
        else UNSET,
        date_created=recipe.created_at,
        date_modified=recipe.updated_at,
    )


def line(ingredient: Ingredient) -> str:
    """An ingredient as one line that `ingredients.rules` reads again: `1.5-2 cups flour (sifted)`."""
    amounts = [f"{amount:.10g}" for amount in (ingredient.amount, ingredient.amount_to) if amount is not None]
    note = f"({ingredient.note})" if ingredient.note else None
    return " ".join(part for part in ("-".join(amounts), ingredient.unit, ingredient.name, note) if part)


def _duration(minutes: int | None) -> str | UnsetType:
    return UNSET if minutes is None else f"PT{minutes}M"
