"""Read a list whose items have the number of their notes, and bring the items up to date after changes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from appliance.kernel.database.change_log import Change
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.lists import actions as lists
from appliance.lists import queries as list_queries
from appliance.lists.models import Item, WholeList
from appliance.notes import queries as note_queries

# What topics of changes begin with that leave the items of lists and their notes as they are.
NOT_OF_ITEMS = (
    "away.",
    "calendar.synced",
    "category.",
    "chore.",
    "display.",
    "goal.",
    "points.",
    "reward.",
    "settings.",
    "sticker.",
)


@consistent_read
def whole_list(db: Reader, list_id: str, kept: DerivedValues) -> WholeList:
    """A list with its content, each item with the number of its notes. Raises NotFound. (contract §15.1, §15.2)

    `kept` keeps the items of the list that was read last, and reads again those that were written.
    """

    def items(db: Reader, list_id: str) -> Iterable[Item]:
        read, updated = partial(_items, list_id=list_id), partial(_updated, list_id=list_id)
        found: Mapping[str, Item] = kept.get(db, "items", list_id, read, updated)
        return found.values()

    return lists.whole(db, list_id, items)


def _items(db: Reader, list_id: str, item_ids: Sequence[str] | None = None) -> dict[str, Item]:
    """The items of a list by id, or those that are named, by place."""
    found = list_queries.items(db, list_id, item_ids)
    counts = note_queries.counts_by_item(db, [item.id for item in found])
    for item in found:
        item.note_count = counts.get(item.id, 0)
    return {item.id: item for item in found}


def _updated(db: Reader, was: Mapping[str, Item], changes: Sequence[Change], list_id: str) -> Mapping[str, Item] | None:
    """The items after changes, new ones at the end. None after changes that may concern every item."""
    concern = [each for each in changes if _concerns(each, list_id)]
    if not concern:
        return was
    if any(each.topic != "list.item.changed" for each in concern):
        return None
    ids = [item_id for each in concern for item_id in each.data.get("ids") or [each.data["id"]]]
    written = _items(db, list_id, ids)
    removed = set(ids) - written.keys()
    return {item_id: item for item_id, item in was.items() if item_id not in removed} | written


def _concerns(change: Change, list_id: str) -> bool:
    if change.topic == "list.item.changed":
        return change.data.get("listId") in (list_id, None)
    if change.topic == "list.changed":
        return change.data.get("id") in (list_id, None)
    return change.topic is None or not change.topic.startswith(NOT_OF_ITEMS)
