"""MCP tools: members."""

from typing import Annotated

from appliance.calendar.calendars import actions as calendars
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import named, tool
from appliance.people import queries, routes
from appliance.people.models import Member, MemberPatch, NewMember
from appliance.people.routes import with_points

MemberName = Annotated[str, named("member", queries.people)]


@tool(routes.create_member, answers="member", idempotent=False)
async def add_member(session: Session, request: NewMember) -> Member:
    """Add a member to the household. avatar is an emoji or one or two letters, birthday YYYY-MM-DD,
    or --MM-DD without the year. With needsApproval chores ticked on a shared screen wait for a parent's yes.
    defaultCalendarId is the calendar of their events that are added without one; role adult or child.
    """
    person = await session.write(calendars.add_member, request)
    return with_points(session.read, [person])[0]


@tool(routes.update_member, answers="member")
async def update_member(session: Session, member: MemberName, patch: MemberPatch) -> Member:
    """Change a member as in add_member; null clears avatar, birthday, photoId,
    defaultCalendarId or role.
    """
    person = await session.write(calendars.edit_member, member, patch)
    return with_points(session.read, [person])[0]


TOOLS = [add_member, update_member]
