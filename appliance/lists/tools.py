"""MCP tools for lists, items and steps."""

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, field

from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.errors import BadRequest
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe
from appliance.kernel.text.name_lookup import find_id
from appliance.lists import actions, queries, routes
from appliance.lists.models import (
    Emoji,
    Item,
    ItemNotes,
    ItemPatch,
    Kind,
    Label,
    LinkedItem,
    List,
    ListPatch,
    Name,
    NewItem,
    NewList,
    Priority,
    SortBy,
    StepPatch,
    StepTitles,
    Title,
    WholeList,
)
from appliance.notes.items import actions as notes
from appliance.people import queries as people

ListName = Annotated[str, Meta(description="A list's id or name, archived lists too")]
MemberName = Annotated[str, Meta(description="A member's id or name")]
# Named here because the tools call a list `list`, which hides Python's inside the Structs.
Members = Annotated[list[MemberName], Meta(max_length=100)]


class ListLists(ApiModel, kw_only=True):
    """Whether to include archived lists."""

    archived: bool = False


class CreateList(ApiModel, kw_only=True):
    """A list to create; without members it belongs to the whole family."""

    name: Name
    kind: Kind = "todo"
    emoji: Emoji | None = None
    members: Members = field(default_factory=list)


class UpdateList(ApiModel, kw_only=True):
    """A list and its changes; `members: []` makes it the whole family's."""

    list: ListName
    name: Maybe[Name] = UNSET
    kind: Maybe[Kind] = UNSET
    emoji: Maybe[Emoji | None] = UNSET
    members: Maybe[Members] = UNSET
    sort_by: Maybe[SortBy] = UNSET
    archived: Maybe[bool] = UNSET


class ReadList(ApiModel, kw_only=True):
    """A list."""

    list: ListName


class ItemRequest(ApiModel, kw_only=True):
    """An item; store and category that are not given come from the last item with this title."""

    title: Title
    notes: ItemNotes | None = None
    quantity: Label | None = None
    store: Maybe[Label | None] = UNSET
    category: Maybe[Label | None] = UNSET
    member: MemberName | None = None
    due_date: date | None = None
    event_id: str | None = None
    priority: Priority = "normal"
    steps: StepTitles = field(default_factory=list)


class AddListItems(ApiModel, kw_only=True):
    """A list, by id or name, and what to add: titles, or items with more properties."""

    items: Annotated[list[Title | ItemRequest], Meta(max_length=1000)]
    list_id: ListName | None = None
    list_name: ListName | None = None


class UpdateListItem(ApiModel, kw_only=True):
    """An item and its changes; null clears a property."""

    list: ListName
    item_id: str
    title: Maybe[Title] = UNSET
    notes: Maybe[ItemNotes | None] = UNSET
    quantity: Maybe[Label | None] = UNSET
    store: Maybe[Label | None] = UNSET
    category: Maybe[Label | None] = UNSET
    member: Maybe[MemberName | None] = UNSET
    due_date: Maybe[date | None] = UNSET
    event_id: Maybe[str | None] = UNSET
    priority: Maybe[Priority] = UNSET


class SetListItemDone(ApiModel, kw_only=True):
    """An item and whether it is done."""

    list_id: ListName
    item_id: str
    done: bool


class SetStepDone(ApiModel, kw_only=True):
    """A step of an item and whether it is done."""

    list: ListName
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
    owners = [_member(session.read, name) for name in request.members]
    return OneList(
        list=await session.write(
            actions.create, NewList(name=request.name, kind=request.kind, emoji=request.emoji, member_ids=owners)
        )
    )


async def update_list(session: Session, request: UpdateList) -> OneList:
    """Change a list. Raises BadRequest."""
    db = session.read
    owners = (
        request.members if isinstance(request.members, UnsetType) else [_member(db, name) for name in request.members]
    )
    patch = ListPatch(
        name=request.name,
        emoji=request.emoji,
        kind=request.kind,
        member_ids=owners,
        sort_by=request.sort_by,
        archived=request.archived,
    )
    return OneList(list=await session.write(actions.edit, _list(db, request.list), patch))


async def read_list(session: Session, request: ReadList) -> WholeList:
    """A list with its content. Raises BadRequest."""
    return await session.answer(notes.whole_list, _list(session.read, request.list), session.derived)


async def add_list_items(session: Session, request: AddListItems) -> Items:
    """Add items to a list, all or none. Raises BadRequest."""
    db = session.read
    id_or_name = request.list_id or request.list_name
    if id_or_name is None:
        raise BadRequest("give listId or listName", at="listId")
    items = [NewItem(title=each) if isinstance(each, str) else _new_item(db, each) for each in request.items]
    return Items(items=await session.write(actions.add_items, _list(db, id_or_name), items))


async def update_list_item(session: Session, request: UpdateListItem) -> OneItem:
    """Change an item. Raises BadRequest, NotFound."""
    db = session.read
    member_id = _member(db, request.member) if isinstance(request.member, str) else request.member
    patch = ItemPatch(
        title=request.title,
        notes=request.notes,
        quantity=request.quantity,
        store=request.store,
        category=request.category,
        member_id=member_id,
        due_date=request.due_date,
        event_id=request.event_id,
        priority=request.priority,
    )
    return OneItem(item=await session.write(actions.edit_item, _list(db, request.list), request.item_id, patch))


async def set_list_item_done(session: Session, request: SetListItemDone) -> OneItem:
    """Tick or untick an item with its steps. Raises BadRequest, NotFound."""
    list_id = _list(session.read, request.list_id)
    return OneItem(item=await session.write(actions.edit_item, list_id, request.item_id, ItemPatch(done=request.done)))


async def set_step_done(session: Session, request: SetStepDone) -> OneItem:
    """Tick or untick a step. Raises BadRequest, NotFound."""
    list_id = _list(session.read, request.list)
    patch = StepPatch(done=request.done)
    return OneItem(item=await session.write(actions.edit_step, list_id, request.item_id, request.step_id, patch))


async def read_event_items(session: Session, request: ReadEventItems) -> LinkedItems:
    """The items linked to an event."""
    return LinkedItems(items=actions.linked_items(session.read, request.id))


def _list(db: Reader, id_or_name: str) -> str:
    return find_id("list", id_or_name, queries.list_names(db))


def _member(db: Reader, id_or_name: str) -> str:
    return find_id("member", id_or_name, [(person.id, person.name) for person in people.people(db)])


def _new_item(db: Reader, request: ItemRequest) -> NewItem:
    member_id = None if request.member is None else _member(db, request.member)
    return NewItem(
        title=request.title,
        notes=request.notes,
        quantity=request.quantity,
        store=request.store,
        category=request.category,
        member_id=member_id,
        due_date=request.due_date,
        event_id=request.event_id,
        priority=request.priority,
        steps=request.steps,
    )


LIST = "/api/lists/{id}"
ITEM = "/api/lists/{id}/items/{id}"
TOOLS = [
    Tool(
        name="list_lists",
        description="The household's shopping, to-do and reusable lists with their open counts.",
        request=ListLists,
        answer=Lists,
        run=list_lists,
        route=routes.list_lists,
        read_only=True,
    ),
    Tool(
        name="create_list",
        description="Create a list: shopping, todo or reusable.",
        request=CreateList,
        answer=OneList,
        run=create_list,
        route=routes.create_list,
        idempotent=False,
    ),
    Tool(
        name="update_list",
        description="Rename a list, change its kind, emoji, members or order of items, or archive it.",
        request=UpdateList,
        answer=OneList,
        run=update_list,
        route=routes.update_list,
    ),
    Tool(
        name="get_list",
        description="A list with its content: items with steps in the list's order, groups and suggestions.",
        request=ReadList,
        answer=WholeList,
        run=read_list,
        route=routes.one_list,
        read_only=True,
    ),
    Tool(
        name="add_list_items",
        description="Add one or several items to a list. Either all are added or none.",
        request=AddListItems,
        answer=Items,
        run=add_list_items,
        route=routes.create_items,
        idempotent=False,
    ),
    Tool(
        name="update_list_item",
        description="Change an item of a list: title, notes, quantity, store, category, member, due date, priority.",
        request=UpdateListItem,
        answer=OneItem,
        run=update_list_item,
        route=routes.update_item,
    ),
    Tool(
        name="set_list_item_done",
        description="Tick or untick an item with all its steps.",
        request=SetListItemDone,
        answer=OneItem,
        run=set_list_item_done,
        route=routes.update_item,
    ),
    Tool(
        name="set_step_done",
        description="Tick or untick a step. When all steps are ticked, the item is done.",
        request=SetStepDone,
        answer=OneItem,
        run=set_step_done,
        route=routes.update_step,
    ),
    Tool(
        name="get_event_items",
        description="The list items linked to an event: what to do for it.",
        request=ReadEventItems,
        answer=LinkedItems,
        run=read_event_items,
        route=routes.event_items,
        read_only=True,
    ),
]
