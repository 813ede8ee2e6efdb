"""Use cases of items that repeat."""

from msgspec.structs import replace

from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant, local_date, moment
from appliance.lists import queries as list_queries
from appliance.lists import rules as list_rules
from appliance.lists.models import Item
from appliance.lists.reopening import rules


def with_opening(db: Reader, item: Item) -> Item:
    """An item with the date on which it opens again, from the day in the household's zone on which it was done."""
    repeats = item.done_at and (item.rrule is not None or item.after_days is not None)
    return rules.with_opening(item, local_date(moment(item.done_at or ""), db.zone) if repeats else None)


def open_due(tx: Tx) -> None:
    """Open the done items whose date has come, with their steps."""
    for item in list_queries.items_that_open(tx, tx.today):
        open_again = replace(rules.opened(item), updated_at=instant(tx.now))
        list_queries.put_item(tx, open_again, list_rules.memory_of(item.title), link=False)
        tx.record("list.item.changed", {"listId": item.list_id, "id": item.id, "done": False})
