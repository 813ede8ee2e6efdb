"""REST endpoints of the notification feed and of messages."""

from typing import Annotated

from litestar import Router, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, DISPLAY
from appliance.calendar.events.rules import requested_instant
from appliance.kernel.http.etag import ETAG_BY_REV
from appliance.kernel.http.json_body import Done
from appliance.kernel.scheduling.clock import instant
from appliance.notifications.feed import actions, queries
from appliance.notifications.feed.models import Emptied, NewMessage, Notification, Sent
from appliance.notifications.push.routes import Pushes

Limit = Annotated[int, QueryParameter(ge=1, le=200)]


@get("/notifications", operation_id="listNotifications", summary="The notification feed", opt=DISPLAY | ETAG_BY_REV)
async def list_notifications(
    session: CurrentSession, limit: Limit = 50, before: FromQuery[str | None] = None
) -> list[Notification]:
    """Newest first, at most `limit` (1 to 200); the next page is `before` the last entry's `at`."""
    earlier = None if before is None else instant(requested_instant(before, "before"))
    return queries.page(session.read, limit, earlier)


@delete(
    "/notifications/{notification_id:str}",
    operation_id="deleteNotification",
    summary="Remove an entry",
    status_code=200,
    opt=ADMIN,
)
async def remove(session: CurrentSession, notification_id: FromPath[str]) -> Done:
    """For everybody. Requires an admin key."""
    await session.write(actions.remove, notification_id)
    return Done()


@delete("/notifications", operation_id="clearNotifications", summary="Empty the feed", status_code=200, opt=ADMIN)
async def clear(session: CurrentSession) -> Emptied:
    """For everybody. Requires an admin key."""
    return Emptied(ok=True, deleted=await session.write(actions.clear))


@post("/notify", operation_id="notify", summary="Send a message", status_code=200, opt=ADMIN)
async def notify(session: CurrentSession, pusher: Pushes, data: JSONBody[NewMessage]) -> Sent:
    """Added to the feed, and pushed to the devices that follow one of these members, or all. Requires an admin key."""
    return Sent(ok=True, sent=await pusher.deliver(await session.write(actions.send, data, "api")))


HANDLERS = [list_notifications, remove, clear, notify]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Notifications"])
