"""Published feeds: subscription addresses of this household's events for other calendar programs."""

from typing import Annotated

import msgspec
from msgspec import Meta

from appliance.kernel.schema import ApiModel

FeedName = Annotated[str, Meta(min_length=1, max_length=100)]
CalendarIds = Annotated[list[str], Meta(max_length=200)]


class PublishedFeed(ApiModel, kw_only=True):
    """A feed without its address. `calendar_ids` None stands for all calendars that are stored here.

    With `member_id` it has the events of that member and those for everybody, of the planned `meals` too.
    """

    id: str
    name: str
    member_id: str | None
    calendar_ids: tuple[str, ...] | None
    descriptions: bool
    meals: bool
    created_at: str
    last_used_at: str | None


class NewPublishedFeed(ApiModel, kw_only=True):
    """The request for a feed. Without `calendarIds` it has the calendars that are stored here, also later ones.

    A calendar of an account or of another feed is in it only when its id is among them. With `meals` it has the planned
    meals as events of whole days.
    """

    name: FeedName
    member_id: str | None = None
    calendar_ids: CalendarIds | None = None
    descriptions: bool = False
    meals: bool = False


class MadePublishedFeed(ApiModel, kw_only=True):
    """A feed that was just made. Only this answer has its `path`, which whoever knows it can read."""

    feed: PublishedFeed
    path: str


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """When an event was stored and last changed (instants), and how often it changed."""

    id: str
    created_at: str
    changed_at: str | None
    sequence: int
