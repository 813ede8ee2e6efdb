"""The rows of a file to import, as lenient as older and newer files need it. (contract §31)"""

from datetime import date, datetime
from typing import Annotated

from msgspec import UNSET, Meta, field

from appliance.calendar.calendars.models import Kind as CalendarKind
from appliance.calendar.events.models import MAX_EXCLUSIONS, Reminders, TravelMinutes
from appliance.chores.approval.models import Word
from appliance.household.models import SettingsPatch
from appliance.kernel.schema import ApiModel, Maybe, Text
from appliance.lists.models import Label
from appliance.lists.models import Name as ListName
from appliance.lists.models import Title as ItemTitle
from appliance.lists.shopping.models import MAX_AISLES, Code
from appliance.notes.models import TargetType
from appliance.people.models import PhotoId, Role
from appliance.recipes.models import MAX_COOKED, Ingredients, Minutes, Portions, SourceUrl, Stars, Steps, Tags
from appliance.recipes.models import Title as RecipeTitle
from appliance.rewards.catalogue.models import Name as RewardName
from appliance.rewards.catalogue.models import Price, Stock, WeeklyLimit
from appliance.rewards.goals.models import Target
from appliance.rewards.goals.models import Title as GoalTitle
from appliance.rewards.redemptions.models import State as RedemptionState
from appliance.stickers.models import Degrees, Depth, Scale, Share, Sticker

# Ids are kept. They become parts of URLs, so only these characters are allowed.
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:~@-]{1,100}$(?!\n)")]
Ids = tuple[str, ...]
# Other products have fractions of a point. The bounds keep sums exact.
Points = Annotated[float, Meta(ge=-1e9, le=1e9)]


class Row(ApiModel, kw_only=True):
    """A row with an id of its own."""

    id: Id


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
    photo_id: PhotoId | None = None
    default_calendar_id: Text | None = None
    role: Role | None = None


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
    routine: bool = False
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


class RoutineSeries(ApiModel, kw_only=True):
    """A synced series that is marked as routine."""

    calendar_id: str
    key: Text = field(name="seriesId")


class ImportedStep(Row, kw_only=True):
    """One step of an item."""

    title: Text
    done: bool = False
    sort: float = 0


class ImportedItem(Row, kw_only=True):
    """An item of the list it is in. An unknown `priority` is normal.

    What comes after the steps is in no contract: a value that does not fit is left out.
    """

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
    added_by: object = None
    added_with: object = None
    done_with: object = None
    rrule: object = None
    after_days: object = None
    repeat_from: object = None
    opens_on: object = None


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


class ImportedTrip(ApiModel, kw_only=True):
    """A walk through a store; its aisles in order."""

    started: datetime
    last: datetime
    aisles: Annotated[tuple[ListName, ...], Meta(max_length=MAX_AISLES)]
    store: Label = ""


class ImportedBarcode(ApiModel, kw_only=True):
    """What the family calls the thing with a barcode."""

    code: Code
    title: ItemTitle
    named_at: datetime


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


class ImportedShare(ApiModel, kw_only=True):
    """The points of one member, of several who give to one reward."""

    member_id: str
    points: Price


class ImportedReward(Row, kw_only=True):
    """A reward."""

    name: RewardName
    price: Price
    emoji: str | None = None
    photo_id: PhotoId | None = None
    member_ids: Ids = ()
    stock: Stock | None = None
    weekly_limit: WeeklyLimit | None = None
    needs_approval: bool = False
    active: bool = True
    sort: float = 0
    shares: Annotated[tuple[ImportedShare, ...], Meta(max_length=200)] = ()


class ImportedRedemption(Row, kw_only=True):
    """A redemption; its points are in the ledger."""

    name: RewardName
    price: Price
    state: RedemptionState
    date: date
    at: datetime
    reward_id: str | None = None
    member_id: str | None = None
    emoji: str | None = None
    photo_id: PhotoId | None = None
    decided_at: datetime | None = None
    from_stock: bool = False
    shares: Annotated[tuple[ImportedShare, ...], Meta(max_length=200)] = ()
    note: Word | None = None


class ImportedGoal(ApiModel, kw_only=True):
    """The reward that a member saves for."""

    member_id: str
    reward_id: str


class ImportedFamilyGoal(ApiModel, kw_only=True):
    """The goal of the family."""

    title: GoalTitle
    target: Target
    start_date: date
    emoji: str | None = None


class ImportedRating(ApiModel, kw_only=True):
    """What a member thinks of a recipe."""

    member_id: str
    stars: Stars


class ImportedRecipe(Row, kw_only=True):
    """A recipe."""

    title: RecipeTitle
    photo_id: PhotoId | None = None
    portions: Portions = 4
    prep_minutes: Minutes | None = None
    cook_minutes: Minutes | None = None
    ingredients: Ingredients = ()
    steps: Steps = ()
    tags: Tags = ()
    source_url: SourceUrl | None = None
    ratings: Annotated[tuple[ImportedRating, ...], Meta(max_length=200)] = ()
    cooked_on: Annotated[tuple[date, ...], Meta(max_length=MAX_COOKED)] = ()
    created_at: datetime | None = None
    updated_at: datetime | None = None
