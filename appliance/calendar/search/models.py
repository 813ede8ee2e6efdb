"""What the search finds among events."""

from datetime import timedelta
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from appliance.calendar.events.models import Event
from appliance.kernel.schema import ApiModel

Matched = Literal["title", "text", "member"]


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """An event that was found: the number of its row, how far away it is, and the event when it was read already."""

    number: int
    matched: Matched
    away: timedelta
    event: Event | None = None


class FoundEvent(ApiModel, kw_only=True):
    """An event that was found. A series is found once, by its next occurrence or else by its last one.

    `matched` is where: `text` stands for place or description, `member` for the name of a member. `excerpt` is the part
    of the description around what was found there. `series_id` is that of a synced series, `rrule` the rule of a local
    one. `declined` is there only for an invitation that the calendar's owner declined.
    """

    kind: Literal["event"] = "event"
    id: str
    title: str
    start: str
    end: str
    all_day: bool
    location: str | None
    excerpt: str | None
    calendar_id: str
    member_ids: tuple[str, ...]
    color: str
    category_id: str | None
    rrule: str | None
    occurrence_start: str | None
    series_id: str | None
    matched: Matched
    declined: Literal[True] | UnsetType = UNSET
