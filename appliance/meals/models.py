"""Structs of planned meals."""

from datetime import date as Date
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, field

from appliance.household.models import Slot
from appliance.kernel.schema import ApiModel, Maybe, TimeOfDay
from appliance.recipes.models import Ingredients, Minutes, Portions, SourceUrl, Steps, Tags
from appliance.recipes.models import Title as RecipeTitle

Kind = Literal["recipe", "text", "restaurant", "nothing"]
Title = Annotated[str, Meta(max_length=200)]
MealNote = Annotated[str, Meta(max_length=1000)]
MemberIds = Annotated[list[str], Meta(max_length=100)]


class RecipeCopy(ApiModel, kw_only=True):
    """A meal's own copy of its recipe, as it was when it was planned."""

    title: RecipeTitle
    portions: Portions = 4
    photo_id: str | None = None
    prep_minutes: Minutes | None = None
    cook_minutes: Minutes | None = None
    ingredients: Ingredients = field(default_factory=tuple)
    steps: Steps = field(default_factory=tuple)
    tags: Tags = field(default_factory=tuple)
    source_url: SourceUrl | None = None


class CopiedRecipe(msgspec.Struct, kw_only=True):
    """The copy of the recipe that the meal with this id has."""

    id: str
    recipe: RecipeCopy


class StoredMeal(ApiModel, kw_only=True):
    """A meal without its copy of the recipe. No eaters are the whole family; `time` is None for the usual one.

    `photo_id` and the minutes are those of the copy. `on_list` counts the items of lists that its ingredients are on.
    """

    id: str
    date: Date
    slot: Slot
    kind: Kind
    title: str
    recipe_id: str | None
    portions: int | None
    time: str | None
    eater_ids: list[str]
    cook_ids: list[str]
    note: str | None
    repeat_id: str | None
    photo_id: str | None
    prep_minutes: int | None
    cook_minutes: int | None
    on_list: int
    created_at: str
    updated_at: str


class Meal(StoredMeal, kw_only=True):
    """A meal as answered. `serve_at` is its time or the usual one of its slot, `start_by` when to begin for it."""

    serve_at: str
    start_by: str | None


class WholeMeal(Meal, kw_only=True):
    """A meal with its copy of the recipe, None for a meal of another kind."""

    recipe: RecipeCopy | None


class PlainMeal(ApiModel, kw_only=True):
    """The request for a meal. With an `id` made by the client it is safe to repeat.

    Without a kind it is a recipe where one is sent, else a text. It gets a copy of the recipe as it is now; title and
    portions that are not sent are the copy's.
    """

    date: Date
    slot: Slot
    kind: Kind | None = None
    title: Title | None = None
    recipe_id: str | None = None
    portions: Portions | None = None
    time: TimeOfDay | None = None
    eater_ids: MemberIds = field(default_factory=list)
    cook_ids: MemberIds = field(default_factory=list)
    note: MealNote | None = None
    id: UUID | None = None


class NewMeal(PlainMeal, kw_only=True):
    """The request for a meal, with the copy of the recipe itself, for a meal that is planned again."""

    recipe: RecipeCopy | None = None


# One meal or several. More than a hundred in one request is a mistake.
NewMeals = NewMeal | Annotated[list[NewMeal], Meta(max_length=100)]


class MealPatch(ApiModel, kw_only=True):
    """Any subset of a meal. `recipe_id` takes a new copy of that recipe, of the same one too."""

    date: Maybe[Date] = UNSET
    slot: Maybe[Slot] = UNSET
    kind: Maybe[Kind] = UNSET
    title: Maybe[Title] = UNSET
    recipe_id: Maybe[str | None] = UNSET
    portions: Maybe[Portions | None] = UNSET
    time: Maybe[TimeOfDay | None] = UNSET
    eater_ids: Maybe[MemberIds] = UNSET
    cook_ids: Maybe[MemberIds] = UNSET
    note: Maybe[MealNote | None] = UNSET


class DaySwap(ApiModel, kw_only=True):
    """Two days whose meals change places; of one slot, or of all."""

    first: Date
    second: Date
    slot: Slot | None = None


class WeekCopy(ApiModel, kw_only=True):
    """Days to copy: `days` from `source` on, to those from `target` on."""

    source: Date = field(name="from")
    target: Date = field(name="to")
    days: Annotated[int, Meta(ge=1, le=31)] = 7


class ExportedMeal(ApiModel, kw_only=True):
    """A meal as it is exported, with its copy of the recipe."""

    id: str
    date: Date
    slot: Slot
    kind: Kind
    title: str
    recipe_id: str | None
    recipe: RecipeCopy | None
    portions: int | None
    time: str | None
    eater_ids: list[str]
    cook_ids: list[str]
    note: str | None
    repeat_id: str | None
    created_at: str
    updated_at: str


class Reason(ApiModel, omit_defaults=True, kw_only=True):
    """Why a recipe is suggested: its stars, the days since the family had it, or a tag that the day before has not."""

    code: Literal["rated", "not_had_for", "never_had", "different"]
    stars: float | None = None
    days: int | None = None
    tag: str | None = None


class Suggestion(ApiModel, kw_only=True):
    """A recipe for an empty place of the plan, and why. Nothing is stored."""

    date: Date
    slot: Slot
    recipe_id: str
    title: str
    photo_id: str | None
    reasons: list[Reason]


class FoundMeal(ApiModel, kw_only=True):
    """A planned meal that a search found."""

    kind: Literal["meal"] = "meal"
    id: str
    date: Date
    slot: Slot
    title: str
