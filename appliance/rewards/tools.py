"""MCP tools for rewards and goals."""

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.database.transactions import Reader
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe
from appliance.kernel.text.name_lookup import find_id
from appliance.people import queries as people
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue import queries as rewards
from appliance.rewards.catalogue import routes as catalogue_routes
from appliance.rewards.catalogue.models import Name, NewReward, Price, Reward, RewardPatch, Stock, WeeklyLimit
from appliance.rewards.goals import actions as goals
from appliance.rewards.goals import routes as goals_routes
from appliance.rewards.goals.models import FamilyGoal, FamilyGoalRequest, Goal, GoalRequest, Goals
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions import queries
from appliance.rewards.redemptions import routes as redemptions_routes
from appliance.rewards.redemptions.models import Limit, Redeemed, RedeemRequest, Redemption, State
from appliance.rewards.weekly import actions as weekly
from appliance.rewards.weekly import routes as weekly_routes
from appliance.rewards.weekly.models import WeeklySummary

RewardName = Annotated[str, Meta(description="A reward's id or name")]
MemberName = Annotated[str, Meta(description="A member's id or name")]
Members = Annotated[list[MemberName], Meta(max_length=200, description="Whom it is for; empty for everybody")]
Decision = Literal["approve", "decline", "return"]


class ListRewards(ApiModel, kw_only=True):
    """No arguments."""


class Rewards(ApiModel, kw_only=True):
    """Every reward, and what everybody saves for."""

    rewards: list[Reward]
    goals: Goals


class CreateReward(ApiModel, kw_only=True):
    """A reward; `price` in points. `weekly_limit` is how often one member may redeem it in a week."""

    name: Name
    price: Price
    emoji: str | None = None
    members: Members = field(default_factory=list)
    stock: Stock | None = None
    weekly_limit: WeeklyLimit | None = None
    needs_approval: bool = False


class UpdateReward(ApiModel, kw_only=True):
    """A reward and what to change; null takes a limit away."""

    reward: RewardName
    name: Maybe[Name] = UNSET
    price: Maybe[Price] = UNSET
    emoji: Maybe[str | None] = UNSET
    members: Maybe[Members] = UNSET
    stock: Maybe[Stock | None] = UNSET
    weekly_limit: Maybe[WeeklyLimit | None] = UNSET
    needs_approval: Maybe[bool] = UNSET
    active: Maybe[bool] = UNSET


class OneReward(ApiModel, kw_only=True):
    """The reward after the change."""

    reward: Reward


class RedeemReward(ApiModel, kw_only=True):
    """Who redeems what."""

    reward: RewardName
    member: MemberName


class ListRedemptions(ApiModel, kw_only=True):
    """Which redemptions: those of a state, of a member, the newest so many."""

    state: State | None = None
    member: MemberName | None = None
    limit: Limit = 50


class Redemptions(ApiModel, kw_only=True):
    """Redemptions, newest first."""

    redemptions: list[Redemption]


class DecideRedemption(ApiModel, kw_only=True):
    """A redemption, and what to do with it: approve or decline one that waits, return one that is approved."""

    redemption: Annotated[str, Meta(description="The id of a redemption")]
    decision: Decision


class SetGoal(ApiModel, kw_only=True):
    """The reward that a member saves for; null for none."""

    member: MemberName
    reward: RewardName | None


class GetWeek(ApiModel, kw_only=True):
    """A date in the week; the week of yesterday without one."""

    week: date | None = None


class MemberGoal(ApiModel, kw_only=True):
    """What the member saves for now."""

    goal: Goal | None


async def list_rewards(session: Session, request: ListRewards) -> Rewards:
    """Rewards and goals."""
    return Rewards(rewards=rewards.rewards(session.read), goals=goals.goals(session.read))


async def create_reward(session: Session, request: CreateReward) -> OneReward:
    """Add a reward. Raises BadRequest, Conflict."""
    new = NewReward(
        name=request.name,
        price=request.price,
        emoji=request.emoji,
        member_ids=_members(session.read, request.members),
        stock=request.stock,
        weekly_limit=request.weekly_limit,
        needs_approval=request.needs_approval,
    )
    return OneReward(reward=await session.write(catalogue.add, new))


async def update_reward(session: Session, request: UpdateReward) -> OneReward:
    """Change a reward. Raises BadRequest, NotFound."""
    patch = RewardPatch(
        name=request.name,
        price=request.price,
        emoji=request.emoji,
        member_ids=UNSET if request.members is UNSET else _members(session.read, request.members),
        stock=request.stock,
        weekly_limit=request.weekly_limit,
        needs_approval=request.needs_approval,
        active=request.active,
    )
    return OneReward(reward=await session.write(catalogue.edit, _reward(session.read, request.reward), patch))


async def redeem_reward(session: Session, request: RedeemReward) -> Redeemed:
    """Redeem a reward. Raises BadRequest, Forbidden, Conflict, PaymentRequired."""
    redeem = RedeemRequest(member_id=_member(session.read, request.member))
    return await session.write(redemptions.redeem, _reward(session.read, request.reward), redeem)


async def list_redemptions(session: Session, request: ListRedemptions) -> Redemptions:
    """The newest redemptions. Raises BadRequest."""
    db = session.read
    member_id = _member(db, request.member) if request.member else None
    return Redemptions(redemptions=queries.newest(db, request.state, member_id, request.limit))


async def decide_redemption(session: Session, request: DecideRedemption) -> Redeemed:
    """Approve, decline or give back. Raises NotFound, Conflict."""
    decide = {"approve": redemptions.approve, "decline": redemptions.decline, "return": redemptions.give_back}
    return await session.write(decide[request.decision], request.redemption)


async def set_goal(session: Session, request: SetGoal) -> MemberGoal:
    """Choose what a member saves for. Raises BadRequest."""
    db = session.read
    wanted = GoalRequest(reward_id=_reward(db, request.reward) if request.reward else None)
    return MemberGoal(goal=await session.write(goals.choose, _member(db, request.member), wanted))


async def set_family_goal(session: Session, request: FamilyGoalRequest) -> FamilyGoal:
    """Set the family's goal. Raises BadRequest."""
    return await session.write(goals.choose_family_goal, request)


async def weekly_summary(session: Session, request: GetWeek) -> WeeklySummary:
    """A week of the household. Raises BadRequest."""
    return await session.answer(weekly.summary, request.week, session.derived)


def _reward(db: Reader, wanted: str) -> str:
    return find_id("reward", wanted, [(each.id, each.name) for each in rewards.rewards(db)])


def _member(db: Reader, wanted: str) -> str:
    return find_id("member", wanted, [(person.id, person.name) for person in people.people(db)])


def _members(db: Reader, wanted: list[str]) -> tuple[str, ...]:
    return tuple(_member(db, each) for each in wanted)


TOOLS = [
    Tool(
        name="list_rewards",
        description="The rewards that points are exchanged for, with price in points, stock and limits, and what each"
        " member and the family save for.",
        request=ListRewards,
        answer=Rewards,
        run=list_rewards,
        route=catalogue_routes.list_rewards,
        read_only=True,
    ),
    Tool(
        name="create_reward",
        description="Add a reward that points are exchanged for.",
        request=CreateReward,
        answer=OneReward,
        run=create_reward,
        route=catalogue_routes.create_reward,
        idempotent=False,
    ),
    Tool(
        name="update_reward",
        description="Change a reward (id or name): name, price, emoji, members, stock, limits, or switch it off.",
        request=UpdateReward,
        answer=OneReward,
        run=update_reward,
        route=catalogue_routes.update_reward,
    ),
    Tool(
        name="redeem_reward",
        description="Spend a member's points on a reward. It may then wait for a parent; fails without enough points,"
        " without stock, or beyond the limit of the week.",
        request=RedeemReward,
        answer=Redeemed,
        run=redeem_reward,
        route=redemptions_routes.redeem,
        idempotent=False,
    ),
    Tool(
        name="list_redemptions",
        description="The rewards that were redeemed, newest first; state waiting are those that need a parent.",
        request=ListRedemptions,
        answer=Redemptions,
        run=list_redemptions,
        route=redemptions_routes.list_redemptions,
        read_only=True,
    ),
    Tool(
        name="decide_redemption",
        description="Approve or decline a redemption that waits, or give an approved one back; declining and giving"
        " back return the points.",
        request=DecideRedemption,
        answer=Redeemed,
        run=decide_redemption,
        route=redemptions_routes.approve,
    ),
    Tool(
        name="set_goal",
        description="Choose the reward that a member saves for, or null for none.",
        request=SetGoal,
        answer=MemberGoal,
        run=set_goal,
        route=goals_routes.choose,
    ),
    Tool(
        name="set_family_goal",
        description="Set the one goal of the whole family, in place of the one before. Points of chores count for it.",
        request=FamilyGoalRequest,
        answer=FamilyGoal,
        run=set_family_goal,
        route=goals_routes.choose_family_goal,
    ),
    Tool(
        name="get_weekly_summary",
        description="A week of the household: what each member did, streaks, and the rewards that were redeemed.",
        request=GetWeek,
        answer=WeeklySummary,
        run=weekly_summary,
        route=weekly_routes.summary,
        read_only=True,
    ),
]
