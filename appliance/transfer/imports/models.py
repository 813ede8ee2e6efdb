"""Shapes of a file to import, as lenient as older files need it, and of what an import answers. (contract §31)"""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, field

from appliance.calendar.calendars.models import Kind as CalendarKind
from appliance.calendar.events.models import Reminders, TravelMinutes
from appliance.household.models import SettingsPatch
from appliance.kernel.schema import ApiModel, Maybe, Text
from appliance.lists.models import GroupBy, GroupKind, Kind, Priority, SortBy
from appliance.notes.models import TargetType
from appliance.stickers.models import Degrees, Depth, Scale, Share, Sticker

# Ids are kept, whoever made them. They become parts of addresses, so that only plain letters will do.
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:~@-]{1,100}$(?!\n)")]
# Other products count parts of a point; the bounds keep sums whole.
Points = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)] | Annotated[float, Meta(ge=-1e9, le=1e9)]
Ids = tuple[str, ...]
Anything = tuple[msgspec.Raw, ...]


class ImportedSettings(SettingsPatch):
    """Settings as a patch wishes them. `theme` is passed over, and so is a time zone that was never set."""

    timezone: Maybe[Text | None] = UNSET  # type: ignore[assignment]
    theme: object = UNSET  # type: ignore[assignment]


class Row(ApiModel, kw_only=True):
    """What every row with an id of its own has."""

    id: Id


class ImportedMember(Row, kw_only=True):
    """A member."""

    name: Text
    color: Text
    avatar: str | None = None
    birthday: str | None = None
    sort: float = 0


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


class MembersOfOccurrence(ApiModel):
    """Whom a synced occurrence is for; `key` is what its provider calls it."""

    calendar_id: str
    member_ids: Ids
    key: Text = field(name="externalId")


class MembersOfSeries(ApiModel):
    """Whom a synced series is for; `key` is what its provider calls it."""

    calendar_id: str
    member_ids: Ids
    key: Text = field(name="seriesId")


class CategoryOfOccurrence(ApiModel):
    """What a synced occurrence is."""

    calendar_id: str
    category_id: str
    key: Text = field(name="externalId")


class CategoryOfSeries(ApiModel):
    """What a synced series is."""

    calendar_id: str
    category_id: str
    key: Text = field(name="seriesId")


class TravelOfOccurrence(ApiModel, kw_only=True):
    """How far it is to a synced occurrence."""

    calendar_id: str
    key: Text = field(name="externalId")
    travel_minutes: TravelMinutes | None = None
    remind_before_leave: bool = False


class ImportedChore(Row, kw_only=True):
    """A chore. Its rule is kept as it is: one that cannot be read hides the chore and nothing else."""

    title: Text
    emoji: str | None = None
    member_id: str | None = None
    points: Points = 0
    rrule: str | None = None
    due_date: date | None = None
    due_time: str | None = None
    active: bool = True
    sort: float = 0
    list_id: str | None = None


class ImportedCompletion(ApiModel, kw_only=True):
    """A chore done for a date; without `points_awarded` it earned the chore's full points."""

    id: Maybe[Id] = UNSET
    chore_id: str
    date: date
    member_id: str | None = None
    completed_at: datetime
    points_awarded: Points | None = None


class ImportedStep(Row, kw_only=True):
    """One step of an item."""

    title: Text
    done: bool = False
    sort: float = 0


class ImportedItem(Row, kw_only=True):
    """An item, on the list it stands in."""

    title: Text
    notes: str | None = None
    quantity: str | None = None
    store: str | None = None
    category: str | None = None
    member_id: str | None = None
    due_date: date | None = None
    event_id: str | None = None
    priority: Priority = "normal"
    done: bool = False
    done_at: datetime | None = None
    done_by: str | None = None
    sort: float = 0
    created_at: datetime | None = None
    updated_at: datetime | None = None
    steps: tuple[ImportedStep, ...] = ()


class ImportedGroup(ApiModel):
    """A store or category and its place among its kind."""

    kind: GroupKind
    name: Text
    sort: Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)] = 0


class ImportedList(Row, kw_only=True):
    """A list with everything on it."""

    name: Text
    kind: Kind
    emoji: str | None = None
    color: str | None = None
    member_ids: Ids = ()
    group_by: GroupBy = "none"
    sort_by: SortBy = "manual"
    sort: float = 0
    archived: bool = False
    created_at: datetime | None = None
    items: tuple[ImportedItem, ...] = ()
    groups: tuple[ImportedGroup, ...] = ()


class ImportedNote(Row, kw_only=True):
    """What was said about a list item or a local event."""

    target_type: TargetType
    target_id: str
    member_id: str | None = None
    body: Text
    created_at: datetime
    updated_at: datetime | None = None


class ImportedEntry(Row, kw_only=True):
    """One line of the ledger."""

    member_id: str
    amount: Points
    reason: str
    ref: str | None = None
    at: datetime


class ImportedPack(ApiModel):
    """A pack that a member bought."""

    member_id: str
    pack_id: Text
    unlocked_at: datetime


class ImportedPlacement(Row, kw_only=True):
    """A sticker on a page."""

    member_id: str
    sticker: Sticker
    x: Share = 0.5
    y: Share = 0.5
    scale: Scale = 1
    rotation: Degrees = 0
    z: Depth = 0
    placed_at: datetime


class Import(ApiModel, kw_only=True):
    """The file of an export, of this product or of another that keeps to the contract, in this version or older."""

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
    chores: tuple[ImportedChore, ...]
    chore_completions: tuple[ImportedCompletion, ...]
    lists: tuple[ImportedList, ...]
    notes: tuple[ImportedNote, ...] = ()
    point_entries: tuple[ImportedEntry, ...] = ()
    sticker_packs: tuple[ImportedPack, ...] = ()
    scrapbook: tuple[ImportedPlacement, ...] = ()
    passkeys: Anything
    webhooks: Anything


class Counts(ApiModel):
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


class Disconnected(ApiModel):
    """A calendar that waits for its account or its address."""

    id: str
    kind: CalendarKind
    name: str


class Skipped(ApiModel):
    """What a file tells of and no import can bring back."""

    passkeys: int
    webhooks: int


class Imported(ApiModel):
    """What an import brought. `needs_reconnect` are all calendars that wait now, by name.

    A rehearsal tells more: of `imported`, `added` would be new here, `left_out` belongs to nothing in the file, and
    `settings` names the household settings that would change.
    """

    imported: Counts
    needs_reconnect: list[Disconnected]
    skipped: Skipped
    added: Maybe[Counts] = UNSET
    left_out: Maybe[Counts] = UNSET
    settings: Maybe[list[str]] = UNSET
