"""Structs of an exported household: one object, its properties in the order of contract §30."""

from datetime import date
from typing import Literal

from msgspec import UNSET, UnsetType

from appliance.calendar.calendars.models import Kind
from appliance.calendar.categories.models import Category
from appliance.chores.approval.models import Rejection
from appliance.chores.away.models import AwayRange
from appliance.chores.exceptions.models import DateException
from appliance.chores.models import Completion, CreatedChore, EarlierSchedule
from appliance.chores.overdue.models import LetGo
from appliance.chores.routines.models import StepTick
from appliance.chores.turns.models import Rotation, StoredTurn
from appliance.household.models import Settings
from appliance.kernel.schema import ApiModel
from appliance.lists.models import Group, Item, List
from appliance.lists.shopping.models import StoredBarcode, Trip
from appliance.meals.models import ExportedMeal
from appliance.meals.repeats.models import MealRepeat
from appliance.meals.to_list.models import MealItem, PantryItem
from appliance.notes.models import Note
from appliance.people.models import Person
from appliance.points.models import LedgerEntry
from appliance.recipes.models import Recipe
from appliance.rewards.catalogue.models import Reward
from appliance.rewards.goals.models import StoredFamilyGoal
from appliance.rewards.redemptions.models import StoredRedemption
from appliance.stickers.models import Placement
from appliance.webhooks.models import Webhook


class ExportedCalendar(ApiModel, kw_only=True):
    """A calendar without its connection; `url` only where it follows a feed."""

    id: str
    kind: Kind
    name: str
    color: str | None
    remote_id: str | None
    member_ids: tuple[str, ...]
    category_id: str | None
    enabled: bool
    url: str | UnsetType = UNSET


class ExportedEvent(ApiModel, omit_defaults=True, kw_only=True):
    """An event of a local calendar with its own values, without defaults from elsewhere.

    Additions to the contract, each there only when it is set: `countdown`, `routine`; the `exclusions` of a series; and
    of a detached event the series and the start that it replaces.
    """

    id: str
    calendar_id: str
    title: str
    start: str
    end: str
    all_day: bool
    location: str | None
    description: str | None
    rrule: str | None
    member_ids: list[str]
    category_id: str | None
    reminders: list[int] | None
    travel_minutes: int | None
    remind_before_leave: bool
    countdown: bool = False
    routine: bool = False
    exclusions: list[str] = []
    detached_from: str | None = None
    occurrence_start: str | None = None


class MemberOverride(ApiModel, kw_only=True):
    """The members of one synced occurrence; `external_id` is the provider's."""

    calendar_id: str
    external_id: str
    member_ids: list[str]


class CategoryOverride(ApiModel, kw_only=True):
    """The category of one synced occurrence."""

    calendar_id: str
    external_id: str
    category_id: str


class TravelOverride(ApiModel, kw_only=True):
    """Travel time to one synced occurrence."""

    calendar_id: str
    external_id: str
    travel_minutes: int | None
    remind_before_leave: bool


class SeriesMemberOverride(ApiModel, kw_only=True):
    """The members of a synced series."""

    calendar_id: str
    series_id: str
    member_ids: list[str]


class SeriesCategoryOverride(ApiModel, kw_only=True):
    """The category of a synced series."""

    calendar_id: str
    series_id: str
    category_id: str


class CountdownOverride(ApiModel, kw_only=True):
    """Whether the days to one synced occurrence are counted."""

    calendar_id: str
    external_id: str
    countdown: bool


class SeriesCountdownOverride(ApiModel, kw_only=True):
    """Whether the days to the next occurrence of a synced series are counted."""

    calendar_id: str
    series_id: str
    countdown: bool


class RoutineOverride(ApiModel, kw_only=True):
    """A synced series that is marked as routine."""

    calendar_id: str
    series_id: str


Items = list[Item]
Groups = list[Group]


class ExportedList(List, kw_only=True):
    """A list, archived or not, with its content."""

    items: Items
    groups: Groups


class ExportedChore(CreatedChore, kw_only=True):
    """A chore, and when it was created."""


class ExportedCompletion(Completion, kw_only=True):
    """A completion, or with `status` a tick that waits for a parent's yes."""

    status: Literal["pending"] | UnsetType = UNSET


class ExportedRejection(Rejection, kw_only=True):
    """Why a tick was sent back; `slot` as in Completion."""

    chore_id: str
    date: date
    slot: str = ""


class UnlockedPack(ApiModel, kw_only=True):
    """A pack that a member bought."""

    member_id: str
    pack_id: str
    unlocked_at: str


class NamedPasskey(ApiModel, kw_only=True):
    """The name of a passkey. The passkey itself only works on this server."""

    name: str
    created_at: str


class ExportedRedemption(StoredRedemption, kw_only=True):
    """A redemption; `from_stock` when it took one from the stock."""


class ExportedGoal(ApiModel, kw_only=True):
    """The reward that a member saves for."""

    member_id: str
    reward_id: str


class ExportedFamilyGoal(StoredFamilyGoal, kw_only=True):
    """The goal of the family."""


class Export(ApiModel, kw_only=True):
    """An exported household. The addresses of feeds are the only secrets in it. (contract §30)

    What follows the webhooks is an addition to the contract, there only when the household has any.
    """

    version: Literal[1]
    exported_at: str
    settings: Settings
    members: list[Person]
    categories: list[Category]
    calendars: list[ExportedCalendar]
    events: list[ExportedEvent]
    event_member_overrides: list[MemberOverride]
    event_category_overrides: list[CategoryOverride]
    event_travel_overrides: list[TravelOverride]
    event_series_member_overrides: list[SeriesMemberOverride]
    event_series_category_overrides: list[SeriesCategoryOverride]
    chores: list[ExportedChore]
    chore_completions: list[ExportedCompletion]
    lists: list[ExportedList]
    notes: list[Note]
    point_entries: list[LedgerEntry]
    sticker_packs: list[UnlockedPack]
    scrapbook: list[Placement]
    passkeys: list[NamedPasskey]
    webhooks: list[Webhook]
    event_countdown_overrides: list[CountdownOverride] | UnsetType = UNSET
    event_series_countdown_overrides: list[SeriesCountdownOverride] | UnsetType = UNSET
    event_routine_overrides: list[RoutineOverride] | UnsetType = UNSET
    rewards: list[Reward] | UnsetType = UNSET
    redemptions: list[ExportedRedemption] | UnsetType = UNSET
    reward_goals: list[ExportedGoal] | UnsetType = UNSET
    family_goal: ExportedFamilyGoal | UnsetType = UNSET
    chore_rotations: list[Rotation] | UnsetType = UNSET
    chore_turns: list[StoredTurn] | UnsetType = UNSET
    chore_schedules: list[EarlierSchedule] | UnsetType = UNSET
    chore_exceptions: list[DateException] | UnsetType = UNSET
    away: list[AwayRange] | UnsetType = UNSET
    chore_step_ticks: list[StepTick] | UnsetType = UNSET
    chore_rejections: list[ExportedRejection] | UnsetType = UNSET
    shopping_trips: list[Trip] | UnsetType = UNSET
    barcodes: list[StoredBarcode] | UnsetType = UNSET
    chore_let_go: list[LetGo] | UnsetType = UNSET
    recipes: list[Recipe] | UnsetType = UNSET
    meals: list[ExportedMeal] | UnsetType = UNSET
    meal_repeats: list[MealRepeat] | UnsetType = UNSET
    meal_items: list[MealItem] | UnsetType = UNSET
    pantry: list[PantryItem] | UnsetType = UNSET
