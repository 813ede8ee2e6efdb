"""Use cases of the steps of an item."""

from msgspec.structs import replace

from appliance.kernel.database.table_sizes import within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import required_text, sent_fields
from appliance.lists import queries, rules
from appliance.lists.actions import STEPS, check_room, new_id
from appliance.lists.models import Item, NewStep, Step, StepOrder, StepPatch
from appliance.lists.reopening import actions as reopening


@within_budget(STEPS)
def add_step(tx: Tx, list_id: str, item_id: str, request: NewStep) -> Item:
    """Add a step at the end, which opens a done item. A repeated request with the same id changes nothing.

    Raises NotFound, BadRequest, and Conflict for an id of another item and for a full list.
    """
    item = queries.item(tx, list_id, item_id)
    title = required_text(request.title, "title")
    stored_in = queries.item_of_step(tx, str(request.id)) if request.id else None
    if stored_in == item_id:
        return item
    if stored_in:
        raise Conflict("this step id is in use on another item")
    rules.check_step_count(item.steps)

    place = max((step.sort for step in item.steps), default=-1.0) + 1
    item = _put_with_steps(tx, item, [*item.steps, Step(id=new_id(request.id), title=title, done=False, sort=place)])
    check_room(tx, list_id)
    tx.record("list.item.changed", {"listId": list_id, "id": item_id})
    return item


@within_budget(STEPS)
def edit_step(tx: Tx, list_id: str, item_id: str, step_id: str, patch: StepPatch) -> Item:
    """Change or tick a step: when all are ticked the item is done, else open.

    Raises NotFound, BadRequest, Conflict. (contract: States, list item and steps)
    """
    item = queries.item(tx, list_id, item_id)
    step = _step(item, step_id)
    requested = sent_fields(patch)
    if isinstance(patch.title, str):
        requested["title"] = required_text(patch.title, "title")

    item = _put_with_steps(tx, item, [replace(step, **requested) if other is step else other for other in item.steps])
    tx.record("list.item.changed", {"listId": list_id, "id": item_id, "done": item.done})
    return item


def remove_step(tx: Tx, list_id: str, item_id: str, step_id: str) -> Item:
    """Delete a step; the item is done when all others are ticked. Raises NotFound."""
    item = queries.item(tx, list_id, item_id)
    step = _step(item, step_id)

    queries.remove_step(tx, step_id)
    item = _put_with_steps(tx, item, [other for other in item.steps if other is not step])
    tx.record("list.item.changed", {"listId": list_id, "id": item_id})
    return item


def order_steps(tx: Tx, list_id: str, item_id: str, request: StepOrder) -> Item:
    """Put the steps in order; ids of other items are ignored. Raises NotFound."""
    queries.item(tx, list_id, item_id)

    queries.order_steps(tx, item_id, request.step_ids)
    tx.record("list.item.changed", {"listId": list_id, "id": item_id})
    return queries.item(tx, list_id, item_id)


def _put_with_steps(tx: Tx, was: Item, steps: list[Step]) -> Item:
    item = rules.after_step_change(was, steps, instant(tx.now), tx.caller.name)
    item = reopening.with_opening(tx, replace(item, updated_at=instant(tx.now)))
    queries.put_item(tx, item, rules.memory_of(item.title), link=False)
    return item


def _step(item: Item, step_id: str) -> Step:
    step = next((step for step in item.steps if step.id == step_id), None)
    if step is None:
        raise NotFound()
    return step
