"""MCP tools for lists, items and steps."""

from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.errors import BadRequest
from appliance.kernel.mcp_tool import Tool, named
from appliance.kernel.schema import ApiModel, Maybe, made
from appliance.lists import actions, queries, routes
from appliance.lists.models import (
    Item,
    ItemPatch,
    Kind,
    LinkedItem,
    List,
    ListPatch,
    NewItem,
    NewList,
    StepPatch,
    Title,
    WholeList,
)
from appliance.notes import actions as notes
from appliance.people.tools import MemberName

ListName = Annotated[str, named("list", lambda db: queries.lists(db, with_archived=True))]
Members = Annotated[list[MemberName], Meta(max_length=100)]


class ListLists(ApiModel, kw_only=True):
    """Whether to include archived lists."""

    archived: bool = False


class CreateList(NewList, kw_only=True):
    """A list to create, with names."""

    kind: Kind = "todo"
    member_ids: Members = field(name="members", default_factory=list)


class UpdateList(ListPatch, kw_only=True):
    """A list and its changes, with names."""

    list_id: ListName = field(name="list")
    member_ids: Maybe[Members] = field(name="members", default=UNSET)


class ReadList(ApiModel, kw_only=True):
    """A list."""

    list_id: ListName = field(name="list")


class ItemRequest(NewItem, kw_only=True):
    """An item, with names."""

    member_id: MemberName | None = field(name="member", default=None)


class AddListItems(ApiModel, kw_only=True):
    """A list, by id or name, and what to add: titles, or items with more properties."""

    items: Annotated[list[Title | ItemRequest], Meta(max_length=1000)]
    list_id: ListName | None = None
    list_name: ListName | None = None


class UpdateListItem(ItemPatch, kw_only=True):
    """An item and its changes, with names."""

    list_id: ListName = field(name="list")
    item_id: str
    member_id: Maybe[MemberName | None] = field(name="member", default=UNSET)
    done_by: Maybe[MemberName | None] = UNSET


class SetListItemDone(ApiModel, kw_only=True):
    """An item and whether it is done."""

    list_id: ListName
    item_id: str
    done: bool


class SetStepDone(ApiModel, kw_only=True):
    """A step of an item and whether it is done."""

    list_id: ListName = field(name="list")
    item_id: str
    step_id: str
    done: bool


class ReadEventItems(ApiModel, kw_only=True):
    """An event."""

    id: str


class Lists(ApiModel, kw_only=True):
    """Lists in their own order."""

    lists: list[List]


class OneList(ApiModel, kw_only=True):
    """A list as it is now."""

    list: List


class Items(ApiModel, kw_only=True):
    """Items as they were added."""

    items: list[Item]


class OneItem(ApiModel, kw_only=True):
    """An item as it is now."""

    item: Item


class LinkedItems(ApiModel, kw_only=True):
    """The items linked to an event, most urgent first."""

    items: list[LinkedItem]


async def list_lists(session: Session, request: ListLists) -> Lists:
    """The lists with their counts."""
    return Lists(lists=queries.lists(session.read, request.archived))


async def create_list(session: Session, request: CreateList) -> OneList:
    """Create a list. Raises BadRequest."""
    return OneList(list=await session.write(actions.create, made(NewList, request)))


async def update_list(session: Session, request: UpdateList) -> OneList:
    """Change a list. Raises BadRequest."""
    return OneList(list=await session.write(actions.edit, request.list_id, made(ListPatch, request)))


async def read_list(session: Session, request: ReadList) -> WholeList:
    """A list with its content. Raises BadRequest."""
    return await session.answer(notes.whole_list, request.list_id)


async def add_list_items(session: Session, request: AddListItems) -> Items:
    """Add items to a list, all or none. Raises BadRequest."""
    list_id = request.list_id or request.list_name
    if list_id is None:
        raise BadRequest("give listId or listName", at="listId")
    items = [NewItem(title=each) if isinstance(each, str) else made(NewItem, each) for each in request.items]
    return Items(items=await session.write(actions.add_items, list_id, items))


async def update_list_item(session: Session, request: UpdateListItem) -> OneItem:
    """Change an item. Raises BadRequest, NotFound."""
    patch = made(ItemPatch, request)
    return OneItem(item=await session.write(actions.edit_item, request.list_id, request.item_id, patch))


async def set_list_item_done(session: Session, request: SetListItemDone) -> OneItem:
    """Tick or untick an item with its steps. Raises BadRequest, NotFound."""
    patch = made(ItemPatch, request)
    return OneItem(item=await session.write(actions.edit_item, request.list_id, request.item_id, patch))


async def set_step_done(session: Session, request: SetStepDone) -> OneItem:
    """Tick or untick a step. Raises BadRequest, NotFound."""
    patch = made(StepPatch, request)
    return OneItem(
        item=await session.write(actions.edit_step, request.list_id, request.item_id, request.step_id, patch)
    )


async def read_event_items(session: Session, request: ReadEventItems) -> LinkedItems:
    """The items linked to an event."""
    return LinkedItems(items=actions.linked_items(session.read, request.id))


TOOLS = [
    Tool(
        name="list_lists",
        description="The household's shopping, to-do and reusable lists with their open counts.",
        run=list_lists,
        route=routes.list_lists,
        read_only=True,
    ),
    Tool(
        name="create_list",
        description="Create a list: shopping, todo or reusable.",
        run=create_list,
        route=routes.create_list,
        idempotent=False,
    ),
    Tool(
        name="update_list",
        description="Rename a list, change its kind, emoji, members or order of items, or archive it.",
        run=update_list,
        route=routes.update_list,
    ),
    Tool(
        name="get_list",
        description="A list with its content: items with steps in the list's order, groups and suggestions.",
        run=read_list,
        route=routes.one_list,
        read_only=True,
    ),
    Tool(
        name="add_list_items",
        description="Add one or several items to a list. Either all are added or none.",
        run=add_list_items,
        route=routes.create_items,
        idempotent=False,
    ),
    Tool(
        name="update_list_item",
        description="Change an item of a list: title, notes, quantity, store, category, member, due date, priority.",
        run=update_list_item,
        route=routes.update_item,
    ),
    Tool(
        name="set_list_item_done",
        description="Tick or untick an item with all its steps.",
        run=set_list_item_done,
        route=routes.update_item,
    ),
    Tool(
        name="set_step_done",
        description="Tick or untick a step. When all steps are ticked, the item is done.",
        run=set_step_done,
        route=routes.update_step,
    ),
    Tool(
        name="get_event_items",
        description="The list items linked to an event: what to do for it.",
        run=read_event_items,
        route=routes.event_items,
        read_only=True,
    ),
]
