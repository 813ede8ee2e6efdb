"""REST endpoints of rewards: the catalogue, redemptions, goals, and the weekly look back."""

from datetime import date
from typing import Annotated

from litestar import Router, delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY, PARENT
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.idempotency_key import IdempotencyKey
from appliance.kernel.http.json_body import Done, OptionalBody
from appliance.kernel.schema import ApiModel
from appliance.rewards import weekly
from appliance.rewards.catalogue import actions as catalogue
from appliance.rewards.catalogue import queries as catalogue_queries
from appliance.rewards.catalogue.models import NewReward, Reward, RewardPatch
from appliance.rewards.goals import actions as goals
from appliance.rewards.goals.models import FamilyGoal, FamilyGoalRequest, Goal, GoalRequest, Goals
from appliance.rewards.pools import actions as pools
from appliance.rewards.pools.models import GiveRequest, Pooled, TakeBackRequest
from appliance.rewards.redemptions import actions as redemptions
from appliance.rewards.redemptions import queries as redemption_queries
from appliance.rewards.redemptions.models import Answer, Redeemed, RedeemRequest, Redemption, State
from appliance.rewards.weekly import WeeklySummary

Limit = Annotated[int, QueryParameter(ge=1, le=200)]
# Litestar keeps the name `state` for itself.
WantedState = Annotated[State | None, QueryParameter(name="state")]


class ChosenGoal(ApiModel, kw_only=True):
    """What a member saves for now; null for nothing."""

    goal: Goal | None


@get("/rewards", operation_id="listRewards", summary="Every reward", opt=DISPLAY | ETAG_BY_REV)
async def list_rewards(session: CurrentSession) -> list[Reward]:
    """In their order, inactive ones too."""
    return catalogue_queries.rewards(session.read)


@post("/rewards", operation_id="createReward", summary="Add a reward", opt=ADMIN)
async def create_reward(session: CurrentSession, data: JSONBody[NewReward]) -> Reward:
    """Comes last unless `sort` is given. 409 at 100 rewards. Admin."""
    return await session.write(catalogue.add, data)


@patch("/rewards/{reward_id:str}", operation_id="updateReward", summary="Change a reward", opt=ADMIN)
async def update_reward(session: CurrentSession, reward_id: FromPath[str], data: JSONBody[RewardPatch]) -> Reward:
    """Any subset. Redemptions keep the price that was paid. A lower price may make its pool full. Admin."""
    return await session.write(pools.edit_reward, reward_id, data)


@delete("/rewards/{reward_id:str}", operation_id="deleteReward", summary="Remove a reward", status_code=200, opt=ADMIN)
async def delete_reward(session: CurrentSession, reward_id: FromPath[str]) -> Done:
    """Goals for it are removed, points given to it come back; its redemptions stay in the list. Admin."""
    await session.write(pools.remove_reward, reward_id)
    return Done()


@get("/rewards/redemptions", operation_id="listRedemptions", summary="What was redeemed", opt=DISPLAY | ETAG_BY_REV)
async def list_redemptions(
    session: CurrentSession,
    wanted: WantedState = None,
    memberId: FromQuery[str | None] = None,
    limit: Limit = 50,
) -> list[Redemption]:
    """Newest first, at most `limit` (1 to 200); `state=waiting` are those that need a decision."""
    return redemption_queries.newest(session.read, wanted, memberId, limit)


@post(
    "/rewards/{reward_id:str}/redeem",
    operation_id="redeemReward",
    summary="Redeem a reward",
    status_code=200,
    opt=DISPLAY,
)
async def redeem(session: CurrentSession, reward_id: FromPath[str], data: JSONBody[RedeemRequest]) -> Redeemed:
    """The points are spent at once, also while a parent's yes is awaited.

    402 with `balance` and `price` without enough points; 403 for somebody it is not for; 409 when it is switched off,
    without stock, or beyond the limit of the week. A repeated `id` answers the same redemption.
    """
    return await session.write(redemptions.redeem, reward_id, data)


@post(
    "/rewards/{reward_id:str}/give",
    operation_id="giveToReward",
    summary="Give points to a reward",
    status_code=200,
    opt=DISPLAY,
)
async def give(
    session: CurrentSession,
    reward_id: FromPath[str],
    data: JSONBody[GiveRequest],
    idempotency_key: IdempotencyKey = None,
) -> Pooled:
    """Members give to one reward together. No more is taken than is missing; when nothing is, it is redeemed.

    The points are spent at once. 402, 403 and 409 as for redeeming it.
    """
    return await session.write_once(idempotency_key, Pooled, pools.give, reward_id, data)


@post(
    "/rewards/{reward_id:str}/take-back",
    operation_id="takeBackFromReward",
    summary="Take points back",
    status_code=200,
    opt=DISPLAY,
)
async def take_back(
    session: CurrentSession,
    reward_id: FromPath[str],
    data: JSONBody[TakeBackRequest],
    idempotency_key: IdempotencyKey = None,
) -> Pooled:
    """What a member gave to a reward that is not redeemed yet: all of it, or `points`. 409 when it gave nothing."""
    return await session.write_once(idempotency_key, Pooled, pools.take_back, reward_id, data)


@post(
    "/rewards/redemptions/{redemption_id:str}/approve",
    operation_id="approveRedemption",
    summary="Approve a redemption",
    status_code=200,
    operation_class=OptionalBody,
    opt=PARENT,
)
async def approve(
    session: CurrentSession, redemption_id: FromPath[str], data: JSONBody[Answer | None] = None
) -> Redeemed:
    """With `note`, a word for the child. 409 unless it waits."""
    return await session.write(redemptions.approve, redemption_id, data or Answer())


@post(
    "/rewards/redemptions/{redemption_id:str}/decline",
    operation_id="declineRedemption",
    summary="Decline a redemption",
    status_code=200,
    operation_class=OptionalBody,
    opt=PARENT,
)
async def decline(
    session: CurrentSession, redemption_id: FromPath[str], data: JSONBody[Answer | None] = None
) -> Redeemed:
    """The points come back, and one to the stock. With `note`, a word for the child. 409 unless it waits."""
    return await session.write(redemptions.decline, redemption_id, data or Answer())


@post(
    "/rewards/redemptions/{redemption_id:str}/return",
    operation_id="returnRedemption",
    summary="Give a reward back",
    status_code=200,
    operation_class=OptionalBody,
    opt=PARENT,
)
async def give_back(
    session: CurrentSession, redemption_id: FromPath[str], data: JSONBody[Answer | None] = None
) -> Redeemed:
    """The points come back, and one to the stock. 409 unless it is approved."""
    return await session.write(redemptions.give_back, redemption_id, data or Answer())


@get("/goals", operation_id="getGoals", summary="What everybody saves for", opt=DISPLAY | ETAG_BY_REV)
async def list_goals(session: CurrentSession) -> Goals:
    """The goals of members with their progress, and the family's."""
    return goals.goals(session.read)


@put("/members/{member_id:str}/goal", operation_id="setMemberGoal", summary="Save for a reward", opt=DISPLAY)
async def choose_goal(session: CurrentSession, member_id: FromPath[str], data: JSONBody[GoalRequest]) -> ChosenGoal:
    """Null for none. A redeemed reward ends the goal for it. 400 for a reward that this member cannot redeem."""
    return ChosenGoal(goal=await session.write(goals.choose, member_id, data))


@put("/family-goal", operation_id="setFamilyGoal", summary="Set the family's goal", opt=ADMIN)
async def choose_family_goal(session: CurrentSession, data: JSONBody[FamilyGoalRequest]) -> FamilyGoal:
    """Replaces the one before. It counts the points of chores dated from its start, for a year at most. Admin."""
    return await session.write(goals.choose_family_goal, data)


@delete("/family-goal", operation_id="deleteFamilyGoal", summary="Remove the family's goal", status_code=200, opt=ADMIN)
async def remove_family_goal(session: CurrentSession) -> Done:
    """Nothing happens without one. Admin."""
    await session.write(goals.remove_family_goal)
    return Done()


@get("/weekly-summary", operation_id="getWeeklySummary", summary="A week of the household", opt=DISPLAY | ETAG_BY_REV)
async def weekly_summary(session: CurrentSession, week: FromQuery[date | None] = None) -> WeeklySummary:
    """Who did what, streaks, and rewards in the week with the date `week`; without it in the week of yesterday."""
    return await session.json_answer(weekly.summary, week, session.derived)


HANDLERS = [list_rewards, create_reward, update_reward, delete_reward]
HANDLERS += [give, take_back, list_redemptions, redeem, approve, decline, give_back]
HANDLERS += [list_goals, choose_goal, choose_family_goal, remove_family_goal, weekly_summary]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Rewards"])
