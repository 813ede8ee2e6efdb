"""The week of the household, looked back on."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from appliance.chores import queries as chore_queries
from appliance.chores.models import DoneChore
from appliance.household import queries as household_queries
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import ApiModel, made
from appliance.people import queries as people_queries
from appliance.people.models import Person
from appliance.points.streaks import actions as streaks
from appliance.points.streaks import rules as streak_rules
from appliance.rewards.goals import actions as goals
from appliance.rewards.goals.models import FamilyGoal
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions import rules as redemption_rules
from appliance.rewards.redemptions.models import Redemption

DAY = timedelta(days=1)
# What one screen shows.
MAX_CHORES = 8
MAX_REWARDS = 50
# Years around the calendar's ends have no whole weeks.
FIRST, LAST = date(1970, 1, 1), date(9000, 1, 1)


class WeekChore(ApiModel, kw_only=True):
    """A chore and how often it was done in the week."""

    chore_id: str
    title: str
    emoji: str | None
    times: int


class WeekMember(ApiModel, kw_only=True):
    """What one member did in the week; `streak` in days, as it was on the last day, at most 60 and 0 when unknown.

    `chores` are those done most often.
    """

    member_id: str
    name: str
    color: str
    avatar: str | None
    points: int
    completed: int
    streak: int
    chores: list[WeekChore]


class WeeklySummary(ApiModel, kw_only=True):
    """A week of the household, from `first_day` to `last_day`, both included. `over` once it has ended.

    `points` and `completed` are those of all together, also of chores that nobody is credited for. The members stand in
    their own order: nobody is ranked.
    """

    first_day: date
    last_day: date
    over: bool
    points: int
    completed: int
    members: list[WeekMember]
    rewards: list[Redemption]
    family_goal: FamilyGoal | None


@consistent_read
def summary(db: Reader, week: date | None, kept: DerivedValues | None = None) -> WeeklySummary:
    """The week with a date; the week of yesterday without one. `kept` keeps the streaks. Raises BadRequest."""
    day = _day_of_week(week, db.household_day)
    first, last = redemption_rules.week(day, household_queries.settings(db).week_start)
    done = chore_queries.done_by_member(db, first, last)
    return WeeklySummary(
        first_day=first,
        last_day=last,
        over=last < db.household_day,
        points=sum(chore.points for chore in done),
        completed=sum(chore.times for chore in done),
        members=_members(people_queries.people(db), done, _streaks(db, last, kept)),
        rewards=redemption_queries.approved_between(db, first, last, MAX_REWARDS),
        family_goal=goals.family_goal(db),
    )


def _day_of_week(requested: date | None, today: date) -> date:
    """A day of the week to look back on: the requested one, else yesterday, so that a new week begins with its past.

    Raises BadRequest for a date that no household has.
    """
    if requested is not None and not FIRST <= requested <= LAST:
        raise BadRequest("must be between 1970 and 9000", at="week")
    return requested or today - DAY


def _members(people: Sequence[Person], done: Sequence[DoneChore], streaks: Mapping[str, int]) -> list[WeekMember]:
    """What each member did, in the members' order. `done` has the most frequent chores first."""
    return [_member(person, [chore for chore in done if chore.member_id == person.id], streaks) for person in people]


def _member(person: Person, done: Sequence[DoneChore], streaks: Mapping[str, int]) -> WeekMember:
    return made(
        WeekMember,
        person,
        member_id=person.id,
        points=sum(chore.points for chore in done),
        completed=sum(chore.times for chore in done),
        streak=streaks.get(person.id, 0),
        chores=[made(WeekChore, chore) for chore in done[:MAX_CHORES]],
    )


def _streaks(db: Reader, last: date, kept: DerivedValues | None) -> dict[str, int]:
    """Streaks as they were on a day, or are today when it has not come yet; none for a day that no streak reaches."""
    if last < streak_rules.streak_start(db.household_day):
        return {}
    return streak_rules.streaks(streaks.streaks(db, kept).days, min(last, db.household_day))
