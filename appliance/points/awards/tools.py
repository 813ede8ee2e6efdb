"""MCP tools for awards."""

from datetime import date as Date
from typing import Annotated

from msgspec import UNSET, Meta

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe, patched
from appliance.kernel.text.name_lookup import find_id
from appliance.people import queries as people
from appliance.points.awards import actions, routes
from appliance.points.awards.models import Award, Awarded, AwardNote, AwardPoints, AwardRemoved, NewAward

MemberName = Annotated[str, Meta(description="A member's id or name")]


class AddPoints(ApiModel, kw_only=True):
    """Members and the points that each gets; negative points are taken away. `date` is today by default."""

    members: Annotated[list[MemberName], Meta(min_length=1, max_length=200)]
    points: AwardPoints
    note: AwardNote | None = None
    date: Maybe[Date] = UNSET


class ListAwards(ApiModel, kw_only=True):
    """A member; without one, everybody."""

    member: Maybe[MemberName] = UNSET


class Awards(ApiModel, kw_only=True):
    """Awards, newest first."""

    awards: list[Award]


class RemoveAward(ApiModel, kw_only=True):
    """An award."""

    award_id: str


async def add_points(session: Session, request: AddPoints) -> Awarded:
    """Give or take points. Raises BadRequest, Conflict."""
    known = [(person.id, person.name) for person in people.people(session.read)]
    award = NewAward(
        member_ids=[find_id("member", each, known) for each in request.members],
        points=request.points,
        note=request.note,
        date=patched(request.date, None),
    )
    return await session.write(actions.give, award)


async def list_awards(session: Session, request: ListAwards) -> Awards:
    """The newest awards. Raises BadRequest."""
    known = [(person.id, person.name) for person in people.people(session.read)]
    member_id = find_id("member", request.member, known) if isinstance(request.member, str) else None
    return Awards(awards=actions.awards(session.read, member_id))


async def remove_award(session: Session, request: RemoveAward) -> AwardRemoved:
    """Remove an award. Raises NotFound."""
    return await session.write(actions.remove, request.award_id)


TOOLS = [
    Tool(
        name="add_points",
        description="Give members (ids or names) points beside their chores, or take points with a negative number, and"
        " say why. Balances change; streaks and the leaderboard do not.",
        request=AddPoints,
        answer=Awarded,
        run=add_points,
        route=routes.give,
        idempotent=False,
    ),
    Tool(
        name="list_awards",
        description="The last 100 awards of one member or of everybody: who got or lost points, why, for which day.",
        request=ListAwards,
        answer=Awards,
        run=list_awards,
        route=routes.list_awards,
        read_only=True,
    ),
    Tool(
        name="remove_award",
        description="Remove an award that was a mistake; its points leave the balance.",
        request=RemoveAward,
        answer=AwardRemoved,
        run=remove_award,
        route=routes.remove,
        destructive=True,
    ),
]
