"""Structs of a snapshot: one member's day or week in one answer."""

from collections.abc import Sequence
from datetime import date as Date
from typing import Literal

from msgspec import field

from appliance.calendar.events.models import Event
from appliance.chores.approval.models import Rejection
from appliance.chores.models import DayTurn, Share
from appliance.chores.routines.models import DayStep
from appliance.chores.timing import DayPart
from appliance.kernel.schema import ApiModel
from appliance.lists.models import LinkedItem
from appliance.meals.models import Meal
from appliance.rewards.goals.models import Goal
from appliance.weather.models import Weather

Range = Literal["day", "week"]


class SnapshotMember(ApiModel, kw_only=True):
    """The member of the snapshot."""

    id: str
    name: str
    color: str
    avatar: str | None
    birthday: str | None
    photo_id: str | None = None


class DatedEvent(Event, kw_only=True):
    """An event and the date it is listed under: that of its start, or the first of the range."""

    date: Date


class SnapshotChore(ApiModel, omit_defaults=True, kw_only=True):
    """A chore on a date it is due; a `shared` one is for Anyone. An open one is `late` from its time on.

    What the chore does not use is left out.
    """

    id: str
    title: str
    emoji: str | None
    points: int
    due_time: str | None
    date: Date
    done: bool
    shared: bool
    day_part: DayPart | None = None
    due_by: str | None = None
    late: bool = False
    steps: Sequence[DayStep] = field(default_factory=list)
    pending: bool = False
    share: Share | None = None
    turn: DayTurn | None = None
    needs_approval: bool | None = None
    rejection: Rejection | None = None
    without_points: bool = False
    overdue_since: Date | None = None
    day_parts: Sequence[DayPart] = field(default_factory=list)
    approval_note: str | None = None


class SnapshotItem(LinkedItem, kw_only=True):
    """An open item with the emoji of its list."""

    list_emoji: str | None
    overdue: bool


class Birthday(ApiModel, kw_only=True):
    """A member's birthday, or a birthday event. `age` is the age reached, null when the year is unknown."""

    member_id: str | None
    event_id: str | None
    name: str
    avatar: str | None
    date: Date
    age: int | None


class Tomorrow(ApiModel, kw_only=True):
    """A summary of the day after."""

    date: Date
    events: list[DatedEvent]
    items: list[SnapshotItem]
    birthdays: list[Birthday]


class Snapshot(ApiModel, kw_only=True):
    """A member's day or week. `from` and `to` are dates, both included. (contract §28)

    Additions: `goal` is the reward that the member saves for, `meals` are those that the member eats.
    """

    greeting: str
    member: SnapshotMember
    range: Range
    begin: Date = field(name="from")
    end: Date = field(name="to")
    generated_at: str
    weather: Weather | None
    events: list[DatedEvent]
    chores: list[SnapshotChore]
    items: list[SnapshotItem]
    birthdays: list[Birthday]
    tomorrow: Tomorrow | None
    goal: Goal | None
    meals: list[Meal]
