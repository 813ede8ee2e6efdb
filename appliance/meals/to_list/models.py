"""Structs of the ingredients of meals on their way to a shopping list, and of the pantry."""

from typing import Annotated

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel
from appliance.recipes.models import IngredientName

MealIds = Annotated[list[str], Meta(min_length=1, max_length=200)]
Names = Annotated[list[str], Meta(max_length=2_000)]


class ListIngredient(ApiModel, kw_only=True):
    """An ingredient of some meals, added up.

    `in_pantry` is what the family has at home as a rule. Of what was `sent` before nothing is left to send; else
    `quantity` is what is. `meal_ids` are the meals that need it.
    """

    title: str
    quantity: str | None
    meal_ids: list[str]
    in_pantry: bool
    sent: bool


class SendRequest(ApiModel, kw_only=True):
    """Meals whose ingredients go on a list: those of `names`, without it all that are not in the pantry."""

    list_id: str
    meal_ids: MealIds
    names: Names | None = None


class SentToList(ApiModel, kw_only=True):
    """The titles of what was put on the list, and how many of them were on it before and have a larger amount now."""

    list_id: str
    names: list[str]
    merged: int


class TakenBack(ApiModel, kw_only=True):
    """What was taken off the lists: items that were deleted, and those that others need too, with less.

    `names` are the ingredients, `list_id` is where they were. Items that are done stay.
    """

    list_id: str | None
    names: list[str]
    removed: int
    changed: int


class PantryItem(ApiModel, kw_only=True):
    """Something that the family has at home as a rule."""

    title: IngredientName


class MealItem(ApiModel, kw_only=True):
    """An ingredient of a meal that was sent, and the item it is on while that exists.

    `name` is in the form in which titles are compared; `is_new` when the item was made for it.
    """

    meal_id: str
    name: str
    item_id: str | None
    quantity: str | None
    is_new: bool
    sent_at: str


class StoredPantryItem(msgspec.Struct, kw_only=True):
    """Something of the pantry. `name` is in the form in which titles are compared."""

    name: str
    title: str


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What one meal needs of an ingredient. `name` is in the form in which titles are compared."""

    meal_id: str
    name: str
    title: str
    quantity: str | None
