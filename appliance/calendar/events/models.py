"""Events: as a provider reports them, as stored, as requested, and as answered."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.schema import ApiModel, Maybe

MemberScope = Literal["occurrence", "series", "calendar", "none"]
CategorySource = Literal["event", "series", "keyword", "calendar"]
ReminderSource = Literal["event", "default"]
Scope = Literal["occurrence", "series"]
Apply = Literal["this", "following", "all"]

# Minutes before the start; below zero those after the beginning of the day, of an event of whole days.
EARLIEST_REMINDER, LATEST_REMINDER = 40_320, -1_439
Reminders = Annotated[list[Annotated[int, Meta(ge=LATEST_REMINDER, le=EARLIEST_REMINDER)]], Meta(max_length=20)]
TravelMinutes = Annotated[int, Meta(ge=0, le=600)]

MAX_EXCLUSIONS = 1_000
LONGEST_TITLE, LONGEST_LOCATION, LONGEST_DESCRIPTION = 1_000, 1_000, 10_000
Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
Location = Annotated[str, Meta(max_length=LONGEST_LOCATION)]
Description = Annotated[str, Meta(max_length=LONGEST_DESCRIPTION)]


class Occurrence(msgspec.Struct, frozen=True, kw_only=True):
    """One occurrence as a provider reports it; recurring events are already expanded.

    `start` and `end` are texts as stored: instants, or dates with an exclusive end when `all_day`. `external_id` names
    the event at its provider and must not change from one sync to the next. `reminders` are minutes before the start,
    below zero after the beginning of the day; an empty tuple means none, None means that the provider does not say.
    `declined` is an invitation that the calendar's owner declined.
    """

    external_id: str
    series_id: str | None
    title: str
    start: str
    end: str
    all_day: bool
    location: str | None
    description: str | None
    reminders: tuple[int, ...] | None
    declined: bool = False


class StoredEvent(ApiModel, kw_only=True, gc=False):
    """A row of events: a local event or series, or one occurrence of a synced one.

    `exclusions` are the dates (household's zone, in order) on which a local series has no occurrence. A detached event
    stands for the occurrence of the series `detached_from` that would start at `occurrence_start`.
    """

    id: str
    calendar_id: str
    external_id: str | None
    series_id: str | None
    title: str
    start: str
    end: str
    all_day: bool
    location: str | None
    description: str | None
    rrule: str | None
    category_id: str | None
    reminders: tuple[int, ...] | None
    travel_minutes: int | None
    remind_before_leave: bool
    countdown: bool = False
    routine: bool = False
    exclusions: tuple[str, ...] | None = None
    detached_from: str | None = None
    occurrence_start: str | None = None
    declined: bool = False


class Annotations(msgspec.Struct, frozen=True, kw_only=True):
    """What is stored of an event beside its row; None where nothing is.

    `own_members` are a local event's. The others belong to a synced event: `occurrence_…` to this occurrence,
    `series_…` to its whole series.
    """

    own_members: tuple[str, ...] | None = None
    occurrence_members: tuple[str, ...] | None = None
    occurrence_category_id: str | None = None
    occurrence_travel_minutes: int | None = None
    occurrence_remind: bool | None = None
    occurrence_countdown: bool | None = None
    series_members: tuple[str, ...] | None = None
    series_category_id: str | None = None
    series_countdown: bool | None = None
    series_routine: bool | None = None


NO_ANNOTATIONS = Annotations()
AnnotatedEvent = tuple[StoredEvent, Annotations]


class EventBirthday(ApiModel, kw_only=True):
    """Whose birthday an event is. `age` is the age reached, null when the year is unknown."""

    member_id: str
    name: str
    age: int | None


class Event(ApiModel, kw_only=True, gc=False):
    """An event as answered, with everything resolved. (contract §13.1)

    `linked_item_count` and `note_count` are there only where a range of events is asked for. Additions: `countdown`
    is there only where the household counts the days to the event, `routine` where it is marked as routine, `birthday`
    only on a birthday, which a client has to ask for, and `detached_from` only for a detached event, whose
    `occurrence_start` is the start that its series would have on that date. `declined` is there only for an invitation
    that the calendar's owner declined, where those are shown.
    """

    id: str
    calendar_id: str
    title: str
    start: str
    end: str
    all_day: bool
    location: str | None
    description: str | None
    member_ids: tuple[str, ...]
    color: str
    rrule: str | None
    occurrence_start: str | None
    read_only: bool
    series_id: str | None
    member_scope: MemberScope
    category_id: str | None
    category_source: CategorySource | None
    reminders: tuple[int, ...] | None
    reminder_source: ReminderSource | None
    travel_minutes: int | None
    leave_at: str | None
    remind_before_leave: bool
    countdown: Literal[True] | UnsetType = UNSET
    routine: Literal[True] | UnsetType = UNSET
    birthday: EventBirthday | UnsetType = UNSET
    detached_from: str | UnsetType = UNSET
    linked_item_count: int | UnsetType = UNSET
    note_count: int | UnsetType = UNSET
    declined: Literal[True] | UnsetType = UNSET


class EventRule(ApiModel, kw_only=True):
    """The rule of an event's series, null where there is none or where it is not known."""

    rrule: str | None


class NewEvent(ApiModel, kw_only=True):
    """The request for an event. Reminders: None for the household's default, an empty list for none.

    A number below zero is minutes after the beginning of the day, of an event of whole days: -540 is nine o'clock.
    """

    calendar_id: str
    title: Title
    start: str
    end: str
    all_day: bool
    location: Location = ""
    description: Description = ""
    member_ids: Maybe[list[str]] = UNSET
    rrule: str | None = None
    category_id: str | None = None
    reminders: Reminders | None = None
    travel_minutes: TravelMinutes | None = None
    remind_before_leave: bool = False
    countdown: bool = False
    routine: bool = False


class EventPatch(ApiModel, kw_only=True):
    """Any subset of an event's properties; an empty location or description clears it.

    `occurrence` names an occurrence of a local series by its `occurrenceStart`, and `apply` says what changes: this
    occurrence, this and the following ones, or all. `scope` says whether members, category and countdown of a synced
    event apply to this occurrence or to its whole series; `routine` is always of the series.
    """

    title: Maybe[Title] = UNSET
    start: Maybe[str] = UNSET
    end: Maybe[str] = UNSET
    all_day: Maybe[bool] = UNSET
    location: Maybe[Location] = UNSET
    description: Maybe[Description] = UNSET
    rrule: Maybe[str | None] = UNSET
    reminders: Maybe[Reminders | None] = UNSET
    member_ids: Maybe[list[str]] = UNSET
    category_id: Maybe[str | None] = UNSET
    travel_minutes: Maybe[TravelMinutes | None] = UNSET
    remind_before_leave: Maybe[bool] = UNSET
    countdown: Maybe[bool] = UNSET
    routine: Maybe[bool] = UNSET
    scope: Scope = "occurrence"
    occurrence: Maybe[str] = UNSET
    apply: Maybe[Apply] = UNSET
