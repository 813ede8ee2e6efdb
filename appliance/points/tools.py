"""MCP tools for points. (contract §32)"""

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import ApiModel, made
from appliance.people.tools import MemberName
from appliance.points import actions, routes
from appliance.points.models import LeaderboardEntry, LedgerEntry, Period


class Leaderboard(ApiModel, kw_only=True):
    """All members, best first."""

    period: Period
    leaderboard: list[LeaderboardEntry]


class MemberPoints(ApiModel, kw_only=True):
    """A member's id, points earned, spent and left, and the newest ledger entries."""

    member: str
    balance: int
    earned_total: int
    spent_total: int
    entries: list[LedgerEntry]


@tool(routes.leaderboard, read_only=True)
async def get_leaderboard(session: Session, period: Period = "week") -> Leaderboard:
    """Points earned with chores today, this week (the default) or this month, with ranks and streaks."""
    return Leaderboard(period=period, leaderboard=actions.leaderboard(session.read, period, session.derived))


@tool(routes.ledger, read_only=True)
async def get_points(session: Session, member: MemberName) -> MemberPoints:
    """The points a member (id or name) earned, spent and has left, and the last 50 ledger entries."""
    return made(MemberPoints, actions.ledger(session.read, member), member=member)


TOOLS = [get_leaderboard, get_points]
