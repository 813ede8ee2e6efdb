"""Meals of an import file, more lenient than those of the API."""

from datetime import date, datetime
from typing import Annotated

from msgspec import Meta

from appliance.household.models import Slot
from appliance.kernel.schema import ApiModel, TimeOfDay
from appliance.meals.models import Kind, MealNote, RecipeCopy, Title
from appliance.meals.repeats.models import EveryWeeks, Template
from appliance.recipes.models import Portions
from appliance.transfer.imports.models import Ids, Row


class ImportedMeal(Row, kw_only=True):
    """A planned meal."""

    date: date
    slot: Slot
    kind: Kind = "text"
    title: Title = ""
    recipe_id: str | None = None
    recipe: RecipeCopy | None = None
    portions: Portions | None = None
    time: TimeOfDay | None = None
    eater_ids: Ids = ()
    cook_ids: Ids = ()
    note: MealNote | None = None
    repeat_id: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class ImportedRepeat(Row, kw_only=True):
    """A meal that repeats."""

    start: date
    every_weeks: EveryWeeks
    until: date | None = None
    filled_until: date
    template: Template


class ImportedMealItem(ApiModel, kw_only=True):
    """What is on a list for a meal."""

    meal_id: str
    name: Annotated[str, Meta(max_length=300)]
    item_id: str | None = None
    quantity: Annotated[str, Meta(max_length=200)] | None = None
    is_new: bool = False
    sent_at: datetime
