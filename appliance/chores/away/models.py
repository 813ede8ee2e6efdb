"""Structs of the days on which members are away."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, field

from appliance.kernel.schema import ApiModel, Maybe

LONGEST_NOTE = 200
Note = Annotated[str, Meta(max_length=LONGEST_NOTE)]


class AwayRange(ApiModel, kw_only=True):
    """Days on which a member is away, both included; the whole household where `member_id` is None."""

    id: str
    member_id: str | None
    first_day: date = field(name="from")
    last_day: date = field(name="until")
    note: str


class NewAwayRange(ApiModel, kw_only=True):
    """A range to add, of days to come or past. With an `id` made by the client it is safe to repeat."""

    first_day: date = field(name="from")
    last_day: date = field(name="until")
    member_id: str | None = None
    note: Note = ""
    id: Maybe[UUID] = UNSET


class AwayRangePatch(ApiModel, kw_only=True):
    """Any subset of a range."""

    first_day: Maybe[date] = field(name="from", default=UNSET)
    last_day: Maybe[date] = field(name="until", default=UNSET)
    member_id: Maybe[str | None] = UNSET
    note: Maybe[Note] = UNSET
