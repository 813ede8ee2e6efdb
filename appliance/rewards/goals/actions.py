"""Use cases of goals."""

from appliance.chores import queries as chore_queries
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest
from appliance.kernel.schema import made, patched
from appliance.people import queries as people_queries
from appliance.points import actions as points
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.catalogue.rules import is_for
from appliance.rewards.goals import queries, rules
from appliance.rewards.goals.models import (
    FamilyGoal,
    FamilyGoalRequest,
    Goal,
    GoalRequest,
    Goals,
    StoredFamilyGoal,
)


@consistent_read
def goals(db: Reader) -> Goals:
    """The goals of members and of the family."""
    return Goals(members=member_goals(db), family=family_goal(db))


def member_goals(db: Reader) -> list[Goal]:
    """What members save for, in the members' order; a reward that is switched off is left out."""
    stored = queries.goals(db)
    if not stored:
        return []
    balances = points.balances(db)
    return [
        rules.goal(stored[person.id], balances.get(person.id, 0))
        for person in people_queries.people(db)
        if person.id in stored
    ]


def member_goal(db: Reader, member_id: str) -> Goal | None:
    """What one member saves for, or None."""
    stored = queries.goal(db, member_id)
    return rules.goal(stored, points.balance(db, member_id).balance) if stored else None


def family_goal(db: Reader) -> FamilyGoal | None:
    """The family's goal, or None. Points of completed chores count, also of a chore that nobody is credited for."""
    stored = queries.family_goal(db)
    if stored is None:
        return None
    until = rules.counted_until(stored.start_date)
    return rules.family_goal(stored, chore_queries.points_between(db, stored.start_date, until))


def choose(tx: Tx, member_id: str, request: GoalRequest) -> Goal | None:
    """Save for a reward, or for none. Raises NotFound, BadRequest for a reward that this member cannot redeem."""
    people_queries.check_member(tx, member_id)
    if request.reward_id is None:
        if queries.remove_goal(tx, member_id):
            tx.record("goal.changed", {"memberId": member_id})
        return None

    reward = catalogue_queries.maybe_reward(tx, request.reward_id)
    if reward is None:
        raise BadRequest("unknown reward", at="rewardId", code="deleted_meanwhile")
    if not reward.active or not is_for(reward, member_id):
        raise BadRequest("this reward is not for this member", at="rewardId", code="not_for_member")
    queries.put_goal(tx, member_id, reward.id)
    tx.record("goal.changed", {"memberId": member_id})
    return member_goal(tx, member_id)


def choose_family_goal(tx: Tx, request: FamilyGoalRequest) -> FamilyGoal:
    """Set the family's goal in place of the one before. Raises BadRequest."""
    start = patched(request.start_date, tx.household_day)
    rules.check(request, start, tx.today)

    stored = made(StoredFamilyGoal, request, emoji=request.emoji or None, start_date=start)
    queries.put_family_goal(tx, stored)
    tx.record("goal.changed", {"family": True})
    return rules.family_goal(stored, chore_queries.points_between(tx, start, rules.counted_until(start)))


def remove_family_goal(tx: Tx) -> None:
    """Remove the family's goal; without one nothing happens."""
    if queries.remove_family_goal(tx):
        tx.record("goal.changed", {"family": True})
