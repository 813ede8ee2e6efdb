"""Structs of meals that repeat."""

from datetime import date as Date
from typing import Annotated

from msgspec import Meta

from appliance.household.models import Slot
from appliance.kernel.schema import ApiModel
from appliance.meals.models import Kind, RecipeCopy

EveryWeeks = Annotated[int, Meta(ge=1, le=8)]


class Template(ApiModel, kw_only=True):
    """What is planned again. The copy of the recipe counts where the recipe itself is gone."""

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


class MealRepeat(ApiModel, kw_only=True):
    """A meal that repeats from `start` on, every so many weeks on its weekday, up to `until` or without end.

    The dates up to `filled_until` are meals already, or were and are deleted.
    """

    id: str
    start: Date
    every_weeks: int
    until: Date | None
    filled_until: Date
    template: Template


class NewRepeat(ApiModel, kw_only=True):
    """How a meal repeats; `until` is included."""

    every_weeks: EveryWeeks = 1
    until: Date | None = None
