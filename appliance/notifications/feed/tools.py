"""MCP tools of notifications."""

from typing import Annotated

from msgspec import Meta, field

from appliance.calendar.events.rules import requested_instant
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool, tool
from appliance.kernel.scheduling.clock import instant
from appliance.notifications.feed import actions, queries, routes
from appliance.notifications.feed.models import NewMessage, Notification, Sent
from appliance.notifications.push.service import Pusher
from appliance.people.tools import MemberName


class SendNotification(NewMessage, kw_only=True):
    """A message, and whom it is for by name."""

    member_ids: Annotated[list[MemberName], Meta(max_length=100)] = field(name="members", default_factory=list)


@tool(routes.notify, answers="result", idempotent=False, open_world=True)
async def send_notification(pusher: Pusher, session: Session, request: SendNotification) -> Sent:
    """Send a message to the household: it is added to the feed and pushed to the devices
    of these members, or of everybody. Answers the number of devices that accepted it.
    """
    return Sent(ok=True, sent=await pusher.deliver(await session.write(actions.send, request, "mcp")))


@tool(routes.list_notifications, answers="notifications", read_only=True)
async def list_notifications(
    session: Session,
    limit: Annotated[int, Meta(ge=1, le=200)] = 20,
    before: Annotated[str, Meta(description="An instant: the `at` of the last entry seen")] | None = None,
) -> list[Notification]:
    """Read the notification feed: reminders, summaries, chores, list updates and messages, newest first."""
    earlier = None if before is None else instant(requested_instant(before, "before"))
    return queries.page(session.read, limit, earlier)


def tools(pusher: Pusher) -> list[Tool]:
    """The tools; `pusher` sends the push messages."""
    return [send_notification.using(pusher), list_notifications]
