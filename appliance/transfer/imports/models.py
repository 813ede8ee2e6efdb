"""Structs of a file to import, as lenient as older and newer files need it, and of an import's answer.

Source: contract §31.
"""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, field

from appliance.calendar.calendars.models import Kind as CalendarKind
from appliance.calendar.events.models import MAX_EXCLUSIONS, Reminders, TravelMinutes
from appliance.chores.turns.models import Rotation
from appliance.household.models import SettingsPatch
from appliance.kernel.schema import ApiModel, Maybe, Text
from appliance.notes.models import TargetType
from appliance.stickers.models import Degrees, Depth, Scale, Share, Sticker
from appliance.transfer.imports.chores.models import (
    ImportedAway,
    ImportedChore,
    ImportedCompletion,
    ImportedRejection,
    ImportedStepTick,
    ImportedTurn,
    Points,
)
from appliance.transfer.imports.rewards.models import (
    ImportedFamilyGoal,
    ImportedGoal,
    ImportedRedemption,
    ImportedReward,
)
from appliance.transfer.imports.rows.models import Ids, Row

Anything = tuple[msgspec.Raw, ...]


class ImportedSettings(SettingsPatch, kw_only=True):
    """Settings as in a patch. `theme` is ignored, and so is a time zone that is null."""

    timezone: Maybe[Text | None] = UNSET  # type: ignore[assignment]
    theme: object = UNSET  # type: ignore[assignment]


class ImportedMember(Row, kw_only=True):
    """A member."""

    name: Text
    color: Text
    avatar: str | None = None
    birthday: str | None = None
    sort: float = 0
    needs_approval: bool = False


class ImportedCategory(Row, kw_only=True):
    """A category."""

    name: Text
    color: Text
    emoji: str | None = None
    keywords: tuple[str, ...] = ()
    sort: float = 0
    created_at: datetime | None = None


class ImportedCalendar(Row, kw_only=True):
    """A calendar without its connection; `url` only where it follows a feed."""

    kind: CalendarKind
    name: Text
    color: str | None = None
    remote_id: str | None = None
    member_ids: Ids = ()
    category_id: str | None = None
    enabled: bool = True
    url: str | None = None


class ImportedEvent(Row, kw_only=True):
    """An event of a local calendar."""

    calendar_id: str
    title: Text
    start: str
    end: str
    all_day: bool
    location: str | None = None
    description: str | None = None
    rrule: str | None = None
    member_ids: Ids = ()
    category_id: str | None = None
    reminders: Reminders | None = None
    travel_minutes: TravelMinutes | None = None
    remind_before_leave: bool = False
    countdown: bool = False
    exclusions: Annotated[tuple[date, ...], Meta(max_length=MAX_EXCLUSIONS)] = ()
    detached_from: str | None = None
    occurrence_start: str | None = None


class MembersOfOccurrence(ApiModel, kw_only=True):
    """The members of a synced occurrence; `key` is the provider's event id."""

    calendar_id: str
    member_ids: Ids
    key: Text = field(name="externalId")


class MembersOfSeries(ApiModel, kw_only=True):
    """The members of a synced series; `key` is the provider's series id."""

    calendar_id: str
    member_ids: Ids
    key: Text = field(name="seriesId")


class CategoryOfOccurrence(ApiModel, kw_only=True):
    """The category of a synced occurrence."""

    calendar_id: str
    category_id: str
    key: Text = field(name="externalId")


class CategoryOfSeries(ApiModel, kw_only=True):
    """The category of a synced series."""

    calendar_id: str
    category_id: str
    key: Text = field(name="seriesId")


class TravelOfOccurrence(ApiModel, kw_only=True):
    """Travel time to a synced occurrence."""

    calendar_id: str
    key: Text = field(name="externalId")
    travel_minutes: TravelMinutes | None = None
    remind_before_leave: bool = False


class CountdownOfOccurrence(ApiModel, kw_only=True):
    """Whether the days to a synced occurrence are counted."""

    calendar_id: str
    key: Text = field(name="externalId")
    countdown: bool = True


class CountdownOfSeries(ApiModel, kw_only=True):
    """Whether the days to the next occurrence of a synced series are counted."""

    calendar_id: str
    key: Text = field(name="seriesId")
    countdown: bool = True


class ImportedStep(Row, kw_only=True):
    """One step of an item."""

    title: Text
    done: bool = False
    sort: float = 0


class ImportedItem(Row, kw_only=True):
    """An item of the list it is in. An unknown `priority` is normal."""

    title: Text
    notes: str | None = None
    quantity: str | None = None
    store: str | None = None
    category: str | None = None
    member_id: str | None = None
    due_date: date | None = None
    event_id: str | None = None
    priority: str = "normal"
    done: bool = False
    done_at: datetime | None = None
    done_by: str | None = None
    sort: float = 0
    created_at: datetime | None = None
    updated_at: datetime | None = None
    steps: tuple[ImportedStep, ...] = ()


class ImportedGroup(ApiModel, kw_only=True):
    """A store or category and its place among its kind. An unknown `kind` is left out."""

    kind: str
    name: Text
    sort: Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)] = 0


class ImportedList(Row, kw_only=True):
    """A list with everything on it. Unknown values of `kind`, `group_by` and `sort_by` become the default."""

    name: Text
    kind: str
    emoji: str | None = None
    color: str | None = None
    member_ids: Ids = ()
    group_by: str = "none"
    sort_by: str = "manual"
    sort: float = 0
    archived: bool = False
    pinned: bool = False
    created_at: datetime | None = None
    items: tuple[ImportedItem, ...] = ()
    groups: tuple[ImportedGroup, ...] = ()


class ImportedNote(Row, kw_only=True):
    """A note on a list item or a local event."""

    target_type: TargetType
    target_id: str
    member_id: str | None = None
    body: Text
    created_at: datetime
    updated_at: datetime | None = None


class ImportedEntry(Row, kw_only=True):
    """One entry of the ledger."""

    member_id: str
    amount: Points
    reason: str
    ref: str | None = None
    at: datetime
    note: str | None = None


class ImportedPack(ApiModel, kw_only=True):
    """A pack that a member bought."""

    member_id: str
    pack_id: Text
    unlocked_at: datetime


class ImportedPlacement(Row, kw_only=True):
    """A sticker on a scrapbook page."""

    member_id: str
    sticker: Sticker
    x: Share = 0.5
    y: Share = 0.5
    scale: Scale = 1
    rotation: Degrees = 0
    z: Depth = 0
    placed_at: datetime


class Import(ApiModel, kw_only=True):
    """An exported file of this product, or of another that follows the contract, older or newer."""

    version: Literal[1]
    settings: ImportedSettings
    members: tuple[ImportedMember, ...]
    categories: tuple[ImportedCategory, ...]
    calendars: tuple[ImportedCalendar, ...]
    events: tuple[ImportedEvent, ...]
    event_member_overrides: tuple[MembersOfOccurrence, ...] = ()
    event_category_overrides: tuple[CategoryOfOccurrence, ...] = ()
    event_travel_overrides: tuple[TravelOfOccurrence, ...] = ()
    event_series_member_overrides: tuple[MembersOfSeries, ...] = ()
    event_series_category_overrides: tuple[CategoryOfSeries, ...] = ()
    event_countdown_overrides: tuple[CountdownOfOccurrence, ...] = ()
    event_series_countdown_overrides: tuple[CountdownOfSeries, ...] = ()
    chore_step_ticks: tuple[ImportedStepTick, ...] = ()
    chores: tuple[ImportedChore, ...]
    chore_completions: tuple[ImportedCompletion, ...]
    chore_rejections: tuple[ImportedRejection, ...] = ()
    lists: tuple[ImportedList, ...]
    notes: tuple[ImportedNote, ...] = ()
    point_entries: tuple[ImportedEntry, ...] = ()
    sticker_packs: tuple[ImportedPack, ...] = ()
    scrapbook: tuple[ImportedPlacement, ...] = ()
    rewards: tuple[ImportedReward, ...] = ()
    redemptions: tuple[ImportedRedemption, ...] = ()
    reward_goals: tuple[ImportedGoal, ...] = ()
    family_goal: ImportedFamilyGoal | None = None
    chore_rotations: tuple[Rotation, ...] = ()
    chore_turns: tuple[ImportedTurn, ...] = ()
    away: tuple[ImportedAway, ...] = ()
    passkeys: Anything
    webhooks: Anything


class ReadFile(Import, kw_only=True):
    """A file as it was read. `not_read` is how many entries this version does not know, by their place."""

    not_read: dict[str, int] = field(default_factory=dict)


class Counts(ApiModel, kw_only=True):
    """How many rows, by kind."""

    members: int
    categories: int
    calendars: int
    events: int
    event_member_overrides: int
    event_category_overrides: int
    event_travel_overrides: int
    event_series_member_overrides: int
    event_series_category_overrides: int
    chores: int
    chore_completions: int
    lists: int
    list_items: int
    list_item_steps: int
    notes: int
    point_entries: int
    sticker_packs: int
    scrapbook: int
    rewards: int
    redemptions: int


class Disconnected(ApiModel, kw_only=True):
    """A calendar that needs its account or its feed address again."""

    id: str
    kind: CalendarKind
    name: str


class Skipped(ApiModel, kw_only=True):
    """Rows of a file that no import takes, by kind."""

    passkeys: int
    webhooks: int
    archived_chores: int
    pending_completions: int


class Imported(ApiModel, kw_only=True):
    """The result of an import. `needs_reconnect` are all calendars that need it now, by name.

    `not_read` is what this version does not know, by its place in the file: the number of rows under an unknown key as
    `polls`, of rows that do not fit as `rewards`, and of values that were left out of their rows as `rewards.limit`.

    A dry run answers more: `added` are the rows that would be new here, `left_out` the rows of the file that would not
    be taken, and `settings` the names of the household settings that would change.
    """

    imported: Counts
    needs_reconnect: list[Disconnected]
    skipped: Skipped
    not_read: dict[str, int]
    added: Maybe[Counts] = UNSET
    left_out: Maybe[Counts] = UNSET
    settings: Maybe[list[str]] = UNSET
