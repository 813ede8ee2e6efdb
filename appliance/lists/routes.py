"""REST endpoints of lists, items and steps."""

from typing import Literal

from litestar import Router, delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import DISPLAY, DISPLAY_WITH_PIN
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done, OptionalBody
from appliance.lists import actions, queries, steps
from appliance.lists.models import (
    Cleared,
    Group,
    Item,
    ItemOrder,
    ItemPatch,
    LinkedItem,
    List,
    ListPatch,
    NewGroups,
    NewItems,
    NewList,
    NewStep,
    Reset,
    SomeItems,
    StepOrder,
    StepPatch,
    WholeList,
)
from appliance.notes import actions as notes

Switch = Literal["true", "false"]
ITEM = "/lists/{list_id:str}/items/{item_id:str}"


@get("/lists", operation_id="listLists", summary="The lists", opt=DISPLAY | ETAG_BY_REV)
async def list_lists(session: CurrentSession, archived: FromQuery[Switch] = "false") -> list[List]:
    """In their own order, with their counts; `archived=true` includes archived lists."""
    return queries.lists(session.read, archived == "true")


@post("/lists", operation_id="createList", summary="Create a list", opt=DISPLAY)
async def create_list(session: CurrentSession, data: JSONBody[NewList]) -> List:
    """Without `memberIds` it belongs to the whole family. A repeated request with the same `id` creates nothing."""
    return await session.write(actions.create, data)


@get("/lists/{list_id:str}", operation_id="getList", summary="A list with its content", opt=DISPLAY | ETAG_BY_REV)
async def one_list(session: CurrentSession, list_id: FromPath[str]) -> WholeList:
    """Items in the list's own order, the order of its groups, and suggestions for stores and categories."""
    return await session.json_answer(notes.whole_list, list_id)


@patch("/lists/{list_id:str}", operation_id="updateList", summary="Change a list", opt=DISPLAY)
async def update_list(session: CurrentSession, list_id: FromPath[str], data: JSONBody[ListPatch]) -> List:
    """Any subset of name, emoji, color, kind, memberIds, groupBy, sortBy, sort and archived."""
    return await session.write(actions.edit, list_id, data)


@delete(
    "/lists/{list_id:str}", operation_id="deleteList", summary="Delete a list", status_code=200, opt=DISPLAY_WITH_PIN
)
async def delete_list(session: CurrentSession, list_id: FromPath[str]) -> Done:
    """Deletes its items and their notes too."""
    await session.write(actions.remove, list_id)
    return Done()


@post("/lists/{list_id:str}/items", operation_id="createItems", summary="Add one item or many", opt=DISPLAY)
async def create_items(
    session: CurrentSession,
    list_id: FromPath[str],
    data: JSONBody[NewItems],
    idempotency_key: IdempotencyKey = None,
) -> list[Item]:
    """All or none; always answers an array. Store and category that are not sent come from the last item of that title.

    A repeated request with the same `id`s adds nothing. For an open item of the list with the same title `onDuplicate`
    says what happens: `merge` makes the two one, and is safe to repeat with the header; `ask` answers 409 with
    `duplicates`, a list of `{at, item, merged}`.
    """
    key = idempotency_key if actions.merges(data) else None
    return await session.write_once(key, list[Item], actions.add_items, list_id, data)


@patch(ITEM, operation_id="updateItem", summary="Change or tick an item", opt=DISPLAY)
async def update_item(
    session: CurrentSession, list_id: FromPath[str], item_id: FromPath[str], data: JSONBody[ItemPatch]
) -> Item:
    """Its steps are ticked and unticked with it."""
    return await session.write(actions.edit_item, list_id, item_id, data)


@delete(ITEM, operation_id="deleteItem", summary="Delete an item", status_code=200, opt=DISPLAY)
async def delete_item(session: CurrentSession, list_id: FromPath[str], item_id: FromPath[str]) -> Done:
    """Deletes its notes too."""
    await session.write(actions.remove_item, list_id, item_id)
    return Done()


@post(f"{ITEM}/steps", operation_id="createStep", summary="Add a step", status_code=200, opt=DISPLAY)
async def create_step(
    session: CurrentSession, list_id: FromPath[str], item_id: FromPath[str], data: JSONBody[NewStep]
) -> Item:
    """At the end; a done item becomes open. Answers the item."""
    return await session.write(steps.add_step, list_id, item_id, data)


@post(f"{ITEM}/steps/reorder", operation_id="reorderSteps", summary="Put steps in order", status_code=200, opt=DISPLAY)
async def reorder_steps(
    session: CurrentSession, list_id: FromPath[str], item_id: FromPath[str], data: JSONBody[StepOrder]
) -> Item:
    """Ids of other items are ignored. Answers the item."""
    return await session.write(steps.order_steps, list_id, item_id, data)


@patch(f"{ITEM}/steps/{{step_id:str}}", operation_id="updateStep", summary="Change or tick a step", opt=DISPLAY)
async def update_step(
    session: CurrentSession,
    list_id: FromPath[str],
    item_id: FromPath[str],
    step_id: FromPath[str],
    data: JSONBody[StepPatch],
) -> Item:
    """When all steps are ticked the item is done, else open. Answers the item."""
    return await session.write(steps.edit_step, list_id, item_id, step_id, data)


@delete(
    f"{ITEM}/steps/{{step_id:str}}", operation_id="deleteStep", summary="Remove a step", status_code=200, opt=DISPLAY
)
async def delete_step(
    session: CurrentSession, list_id: FromPath[str], item_id: FromPath[str], step_id: FromPath[str]
) -> Item:
    """The item is done when all its other steps are ticked. Answers the item."""
    return await session.write(steps.remove_step, list_id, item_id, step_id)


@post(
    "/lists/{list_id:str}/clear-completed",
    operation_id="clearList",
    summary="Remove ticked items",
    status_code=200,
    operation_class=OptionalBody,
    opt=DISPLAY,
)
async def clear_completed(
    session: CurrentSession,
    list_id: FromPath[str],
    data: JSONBody[SomeItems | None] = None,
    idempotency_key: IdempotencyKey = None,
) -> Cleared:
    """Removes their notes too. Answers the number of removed items.

    `itemIds` limits it to these items: what somebody else has ticked meanwhile stays. Ids that are unknown or no longer
    ticked are ignored.
    """
    items = data or SomeItems()
    return Cleared(deleted=await session.write_once(idempotency_key, int, actions.clear_completed, list_id, items))


@post(
    "/lists/{list_id:str}/reset",
    operation_id="resetList",
    summary="Untick everything",
    status_code=200,
    operation_class=OptionalBody,
    opt=DISPLAY,
)
async def reset(
    session: CurrentSession,
    list_id: FromPath[str],
    data: JSONBody[SomeItems | None] = None,
    idempotency_key: IdempotencyKey = None,
) -> Reset:
    """Unticks items and steps of a list of any kind. Answers how many items were ticked.

    `itemIds` limits it to these items: what somebody else has ticked meanwhile stays. Unknown ids are ignored.
    """
    items = data or SomeItems()
    return Reset(reset=await session.write_once(idempotency_key, int, actions.reset, list_id, items))


@post(
    "/lists/{list_id:str}/reorder",
    operation_id="reorderItems",
    summary="Put items in order",
    status_code=200,
    opt=DISPLAY,
)
async def reorder_items(session: CurrentSession, list_id: FromPath[str], data: JSONBody[ItemOrder]) -> Done:
    """Each gets its index as `sort`. Ids of other lists are ignored; items that are not listed keep their place."""
    await session.write(actions.order_items, list_id, data)
    return Done()


@put(
    "/lists/{list_id:str}/groups",
    operation_id="replaceGroups",
    summary="Put stores and categories in order",
    opt=DISPLAY,
)
async def replace_groups(session: CurrentSession, list_id: FromPath[str], data: JSONBody[NewGroups]) -> list[Group]:
    """Replaces the whole order."""
    return await session.write(actions.replace_groups, list_id, data)


@get(
    "/events/{event_id:str}/items",
    operation_id="listEventItems",
    summary="The items linked to an event",
    opt=DISPLAY | ETAG_BY_REV,
)
async def event_items(session: CurrentSession, event_id: FromPath[str]) -> list[LinkedItem]:
    """Open ones first, then by priority; items of archived lists too."""
    return actions.linked_items(session.read, event_id)


HANDLERS = [
    list_lists,
    create_list,
    one_list,
    update_list,
    delete_list,
    create_items,
    update_item,
    delete_item,
    create_step,
    reorder_steps,
    update_step,
    delete_step,
    clear_completed,
    reset,
    reorder_items,
    replace_groups,
    event_items,
]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Lists"])
