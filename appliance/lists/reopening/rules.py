"""When a done item of a list opens again."""

from datetime import date, timedelta

from msgspec.structs import replace

from appliance.kernel.errors import ApiError, BadRequest
from appliance.kernel.recurrence import expansion
from appliance.lists.models import Item
from appliance.lists.rules import without_tick

DAY = timedelta(days=1)
# A rule is followed part by part: as far as a leap day that is asked for in every third leap year.
STEP, STEPS = timedelta(days=366), 13


def with_repeat(item: Item, today: date) -> Item:
    """An item whose rule, or number of days, fits together, with the date that the rule starts at. Raises BadRequest.

    The rule starts at the due date, else today.
    """
    if item.rrule is not None and item.after_days is not None:
        raise BadRequest("an item has either rrule or afterDays", at="afterDays")
    if item.rrule is None:
        return replace(item, repeat_from=None)
    start = date.fromisoformat(item.due_date) if item.due_date else today
    expansion.check(item.rrule, start)
    return replace(item, repeat_from=start.isoformat())


def with_opening(item: Item, done_on: date | None) -> Item:
    """An item with the date on which it opens again: none while it is open, or when it does not repeat (any more)."""
    opens = next_date(item, done_on) if item.done and done_on else None
    return replace(item, opens_on=opens.isoformat() if opens else None)


def next_date(item: Item, done_on: date) -> date | None:
    """The date for which an item that was done on a day opens again, or None.

    By its rule it is the first date after both that day and the date that the item was due on.
    """
    try:
        if item.after_days is not None:
            return done_on + item.after_days * DAY
        if item.rrule is None or item.repeat_from is None:
            return None
        after = max(done_on, date.fromisoformat(item.due_date)) if item.due_date else done_on
        anchor = date.fromisoformat(item.repeat_from)
        first = after + DAY
        for _ in range(STEPS):
            if days := expansion.days(item.rrule, anchor, first, first + STEP - DAY):
                return days[0]
            first += STEP
    except (ApiError, OverflowError):
        # A rule of an import that cannot be followed, or a date beyond the calendar: the item stays done.
        return None
    return None


def opened(item: Item) -> Item:
    """A done item, open again for its date."""
    return replace(without_tick(item), due_date=item.opens_on, opens_on=None)
