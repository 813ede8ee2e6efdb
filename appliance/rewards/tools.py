"""MCP tools for rewards and goals."""

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import named, tool
from appliance.kernel.schema import ApiModel, Maybe
from appliance.people.tools import MemberName
from appliance.rewards import routes, weekly
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.catalogue.models import NewReward, Reward, RewardPatch
from appliance.rewards.goals import actions as goals
from appliance.rewards.goals.models import FamilyGoal, FamilyGoalRequest, Goal, GoalRequest, Goals
from appliance.rewards.pools import actions as pools
from appliance.rewards.pools.models import GiveRequest, Pooled, TakeBackRequest
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions.models import Answer, Limit, Redeemed, RedeemRequest, Redemption, State
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
    """Changes of a reward."""

    member_ids: Maybe[Members] = field(name="members", default=UNSET)


class RedeemReward(RedeemRequest, kw_only=True):
    """Who redeems."""

    member_id: MemberName = field(name="member")


class GiveToReward(GiveRequest, kw_only=True):
    """Who gives how much."""

    member_id: MemberName = field(name="member")


class TakeBackFromReward(TakeBackRequest, kw_only=True):
    """Who takes back how much."""

    member_id: MemberName = field(name="member")


class SetGoal(GoalRequest, kw_only=True):
    """The reward that a member saves for; null for none."""

    reward_id: RewardName | None = field(name="reward")


@tool(routes.list_rewards, read_only=True)
async def list_rewards(session: Session) -> Rewards:
    """The rewards that points are exchanged for, with price in points, stock and limits, and what each
    member and the family save for.
    """
    return Rewards(rewards=catalogue_queries.rewards(session.read), goals=goals.goals(session.read))


@tool(routes.create_reward, answers="reward", idempotent=False)
async def create_reward(session: Session, request: CreateReward) -> Reward:
    """Add a reward that points are exchanged for (price), for some members or for everybody. weeklyLimit
    is how often one member may redeem it in a week.
    """
    return await session.write(catalogue.add, request)


@tool(routes.update_reward, answers="reward")
async def update_reward(session: Session, reward: RewardName, patch: UpdateReward) -> Reward:
    """Change a reward: name, price, emoji, members, stock, limits (null for none), or switch it off."""
    return await session.write(pools.edit_reward, reward, patch)


@tool(routes.redeem, idempotent=False)
async def redeem_reward(session: Session, reward: RewardName, request: RedeemReward) -> Redeemed:
    """Spend a member's points on a reward. It may then wait for a parent; fails without enough points,
    without stock, or beyond the limit of the week.
    """
    return await session.write(redemptions.redeem, reward, request)


@tool(routes.give, idempotent=False)
async def give_to_reward(session: Session, reward: RewardName, request: GiveToReward) -> Pooled:
    """Give a member's points to a reward that several save for together. It is redeemed when nothing is missing;
    no more points are taken.
    """
    return await session.write(pools.give, reward, request)


@tool(routes.take_back, idempotent=False)
async def take_back_from_reward(session: Session, reward: RewardName, request: TakeBackFromReward) -> Pooled:
    """Give a member back the points it gave to a reward, all or some of them, until the reward is redeemed."""
    return await session.write(pools.take_back, reward, request)


@tool(routes.list_redemptions, answers="redemptions", read_only=True)
async def list_redemptions(
    session: Session, state: State | None = None, member: MemberName | None = None, limit: Limit = 50
) -> list[Redemption]:
    """The rewards that were redeemed, newest first; state waiting are those that need a parent."""
    return redemption_queries.newest(session.read, state, member, limit)


@tool(routes.approve)
async def decide_redemption(session: Session, redemption: str, decision: Decision, request: Answer) -> Redeemed:
    """Approve or decline a redemption that waits, or give an approved one back; declining and giving
    back return the points. note is a word for the child.
    """
    decide = {"approve": redemptions.approve, "decline": redemptions.decline, "return": redemptions.give_back}
    return await session.write(decide[decision], redemption, request)


@tool(routes.choose_goal, answers="goal")
async def set_goal(session: Session, member: MemberName, request: SetGoal) -> Goal | None:
    """Choose the reward that a member saves for, or null for none."""
    return await session.write(goals.choose, member, request)


@tool(routes.choose_family_goal)
async def set_family_goal(session: Session, request: FamilyGoalRequest) -> FamilyGoal:
    """Set the one goal of the whole family, in place of the one before. Points of chores count for it."""
    return await session.write(goals.choose_family_goal, request)


@tool(routes.weekly_summary, read_only=True)
async def get_weekly_summary(session: Session, week: date | None = None) -> WeeklySummary:
    """A week of the household: what each member did, streaks, and the rewards that were redeemed.
    week is a date in it; without it the week of yesterday.
    """
    return await session.answer(weekly.summary, week, session.derived)


TOOLS = [
    list_rewards,
    create_reward,
    update_reward,
    redeem_reward,
    give_to_reward,
    take_back_from_reward,
    list_redemptions,
    decide_redemption,
    set_goal,
    set_family_goal,
    get_weekly_summary,
]
