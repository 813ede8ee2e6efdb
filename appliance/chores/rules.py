"""When a chore is due, what a completion earns, and what a valid chore is."""

from datetime import date, datetime, timedelta

from appliance.chores.models import ChorePatch, NewChore, ScheduledChore
from appliance.kernel import recurrence
from appliance.kernel.errors import BadRequest
from appliance.kernel.text.emoji import is_emoji
from appliance.kernel.text.rounding import half_up

DAY = timedelta(days=1)

# A rule takes as long to follow from one start as from another, but for where leap days lie.
ANY_START = date(2000, 1, 1)


def due_days(scheduled: ScheduledChore, first: date, last: date) -> list[date]:
    """The days from `first` to `last`, both included and in order, on which a chore is due. (contract §6.1)

    Without a rule only the due date counts. A rule starts at the due date, else on the day the chore was created. A
    stored rule that cannot be expanded hides this chore, so that the others are still shown.
    """
    chore = scheduled.chore
    if chore.rrule is None:
        return [chore.due_date] if chore.due_date and first <= chore.due_date <= last else []
    try:
        return recurrence.days(chore.rrule, chore.due_date or scheduled.created_on, first, last)
    except Exception:
        # Whatever is wrong with one chore, a day, a snapshot and a reminder must show the others.
        return []


def last_due(rrule: str | None, due_date: date | None, created_at: datetime) -> date | None:
    """A date after which a chore with a rule is not due, in whatever zone; None when it may be due for ever.

    Without a rule, and for a rule that is not valid, it is None too.
    """
    if rrule is None:
        return None
    created_on = created_at.date()
    try:
        # A rule without a due date starts on the local date of its creation.
        anchors = [due_date] if due_date else [created_on - DAY, created_on, created_on + DAY]
        lasts = [recurrence.last_day(rrule, anchor) for anchor in anchors]
    except (BadRequest, OverflowError):
        return None
    known = [last for last in lasts if last is not None]
    return max(known) if len(known) == len(lasts) else None


def earned_points(points: int, due: date, today: date, late_percent: int) -> int:
    """Points of a completion: all on the due date or early, `late_percent` of them later. (spec: Points 2, 3)"""
    return points if due >= today else half_up(points * late_percent, 100)


def check(request: NewChore | ChorePatch) -> None:
    """Raises BadRequest for an emoji or a rule that is not valid. (contract §6.1)"""
    if isinstance(request.emoji, str) and not is_emoji(request.emoji):
        raise BadRequest("must be a single emoji", at="emoji")
    if isinstance(request.rrule, str):
        recurrence.check(request.rrule, request.due_date if isinstance(request.due_date, date) else ANY_START)
