"""MCP tools for points. (contract §32)"""

from msgspec import field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, made
from appliance.people.tools import MemberName
from appliance.points import actions, routes
from appliance.points.models import LeaderboardEntry, LedgerEntry, Period


class GetLeaderboard(ApiModel, kw_only=True):
    """A period that ends today."""

    period: Period = "week"


class Leaderboard(ApiModel, kw_only=True):
    """All members, best first."""

    period: Period
    leaderboard: list[LeaderboardEntry]


class GetPoints(ApiModel, kw_only=True):
    """A member."""

    member_id: MemberName = field(name="member")


class MemberPoints(ApiModel, kw_only=True):
    """A member's id, points earned, spent and left, and the newest ledger entries."""

    member: str
    balance: int
    earned_total: int
    spent_total: int
    entries: list[LedgerEntry]


async def leaderboard(session: Session, request: GetLeaderboard) -> Leaderboard:
    """The leaderboard."""
    ranked = actions.leaderboard(session.read, request.period, session.derived)
    return Leaderboard(period=request.period, leaderboard=ranked)


async def points(session: Session, request: GetPoints) -> MemberPoints:
    """A member's points."""
    return made(MemberPoints, actions.ledger(session.read, request.member_id), member=request.member_id)


TOOLS = [
    Tool(
        name="get_leaderboard",
        description="Points earned with chores today, this week (the default) or this month, with ranks and streaks.",
        run=leaderboard,
        route=routes.leaderboard,
        read_only=True,
    ),
    Tool(
        name="get_points",
        description="The points a member (id or name) earned, spent and has left, and the last 50 ledger entries.",
        run=points,
        route=routes.ledger,
        read_only=True,
    ),
]
