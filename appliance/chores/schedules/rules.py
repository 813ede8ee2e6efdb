"""When a chore was due before it was changed, and through which date that stays so."""

from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from datetime import date, timedelta

from msgspec.structs import replace

from appliance.chores.models import Chore, EarlierSchedule, ScheduledChore
from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import expansion
from appliance.kernel.schema import made

DAY = timedelta(days=1)
# Schedules before older dates are deleted, as turns are.
KEPT = timedelta(days=731)
YEAR = timedelta(days=366)
FIELDS = tuple(name for name in EarlierSchedule.__struct_fields__ if name not in ("chore_id", "through"))


def is_once(chore: Chore) -> bool:
    """Whether a chore is due on its date only."""
    return chore.rrule is None and chore.after_days is None


def as_it_was(chore: Chore, earlier: EarlierSchedule) -> Chore:
    """A chore with an earlier schedule."""
    return replace(chore, **{name: getattr(earlier, name) for name in FIELDS})


def periods(scheduled: ScheduledChore, first: date, last: date) -> Iterator[tuple[Chore, date, date]]:
    """The chore as it was in each part of a range of days, and the first and last day of that part, both included."""
    begin = first
    for earlier in scheduled.earlier:
        if begin > last:
            return
        if earlier.through >= begin:
            yield as_it_was(scheduled.chore, earlier), begin, min(earlier.through, last)
            begin = earlier.through + DAY
    if begin <= last:
        yield scheduled.chore, begin, last


def chore_on(scheduled: ScheduledChore, day: date) -> Chore:
    """The chore as it was on a day. The date of one that is due once counts whenever it was set."""
    chore = scheduled.chore
    if is_once(chore) and chore.due_date == day:
        return chore
    return next(periods(scheduled, day, day))[0]


def kept_through(was: Chore, chore: Chore, created_on: date, today: date, done: Set[date]) -> date | None:
    """The date through which a chore stays due as it was before a change; None when nothing has to be kept.

    It is yesterday, or today once something of today is done and the chore is shared as before. `done` are the dates it
    was completed for. What was due once stays only if it was done. A first date that is set to the past counts from
    there on, and an end too, unless something was done after it.
    """
    if all(getattr(was, name) == getattr(chore, name) for name in FIELDS):
        return None
    if is_once(was) and was.due_date not in done:
        return None
    through = today if today in done and was.share == chore.share else today - DAY
    dates = [end for end in [_end(chore, created_on)] if end and end != _end(was, created_on)]
    if chore.due_date and chore.due_date != was.due_date and not is_once(chore):
        dates.append(chore.due_date - DAY)
    for date_set in dates:
        if date_set < through and not any(date_set < day <= through for day in done):
            through = date_set
    return through


def _end(chore: Chore, created_on: date) -> date | None:
    """The last day of a chore's season and rule, of a rule that is valid."""
    ends = [chore.season_until]
    anchor = chore.due_date or created_on
    with suppress(BadRequest, OverflowError):
        if chore.rrule and (bound := expansion.last_day(chore.rrule, anchor)):
            ends.append(max(expansion.days(chore.rrule, anchor, bound - YEAR, bound), default=bound))
    return min((end for end in ends if end), default=None)


def kept(was: Chore, through: date, earlier: Iterable[EarlierSchedule]) -> EarlierSchedule:
    """The schedule to keep through a date: the one of before an earlier change, where there was one after that date."""
    covering = next((one for one in earlier if one.through >= through), None)
    return (
        replace(covering, through=through) if covering else made(EarlierSchedule, was, chore_id=was.id, through=through)
    )
