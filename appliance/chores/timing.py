"""When a chore is due that counts from its last completion, when a chore is late, and the parts of the day."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal, get_args

from msgspec import Meta

# A part of the day. The household's settings say when the afternoon and the evening begin.
DayPart = Literal["morning", "afternoon", "evening"]
DAY_PARTS: tuple[DayPart, ...] = get_args(DayPart)
DayParts = Annotated[list[DayPart], Meta(max_length=3)]
# Days from one completion to the next due date.
AfterDays = Annotated[int, Meta(ge=1, le=3650)]
DAY = timedelta(days=1)


def days_after_last(
    after_days: int,
    opens: date,
    done: Iterable[date],
    today: date,
    first: date,
    last: date,
    postponed: Mapping[date, date] = {},
) -> list[date]:
    """The days from `first` to `last`, in order, on which a chore is due that counts from its last completion.

    It is due on `opens` and never before, then `after_days` after each completion, and stays due every day until it is
    done. After today only the next due day is known. A day it was completed for is one of its days, early or not.
    `done` are those days in order; of those before `first` the newest is enough. `postponed` says by the day from which
    it is put off until when.
    """
    due: list[date] = []
    begin = opens
    ends = [(day, False) for day in postponed] + [(day, True) for day in done]
    for day, is_done in sorted(ends):
        due += _open_days(begin, day - DAY, today, first, last)
        if is_done and first <= day <= last:
            due.append(day)
        begin = max(opens, day + after_days * DAY) if is_done else max(begin, postponed[day])
    return due + list(_open_days(begin, last, today, first, last))


def is_late(due_by: str | None, day: date, now: datetime, day_starts_at: int = 0) -> bool:
    """Whether the time of day `due_by` of a day has come. `now` is in the household's zone.

    Before the hour at which the household's day starts it is the time of the date after.

    A time that the clocks skip moves forward by the gap; of a time that comes twice the first counts.
    """
    if due_by is None:
        return False
    at = time.fromisoformat(due_by)
    day = day + DAY if at.hour < day_starts_at else day
    return datetime.combine(day, at, now.tzinfo).timestamp() <= now.timestamp()


def _open_days(begin: date, end: date, today: date, first: date, last: date) -> Iterator[date]:
    """The due days from `begin` to `end`, both included: every day until today, or `begin` when that is to come."""
    if begin > today:
        if begin <= end and first <= begin <= last:
            yield begin
        return
    day = max(begin, first)
    while day <= min(end, today, last):
        yield day
        day += DAY
