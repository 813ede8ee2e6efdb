"""On which days a chore is due although its rule says otherwise."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta

from appliance.chores.exceptions.models import DateException
from appliance.kernel.errors import BadRequest

# A date is moved at most so far ahead.
AHEAD = timedelta(days=366)
# Exceptions of older dates are deleted, as turns are.
KEPT = timedelta(days=731)


def with_exceptions(
    days: Iterable[date],
    exceptions: Iterable[DateException],
    first: date,
    last: date,
    is_planned: Callable[[date], bool],
) -> list[date]:
    """The days from `first` to `last`, in order, on which a chore is due. `days` are those of its rule.

    A date that was moved counts only while the rule still has it, as `is_planned` says.
    """
    exceptions = list(exceptions)
    gone = {exception.date for exception in exceptions}
    here = {
        exception.moved_to
        for exception in exceptions
        if exception.moved_to
        and not exception.skipped
        and first <= exception.moved_to <= last
        and is_planned(exception.date)
    }
    return sorted({day for day in days if day not in gone} | here)


def postponed(exceptions: Iterable[DateException], after_days: int) -> dict[date, date]:
    """Until when a chore is put off that counts from its last completion, by the date from which it is.

    A skipped date counts as one on which it was done.
    """
    return {
        exception.date: exception.day + timedelta(days=after_days) if exception.skipped else exception.day
        for exception in exceptions
    }


def moved_from(exceptions: Iterable[DateException]) -> Mapping[tuple[str, date], date]:
    """The date of the rule of each date that a chore was moved to, by slot and date."""
    return {
        (exception.slot, exception.moved_to): exception.date
        for exception in exceptions
        if exception.moved_to and not exception.skipped
    }


def moved_here(exceptions: Iterable[DateException], day: date) -> list[DateException]:
    """The exceptions that make a chore due on a day."""
    return [one for one in exceptions if one.moved_to == day and not one.skipped]


def skipped_on(exceptions: Iterable[DateException], day: date) -> list[DateException]:
    """The exceptions by which a chore was skipped on a day."""
    return [one for one in exceptions if one.skipped and one.day == day]


def about(exceptions: Sequence[DateException], day: date) -> list[DateException]:
    """The exceptions after which a chore is not due on a day: it was skipped there, or moved away."""
    return [one for one in exceptions if (one.day if one.skipped else one.date) == day]


def check_target(planned: date, target: date, today: date, *, counts_from_last: bool) -> None:
    """Raises BadRequest for a date to which a date of a chore cannot be moved; back to its own it always can."""
    if target == planned:
        return
    if not today <= target <= today + AHEAD:
        raise BadRequest("must be from today to a year ahead", at="to", code="too_far_away")
    if counts_from_last and target < planned:
        raise BadRequest("must not be before the date", at="to", code="ends_before_start")
