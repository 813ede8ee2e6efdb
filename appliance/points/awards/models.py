"""Structs of awards: points that a parent gives or takes beside chores."""

from datetime import date as Date
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe

# At most what a chore can be worth; the lower bound is for points taken away.
AwardPoints = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
AwardNote = Annotated[str, Meta(max_length=200)]
AwardedMembers = Annotated[list[str], Meta(max_length=200)]


class Award(ApiModel, kw_only=True):
    """Points given to a member, or taken when negative. `date` is the household's day that they are for."""

    id: str
    member_id: str
    points: int
    note: str | None
    date: Date
    at: str


class NewAward(ApiModel, kw_only=True):
    """The request to give or take points: to `member_id`, to `member_ids`, or to both. `date` is today by default."""

    member_id: Maybe[str] = UNSET
    member_ids: AwardedMembers = msgspec.field(default_factory=list)
    points: AwardPoints
    note: AwardNote | None = None
    date: Date | None = None


class Awarded(ApiModel, kw_only=True):
    """The awards, one for each member. `award` is the first of them and `balance` its member's balance afterwards."""

    award: Award
    balance: int
    awards: list[Award]


class AwardRemoved(ApiModel, kw_only=True):
    """The member's balance after an award was removed."""

    ok: bool
    balance: int
