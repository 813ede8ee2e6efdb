"""Verbs on lists, items and steps."""

from uuid import UUID, uuid4

from msgspec import UNSET
from msgspec.structs import replace

from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest, Conflict, NotFound
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import patched, sent_fields
from appliance.kernel.text.matching import sort_key
from appliance.lists import queries, rules
from appliance.lists.models import (
    Group,
    Item,
    ItemOrder,
    ItemPatch,
    LinkedItem,
    List,
    ListPatch,
    NewGroups,
    NewItem,
    NewItems,
    NewList,
    NewStep,
    Step,
    StepOrder,
    StepPatch,
    Suggestions,
    WholeList,
)
from appliance.people import queries as people


@consistent_read
def whole(db: Reader, list_id: str) -> WholeList:
    """A list with everything on it, items in its order, archived or not. Raises NotFound. (contract §15.1)"""
    found = queries.one_list(db, list_id)
    items = rules.ordered(queries.items(db, list_id), found.sort_by, db.today)
    stores, categories = (sorted(queries.in_use(db, kind), key=sort_key) for kind in ("store", "category"))
    return WholeList(found, items, queries.groups(db, list_id), Suggestions(stores, categories))


def linked_items(db: Reader, event_id: str) -> list[LinkedItem]:
    """The items linked to an event, most pressing first; none for an unknown event. (contract §15.6)"""
    return rules.by_urgency(queries.items_of_event(db, event_id))


def create(tx: Tx, request: NewList) -> List:
    """Make a list. A wish repeated with the same id answers the list that is there. Raises Invalid."""
    if request.id and (there := queries.maybe_list(tx, str(request.id))):
        return there
    name = rules.named(request.name, "name")
    rules.check_emoji(request.emoji)

    group_by = patched(request.group_by, rules.default_group_by(request.kind))
    owners = people.known(tx, request.member_ids)
    made = List(
        _new_id(request.id),
        name,
        request.emoji,
        request.color,
        request.kind,
        owners,
        group_by,
        request.sort_by,
        0.0,
        False,
        instant(tx.now),
        0,
        0,
    )
    queries.put_list(tx, made)
    tx.record("list.changed", {"id": made.id})
    return made


def edit(tx: Tx, list_id: str, patch: ListPatch) -> List:
    """Change a list. Raises NotFound, Invalid."""
    was = queries.one_list(tx, list_id)
    requested = sent_fields(patch)
    if isinstance(patch.name, str):
        requested["name"] = rules.named(patch.name, "name")
    if isinstance(patch.emoji, str):
        rules.check_emoji(patch.emoji)
    if isinstance(patch.member_ids, list):
        requested["member_ids"] = people.known(tx, patch.member_ids)

    changed = replace(was, **requested)
    queries.put_list(tx, changed)
    tx.record("list.changed", {"id": list_id})
    return changed


def remove(tx: Tx, list_id: str) -> None:
    """Remove a list with its items and their discussions. Raises NotFound. (spec: Item rule 3)"""
    queries.one_list(tx, list_id)

    queries.remove_list(tx, list_id)
    tx.record("list.changed", {"id": list_id})


def add_items(tx: Tx, list_id: str, requests: NewItems) -> list[Item]:
    """Add one item or many at the end, all of them or none. Answers them in the order asked.

    A wish repeated with the same id answers the item that is there. Raises NotFound, Invalid, Conflict when an id
    belongs to another list.
    """
    queries.one_list(tx, list_id)
    if isinstance(requests, list):
        accepted = [rules.checked(request, f"{index}.") for index, request in enumerate(requests)]
    else:
        accepted = [rules.checked(requests)]
    _refuse_twice(accepted)

    place = queries.next_sort(tx, list_id)
    answers: list[Item] = []
    added: list[str] = []
    for request in accepted:
        there = queries.list_of_item(tx, str(request.id)) if request.id else None
        if there not in (None, list_id):
            raise Conflict("this item id is in use on another list")
        if there:
            answers.append(queries.item(tx, list_id, str(request.id)))
            continue
        answers.append(_add_item(tx, list_id, request, place + len(added)))
        added.append(answers[-1].id)
    if added:
        tx.record("list.item.changed", {"listId": list_id, "ids": added})
    return answers


def edit_item(tx: Tx, list_id: str, item_id: str, patch: ItemPatch) -> Item:
    """Change or tick an item; a tick ticks all its steps, an untick unticks them. Raises NotFound, Invalid."""
    was = queries.item(tx, list_id, item_id)
    requested = rules.accepted(sent_fields(patch))
    if isinstance(patch.event_id, str):
        _check_event(tx, patch.event_id)
    if isinstance(patch.member_id, str):
        requested["member_id"] = _known(tx, patch.member_id)

    item = replace(was, **requested, updated_at=instant(tx.now))
    if patch.done is True:
        item = rules.ticked(item, instant(tx.now), _known(tx, patch.done_by or None))
    if patch.done is False:
        item = rules.unticked(item)
    queries.put_item(tx, item, rules.memory_of(item.title), link=patch.event_id is not UNSET)
    tx.record("list.item.changed", {"listId": list_id, "id": item_id, "done": item.done})
    return item


def remove_item(tx: Tx, list_id: str, item_id: str) -> None:
    """Remove an item with its steps and its discussion. Raises NotFound."""
    queries.item(tx, list_id, item_id)

    queries.remove_item(tx, item_id)
    tx.record("list.item.changed", {"listId": list_id, "id": item_id})


def add_step(tx: Tx, list_id: str, item_id: str, request: NewStep) -> Item:
    """Add a step at the end, which opens a done item. A wish repeated with the same id changes nothing.

    Raises NotFound, Invalid, Conflict when the id belongs to another item.
    """
    item = queries.item(tx, list_id, item_id)
    title = rules.named(request.title, "title")
    there = queries.item_of_step(tx, str(request.id)) if request.id else None
    if there == item_id:
        return item
    if there:
        raise Conflict("this step id is in use on another item")
    rules.check_room(item.steps)

    place = max((step.sort for step in item.steps), default=-1.0) + 1
    item = _settle(tx, item, [*item.steps, Step(_new_id(request.id), title, False, place)])
    tx.record("list.item.changed", {"listId": list_id, "id": item_id})
    return item


def edit_step(tx: Tx, list_id: str, item_id: str, step_id: str, patch: StepPatch) -> Item:
    """Change or tick a step: the last one ticked completes the item, one unticked opens it.

    Raises NotFound, Invalid. (spec: States, list item and steps)
    """
    item = queries.item(tx, list_id, item_id)
    step = _step(item, step_id)
    requested = sent_fields(patch)
    if isinstance(patch.title, str):
        requested["title"] = rules.named(patch.title, "title")

    item = _settle(tx, item, [replace(step, **requested) if each is step else each for each in item.steps])
    tx.record("list.item.changed", {"listId": list_id, "id": item_id, "done": item.done})
    return item


def remove_step(tx: Tx, list_id: str, item_id: str, step_id: str) -> Item:
    """Remove a step; the item is completed when all others are ticked. Raises NotFound."""
    item = queries.item(tx, list_id, item_id)
    step = _step(item, step_id)

    queries.remove_step(tx, step_id)
    item = _settle(tx, item, [each for each in item.steps if each is not step])
    tx.record("list.item.changed", {"listId": list_id, "id": item_id})
    return item


def order_steps(tx: Tx, list_id: str, item_id: str, request: StepOrder) -> Item:
    """Put the steps in order; ids from elsewhere are passed over. Raises NotFound."""
    queries.item(tx, list_id, item_id)

    queries.order_steps(tx, item_id, request.step_ids)
    tx.record("list.item.changed", {"listId": list_id, "id": item_id})
    return queries.item(tx, list_id, item_id)


def clear_completed(tx: Tx, list_id: str) -> int:
    """Remove the ticked items with their discussions; how many they were. Raises NotFound."""
    queries.one_list(tx, list_id)

    removed = queries.remove_done(tx, list_id)
    tx.record("list.changed", {"id": list_id})
    return removed


def reset(tx: Tx, list_id: str) -> int:
    """Untick every item and step of a list of any kind; how many items were ticked. Raises NotFound."""
    queries.one_list(tx, list_id)

    opened = queries.untick(tx, list_id, None)
    tx.record("list.changed", {"id": list_id})
    return opened


def reset_checklist(tx: Tx, list_id: str, member_id: str | None) -> None:
    """Untick what a member sees on a reusable list (None: all of it); other kinds stay. (spec: Checklist rule 5)"""
    checklist = queries.maybe_list(tx, list_id)
    if checklist is None or checklist.kind != "reusable":
        return

    queries.untick(tx, list_id, member_id)
    tx.record("list.changed", {"id": list_id})


def order_items(tx: Tx, list_id: str, request: ItemOrder) -> None:
    """Put the items in order; ids from elsewhere are passed over, items not named keep their place. Raises NotFound."""
    queries.one_list(tx, list_id)

    queries.order_items(tx, list_id, request.item_ids)
    tx.record("list.changed", {"id": list_id})


def replace_groups(tx: Tx, list_id: str, request: NewGroups) -> list[Group]:
    """Replace the order of a list's stores and categories. Raises NotFound, Invalid."""
    queries.one_list(tx, list_id)
    groups = rules.numbered(request.groups)

    queries.put_groups(tx, list_id, groups)
    tx.record("list.changed", {"id": list_id})
    return groups


def _add_item(tx: Tx, list_id: str, request: NewItem, place: float) -> Item:
    if request.event_id is not None:
        _check_event(tx, request.event_id)
    memory, now = rules.memory_of(request.title), instant(tx.now)
    store, category = rules.remembering(request, queries.remembered(tx, memory))
    steps = [Step(str(uuid4()), title, False, float(index)) for index, title in enumerate(request.steps)]
    item = Item(
        _new_id(request.id),
        list_id,
        request.title,
        request.notes,
        request.quantity,
        store,
        category,
        _known(tx, request.member_id),
        request.due_date.isoformat() if request.due_date else None,
        request.event_id,
        request.priority,
        False,
        None,
        None,
        place,
        now,
        now,
        steps,
        0,
        len(steps),
    )
    queries.put_item(tx, item, memory, link=True)
    return item


def _refuse_twice(requests: list[NewItem]) -> None:
    ids = [request.id for request in requests if request.id]
    if len(set(ids)) < len(ids):
        raise BadRequest("an id is in the array twice", at="id")


def _settle(tx: Tx, was: Item, steps: list[Step]) -> Item:
    item = replace(rules.settled(was, steps, instant(tx.now)), updated_at=instant(tx.now))
    queries.put_item(tx, item, rules.memory_of(item.title), link=False)
    return item


def _step(item: Item, step_id: str) -> Step:
    step = next((step for step in item.steps if step.id == step_id), None)
    if step is None:
        raise NotFound()
    return step


def _check_event(db: Reader, event_id: str) -> None:
    if not queries.is_event(db, event_id):
        raise BadRequest("event not found")


def _known(db: Reader, member_id: str | None) -> str | None:
    return member_id if member_id and people.is_member(db, member_id) else None


def _new_id(requested: UUID | None) -> str:
    return str(requested or uuid4())
