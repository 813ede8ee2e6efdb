"""MCP tools for rewards and goals."""

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import NoArguments, Tool, named
from appliance.kernel.schema import ApiModel, Maybe, made
from appliance.people.tools import MemberName
from appliance.rewards import routes, weekly
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.catalogue.models import NewReward, Reward, RewardPatch
from appliance.rewards.goals import actions as goals
from appliance.rewards.goals.models import FamilyGoal, FamilyGoalRequest, Goal, GoalRequest, Goals
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions.models import Limit, Redeemed, RedeemRequest, Redemption, State
from appliance.rewards.weekly import WeeklySummary

RewardName = Annotated[str, named("reward", catalogue_queries.rewards)]
Members = Annotated[tuple[MemberName, ...], Meta(max_length=200)]
Decision = Literal["approve", "decline", "return"]


class Rewards(ApiModel, kw_only=True):
    """Every reward, and what everybody saves for."""

    rewards: list[Reward]
    goals: Goals


class CreateReward(NewReward, kw_only=True):
    """A reward, for members by name."""

    member_ids: Members = field(name="members", default_factory=tuple)


class UpdateReward(RewardPatch, kw_only=True):
    """A reward and what to change."""

    reward_id: RewardName = field(name="reward")
    member_ids: Maybe[Members] = field(name="members", default=UNSET)


class OneReward(ApiModel, kw_only=True):
    """The reward after the change."""

    reward: Reward


class RedeemReward(RedeemRequest, kw_only=True):
    """Who redeems what."""

    reward_id: RewardName = field(name="reward")
    member_id: MemberName = field(name="member")


class ListRedemptions(ApiModel, kw_only=True):
    """Which redemptions: those of a state, of a member, the newest so many."""

    state: State | None = None
    member_id: MemberName | None = field(name="member", default=None)
    limit: Limit = 50


class Redemptions(ApiModel, kw_only=True):
    """Redemptions, newest first."""

    redemptions: list[Redemption]


class DecideRedemption(ApiModel, kw_only=True):
    """A redemption by its id, and what to do with it."""

    redemption: str
    decision: Decision


class SetGoal(GoalRequest, kw_only=True):
    """The reward that a member saves for; null for none."""

    member_id: MemberName = field(name="member")
    reward_id: RewardName | None = field(name="reward")


class GetWeek(ApiModel, kw_only=True):
    """A date in the week; the week of yesterday without one."""

    week: date | None = None


class MemberGoal(ApiModel, kw_only=True):
    """What the member saves for now."""

    goal: Goal | None


async def list_rewards(session: Session, request: NoArguments) -> Rewards:
    """Rewards and goals."""
    return Rewards(rewards=catalogue_queries.rewards(session.read), goals=goals.goals(session.read))


async def create_reward(session: Session, request: CreateReward) -> OneReward:
    """Add a reward. Raises BadRequest, Conflict."""
    return OneReward(reward=await session.write(catalogue.add, made(NewReward, request)))


async def update_reward(session: Session, request: UpdateReward) -> OneReward:
    """Change a reward. Raises BadRequest, NotFound."""
    return OneReward(reward=await session.write(catalogue.edit, request.reward_id, made(RewardPatch, request)))


async def redeem_reward(session: Session, request: RedeemReward) -> Redeemed:
    """Redeem a reward. Raises BadRequest, Forbidden, Conflict, PaymentRequired."""
    return await session.write(redemptions.redeem, request.reward_id, made(RedeemRequest, request))


async def list_redemptions(session: Session, request: ListRedemptions) -> Redemptions:
    """The newest redemptions. Raises BadRequest."""
    return Redemptions(
        redemptions=redemption_queries.newest(session.read, request.state, request.member_id, request.limit)
    )


async def decide_redemption(session: Session, request: DecideRedemption) -> Redeemed:
    """Approve, decline or give back. Raises NotFound, Conflict."""
    decide = {"approve": redemptions.approve, "decline": redemptions.decline, "return": redemptions.give_back}
    return await session.write(decide[request.decision], request.redemption)


async def set_goal(session: Session, request: SetGoal) -> MemberGoal:
    """Choose what a member saves for. Raises BadRequest."""
    return MemberGoal(goal=await session.write(goals.choose, request.member_id, made(GoalRequest, request)))


async def set_family_goal(session: Session, request: FamilyGoalRequest) -> FamilyGoal:
    """Set the family's goal. Raises BadRequest."""
    return await session.write(goals.choose_family_goal, request)


async def weekly_summary(session: Session, request: GetWeek) -> WeeklySummary:
    """A week of the household. Raises BadRequest."""
    return await session.answer(weekly.summary, request.week, session.derived)


TOOLS = [
    Tool(
        name="list_rewards",
        description="The rewards that points are exchanged for, with price in points, stock and limits, and what each"
        " member and the family save for.",
        run=list_rewards,
        route=routes.list_rewards,
        read_only=True,
    ),
    Tool(
        name="create_reward",
        description="Add a reward that points are exchanged for (price), for some members or for everybody. weeklyLimit"
        " is how often one member may redeem it in a week.",
        run=create_reward,
        route=routes.create_reward,
        idempotent=False,
    ),
    Tool(
        name="update_reward",
        description="Change a reward: name, price, emoji, members, stock, limits (null for none), or switch it off.",
        run=update_reward,
        route=routes.update_reward,
    ),
    Tool(
        name="redeem_reward",
        description="Spend a member's points on a reward. It may then wait for a parent; fails without enough points,"
        " without stock, or beyond the limit of the week.",
        run=redeem_reward,
        route=routes.redeem,
        idempotent=False,
    ),
    Tool(
        name="list_redemptions",
        description="The rewards that were redeemed, newest first; state waiting are those that need a parent.",
        run=list_redemptions,
        route=routes.list_redemptions,
        read_only=True,
    ),
    Tool(
        name="decide_redemption",
        description="Approve or decline a redemption that waits, or give an approved one back; declining and giving"
        " back return the points.",
        run=decide_redemption,
        route=routes.approve,
    ),
    Tool(
        name="set_goal",
        description="Choose the reward that a member saves for, or null for none.",
        run=set_goal,
        route=routes.choose_goal,
    ),
    Tool(
        name="set_family_goal",
        description="Set the one goal of the whole family, in place of the one before. Points of chores count for it.",
        run=set_family_goal,
        route=routes.choose_family_goal,
    ),
    Tool(
        name="get_weekly_summary",
        description="A week of the household: what each member did, streaks, and the rewards that were redeemed."
        " week is a date in it; without it the week of yesterday.",
        run=weekly_summary,
        route=routes.weekly_summary,
        read_only=True,
    ),
]
