"""MCP tools: members."""

from typing import Annotated

from msgspec import field

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool, named
from appliance.kernel.schema import ApiModel, made
from appliance.people import actions, queries, routes
from appliance.people.models import Member, MemberPatch, NewMember
from appliance.people.routes import with_points

MemberName = Annotated[str, named("member", queries.people)]


class UpdateMember(MemberPatch, kw_only=True):
    """A member and what to change."""

    member_id: MemberName = field(name="member")


class OneMember(ApiModel, kw_only=True):
    """The member after the change."""

    member: Member


async def add_member(session: Session, request: NewMember) -> OneMember:
    """Add a member. Raises BadRequest, Conflict."""
    person = await session.write(actions.add, request)
    return OneMember(member=with_points(session.read, [person])[0])


async def update_member(session: Session, request: UpdateMember) -> OneMember:
    """Change a member. Raises BadRequest, NotFound."""
    person = await session.write(actions.edit, request.member_id, made(MemberPatch, request))
    return OneMember(member=with_points(session.read, [person])[0])


TOOLS = [
    Tool(
        name="add_member",
        description="Add a member to the household. avatar is an emoji or one or two letters, birthday YYYY-MM-DD,"
        " or --MM-DD without the year. With needsApproval chores ticked on a shared screen wait for a parent's yes.",
        run=add_member,
        route=routes.create_member,
        idempotent=False,
    ),
    Tool(
        name="update_member",
        description="Change a member as in add_member; null clears avatar or birthday.",
        run=update_member,
        route=routes.update_member,
    ),
]
