"""MCP tools of notifications."""

from functools import partial
from typing import Annotated

from msgspec import Meta, field

from appliance.calendar.events.rules import requested_instant
from appliance.kernel.database.session import Session
from appliance.kernel.mcp_tool import Tool
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import ApiModel, made
from appliance.notifications.feed import actions, queries, routes
from appliance.notifications.feed.models import NewMessage, Notification, Sent
from appliance.notifications.push.service import Pusher
from appliance.people.tools import MemberName


class SendNotification(NewMessage, kw_only=True):
    """A message, and whom it is for by name."""

    member_ids: Annotated[list[MemberName], Meta(max_length=100)] = field(name="members", default_factory=list)


class ListNotifications(ApiModel, kw_only=True):
    """How many entries, and only those before an instant."""

    limit: Annotated[int, Meta(ge=1, le=200)] = 20
    before: Annotated[str, Meta(description="An instant: the `at` of the last entry seen")] | None = None


class NotificationSent(ApiModel, kw_only=True):
    """The result of sending."""

    result: Sent


class Notifications(ApiModel, kw_only=True):
    """Notifications, newest first."""

    notifications: list[Notification]


async def send_notification(pusher: Pusher, session: Session, request: SendNotification) -> NotificationSent:
    """Send a message to the household. Raises BadRequest."""
    sent = await pusher.deliver(await session.write(actions.send, made(NewMessage, request), "mcp"))
    return NotificationSent(result=Sent(ok=True, sent=sent))


async def list_notifications(session: Session, request: ListNotifications) -> Notifications:
    """List notifications. Raises BadRequest."""
    earlier = None if request.before is None else instant(requested_instant(request.before, "before"))
    return Notifications(notifications=queries.page(session.read, request.limit, earlier))


def tools(pusher: Pusher) -> list[Tool]:
    """The tools; `pusher` sends the push messages."""
    return [
        Tool(
            name="send_notification",
            description="Send a message to the household: it is added to the feed and pushed to the devices "
            "of these members, or of everybody. Answers the number of devices that accepted it.",
            run=partial(send_notification, pusher),
            route=routes.notify,
            idempotent=False,
            open_world=True,
        ),
        Tool(
            name="list_notifications",
            description="Read the notification feed: reminders, summaries, chores, list updates and messages, "
            "newest first.",
            run=list_notifications,
            route=routes.list_notifications,
            read_only=True,
        ),
    ]
