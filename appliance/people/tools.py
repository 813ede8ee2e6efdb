"""MCP tools: members."""

from typing import Annotated

from msgspec import UNSET, Meta

from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.schema import ApiModel, Maybe
from appliance.kernel.text.name_lookup import find_id
from appliance.people import actions, queries, routes
from appliance.people.models import Color, Member, MemberPatch, Name, NewMember
from appliance.people.routes import with_points

Avatar = Annotated[str, Meta(description="A single emoji, or one or two letters")]
NeedsApproval = Annotated[bool, Meta(description="Whether chores ticked on a shared screen wait for a parent's yes")]
Birthday = Annotated[str, Meta(description="YYYY-MM-DD, or --MM-DD when the year is unknown")]


class AddMember(ApiModel, kw_only=True):
    """A member to add."""

    name: Name
    color: Color
    avatar: Avatar | None = None
    birthday: Birthday | None = None


class UpdateMember(ApiModel, kw_only=True):
    """A member and what to change; null clears avatar or birthday."""

    member: Annotated[str, Meta(description="A member's id or name")]
    name: Maybe[Name] = UNSET
    color: Maybe[Color] = UNSET
    avatar: Maybe[Avatar | None] = UNSET
    birthday: Maybe[Birthday | None] = UNSET
    needs_approval: Maybe[NeedsApproval] = UNSET


class OneMember(ApiModel, kw_only=True):
    """The member after the change."""

    member: Member


async def add_member(session: Session, request: AddMember) -> OneMember:
    """Add a member. Raises BadRequest, Conflict."""
    person = await session.write(
        actions.add, NewMember(name=request.name, color=request.color, avatar=request.avatar, birthday=request.birthday)
    )
    return OneMember(member=with_points(session.read, [person])[0])


async def update_member(session: Session, request: UpdateMember) -> OneMember:
    """Change a member. Raises BadRequest, NotFound."""
    known = [(person.id, person.name) for person in queries.people(session.read)]
    patch = MemberPatch(
        name=request.name,
        color=request.color,
        avatar=request.avatar,
        birthday=request.birthday,
        needs_approval=request.needs_approval,
    )
    person = await session.write(actions.edit, find_id("member", request.member, known), patch)
    return OneMember(member=with_points(session.read, [person])[0])


TOOLS = [
    Tool(
        name="add_member",
        description="Add a member to the household.",
        request=AddMember,
        answer=OneMember,
        run=add_member,
        route=routes.create_member,
        idempotent=False,
    ),
    Tool(
        name="update_member",
        description="Change a member's name, color, avatar or birthday.",
        request=UpdateMember,
        answer=OneMember,
        run=update_member,
        route=routes.update_member,
    ),
]
