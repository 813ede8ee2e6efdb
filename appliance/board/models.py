"""Structs of the board: the family's day on one screen, in one answer."""

from collections.abc import Sequence, Set
from datetime import date as Date
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from appliance.board.layouts.models import BoardLayouts
from appliance.calendar.countdowns.models import Countdown
from appliance.chores.approval.models import Rejection
from appliance.chores.models import DayTurn, Share
from appliance.chores.timing import DayPart
from appliance.household.models import Unit
from appliance.kernel.schema import ApiModel
from appliance.lists.models import Kind, Priority
from appliance.meals.models import Meal
from appliance.rewards.goals.models import FamilyGoal, Goal
from appliance.snapshot.models import Birthday
from appliance.weather.models import WeatherDay, WeatherNow


class BoardWeather(ApiModel, kw_only=True):
    """The current hour and the outlook for today and tomorrow; null where the forecast has none.

    `sample` is true, and only there, for weather that is made up for the demo household.
    """

    location: str
    unit: Unit
    now: WeatherNow | None
    today: WeatherDay | None
    tomorrow: WeatherDay | None
    sample: bool | UnsetType = UNSET


class BoardEvent(ApiModel, kw_only=True):
    """An event under the date it is listed: that of its start, or today for one that began before.

    `color` is that of its first member or calendar, `emoji` and `category_color` are its category's. `declined` is
    there only for an invitation that the calendar's owner declined.
    """

    id: str
    occurrence_start: str | None
    date: Date
    title: str
    start: str
    end: str
    all_day: bool
    location: str | None
    member_ids: tuple[str, ...]
    color: str
    category_id: str | None
    category_color: str | None
    emoji: str | None
    leave_at: str | None
    declined: Literal[True] | UnsetType = UNSET


class ChoreProgress(ApiModel, kw_only=True):
    """How many of a member's chores of today are done, by anyone."""

    done: int
    total: int


class BoardMember(ApiModel, kw_only=True):
    """A member; `streak` in days. The member's events and chores are those with this id, or with no member at all."""

    id: str
    name: str
    color: str
    avatar: str | None
    photo_id: str | None
    chores: ChoreProgress
    points_today: int
    points_week: int
    balance: int
    streak: int


class BoardChore(ApiModel, kw_only=True):
    """A chore due today; without a member it is for Anyone, or for any one of `member_ids` where there are some.

    `open_items` are those left on its checklist. A routine has steps. Whether a chore is late, and whether its part of
    the day has come, is for the client to say.
    """

    id: str
    title: str
    emoji: str | None
    member_id: str | None
    points: int
    due_time: str | None
    completed: bool
    completed_by: str | None
    pending: bool
    needs_approval: bool | None
    open_items: int
    member_ids: list[str]
    share: Share | None
    day_part: DayPart | None = None
    due_by: str | None = None
    steps_done: int = 0
    steps_total: int = 0
    turn: DayTurn | None = None
    rejection: Rejection | None = None
    without_points: bool = False
    overdue_since: Date | None = None
    day_parts: Sequence[DayPart] = ()


class BoardItem(ApiModel, kw_only=True):
    """An open list item that is due today or overdue."""

    id: str
    list_id: str
    list_name: str
    title: str
    member_id: str | None
    due_date: str
    priority: Priority
    overdue: bool


class BoardList(ApiModel, kw_only=True):
    """A list that is pinned to the board, with its first open items by title."""

    id: str
    name: str
    emoji: str | None
    color: str | None
    kind: Kind
    open_count: int
    items: list[str]


class ShoppingCount(ApiModel, kw_only=True):
    """The open items of all shopping lists; `list_id` is the list to open, null without one."""

    open_count: int
    list_id: str | None


class BoardNote(ApiModel, kw_only=True):
    """A note written today, and the title of the item or event it is about."""

    id: str
    member_id: str | None
    body: str
    created_at: str
    target_type: str
    target_id: str
    target_title: str


class LeftOut(ApiModel, kw_only=True):
    """How many entries of each kind the answer leaves out because there are too many."""

    events: int = 0
    coming: int = 0
    chores: int = 0
    items: int = 0
    lists: int = 0
    notes: int = 0


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The chores of today, and what each member has done. `list_ids` are the checklists of these chores."""

    list_ids: Set[str]
    members: list[BoardMember]
    chores: list[BoardChore]
    more_chores: int
    goals: list[Goal]
    family_goal: FamilyGoal | None


class ListsPart(msgspec.Struct, frozen=True, kw_only=True):
    """What the lists say today."""

    items: list[BoardItem]
    shopping: ShoppingCount
    lists: list[BoardList]
    more_items: int
    more_lists: int


class Board(ApiModel, kw_only=True):
    """The family's day. `events` are today's in order of their start, `coming` those of the days through `last_day`.

    `meals` are today's.
    """

    date: Date
    last_day: Date
    weather: BoardWeather | None
    members: list[BoardMember]
    events: list[BoardEvent]
    coming: list[BoardEvent]
    birthdays: list[Birthday]
    countdowns: list[Countdown]
    chores: list[BoardChore]
    goals: list[Goal]
    family_goal: FamilyGoal | None
    items: list[BoardItem]
    shopping: ShoppingCount
    lists: list[BoardList]
    notes: list[BoardNote]
    meals: list[Meal]
    layouts: BoardLayouts
    left_out: LeftOut
