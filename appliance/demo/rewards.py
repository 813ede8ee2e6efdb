"""The rewards of the demo household: what the children save for, what they had, and the goal of all together."""

from datetime import timedelta

from appliance.demo.callers import WALL, by
from appliance.demo.translation import Translation
from appliance.kernel.database.transactions import Tx
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue.models import NewReward
from appliance.rewards.goals import actions as goals
from appliance.rewards.goals.models import FamilyGoalRequest, GoalRequest
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions.models import RedeemRequest


def fill(tx: Tx, people: dict[str, str], said: Translation) -> None:
    """Add the rewards and both kinds of goals; one reward was redeemed, and one waits for a parent."""
    made = {request.name: catalogue.add(tx, said.of(request)).id for request in REWARDS}
    redemptions.redeem(tx, made["Ice cream"], RedeemRequest(member_id=people["Ida"]))
    with by(tx, WALL):
        redemptions.redeem(tx, made["Choose dinner"], RedeemRequest(member_id=people["Ida"]))
    goals.choose(tx, people["Ida"], GoalRequest(reward_id=made["Climbing hall"]))
    goals.choose(tx, people["Theo"], GoalRequest(reward_id=made["Trip to the zoo"]))
    start = tx.today - timedelta(days=20)
    goal = FamilyGoalRequest(title="Day at the water park", emoji="🏊", target=1000, start_date=start)
    goals.choose_family_goal(tx, said.of(goal))


REWARDS = (
    NewReward(name="Ice cream", emoji="🍦", price=25, weekly_limit=2),
    NewReward(name="Choose dinner", emoji="🍕", price=20, weekly_limit=1, needs_approval=True),
    NewReward(name="Stay up half an hour longer", emoji="🌙", price=40, weekly_limit=1, needs_approval=True),
    NewReward(name="Film night", emoji="🍿", price=80),
    NewReward(name="New book", emoji="📚", price=120),
    NewReward(name="Climbing hall", emoji="🧗", price=280),
    NewReward(name="Trip to the zoo", emoji="🦁", price=320, stock=1, needs_approval=True),
)
