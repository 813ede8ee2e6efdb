"""A file to import and the answer of an import."""

from typing import Literal

import msgspec
from msgspec import UNSET, field

from appliance.calendar.calendars.models import Kind as CalendarKind
from appliance.chores.turns.models import Rotation
from appliance.kernel.schema import ApiModel, Maybe
from appliance.meals.to_list.models import PantryItem
from appliance.transfer.imports.chores.models import (
    ImportedAway,
    ImportedChore,
    ImportedCompletion,
    ImportedException,
    ImportedLetGo,
    ImportedRejection,
    ImportedSchedule,
    ImportedStepTick,
    ImportedTurn,
)
from appliance.transfer.imports.meals.models import ImportedMeal, ImportedMealItem, ImportedRepeat
from appliance.transfer.imports.models import (
    CategoryOfOccurrence,
    CategoryOfSeries,
    CountdownOfOccurrence,
    CountdownOfSeries,
    ImportedBarcode,
    ImportedCalendar,
    ImportedCategory,
    ImportedEntry,
    ImportedEvent,
    ImportedFamilyGoal,
    ImportedGoal,
    ImportedList,
    ImportedMember,
    ImportedNote,
    ImportedPack,
    ImportedPlacement,
    ImportedRecipe,
    ImportedRedemption,
    ImportedReward,
    ImportedSettings,
    ImportedTrip,
    MembersOfOccurrence,
    MembersOfSeries,
    RoutineSeries,
    TravelOfOccurrence,
)

Anything = tuple[msgspec.Raw, ...]


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
    event_routine_overrides: tuple[RoutineSeries, ...] = ()
    chore_step_ticks: tuple[ImportedStepTick, ...] = ()
    chores: tuple[ImportedChore, ...]
    chore_completions: tuple[ImportedCompletion, ...]
    chore_rejections: tuple[ImportedRejection, ...] = ()
    chore_let_go: tuple[ImportedLetGo, ...] = ()
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
    chore_schedules: tuple[ImportedSchedule, ...] = ()
    chore_exceptions: tuple[ImportedException, ...] = ()
    away: tuple[ImportedAway, ...] = ()
    shopping_trips: tuple[ImportedTrip, ...] = ()
    barcodes: tuple[ImportedBarcode, ...] = ()
    recipes: tuple[ImportedRecipe, ...] = ()
    meals: tuple[ImportedMeal, ...] = ()
    meal_repeats: tuple[ImportedRepeat, ...] = ()
    meal_items: tuple[ImportedMealItem, ...] = ()
    pantry: tuple[PantryItem, ...] = ()
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
    recipes: int
    meals: int


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
