"""Structs of chores and their completions."""

from collections.abc import Mapping, Sequence, Set
from datetime import date
from typing import Annotated, Literal, get_args
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta

from appliance.chores.approval.models import Rejection
from appliance.chores.exceptions.models import DateException
from appliance.chores.routines.models import ChoreStep, DayStep, NewChoreSteps
from appliance.chores.timing import AfterDays, DayPart, DayParts
from appliance.kernel.schema import ApiModel, Maybe, NumericApiModel, TimeOfDay

Title = Annotated[str, Meta(min_length=1, max_length=500)]
# Whole numbers, not negative. The upper bound keeps sums in 64 bits.
Points = Annotated[int, Meta(ge=0, le=1_000_000)]
# Free text for people, such as 17:30; the server does not interpret it. (contract §6.1)
DueTime = Annotated[str, Meta(max_length=40)]
# How several members share a chore: each does a copy, one of them does it, or they take turns.
Share = Literal["each", "anyone", "turn"]
SHARES: tuple[Share, ...] = get_args(Share)
# What makes it the next member's turn: that the chore was due, or that it was done.
TurnBy = Literal["due", "completion"]
# How long a turn lasts: for one due date, a day, a week, a month, or so many times.
TurnEvery = Literal["due", "day", "week", "month", "times"]
TURNS_EVERY: tuple[TurnEvery, ...] = get_args(TurnEvery)
TurnTimes = Annotated[int, Meta(ge=1, le=100)]
# 0 is Sunday.
Weekday = Annotated[int, Meta(ge=0, le=6)]
MemberIds = Annotated[list[str], Meta(max_length=200)]


class Chore(NumericApiModel, kw_only=True):
    """A chore. Without a member it is for Anyone; `rrule` is kept as sent. (contract §6.1)

    A chore with `share` is for the members of `member_ids`, in their order; `member_id` is the only one of them,
    or None. A turn lasts for `turn_every`: a week begins on `turn_weekday` (0 is Sunday), `turn_times` are those of
    `times`. A chore is late from `due_by` on, a time of day of the household's zone. With `after_days` it is due so
    many days after it was last completed. `season_from` and `season_until` are the first and the last day it may be
    due. One that `moves_for_holidays` is due a day later in a week with a holiday, from the holiday on. A chore with
    `steps` is a routine. It is done in one `day_part`, or in each of `day_parts` where there are several.
    `needs_approval` says whether a tick waits for a parent's yes; None follows the member. `keep_asking` says whether
    it asks on until it is done when it was missed; None does so for one that is due once.
    """

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
    member_ids: list[str] = msgspec.field(default_factory=list)
    share: Share | None = None
    turn_by: TurnBy = "due"
    day_part: DayPart | None = None
    due_by: str | None = None
    after_days: int | None = None
    season_from: date | None = None
    season_until: date | None = None
    steps: Sequence[ChoreStep] = msgspec.field(default_factory=list)
    needs_approval: bool | None = None
    keep_asking: bool | None = None
    turn_every: TurnEvery = "due"
    turn_times: int = 2
    turn_weekday: int = 1
    moves_for_holidays: bool = False
    day_parts: list[DayPart] = msgspec.field(default_factory=list)


class CreatedChore(Chore, kw_only=True):
    """A chore, and when it was created: where a rule without a due date starts."""

    created_at: str


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
    member_ids: MemberIds = msgspec.field(default_factory=list)
    share: Share | None = None
    turn_by: TurnBy = "due"
    day_part: DayPart | None = None
    due_by: TimeOfDay | None = None
    after_days: AfterDays | None = None
    season_from: date | None = None
    season_until: date | None = None
    steps: NewChoreSteps = msgspec.field(default_factory=list)
    needs_approval: bool | None = None
    keep_asking: bool | None = None
    turn_every: TurnEvery = "due"
    turn_times: TurnTimes = 2
    turn_weekday: Weekday = 1
    moves_for_holidays: bool = False
    day_parts: DayParts = msgspec.field(default_factory=list)
    id: Maybe[UUID] = UNSET


class ChorePatch(ApiModel, kw_only=True):
    """Any subset of a chore. Another `member_id` than the answered one makes a shared chore that member's alone."""

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
    member_ids: Maybe[MemberIds] = UNSET
    share: Maybe[Share | None] = UNSET
    turn_by: Maybe[TurnBy] = UNSET
    day_part: Maybe[DayPart | None] = UNSET
    due_by: Maybe[TimeOfDay | None] = UNSET
    after_days: Maybe[AfterDays | None] = UNSET
    season_from: Maybe[date | None] = UNSET
    season_until: Maybe[date | None] = UNSET
    steps: Maybe[NewChoreSteps] = UNSET
    needs_approval: Maybe[bool | None] = UNSET
    keep_asking: Maybe[bool | None] = UNSET
    turn_every: Maybe[TurnEvery] = UNSET
    turn_times: Maybe[TurnTimes] = UNSET
    turn_weekday: Maybe[Weekday] = UNSET
    moves_for_holidays: Maybe[bool] = UNSET
    day_parts: Maybe[DayParts] = UNSET


class EarlierSchedule(ApiModel, kw_only=True):
    """When a chore was due, and whose it was, through a date on or after which it was changed. Fields as in Chore."""

    chore_id: str
    through: date
    member_id: str | None
    member_ids: list[str]
    share: Share | None
    rrule: str | None
    after_days: int | None
    season_from: date | None
    season_until: date | None
    due_date: date | None
    moves_for_holidays: bool
    active: bool
    day_parts: list[DayPart] = msgspec.field(default_factory=list)


class ScheduledChore(msgspec.Struct, frozen=True, kw_only=True):
    """An active chore and the household's date of its creation, where a rule without a due date starts.

    Of a chore that counts from its last completion, `done` has the dates it was completed for, in order, by slot.
    `earlier` are its schedules before it was changed, in order, `exceptions` its dates that are skipped or moved.
    `holidays` are those around the days that are asked about, of a chore that moves for them.
    """

    chore: Chore
    created_on: date
    today: date = date.max
    done: Mapping[str, Sequence[date]] = msgspec.field(default_factory=dict)
    earlier: Sequence[EarlierSchedule] = ()
    exceptions: Sequence[DateException] = ()
    holidays: Set[date] = frozenset()


class DayTurn(ApiModel, kw_only=True):
    """The turn of a day: whose it is in the order of the members, and whether another one has taken it over."""

    scheduled_id: str | None
    swapped: bool


class DueChore(msgspec.Struct, frozen=True, kw_only=True):
    """What one member has to do on a day, or Anyone where `member_id` is None. `slot` as in Completion.

    `moved_from` is the date of its rule that was moved to this day, `part` the part of the day, of a chore that is done
    in several.
    """

    chore: Chore
    moved_from: date | None = None
    date: date
    member_id: str | None
    slot: str = ""
    turn: DayTurn | None = None
    part: DayPart | None = None

    @property
    def key(self) -> str:
        """The key of its completion among those of the date."""
        return completion_key(self.chore.id, self.slot)

    def concerns(self, member_id: str) -> bool:
        """Whether this member has to do it, or may."""
        if self.member_id is None:
            return not self.chore.member_ids or member_id in self.chore.member_ids
        return self.member_id == member_id


def completion_key(chore_id: str, slot: str) -> str:
    """The key of a completion among those of its date: the chore's id, and the slot where there is one."""
    return f"{chore_id}/{slot}" if slot else chore_id


def chore_of_key(key: str) -> str:
    """The id of the chore of a `completion_key`."""
    return key.partition("/")[0]


class FoundChore(ApiModel, kw_only=True):
    """A chore that a search found. `next_due` is a date within the next two months."""

    kind: Literal["chore"] = "chore"
    id: str
    title: str
    emoji: str | None
    member_id: str | None
    active: bool
    repeats: bool
    next_due: date | None
    member_ids: list[str]


class Completion(ApiModel, kw_only=True):
    """A chore done for a date, credited to a member or to nobody. The points never change afterwards.

    `slot` is the member whose copy it is, of a chore that each of its members does; empty for every other chore. Of one
    that is done in several parts of the day it ends with the part: see `parts`.
    `without_points`: a parent did it for the member, and nobody is credited. `note` is the parent's word with the yes.
    """

    id: str
    chore_id: str
    date: date
    member_id: str | None
    completed_at: str
    points_awarded: int
    slot: str = ""
    without_points: bool = False
    note: str | None = None


class CompleteRequest(ApiModel, kw_only=True):
    """The request to complete a chore for a date; `member_id` credits somebody else than the chore's member.

    Of a chore that each of its members does, `member_id` says whose copy. `only_if_open` leaves what somebody else
    did theirs: a client sends it where it showed the chore open. `without_points`: a parent did it for the member, so
    that nobody is credited and no streak is broken. `day_part` is the part of the day, of a chore that is done in
    several: today the one that has begun last where it is left out, of another day the first.
    """

    date: date
    member_id: Maybe[str] = UNSET
    only_if_open: bool = False
    without_points: bool = False
    day_part: Maybe[DayPart] = UNSET


class CopyRequest(ApiModel, kw_only=True):
    """The member to copy a chore for. With an `id` made by the client it is safe to repeat."""

    member_id: str
    id: Maybe[UUID] = UNSET


class Completed(ApiModel, kw_only=True):
    """The answer to a completion. `pending` is there when it waits for a parent's yes."""

    ok: bool
    pending: Maybe[bool] = UNSET


class Checklist(ApiModel, kw_only=True):
    """Progress on the chore's items of its list."""

    list_id: str
    name: str
    total: int
    done: int


class ChoreDay(Chore, kw_only=True):
    """A chore on a day it is due, for one member or for Anyone. (contract §6.2)

    A chore that each of its members does is there once for each, with the same `id` and that member's `member_id`; one
    that is done in several parts of the day once for each `day_part`. An open chore is `late` from its time on. A
    completed one is `without_points` where a parent did it for the member; `approval_note` is a parent's word with the
    yes. What was missed is there today, with the date it is `overdue_since` and is completed for. `moved_from` is the
    date of its rule that was moved to this day.
    """

    completed: bool
    completed_at: str | None
    completed_by: str | None
    checklist: Checklist | None
    turn: DayTurn | None = None
    late: bool = False
    steps: Sequence[DayStep] = msgspec.field(default_factory=list)
    pending: bool = False
    rejection: Rejection | None = None
    moved_from: date | None = None
    without_points: bool = False
    overdue_since: date | None = None
    approval_note: str | None = None


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Points and number of completions of a member in a range of days."""

    points: int = 0
    completed: int = 0


class DoneChore(msgspec.Struct, frozen=True, kw_only=True):
    """How often a member did a chore in a range of days, and the points for it; without a member nobody is credited."""

    member_id: str | None
    chore_id: str
    title: str
    emoji: str | None
    times: int
    points: int
