"""Structs of lists, their items, and the steps of an item."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType, field

from appliance.kernel.schema import ApiModel, Maybe, NumericApiModel

Kind = Literal["shopping", "todo", "reusable"]
GroupBy = Literal["store", "category", "none"]
GroupKind = Literal["store", "category"]
SortBy = Literal["manual", "added", "due", "priority", "alpha"]
Priority = Literal["low", "normal", "high", "urgent"]

MAX_STEPS = 100
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Title = Annotated[str, Meta(min_length=1, max_length=500)]
ItemNotes = Annotated[str, Meta(max_length=5000)]
Label = Annotated[str, Meta(max_length=200)]
Emoji = Annotated[str, Meta(max_length=32)]
Color = Annotated[str, Meta(max_length=64)]
Owners = Annotated[list[str], Meta(max_length=100)]
StepTitles = Annotated[list[Title], Meta(max_length=MAX_STEPS)]
Order = Annotated[list[str], Meta(max_length=10_000)]
Rule = Annotated[str, Meta(max_length=500)]
# Days from the day an item was done to the day it opens again.
AfterDays = Annotated[int, Meta(ge=1, le=3650)]
# What happens to an item that is on the list already, still open.
OnDuplicate = Literal["add", "merge", "ask"]


class List(NumericApiModel, kw_only=True):
    """A list as answered; no owners means the whole family. `pinned` shows it on the board. (contract §15.1)"""

    id: str
    name: str
    emoji: str | None
    color: str | None
    kind: Kind
    member_ids: list[str]
    group_by: GroupBy
    sort_by: SortBy
    sort: float
    archived: bool
    pinned: bool
    created_at: str
    item_count: int
    open_count: int


class NewList(ApiModel, kw_only=True):
    """The request for a list. With an `id` made by the client it is safe to repeat."""

    name: Name
    kind: Kind
    emoji: Emoji | None = None
    color: Color | None = None
    member_ids: Owners = field(default_factory=list)
    group_by: Maybe[GroupBy] = UNSET
    sort_by: SortBy = "manual"
    id: UUID | None = None


class ListPatch(ApiModel, kw_only=True):
    """Any subset of a list's own properties."""

    name: Maybe[Name] = UNSET
    emoji: Maybe[Emoji | None] = UNSET
    color: Maybe[Color | None] = UNSET
    kind: Maybe[Kind] = UNSET
    member_ids: Maybe[Owners] = UNSET
    group_by: Maybe[GroupBy] = UNSET
    sort_by: Maybe[SortBy] = UNSET
    sort: Maybe[float] = UNSET
    archived: Maybe[bool] = UNSET
    pinned: Maybe[bool] = UNSET


class Step(NumericApiModel, kw_only=True):
    """One step of an item."""

    id: str
    title: str
    done: bool
    sort: float


class Item(NumericApiModel, kw_only=True):
    """An item as answered. `event_id` is null while the linked event does not exist. (contract §15.2)

    `added_by` and `done_by` are members, `added_with` and `done_with` the names of the keys that were used. With a
    `rrule`, which starts at `repeat_from`, or with `after_days` a done item opens again: on the date `opens_on`.
    """

    id: str
    list_id: str
    title: str
    notes: str | None
    quantity: str | None
    store: str | None
    category: str | None
    member_id: str | None
    due_date: str | None
    event_id: str | None
    priority: Priority
    done: bool
    done_at: str | None
    done_by: str | None
    sort: float
    created_at: str
    updated_at: str
    steps: list[Step]
    steps_done: int
    steps_total: int
    added_by: str | None = None
    added_with: str | None = None
    done_with: str | None = None
    rrule: str | None = None
    after_days: int | None = None
    repeat_from: str | None = None
    opens_on: str | None = None
    note_count: int | UnsetType = UNSET


class LinkedItem(Item, kw_only=True):
    """An item linked to an event, with the name of its list."""

    list_name: str


class FoundItem(ApiModel, kw_only=True):
    """An item that a search found. `excerpt` is the part of its notes around what was found there."""

    kind: Literal["item"] = "item"
    id: str
    title: str
    list_id: str
    list_name: str
    list_emoji: str | None
    member_id: str | None
    due_date: str | None
    done: bool
    quantity: str | None
    excerpt: str | None


class NewItem(ApiModel, kw_only=True):
    """The request for an item. Store and category that are not sent come from the last item with this title.

    `on_duplicate` says what happens when an open item of the list has this title and is for the same member: `add` adds
    a second one, `merge` adds the amounts, `ask` answers 409 with both. `added_by` is the member who adds it.
    """

    title: Title
    notes: ItemNotes | None = None
    quantity: Label | None = None
    store: Maybe[Label | None] = UNSET
    category: Maybe[Label | None] = UNSET
    member_id: str | None = None
    due_date: date | None = None
    event_id: str | None = None
    priority: Priority = "normal"
    steps: StepTitles = field(default_factory=list)
    rrule: Rule | None = None
    after_days: AfterDays | None = None
    added_by: str | None = None
    on_duplicate: OnDuplicate = "add"
    id: UUID | None = None


# One item or many. More than a thousand in one request is a mistake.
NewItems = NewItem | Annotated[list[NewItem], Meta(max_length=1000)]


class Taken(ApiModel, kw_only=True):
    """Where an item was taken from the shelf: the store, and the aisle in it."""

    aisle: Name
    store: Label | None = None


class ItemPatch(ApiModel, kw_only=True):
    """Any subset of an item's own properties. `done_by` and `taken` count only together with `done: true`.

    The order of the aisles of a store is learnt from `taken`.
    """

    title: Maybe[Title] = UNSET
    notes: Maybe[ItemNotes | None] = UNSET
    quantity: Maybe[Label | None] = UNSET
    store: Maybe[Label | None] = UNSET
    category: Maybe[Label | None] = UNSET
    member_id: Maybe[str | None] = UNSET
    due_date: Maybe[date | None] = UNSET
    event_id: Maybe[str | None] = UNSET
    priority: Maybe[Priority] = UNSET
    done: Maybe[bool] = UNSET
    done_by: Maybe[str | None] = UNSET
    rrule: Maybe[Rule | None] = UNSET
    after_days: Maybe[AfterDays | None] = UNSET
    taken: Maybe[Taken] = UNSET


class Duplicate(ApiModel, kw_only=True):
    """An item of a request, by its place, that is on the list already, and the two made one."""

    at: int
    item: Item
    merged: Item


class NewStep(ApiModel, kw_only=True):
    """The request for a step, after the others."""

    title: Title
    id: UUID | None = None


class StepPatch(ApiModel, kw_only=True):
    """Any subset of a step."""

    title: Maybe[Title] = UNSET
    done: Maybe[bool] = UNSET
    sort: Maybe[float] = UNSET


class GroupName(ApiModel, kw_only=True):
    """A store or a category by name."""

    kind: GroupKind
    name: Name


class Group(ApiModel, kw_only=True):
    """A store or a category and its place among its kind."""

    kind: GroupKind
    name: str
    sort: int


class NewGroups(ApiModel, kw_only=True):
    """All groups of a list, in order."""

    groups: Annotated[list[GroupName], Meta(max_length=500)]


class ItemOrder(ApiModel, kw_only=True):
    """Item ids in their new order."""

    item_ids: Order


class SomeItems(ApiModel, kw_only=True):
    """Items that a request applies to; all of the list by default."""

    item_ids: Order | None = None


class StepOrder(ApiModel, kw_only=True):
    """Step ids in their new order."""

    step_ids: Order


class Suggestions(ApiModel, kw_only=True):
    """Every store and category in use on any list, alphabetical."""

    stores: list[str]
    categories: list[str]


class AisleOrder(ApiModel, kw_only=True):
    """The aisles of a store in the order in which the family walks through it.

    `store` is empty for no particular one.
    """

    store: str
    aisles: tuple[str, ...]


# Named here because inside WholeList the name `list` is the property.
Items = list[Item]
Groups = list[Group]


class WholeList(ApiModel, kw_only=True):
    """A list with its content; `items` in the list's own order. (contract §15.1)

    `aisle_orders` are those of all stores that were learnt, on a shopping list.
    """

    list: List
    items: Items
    groups: Groups
    suggestions: Suggestions
    aisle_orders: tuple[AisleOrder, ...] = ()


class Cleared(ApiModel, kw_only=True):
    """The number of removed items."""

    deleted: int


class Reset(ApiModel, kw_only=True):
    """The number of items that were ticked before."""

    reset: int
