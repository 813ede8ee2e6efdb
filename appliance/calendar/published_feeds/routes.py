"""REST endpoints of published feeds."""

from typing import Annotated

from litestar import Response, Router, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, HeaderParameter, JSONBody

from appliance.access.middleware import CurrentSession
from appliance.access.rights import ADMIN, PUBLIC, not_for_apps
from appliance.calendar.published_feeds import actions, queries
from appliance.calendar.published_feeds.models import MadePublishedFeed, NewPublishedFeed, PublishedFeed
from appliance.calendar.published_feeds.service import Publisher
from appliance.kernel.errors import NotFound
from appliance.kernel.http.json_body import Done

CurrentPublisher = NamedDependency[Publisher]
Known = Annotated[str, HeaderParameter(name="If-None-Match")]


@get("/feeds", operation_id="listPublishedFeeds", summary="The subscription addresses of this household", opt=ADMIN)
async def list_feeds(session: CurrentSession) -> list[PublishedFeed]:
    """In the order they were made; never with the address itself. Admin."""
    return queries.feeds(session.read)


@post(
    "/feeds",
    operation_id="createPublishedFeed",
    summary="Make a subscription address",
    opt=not_for_apps(ADMIN, "make subscription addresses"),
)
async def create_feed(session: CurrentSession, data: JSONBody[NewPublishedFeed]) -> MadePublishedFeed:
    """Other calendar programs read events from it. The answer holds the only copy of its `path`.

    With `memberId` it has the events of one member and those for everybody. It has the calendars that are stored here,
    or those of `calendarIds`. Descriptions are in it only with `descriptions`, and planned meals with `meals`. Admin.
    """
    return await session.write(actions.make, data)


@delete(
    "/feeds/{feed_id:str}", operation_id="deletePublishedFeed", summary="Revoke an address", status_code=200, opt=ADMIN
)
async def delete_feed(session: CurrentSession, feed_id: FromPath[str]) -> Done:
    """The address answers 404 from the next request on. Admin."""
    await session.write(actions.revoke, feed_id)
    return Done()


@get(
    "/feed/{file_name:str}",
    operation_id="readPublishedFeed",
    summary="A feed for other calendar programs",
    media_type="text/calendar",
    opt=PUBLIC,
)
async def read_feed(
    session: CurrentSession, publisher: CurrentPublisher, file_name: FromPath[str], known: Known = ""
) -> Response[bytes]:
    """An iCalendar file; `file_name` is `<token>.ics`. The token takes the place of a key.

    Events of the last year and all later ones, of synced calendars two years ahead. Birthdays are not among them. 304
    when `If-None-Match` has its ETag. 404 for a token that is unknown or revoked; 429 after 30 of those at an address
    in ten minutes.
    """
    feed = actions.find(session.read, file_name)
    if feed is None:
        await session.write(actions.count_unknown, session.address)
        raise NotFound()
    file = await publisher.file(session, feed, known)
    if actions.is_use_due(feed, session.read.now):
        await session.write(actions.mark_used, feed.id)
    headers = {"ETag": file.tag, "Cache-Control": "private, no-cache"}
    if file.content is None:
        return Response(b"", status_code=304, headers=headers, media_type="text/calendar")
    headers["Content-Disposition"] = 'inline; filename="mantel.ics"'
    return Response(file.content, headers=headers, media_type="text/calendar")


HANDLERS = [list_feeds, create_feed, delete_feed, read_feed]
ROUTES = Router(path="/api", route_handlers=HANDLERS, tags=["Published feeds"])
