"""Shapes of an exported household: one object whose properties stand in the order of contract §30."""

from typing import Literal

from msgspec import UNSET, UnsetType

from appliance.calendar.calendars.models import Kind
from appliance.calendar.categories.models import Category
from appliance.chores.models import Chore, Completion
from appliance.household.models import Settings
from appliance.kernel.schema import ApiModel
from appliance.lists.models import Group, Item, List
from appliance.notes.models import Note
from appliance.people.models import Person
from appliance.points.models import Entry
from appliance.stickers.models import Placement
from appliance.webhooks.models import Webhook


class ExportedCalendar(ApiModel):
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


class ExportedEvent(ApiModel):
    """An event of a local calendar with its own values: nothing is resolved."""

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


class MemberOverride(ApiModel):
    """Whom one synced occurrence is for. `external_id` is the provider's."""

    calendar_id: str
    external_id: str
    member_ids: list[str]


class CategoryOverride(ApiModel):
    """What one synced occurrence is."""

    calendar_id: str
    external_id: str
    category_id: str


class TravelOverride(ApiModel):
    """How far it is to one synced occurrence."""

    calendar_id: str
    external_id: str
    travel_minutes: int | None
    remind_before_leave: bool


class SeriesMemberOverride(ApiModel):
    """Whom a synced series is for."""

    calendar_id: str
    series_id: str
    member_ids: list[str]


class SeriesCategoryOverride(ApiModel):
    """What a synced series is."""

    calendar_id: str
    series_id: str
    category_id: str


Items = list[Item]
Groups = list[Group]


class ExportedList(List):
    """A list, archived or not, with everything on it."""

    items: Items
    groups: Groups


class UnlockedPack(ApiModel):
    """A pack that a member bought."""

    member_id: str
    pack_id: str
    unlocked_at: str


class NamedPasskey(ApiModel):
    """What is told of a passkey; it works nowhere else."""

    name: str
    created_at: str


class Export(ApiModel):
    """A household that can leave. Nothing secret is in it but the addresses of feeds. (contract §30)"""

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
    chores: list[Chore]
    chore_completions: list[Completion]
    lists: list[ExportedList]
    notes: list[Note]
    point_entries: list[Entry]
    sticker_packs: list[UnlockedPack]
    scrapbook: list[Placement]
    passkeys: list[NamedPasskey]
    webhooks: list[Webhook]
