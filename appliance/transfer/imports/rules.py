"""What of a file is taken over, and as what: rows ready to store, what belongs to nothing left out. (contract §31)

A value that no household could have written is refused with its place in the file; nothing is bent to fit.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from typing import TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UnsetType

from appliance.calendar.calendars.models import Calendar, Kind
from appliance.calendar.categories.models import Category
from appliance.calendar.categories.rules import kept_keywords
from appliance.calendar.events import rules as times
from appliance.calendar.events.models import StoredEvent
from appliance.chores.models import Chore, Completion
from appliance.household import rules as household
from appliance.household.models import Settings, SettingsPatch
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import sent_fields
from appliance.kernel.text.emoji import is_emoji
from appliance.lists.models import Group, Item, List, Step
from appliance.notes.models import Note
from appliance.people import rules as people
from appliance.people.models import Person
from appliance.points.models import Entry
from appliance.stickers.models import Placement
from appliance.transfer.imports.models import (
    CategoryOfOccurrence,
    CategoryOfSeries,
    Counts,
    Import,
    ImportedCalendar,
    ImportedCategory,
    ImportedChore,
    ImportedEvent,
    ImportedItem,
    ImportedList,
    ImportedMember,
    ImportedSettings,
    MembersOfOccurrence,
    MembersOfSeries,
    TravelOfOccurrence,
)

T = TypeVar("T")


class Known(msgspec.Struct, frozen=True):
    """What rows of a file may name: members and categories of the file or the house, calendars and lists of the file.

    `local` are those of its calendars that hold events of their own here.
    """

    members: AbstractSet[str]
    categories: AbstractSet[str]
    calendars: AbstractSet[str]
    local: AbstractSet[str]
    lists: AbstractSet[str]


def settings(told: ImportedSettings) -> dict[str, object]:
    """The settings a file brings, by Python name, ready to store. Raises Invalid."""
    values = sent_fields(told)
    values.pop("theme", None)
    if values.get("timezone", "") is None:
        del values["timezone"]
    with _at("settings"):
        return household.accepted(SettingsPatch(**values))  # type: ignore[arg-type]


def person(told: ImportedMember, at: str, today: date) -> Person:
    """A member as stored. Raises Invalid."""
    avatar, birthday = told.avatar or None, told.birthday or None
    with _at(at):
        people.check_avatar(avatar)
        people.check_birthday(birthday, today)
    return Person(told.id, told.name, told.color, avatar, birthday, told.sort)


def category(told: ImportedCategory, at: str, now: datetime) -> Category:
    """A category as stored. Raises Invalid."""
    keywords, made = kept_keywords(told.keywords), _instant(told.created_at or now)
    return Category(told.id, told.name, _emoji(told.emoji, at), told.color, keywords, told.sort, made)


def calendars(told: Sequence[ImportedCalendar], kinds: Mapping[str, Kind]) -> list[ImportedCalendar]:
    """The calendars that can be taken over; one that is of another kind here is left alone. `kinds` are the house's."""
    settled = dict(kinds)
    return [each for each in told if settled.setdefault(each.id, each.kind) == each.kind]


def calendar(told: ImportedCalendar, members: AbstractSet[str], categories: AbstractSet[str]) -> Calendar:
    """A calendar as stored, not yet connected; only a local one can be written to before it is."""
    return Calendar(
        told.id, told.kind, None, told.remote_id, told.name, told.color, None, kept(told.member_ids, members),
        known_one(told.category_id, categories), told.kind == "local", told.enabled, None, None, False,
    )  # fmt: skip


def events(file: Import, known: Known, foreign: Collection[str]) -> list[tuple[StoredEvent, tuple[str, ...]]]:
    """Local events as stored, each with its members; `foreign` are ids that synced events have here. Raises Invalid."""
    return [
        (_event(each, f"events.{index}", known), kept(each.member_ids, known.members))
        for index, each in enumerate(file.events)
        if each.calendar_id in known.local and each.id not in foreign
    ]


def tagged_members(
    told: Sequence[MembersOfOccurrence] | Sequence[MembersOfSeries], known: Known
) -> list[tuple[str, str, tuple[str, ...]]]:
    """Calendar, key and members of synced events; those that name nobody say nothing."""
    rows = [(each.calendar_id, each.key, kept(each.member_ids, known.members)) for each in told]
    return [row for row in rows if row[0] in known.calendars and row[2]]


def tagged_categories(
    told: Sequence[CategoryOfOccurrence] | Sequence[CategoryOfSeries], known: Known
) -> list[tuple[str, str, str]]:
    """Calendar, key and category of synced events."""
    rows = [(each.calendar_id, each.key, each.category_id) for each in told]
    return [row for row in rows if row[0] in known.calendars and row[2] in known.categories]


def tagged_travel(told: Sequence[TravelOfOccurrence], known: Known) -> list[tuple[str, str, int | None, bool]]:
    """Calendar, key, minutes and reminder of synced events; those without either say nothing."""
    return [
        (each.calendar_id, each.key, each.travel_minutes, each.remind_before_leave)
        for each in told
        if each.calendar_id in known.calendars and (each.travel_minutes is not None or each.remind_before_leave)
    ]


def whole_list(told: ImportedList, at: str, known: Known, now: datetime) -> tuple[List, list[Group]]:
    """A list as stored, and the order of its groups. Raises Invalid."""
    made = _instant(told.created_at or now)
    owners = list(kept(told.member_ids, known.members))
    stored = List(
        told.id, told.name, _emoji(told.emoji, at), told.color, told.kind, owners, told.group_by, told.sort_by,
        told.sort, told.archived, made, 0, 0,
    )  # fmt: skip
    return stored, [Group(each.kind, each.name, each.sort) for each in told.groups]


def item(told: ImportedItem, list_id: str, known: Known, now: datetime) -> Item:
    """An item as stored."""
    made = told.created_at or now
    steps = [Step(each.id, each.title, each.done, each.sort) for each in told.steps]
    done_at = _instant(told.done_at) if told.done and told.done_at else None
    done_by = known_one(told.done_by, known.members) if told.done else None
    return Item(
        told.id, list_id, told.title, told.notes, told.quantity, told.store, told.category,
        known_one(told.member_id, known.members), told.due_date.isoformat() if told.due_date else None,
        told.event_id or None, told.priority, told.done, done_at, done_by, told.sort, _instant(made),
        _instant(told.updated_at or made), steps, sum(step.done for step in steps), len(steps),
    )  # fmt: skip


def chore(told: ImportedChore, at: str, known: Known) -> Chore:
    """A chore as stored. Raises Invalid."""
    return Chore(
        told.id, told.title, _emoji(told.emoji, at), known_one(told.member_id, known.members), whole(told.points),
        told.rrule, told.due_time, told.sort, known_one(told.list_id, known.lists), told.due_date, told.active,
    )  # fmt: skip


def made_at(first_done: date | None, zone: ZoneInfo, now: datetime) -> datetime:
    """When a chore that is new here was made, which is where its rule starts if it has no due date.

    A file does not tell. It was there on the first day it was done for, and that day fits its rule; so what was done
    stays due, and a streak whole.
    """
    return min(now, datetime.combine(first_done, time(), zone).astimezone(UTC)) if first_done else now


def first_done(file: Import) -> dict[str, date]:
    """The earliest day each chore was done for."""
    first: dict[str, date] = {}
    for each in file.chore_completions:
        first[each.chore_id] = min(each.date, first.get(each.chore_id, each.date))
    return first


def completions(file: Import, known: Known, new_id: Callable[[], str]) -> list[Completion]:
    """The completions of the file's chores."""
    points = {each.id: each.points for each in file.chores}
    return [
        Completion(
            new_id() if isinstance(each.id, UnsetType) else each.id, each.chore_id, each.date,
            known_one(each.member_id, known.members), _instant(each.completed_at),
            whole(points[each.chore_id] if each.points_awarded is None else each.points_awarded),
        )
        for each in file.chore_completions
        if each.chore_id in points
    ]  # fmt: skip


def notes(file: Import, known: Known, event_ids: AbstractSet[str]) -> list[Note]:
    """The notes on items of the file and on those of its events that were taken over."""
    targets = {
        "list_item": {item.id for each in file.lists for item in each.items},
        "event": event_ids,
    }
    return [
        Note(
            each.id, each.target_type, each.target_id, known_one(each.member_id, known.members), each.body,
            _instant(each.created_at), _instant(each.updated_at or each.created_at),
        )
        for each in file.notes
        if each.target_id in targets[each.target_type]
    ]  # fmt: skip


def entries(file: Import) -> list[Entry]:
    """The ledger of the file's members."""
    members = {each.id for each in file.members}
    return [
        Entry(each.id, each.member_id, whole(each.amount), each.reason, each.ref, _instant(each.at))
        for each in file.point_entries
        if each.member_id in members
    ]


def packs(file: Import) -> list[tuple[str, str, str]]:
    """Member, pack and instant of what the file's members bought."""
    members = {each.id for each in file.members}
    return [
        (each.member_id, each.pack_id, _instant(each.unlocked_at))
        for each in file.sticker_packs
        if each.member_id in members
    ]


def placements(file: Import) -> list[Placement]:
    """The scrapbooks of the file's members."""
    members = {each.id for each in file.members}
    return [
        Placement(
            each.id, each.member_id, each.sticker, each.x, each.y, each.scale, each.rotation, each.z,
            _instant(each.placed_at),
        )
        for each in file.scrapbook
        if each.member_id in members
    ]  # fmt: skip


def sizes(file: Import) -> Counts:
    """How many rows a file has."""
    items = [item for each in file.lists for item in each.items]
    return Counts(
        len(file.members), len(file.categories), len(file.calendars), len(file.events),
        len(file.event_member_overrides), len(file.event_category_overrides), len(file.event_travel_overrides),
        len(file.event_series_member_overrides), len(file.event_series_category_overrides), len(file.chores),
        len(file.chore_completions), len(file.lists), len(items), sum(len(item.steps) for item in items),
        len(file.notes), len(file.point_entries), len(file.sticker_packs), len(file.scrapbook),
    )  # fmt: skip


def less(whole: Counts, part: Counts) -> Counts:
    """What remains of each kind."""
    return Counts(*(many - few for many, few in zip(*map(msgspec.structs.astuple, (whole, part)), strict=True)))


def changed(before: Settings, after: Settings) -> list[str]:
    """The settings that differ, by their names on the wire."""
    names = zip(Settings.__struct_fields__, Settings.__struct_encode_fields__, strict=True)
    return [told for name, told in names if getattr(before, name) != getattr(after, name)]


def kept(ids: Sequence[str], known: AbstractSet[str]) -> tuple[str, ...]:
    """The ids that are known, each once, in the order given."""
    return tuple(each for each in dict.fromkeys(ids) if each in known)


def known_one(id: str | None, known: AbstractSet[str]) -> str | None:
    """The id if it is known, else None."""
    return id if id in known else None


def whole(points: float) -> int:
    """Points as whole numbers, a half up. (contract §38, §39)"""
    return math.floor(points + 0.5)


def _event(told: ImportedEvent, at: str, known: Known) -> StoredEvent:
    with _at(at):
        start, end = times.imported_times(told.start, told.end, told.all_day, told.rrule)
    with _at(f"{at}.rrule", ": "):
        times.check_rrule(told.rrule)
    return StoredEvent(
        told.id, told.calendar_id, None, None, told.title, start, end, told.all_day, told.location or None,
        told.description or None, told.rrule, known_one(told.category_id, known.categories),
        None if told.reminders is None else tuple(told.reminders), told.travel_minutes, told.remind_before_leave,
    )  # fmt: skip


def _emoji(text: str | None, at: str) -> str | None:
    if text and not is_emoji(text):
        raise BadRequest("must be a single emoji", at=f"{at}.emoji")
    return text or None


def _instant(moment: datetime) -> str:
    try:
        return instant(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except OverflowError:
        # On the first or last day there is, an offset leads out of the calendar.
        return instant(moment.replace(tzinfo=UTC))


@contextmanager
def _at(place: str, joint: str = ".") -> Iterator[None]:
    """Say where in the file a refused value stands."""
    try:
        yield
    except BadRequest as refusal:
        raise BadRequest(f"{place}{joint}{refusal.message}") from None
