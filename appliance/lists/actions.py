"""Use cases of lists, items and steps."""

from uuid import UUID, uuid4

from msgspec import UNSET
from msgspec.structs import replace

from appliance.deleted import actions as deleted
from appliance.household import queries as household_queries
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest, Conflict
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made, patched, required_text, sent_fields
from appliance.kernel.text.emoji import check_emoji
from appliance.kernel.text.matching import sort_key
from appliance.lists import duplicates, queries, rules
from appliance.lists.models import (
    Duplicate,
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
    SomeItems,
    Step,
    Suggestions,
    Taken,
    WholeList,
)
from appliance.lists.reopening import actions as reopening
from appliance.lists.reopening import rules as reopening_rules
from appliance.lists.shopping import actions as shopping
from appliance.people import queries as people_queries

# Of several items that are deleted together.
LONGEST_TITLE = 200
# What a household can have on its lists. A family of ten years has about 5,000 items, 1 MB of text.
CLEAN_UP = "delete lists or items that nobody needs"
LISTS = TableBudget(table="lists", entries=500, bytes=1_000_000, what="lists", remedy=CLEAN_UP)
GROUPS = TableBudget(
    table="list_groups", entries=20_000, bytes=2_000_000, what="stores and categories in order", remedy=CLEAN_UP
)
ITEMS = TableBudget(table="items", entries=20_000, bytes=10_000_000, what="list items", remedy=CLEAN_UP)
STEPS = TableBudget(table="steps", entries=60_000, bytes=5_000_000, what="steps of list items", remedy=CLEAN_UP)
MAX_ITEMS_PER_LIST = 2_000
MAX_STEPS_PER_LIST = 6_000


@consistent_read
def whole(db: Reader, list_id: str) -> WholeList:
    """A list with its content, items in its order, archived or not. Raises NotFound. (contract §15.1)"""
    stored = queries.one_list(db, list_id)
    stores, categories = (sorted(queries.names_in_use(db, kind), key=sort_key) for kind in ("store", "category"))
    return WholeList(
        list=stored,
        items=rules.ordered(queries.items(db, list_id), stored.sort_by, db.today),
        groups=queries.groups(db, list_id),
        suggestions=Suggestions(stores=stores, categories=categories),
        aisle_orders=shopping.orders(db) if stored.kind == "shopping" else (),
    )


def linked_items(db: Reader, event_id: str) -> list[LinkedItem]:
    """The items linked to an event, most urgent first; none for an unknown event. (contract §15.6)"""
    return rules.by_urgency(queries.items_of_event(db, event_id))


@within_budget(LISTS)
def create(tx: Tx, request: NewList) -> List:
    """Create a list. A repeated request with the same id answers the stored list. Raises BadRequest, Conflict."""
    if request.id and (stored := queries.maybe_list(tx, str(request.id))):
        return stored
    name = required_text(request.name, "name")
    check_emoji(request.emoji)

    group_by = patched(request.group_by, rules.default_group_by(request.kind))
    owners = people_queries.known(tx, request.member_ids)
    created = made(
        List,
        request,
        id=new_id(request.id),
        name=name,
        member_ids=owners,
        group_by=group_by,
        sort=0.0,
        archived=False,
        pinned=False,
        created_at=instant(tx.now),
        item_count=0,
        open_count=0,
    )
    queries.put_list(tx, created)
    tx.record("list.changed", {"id": created.id})
    return created


@within_budget(LISTS)
def edit(tx: Tx, list_id: str, patch: ListPatch) -> List:
    """Change a list. Raises NotFound, BadRequest, Conflict."""
    was = queries.one_list(tx, list_id)
    requested = sent_fields(patch)
    if isinstance(patch.name, str):
        requested["name"] = required_text(patch.name, "name")
    check_emoji(patch.emoji)
    if isinstance(patch.member_ids, list):
        requested["member_ids"] = people_queries.known(tx, patch.member_ids)

    changed = replace(was, **requested)
    queries.put_list(tx, changed)
    tx.record("list.changed", {"id": list_id})
    return changed


def remove(tx: Tx, list_id: str) -> None:
    """Delete a list with its items and their notes. It can be restored. Raises NotFound. (contract: Item 3)"""
    removed = queries.one_list(tx, list_id)

    with deleted.kept(tx, "list", list_id, removed.name):
        queries.remove_list(tx, list_id)
        tx.record("list.changed", {"id": list_id})


def merges(requests: NewItems) -> bool:
    """Whether a request may change an item that is there, so that a second one would change it once more."""
    return any(one.on_duplicate == "merge" for one in (requests if isinstance(requests, list) else [requests]))


@within_budget(ITEMS, STEPS)
def add_items(tx: Tx, list_id: str, requests: NewItems) -> list[Item]:
    """Add one item or many at the end, all of them or none. Answers them in the order asked.

    A repeated request with the same id answers the stored item. Where it is on the list already, a request can ask for
    the two as one. Raises NotFound, BadRequest, and Conflict for an id of another list, for a full list, and for items
    that are on the list already, with these.
    """
    queries.check_list(tx, list_id)
    if isinstance(requests, list):
        accepted = [rules.trimmed(request, f"{index}.") for index, request in enumerate(requests)]
    else:
        accepted = [rules.trimmed(requests)]
    _check_distinct_ids(accepted)

    place = queries.next_sort(tx, list_id)
    answers: list[Item] = []
    added: list[str] = []
    asked: list[Duplicate] = []
    for index, request in enumerate(accepted):
        stored_in = queries.list_of_item(tx, str(request.id)) if request.id else None
        if stored_in not in (None, list_id):
            raise Conflict("this item id is in use on another list")
        if stored_in:
            answers.append(queries.item(tx, list_id, str(request.id)))
            continue
        if there := _repeated(tx, list_id, request):
            at = f"{index}." if isinstance(requests, list) else ""
            merged = _merged(tx, there, request, at)
            asked += [Duplicate(at=index, item=there, merged=merged)] if request.on_duplicate == "ask" else []
            answers.append(merged)
            continue
        answers.append(_add_item(tx, list_id, request, place + len(added)))
        added.append(answers[-1].id)
    if asked:
        titles = ", ".join(one.item.title for one in asked)
        raise Conflict(f"on the list already: {titles}", code="already_on_list", duplicates=asked)
    if added or any(request.steps for request in accepted):
        check_room(tx, list_id)
    if added:
        tx.record("list.item.changed", {"listId": list_id, "ids": added})
    return answers


@within_budget(ITEMS)
def edit_item(tx: Tx, list_id: str, item_id: str, patch: ItemPatch) -> Item:
    """Change or tick an item; its steps are ticked and unticked with it. Raises NotFound, BadRequest, Conflict."""
    was = queries.item(tx, list_id, item_id)
    requested = rules.item_changes(sent_fields(patch))
    if isinstance(patch.event_id, str):
        _check_event(tx, patch.event_id)
    if isinstance(patch.member_id, str):
        requested["member_id"] = _known(tx, patch.member_id)

    item = replace(was, **requested, updated_at=instant(tx.now))
    if requested.keys() & {"rrule", "after_days", "due_date"}:
        item = reopening_rules.with_repeat(item, tx.today)
    if patch.done is True:
        item = rules.with_tick(item, instant(tx.now), _known(tx, patch.done_by or None), tx.caller.name)
        if isinstance(patch.taken, Taken) and not was.done:
            shopping.learn(tx, patch.taken)
    if patch.done is False:
        item = rules.without_tick(item)
    item = reopening.with_opening(tx, item)
    queries.put_item(tx, item, rules.memory_of(item.title), link=patch.event_id is not UNSET)
    tx.record("list.item.changed", {"listId": list_id, "id": item_id, "done": item.done})
    return item


def remove_item(tx: Tx, list_id: str, item_id: str) -> None:
    """Delete an item with its steps and notes. It can be restored. Raises NotFound."""
    item = queries.item(tx, list_id, item_id)

    with deleted.kept(tx, "item", item_id, item.title):
        queries.remove_item(tx, item_id)
        tx.record("list.item.changed", {"listId": list_id, "id": item_id})


def clear_completed(tx: Tx, list_id: str, request: SomeItems) -> int:
    """Delete the ticked items with their notes. They can be restored together. Answers how many. Raises NotFound.

    Of named items those that are still ticked; unknown ids are ignored.
    """
    queries.check_list(tx, list_id)

    done = queries.done(tx, list_id, request.item_ids)
    ids, titles = [item_id for item_id, _ in done], [title for _, title in done]
    with deleted.kept(tx, "item", ids[0] if ids else "", ", ".join(titles)[:LONGEST_TITLE], count=len(done)):
        queries.remove_items(tx, ids)
        tx.record("list.changed", {"id": list_id})
    return len(done)


def reset(tx: Tx, list_id: str, request: SomeItems) -> int:
    """Untick the items and steps of a list of any kind. Answers how many items were ticked. Raises NotFound.

    When items are named, only these; unknown ids are ignored.
    """
    queries.check_list(tx, list_id)

    unticked = queries.untick(tx, list_id, None, request.item_ids)
    tx.record("list.changed", {"id": list_id})
    return unticked


def reset_checklist(tx: Tx, list_id: str, member_id: str | None) -> None:
    """Untick the items of a reusable list that belong to a member or to nobody (None: all items).

    Lists of other kinds stay as they are. (contract: Checklist 5)
    """
    checklist = queries.maybe_list(tx, list_id)
    if checklist is None or checklist.kind != "reusable":
        return

    queries.untick(tx, list_id, member_id)
    tx.record("list.changed", {"id": list_id})


def order_items(tx: Tx, list_id: str, request: ItemOrder) -> None:
    """Put the items in order; ids of other lists are ignored, other items keep their place. Raises NotFound."""
    queries.check_list(tx, list_id)

    queries.order_items(tx, list_id, request.item_ids)
    tx.record("list.changed", {"id": list_id})


@within_budget(GROUPS)
def replace_groups(tx: Tx, list_id: str, request: NewGroups) -> list[Group]:
    """Replace the order of a list's stores and categories. Raises NotFound, BadRequest, Conflict."""
    queries.check_list(tx, list_id)
    groups = rules.with_places(request.groups)

    queries.put_groups(tx, list_id, groups)
    tx.record("list.changed", {"id": list_id})
    return groups


def _add_item(tx: Tx, list_id: str, request: NewItem, place: float) -> Item:
    if request.event_id is not None:
        _check_event(tx, request.event_id)
    memory, now = rules.memory_of(request.title), instant(tx.now)
    store, category = rules.store_and_category(request, queries.remembered(tx, memory))
    steps = [
        Step(id=str(uuid4()), title=title, done=False, sort=float(index)) for index, title in enumerate(request.steps)
    ]
    item = made(
        Item,
        request,
        id=new_id(request.id),
        list_id=list_id,
        store=store,
        category=category,
        member_id=_known(tx, request.member_id),
        due_date=request.due_date.isoformat() if request.due_date else None,
        done=False,
        done_at=None,
        done_by=None,
        sort=place,
        created_at=now,
        updated_at=now,
        steps=steps,
        steps_done=0,
        steps_total=len(steps),
        added_by=_known(tx, request.added_by),
        added_with=tx.caller.name,
    )
    item = reopening_rules.with_repeat(item, tx.today)
    queries.put_item(tx, item, memory, link=True)
    return item


def _repeated(tx: Tx, list_id: str, request: NewItem) -> Item | None:
    """The open item that a request repeats, where it asks about that."""
    if request.on_duplicate == "add":
        return None
    same_title = queries.open_items_named(tx, list_id, rules.memory_of(request.title))
    return duplicates.repeated(_known(tx, request.member_id), same_title)


def _merged(tx: Tx, there: Item, request: NewItem, at: str) -> Item:
    """Store an open item with what a request adds to it, and its further steps. Raises BadRequest."""
    if request.event_id is not None:
        _check_event(tx, request.event_id)
    titles = {step.title for step in there.steps}
    place = max((step.sort for step in there.steps), default=-1.0) + 1
    new = [title for title in dict.fromkeys(request.steps) if title not in titles]
    steps = [Step(id=str(uuid4()), title=title, done=False, sort=place + index) for index, title in enumerate(new)]
    item = duplicates.merged(there, request, household_queries.settings(tx).language, instant(tx.now), at)
    item = rules.with_steps(item, [*item.steps, *steps])
    # The last one must have found room beside the others.
    rules.check_step_count(item.steps[:-1])
    queries.put_item(tx, item, rules.memory_of(item.title), link=item.event_id != there.event_id)
    tx.record("list.item.changed", {"listId": item.list_id, "id": item.id, "done": False})
    return item


def _check_distinct_ids(requests: list[NewItem]) -> None:
    ids = [request.id for request in requests if request.id]
    if len(set(ids)) < len(ids):
        raise BadRequest("an id is in the array twice", at="id")


def check_room(db: Reader, list_id: str) -> None:
    """Raises Conflict when a list is over its bounds, which keep the request that reads a whole list short."""
    items, steps = queries.count_items_and_steps(db, list_id)
    for what, number, most in (("items", items, MAX_ITEMS_PER_LIST), ("steps", steps, MAX_STEPS_PER_LIST)):
        if number > most:
            raise Conflict(
                f"a list has at most {most:,} {what}: delete {what} that are done, or use another list",
                code="limit_reached",
                limit=most,
            )


def _check_event(db: Reader, event_id: str) -> None:
    if not queries.is_event(db, event_id):
        raise BadRequest("event not found", code="deleted_meanwhile")


def _known(db: Reader, member_id: str | None) -> str | None:
    return member_id if member_id and people_queries.is_member(db, member_id) else None


def new_id(requested: UUID | None) -> str:
    """The id that a client made, else a new one."""
    return str(requested or uuid4())
