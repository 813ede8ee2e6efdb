"""Events: as a provider reports them, as stored, as requested, and as answered."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from appliance.kernel.schema import ApiModel, Maybe

MemberScope = Literal["occurrence", "series", "calendar", "none"]
CategorySource = Literal["event", "series", "keyword", "calendar"]
ReminderSource = Literal["event", "default"]
Scope = Literal["occurrence", "series"]

Reminders = Annotated[list[Annotated[int, Meta(ge=0, le=40320)]], Meta(max_length=20)]
TravelMinutes = Annotated[int, Meta(ge=0, le=600)]

LONGEST_TITLE, LONGEST_LOCATION, LONGEST_DESCRIPTION = 1_000, 1_000, 10_000
Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
Location = Annotated[str, Meta(max_length=LONGEST_LOCATION)]
Description = Annotated[str, Meta(max_length=LONGEST_DESCRIPTION)]


class Occurrence(msgspec.Struct, frozen=True, kw_only=True):
    """One occurrence as a provider reports it; recurring events are already expanded.

    `start` and `end` are texts as stored: instants, or dates with an exclusive end when `all_day`. `external_id` names
    the event at its provider and must not change from one sync to the next. `reminders` are minutes before the start;
    an empty tuple means none, None means that the provider does not say.
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


class StoredEvent(ApiModel, kw_only=True, gc=False):
    """A row of events: a local event or series, or one occurrence of a synced one."""

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


class StoredSeries(msgspec.Struct, frozen=True, kw_only=True):
    """When a stored series is, and the number of its row."""

    number: int
    rrule: str
    start: str
    end: str
    all_day: bool


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
    series_members: tuple[str, ...] | None = None
    series_category_id: str | None = None


NO_ANNOTATIONS = Annotations()
AnnotatedEvent = tuple[StoredEvent, Annotations]


class Event(ApiModel, kw_only=True, gc=False):
    """An event as answered, with everything resolved. (contract §13.1)

    `linked_item_count` and `note_count` are there only where a range of events is asked for.
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
    linked_item_count: int | UnsetType = UNSET
    note_count: int | UnsetType = UNSET


class NewEvent(ApiModel, kw_only=True):
    """The request for an event. Reminders: None for the household's default, an empty list for none."""

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


class EventPatch(ApiModel, kw_only=True):
    """Any subset of an event's properties; an empty location or description clears it.

    `scope` says whether members and category of a synced event apply to this occurrence or to its whole series.
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
    scope: Scope = "occurrence"
