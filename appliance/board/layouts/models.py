"""Structs of a screen's own arrangement of the board."""

from typing import Annotated, Literal

from msgspec import Meta

from appliance.kernel.schema import ApiModel

Orientation = Literal["landscape", "portrait"]
WidgetKind = Literal[
    "people",
    "today",
    "days",
    "week",
    "weather",
    "list",
    "lists",
    "countdowns",
    "goal",
    "notes",
    "photo",
    "clock",
    "leaders",
    "waiting",
    "meals",
    "add",
]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Offset = Annotated[int, Meta(ge=0, le=23)]
Length = Annotated[int, Meta(ge=1, le=24)]


class Widget(ApiModel, kw_only=True):
    """A part of the board and its place on the grid. `id` distinguishes it from the others of its layout.

    `member_ids` says whose cards `people` shows, everybody's without one; `list_id` which list `list` shows.
    """

    id: Id
    kind: WidgetKind
    x: Offset
    y: Offset
    width: Length
    height: Length
    member_ids: Annotated[list[Id], Meta(max_length=100)] = []
    list_id: Id | None = None


class LayoutRequest(ApiModel, kw_only=True):
    """The widgets of a board, in any order."""

    widgets: Annotated[list[Widget], Meta(min_length=1, max_length=40)]


class BoardLayouts(ApiModel, kw_only=True):
    """How a screen's board is arranged, wide and upright; null where it is not, so that the client arranges it."""

    landscape: list[Widget] | None = None
    portrait: list[Widget] | None = None
