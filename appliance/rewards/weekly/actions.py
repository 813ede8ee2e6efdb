"""The week of the household, looked back on."""

from datetime import date

from appliance.chores import queries as chore_queries
from appliance.household import queries as household_queries
from appliance.kernel.database.derived_values import DerivedValues
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.people import queries as people_queries
from appliance.points.streaks import actions as streaks
from appliance.points.streaks import rules as streak_rules
from appliance.rewards.goals import actions as goals
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions import rules as redemption_rules
from appliance.rewards.weekly import rules
from appliance.rewards.weekly.models import WeeklySummary


@consistent_read
def summary(db: Reader, week: date | None, kept: DerivedValues | None = None) -> WeeklySummary:
    """The week with a date; the week of yesterday without one. `kept` keeps the streaks. Raises BadRequest."""
    day = rules.day_of_week(week, db.today)
    first, last = redemption_rules.week(day, household_queries.settings(db).week_start)
    done = chore_queries.done_by_member(db, first, last)
    return WeeklySummary(
        first_day=first,
        last_day=last,
        over=last < db.today,
        points=sum(each.points for each in done),
        completed=sum(each.times for each in done),
        members=rules.members(people_queries.people(db), done, _streaks(db, last, kept)),
        rewards=redemption_queries.approved_between(db, first, last, rules.MAX_REWARDS),
        family_goal=goals.family_goal(db),
    )


def _streaks(db: Reader, last: date, kept: DerivedValues | None) -> dict[str, int]:
    """Streaks as they were on a day, or are today when it has not come yet; none for a day that no streak reaches."""
    if last < streak_rules.streak_start(db.today):
        return {}
    return streak_rules.streaks(streaks.streaks(db, kept).days, min(last, db.today))
