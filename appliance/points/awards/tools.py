"""MCP tools for awards."""

from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe, made, patched
from appliance.people.tools import MemberName
from appliance.points import routes as point_routes
from appliance.points.awards import actions
from appliance.points.awards.models import Award, Awarded, AwardRemoved, NewAward


class AddPoints(NewAward, kw_only=True):
    """Members by name, and the points that each gets."""

    member_id: Maybe[MemberName] = field(name="member", default=UNSET)
    member_ids: Annotated[list[MemberName], Meta(min_length=1, max_length=200)] = field(name="members")


class ListAwards(ApiModel, kw_only=True):
    """A member; without one, everybody."""

    member_id: Maybe[MemberName] = field(name="member", default=UNSET)


class Awards(ApiModel, kw_only=True):
    """Awards, newest first."""

    awards: list[Award]


class RemoveAward(ApiModel, kw_only=True):
    """An award."""

    award_id: str


async def add_points(session: Session, request: AddPoints) -> Awarded:
    """Give or take points. Raises BadRequest, Conflict."""
    return await session.write(actions.give, made(NewAward, request))


async def list_awards(session: Session, request: ListAwards) -> Awards:
    """The newest awards. Raises BadRequest."""
    return Awards(awards=actions.awards(session.read, patched(request.member_id, None)))


async def remove_award(session: Session, request: RemoveAward) -> AwardRemoved:
    """Remove an award. Raises NotFound."""
    return await session.write(actions.remove, request.award_id)


TOOLS = [
    Tool(
        name="add_points",
        description="Give members (ids or names) points beside their chores, or take points with a negative number, and"
        " say why. Balances change; streaks and the leaderboard do not.",
        run=add_points,
        route=point_routes.give_award,
        idempotent=False,
    ),
    Tool(
        name="list_awards",
        description="The last 100 awards of one member or of everybody: who got or lost points, why, for which day.",
        run=list_awards,
        route=point_routes.list_awards,
        read_only=True,
    ),
    Tool(
        name="remove_award",
        description="Remove an award that was a mistake; its points leave the balance.",
        run=remove_award,
        route=point_routes.remove_award,
        destructive=True,
    ),
]
