"""MCP tools for lists, items and steps."""

from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.errors import BadRequest
from appliance.kernel.mcp_tool import named, tool
from appliance.kernel.schema import Maybe
from appliance.lists import actions, queries, routes, steps
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


class CreateList(NewList, kw_only=True):
    """A list to create, with names."""

    kind: Kind = "todo"
    member_ids: Members = field(name="members", default_factory=list)


class UpdateList(ListPatch, kw_only=True):
    """Changes of a list, with names."""

    member_ids: Maybe[Members] = field(name="members", default=UNSET)


class ItemRequest(NewItem, kw_only=True):
    """An item, with names."""

    member_id: MemberName | None = field(name="member", default=None)
    added_by: MemberName | None = None


class UpdateListItem(ItemPatch, kw_only=True):
    """Changes of an item, with names."""

    member_id: Maybe[MemberName | None] = field(name="member", default=UNSET)
    done_by: Maybe[MemberName | None] = UNSET


@tool(routes.list_lists, answers="lists", read_only=True)
async def list_lists(session: Session, archived: bool = False) -> list[List]:
    """The household's shopping, to-do and reusable lists with their open counts."""
    return queries.lists(session.read, archived)


@tool(routes.create_list, answers="list", idempotent=False)
async def create_list(session: Session, request: CreateList) -> List:
    """Create a list: shopping, todo or reusable."""
    return await session.write(actions.create, request)


@tool(routes.update_list, answers="list")
async def update_list(session: Session, list: ListName, patch: UpdateList) -> List:
    """Rename a list, change its kind, emoji, members or order of items, or archive it."""
    return await session.write(actions.edit, list, patch)


@tool(routes.one_list, read_only=True)
async def get_list(session: Session, list: ListName) -> WholeList:
    """A list with its content: items with steps in the list's order, groups and suggestions."""
    return await session.answer(notes.whole_list, list)


@tool(routes.create_items, answers="items", idempotent=False)
async def add_list_items(
    session: Session,
    items: Annotated[list[Title | ItemRequest], Meta(max_length=1000)],
    list_id: ListName | None = None,
    list_name: ListName | None = None,
) -> list[Item]:
    """Add one or several items to a list, all or none. For an open item of the same title onDuplicate merge adds the
    amounts, ask fails and shows it.
    """
    chosen = list_id or list_name
    if chosen is None:
        raise BadRequest("give listId or listName", at="listId")
    return await session.write(
        actions.add_items,
        chosen,
        [NewItem(title=item) if isinstance(item, str) else item for item in items],
    )


@tool(routes.update_item, answers="item")
async def update_list_item(session: Session, list: ListName, item_id: str, patch: UpdateListItem) -> Item:
    """Change an item of a list: title, notes, quantity, store, category, member, due date, priority."""
    return await session.write(actions.edit_item, list, item_id, patch)


@tool(routes.update_item, answers="item")
async def set_list_item_done(session: Session, list_id: ListName, item_id: str, done: bool) -> Item:
    """Tick or untick an item with all its steps."""
    return await session.write(actions.edit_item, list_id, item_id, ItemPatch(done=done))


@tool(routes.update_step, answers="item")
async def set_step_done(session: Session, list: ListName, item_id: str, step_id: str, done: bool) -> Item:
    """Tick or untick a step. When all steps are ticked, the item is done."""
    return await session.write(steps.edit_step, list, item_id, step_id, StepPatch(done=done))


@tool(routes.event_items, answers="items", read_only=True)
async def get_event_items(session: Session, id: str) -> list[LinkedItem]:
    """The list items linked to an event: what to do for it."""
    return actions.linked_items(session.read, id)


TOOLS = [
    list_lists,
    create_list,
    update_list,
    get_list,
    add_list_items,
    update_list_item,
    set_list_item_done,
    set_step_done,
    get_event_items,
]
