"""REST endpoints of redemptions."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.rewards.redemptions import actions, queries
from appliance.rewards.redemptions.models import Redeemed, RedeemRequest, Redemption, State

Limit = Annotated[int, QueryParameter(ge=1, le=200)]
# Litestar keeps the name `state` for itself.
WantedState = Annotated[State | None, QueryParameter(name="state")]


@get("/rewards/redemptions", operation_id="listRedemptions", summary="What was redeemed", opt=DISPLAY | ETAG_BY_REV)
async def list_redemptions(
    session: CurrentSession,
    wanted: WantedState = None,
    memberId: FromQuery[str | None] = None,
    limit: Limit = 50,
) -> list[Redemption]:
    """Newest first, at most `limit` (1 to 200); `state=waiting` are those that need a decision."""
    return queries.newest(session.read, wanted, memberId, limit)


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
    return await session.write(actions.redeem, reward_id, data)


@post(
    "/rewards/redemptions/{redemption_id:str}/approve",
    operation_id="approveRedemption",
    summary="Approve a redemption",
    status_code=200,
    opt=ADMIN,
)
async def approve(session: CurrentSession, redemption_id: FromPath[str]) -> Redeemed:
    """409 unless it waits. Admin."""
    return await session.write(actions.approve, redemption_id)


@post(
    "/rewards/redemptions/{redemption_id:str}/decline",
    operation_id="declineRedemption",
    summary="Decline a redemption",
    status_code=200,
    opt=ADMIN,
)
async def decline(session: CurrentSession, redemption_id: FromPath[str]) -> Redeemed:
    """The points come back, and one to the stock. 409 unless it waits. Admin."""
    return await session.write(actions.decline, redemption_id)


@post(
    "/rewards/redemptions/{redemption_id:str}/return",
    operation_id="returnRedemption",
    summary="Give a reward back",
    status_code=200,
    opt=ADMIN,
)
async def give_back(session: CurrentSession, redemption_id: FromPath[str]) -> Redeemed:
    """The points come back, and one to the stock. 409 unless it is approved. Admin."""
    return await session.write(actions.give_back, redemption_id)


ROUTES = Router(path="/api", route_handlers=[list_redemptions, redeem, approve, decline, give_back], tags=["Rewards"])
