"""Structs of recipes."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, field

from appliance.kernel.schema import ApiModel, Maybe, NumericApiModel
from appliance.people.models import PhotoId

Title = Annotated[str, Meta(min_length=1, max_length=200)]
Portions = Annotated[int, Meta(ge=1, le=100)]
# A week: doughs, and what is pickled.
Minutes = Annotated[int, Meta(ge=0, le=10_080)]
Amount = Annotated[float, Meta(ge=0, le=1_000_000)]
Unit = Annotated[str, Meta(max_length=40)]
IngredientName = Annotated[str, Meta(min_length=1, max_length=300)]
IngredientNote = Annotated[str, Meta(max_length=300)]
StepText = Annotated[str, Meta(min_length=1, max_length=4000)]
TimerSeconds = Annotated[int, Meta(ge=1, le=86_400)]
Tag = Annotated[str, Meta(min_length=1, max_length=50)]
SourceUrl = Annotated[str, Meta(max_length=2000)]
# The days on which one recipe was cooked.
MAX_COOKED = 500
Stars = Annotated[int, Meta(ge=1, le=5)]


class Ingredient(NumericApiModel, kw_only=True):
    """An ingredient for all portions of its recipe. `amount` to `amountTo` is a range; without an amount both are null.

    `unit` is as the family writes it.
    """

    name: IngredientName
    amount: Amount | None = None
    amount_to: Amount | None = None
    unit: Unit | None = None
    note: IngredientNote | None = None


class RecipeStep(ApiModel, kw_only=True):
    """A step. `timerSeconds` is how long it takes by itself.

    `remindBefore` is how many minutes before the meal somebody is reminded of it: meat is taken out a day before.
    """

    text: StepText
    timer_seconds: TimerSeconds | None = None
    remind_before: Minutes | None = None


# A line of text is read as `ingredients.rules` reads it.
IngredientLine = Annotated[str, Meta(min_length=1, max_length=700)]
NewIngredients = Annotated[tuple[Ingredient | IngredientLine, ...], Meta(max_length=200)]
Ingredients = Annotated[tuple[Ingredient, ...], Meta(max_length=200)]
Steps = Annotated[tuple[RecipeStep, ...], Meta(max_length=100)]
Tags = Annotated[tuple[Tag, ...], Meta(max_length=30)]


class Rating(ApiModel, kw_only=True):
    """What a member thinks of a recipe, 1 to 5."""

    member_id: str
    stars: int


class Recipe(ApiModel, kw_only=True):
    """A recipe. `prepMinutes` and `cookMinutes` are null when they are unknown; `cookedOn` is newest first."""

    id: str
    title: str
    photo_id: str | None
    portions: int
    prep_minutes: int | None
    cook_minutes: int | None
    ingredients: tuple[Ingredient, ...]
    steps: tuple[RecipeStep, ...]
    tags: tuple[str, ...]
    source_url: str | None
    created_at: str
    updated_at: str
    ratings: tuple[Rating, ...] = ()
    cooked_on: tuple[date, ...] = ()


class RecipeSummary(ApiModel, kw_only=True):
    """A recipe in the list of all: without ingredients and steps, with the date when it was last cooked."""

    id: str
    title: str
    photo_id: str | None
    portions: int
    prep_minutes: int | None
    cook_minutes: int | None
    tags: tuple[str, ...]
    source_url: str | None
    created_at: str
    updated_at: str
    ratings: tuple[Rating, ...]
    last_cooked_on: date | None
    times_cooked: int


class NewRecipe(ApiModel, kw_only=True):
    """The request for a recipe. With an `id` made by the client it is safe to repeat.

    An ingredient may be a line of text like `1 1/2 cups flour, sifted`.
    """

    title: Title
    photo_id: PhotoId | None = None
    portions: Portions = 4
    prep_minutes: Minutes | None = None
    cook_minutes: Minutes | None = None
    ingredients: NewIngredients = field(default_factory=tuple)
    steps: Steps = field(default_factory=tuple)
    tags: Tags = field(default_factory=tuple)
    source_url: SourceUrl | None = None
    id: Maybe[UUID] = UNSET


class RecipePatch(ApiModel, kw_only=True):
    """Any subset of a recipe; ingredients, steps and tags are replaced as a whole."""

    title: Maybe[Title] = UNSET
    photo_id: Maybe[PhotoId | None] = UNSET
    portions: Maybe[Portions] = UNSET
    prep_minutes: Maybe[Minutes | None] = UNSET
    cook_minutes: Maybe[Minutes | None] = UNSET
    ingredients: Maybe[NewIngredients] = UNSET
    steps: Maybe[Steps] = UNSET
    tags: Maybe[Tags] = UNSET
    source_url: Maybe[SourceUrl | None] = UNSET


class RatingRequest(ApiModel, kw_only=True):
    """What a member thinks of a recipe; null for no rating."""

    stars: Stars | None


class CookedRequest(ApiModel, kw_only=True):
    """The day on which a recipe was cooked; today unless it is sent."""

    day: Maybe[date] = field(name="date", default=UNSET)


class NamedRecipe(msgspec.Struct, kw_only=True):
    """What agents name a recipe by."""

    id: str
    name: str


class FoundRecipe(ApiModel, kw_only=True):
    """A recipe that a search found."""

    kind: Literal["recipe"] = "recipe"
    id: str
    title: str
    photo_id: str | None
    tags: tuple[str, ...]
