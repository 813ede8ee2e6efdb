"""MCP tools for awards."""

from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import tool
from appliance.kernel.schema import Maybe, patched
from appliance.people.tools import MemberName
from appliance.points import routes as point_routes
from appliance.points.awards import actions
from appliance.points.awards.models import Award, Awarded, AwardRemoved, NewAward


class AddPoints(NewAward, kw_only=True):
    """Members by name, and the points that each gets."""

    member_id: Maybe[MemberName] = field(name="member", default=UNSET)
    member_ids: Annotated[list[MemberName], Meta(min_length=1, max_length=200)] = field(name="members")


@tool(point_routes.give_award, idempotent=False)
async def add_points(session: Session, request: AddPoints) -> Awarded:
    """Give members (ids or names) points beside their chores, or take points with a negative number, and
    say why. Balances change; streaks and the leaderboard do not.
    """
    return await session.write(actions.give, request)


@tool(point_routes.list_awards, answers="awards", read_only=True)
async def list_awards(session: Session, member: Maybe[MemberName] = UNSET) -> list[Award]:
    """The last 100 awards of one member or of everybody: who got or lost points, why, for which day."""
    return actions.awards(session.read, patched(member, None))


@tool(point_routes.remove_award, destructive=True)
async def remove_award(session: Session, award_id: str) -> AwardRemoved:
    """Remove an award that was a mistake; its points leave the balance."""
    return await session.write(actions.remove, award_id)


TOOLS = [add_points, list_awards, remove_award]
