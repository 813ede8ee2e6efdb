"""Categories as stored, requested and answered."""

from typing import Annotated

from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe, NumericApiModel
from appliance.people.models import Color, Name

Keywords = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=200)]


class Category(NumericApiModel, kw_only=True):
    """A category of events; a title with one of its keywords belongs to it. (contract §10)"""

    id: str
    name: str
    emoji: str | None
    color: str
    keywords: tuple[str, ...]
    sort: float
    created_at: str


class NewCategory(ApiModel, kw_only=True):
    """The request for a category."""

    name: Name
    color: Color
    emoji: str | None = None
    keywords: Maybe[Keywords] = UNSET
    sort: Maybe[float] = UNSET


class CategoryPatch(ApiModel, kw_only=True):
    """Any subset of a category's own properties."""

    name: Maybe[Name] = UNSET
    color: Maybe[Color] = UNSET
    emoji: Maybe[str | None] = UNSET
    keywords: Maybe[Keywords] = UNSET
    sort: Maybe[float] = UNSET


class Order(ApiModel, kw_only=True):
    """The ids in their new order."""

    ids: list[str]
