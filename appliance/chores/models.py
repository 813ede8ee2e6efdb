"""Structs of chores and their completions."""

from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta

from appliance.kernel.schema import ApiModel, Maybe, NumericApiModel

Title = Annotated[str, Meta(min_length=1, max_length=500)]
# Whole numbers, not negative. The upper bound keeps sums in 64 bits.
Points = Annotated[int, Meta(ge=0, le=1_000_000)]
# Free text for people, such as 17:30; the server does not interpret it. (contract §6.1)
DueTime = Annotated[str, Meta(max_length=40)]


class Chore(NumericApiModel, kw_only=True):
    """A chore. Without a member it is for Anyone; `rrule` is kept as sent. (contract §6.1)"""

    id: str
    title: str
    emoji: str | None
    member_id: str | None
    points: int
    rrule: str | None
    due_time: str | None
    sort: float
    list_id: str | None
    due_date: date | None
    active: bool


class NewChore(ApiModel, kw_only=True):
    """The request for a chore. With an `id` made by the client it is safe to repeat."""

    title: Title
    emoji: str | None = None
    member_id: str | None = None
    points: Points = 0
    rrule: str | None = None
    due_date: date | None = None
    due_time: DueTime | None = None
    active: bool = True
    sort: float = 0
    list_id: str | None = None
    id: Maybe[UUID] = UNSET


class ChorePatch(ApiModel, kw_only=True):
    """Any subset of a chore."""

    title: Maybe[Title] = UNSET
    emoji: Maybe[str | None] = UNSET
    member_id: Maybe[str | None] = UNSET
    points: Maybe[Points] = UNSET
    rrule: Maybe[str | None] = UNSET
    due_date: Maybe[date | None] = UNSET
    due_time: Maybe[DueTime | None] = UNSET
    active: Maybe[bool] = UNSET
    sort: Maybe[float] = UNSET
    list_id: Maybe[str | None] = UNSET


class ScheduledChore(msgspec.Struct, frozen=True, kw_only=True):
    """An active chore and the household's date of its creation, where a rule without a due date starts."""

    chore: Chore
    created_on: date


class Completion(ApiModel, kw_only=True):
    """A chore done for a date, credited to a member or to nobody. The points never change afterwards."""

    id: str
    chore_id: str
    date: date
    member_id: str | None
    completed_at: str
    points_awarded: int


class CompleteRequest(ApiModel, kw_only=True):
    """The request to complete a chore for a date; `member_id` credits somebody else than the chore's member."""

    date: date
    member_id: Maybe[str] = UNSET


class Checklist(ApiModel, kw_only=True):
    """Progress on the chore's items of its list."""

    list_id: str
    name: str
    total: int
    done: int


class ChoreDay(Chore, kw_only=True):
    """A chore on a day it is due. (contract §6.2)"""

    completed: bool
    completed_at: str | None
    completed_by: str | None
    checklist: Checklist | None


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Points and number of completions of a member in a range of days."""

    points: int = 0
    completed: int = 0
