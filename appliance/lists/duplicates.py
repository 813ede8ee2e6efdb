"""Items that are on a list already: which item a request repeats, and the two as one."""

from collections.abc import Iterable
from datetime import date

from msgspec.structs import replace

from appliance.kernel.errors import BadRequest
from appliance.lists.amounts.rules import added
from appliance.lists.models import Item, NewItem
from appliance.lists.rules import RANKS

MAX_QUANTITY = 200
MAX_NOTES = 5000


def repeated(member_id: str | None, same_title: Iterable[Item]) -> Item | None:
    """The first of the open items with a request's title that is for the same member, or None."""
    return next((item for item in same_title if item.member_id == member_id), None)


def merged(item: Item, request: NewItem, language: str, now: str, at: str) -> Item:
    """The item with what the request adds to it.

    Amounts are added, notes stand below each other, the earlier due date and the higher priority count. Of everything
    else the item keeps what it has, and takes from the request what it lacks. Raises BadRequest for an amount that is
    too long; `at` is the request's path in the body, with a dot at the end.
    """
    quantity = added(item.quantity, request.quantity, language)
    if quantity and len(quantity) > MAX_QUANTITY:
        message = f"must have at most {MAX_QUANTITY} characters"
        raise BadRequest(message, at=f"{at}quantity", code="too_long", limit=MAX_QUANTITY)
    return replace(
        item,
        quantity=quantity,
        notes=_notes(item.notes, request.notes),
        store=item.store or (request.store if isinstance(request.store, str) else None),
        category=item.category or (request.category if isinstance(request.category, str) else None),
        due_date=_earlier(item.due_date, request.due_date),
        event_id=item.event_id or request.event_id,
        priority=min(item.priority, request.priority, key=RANKS.__getitem__),
        updated_at=now,
    )


def _notes(first: str | None, second: str | None) -> str | None:
    if not first or not second or second in first:
        return first or second
    return f"{first}\n{second}"[:MAX_NOTES]


def _earlier(first: str | None, second: date | None) -> str | None:
    days = [day for day in (first, second.isoformat() if second else None) if day]
    return min(days, default=None)
