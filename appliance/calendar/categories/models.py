"""Shapes of categories."""

from typing import Annotated

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe
from appliance.people.models import Color, Name

Keywords = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=200)]


class Category(ApiModel):
    """A kind of event: its colour and picture, and the words in a title that tell it. (contract §10)"""

    id: str
    name: str
    emoji: str | None
    color: str
    keywords: tuple[str, ...]
    sort: float
    created_at: str


class NewCategory(ApiModel):
    """The wish for a category."""

    name: Name
    color: Color
    emoji: str | None = None
    keywords: Maybe[Keywords] = UNSET
    sort: Maybe[float] = UNSET


class CategoryPatch(ApiModel):
    """Any subset of a category's own properties."""

    name: Maybe[Name] = UNSET
    color: Maybe[Color] = UNSET
    emoji: Maybe[str | None] = UNSET
    keywords: Maybe[Keywords] = UNSET
    sort: Maybe[float] = UNSET


class Order(ApiModel):
    """Ids in the order they should stand."""

    ids: list[str]
