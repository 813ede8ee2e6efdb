"""Which week is looked back on, and what each member did in it."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from appliance.chores.models import DoneChore
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made
from appliance.people.models import Person
from appliance.rewards.weekly.models import WeekChore, WeekMember

DAY = timedelta(days=1)
# What one screen shows.
MAX_CHORES = 8
MAX_REWARDS = 50
# Years around the calendar's ends have no whole weeks.
FIRST, LAST = date(1970, 1, 1), date(9000, 1, 1)


def day_of_week(requested: date | None, today: date) -> date:
    """A day of the week to look back on: the requested one, else yesterday, so that a new week begins with its past.

    Raises BadRequest for a date that no household has.
    """
    if requested is not None and not FIRST <= requested <= LAST:
        raise BadRequest("must be between 1970 and 9000", at="week")
    return requested or today - DAY


def members(people: Sequence[Person], done: Sequence[DoneChore], streaks: Mapping[str, int]) -> list[WeekMember]:
    """What each member did, in the members' order. `done` has the most frequent chores first."""
    return [_member(person, [each for each in done if each.member_id == person.id], streaks) for person in people]


def _member(person: Person, done: Sequence[DoneChore], streaks: Mapping[str, int]) -> WeekMember:
    return made(
        WeekMember,
        person,
        member_id=person.id,
        points=sum(each.points for each in done),
        completed=sum(each.times for each in done),
        streak=streaks.get(person.id, 0),
        chores=[made(WeekChore, each) for each in done[:MAX_CHORES]],
    )
