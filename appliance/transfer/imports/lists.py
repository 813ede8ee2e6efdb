"""What an import takes of lists, their items, and notes.

Newer versions of other products have more values for the grouping, the order and so on. A value that this product does
not know becomes the default, so that the rest of the file can be taken.
"""

from collections.abc import Set as AbstractSet
from datetime import date, datetime
from typing import Annotated, Any, TypeVar, get_args

from msgspec import Meta

from appliance.kernel.errors import BadRequest
from appliance.kernel.recurrence import expansion
from appliance.kernel.schema import convert, made
from appliance.lists.models import (
    AfterDays,
    Group,
    GroupBy,
    GroupKind,
    Item,
    Kind,
    List,
    Priority,
    Rule,
    SortBy,
    Step,
)
from appliance.lists.rules import default_group_by
from appliance.lists.shopping.models import StoredBarcode, Trip
from appliance.notes.models import Note
from appliance.transfer.imports.file import Import
from appliance.transfer.imports.models import ImportedItem, ImportedList
from appliance.transfer.imports.rules import KnownIds, emoji, known_id, known_ids, utc_instant

T = TypeVar("T", bound=str)
KeyName = Annotated[str, Meta(min_length=1, max_length=100)]
KINDS: tuple[Kind, ...] = get_args(Kind)
GROUPINGS: tuple[GroupBy, ...] = get_args(GroupBy)
GROUP_KINDS: tuple[GroupKind, ...] = get_args(GroupKind)
ORDERS: tuple[SortBy, ...] = get_args(SortBy)
PRIORITIES: tuple[Priority, ...] = get_args(Priority)


def one_list(imported: ImportedList, at: str, known: KnownIds, now: datetime) -> List:
    """A list as stored. Raises BadRequest."""
    kind = _supported(imported.kind, KINDS, "todo")
    return made(
        List,
        imported,
        emoji=emoji(imported.emoji, at),
        kind=kind,
        member_ids=list(known_ids(imported.member_ids, known.members)),
        group_by=_supported(imported.group_by, GROUPINGS, default_group_by(kind)),
        sort_by=_supported(imported.sort_by, ORDERS, "manual"),
        created_at=utc_instant(imported.created_at or now),
        item_count=0,
        open_count=0,
    )


def groups(imported: ImportedList) -> list[Group]:
    """The order of a list's stores and categories; groups of another kind are left out."""
    return [
        Group(kind=kind, name=group.name, sort=group.sort)
        for group in imported.groups
        for kind in GROUP_KINDS
        if group.kind == kind
    ]


def item(imported: ImportedItem, list_id: str, known: KnownIds, now: datetime) -> Item:
    """An item as stored."""
    created_at = imported.created_at or now
    steps = [made(Step, step) for step in imported.steps]
    return made(
        Item,
        imported,
        list_id=list_id,
        member_id=known_id(imported.member_id, known.members),
        due_date=imported.due_date.isoformat() if imported.due_date else None,
        event_id=imported.event_id or None,
        priority=_supported(imported.priority, PRIORITIES, "normal"),
        done_at=utc_instant(imported.done_at) if imported.done and imported.done_at else None,
        done_by=known_id(imported.done_by, known.members) if imported.done else None,
        created_at=utc_instant(created_at),
        updated_at=utc_instant(imported.updated_at or created_at),
        steps=steps,
        steps_done=sum(step.done for step in steps),
        steps_total=len(steps),
        added_by=known_id(_value(imported.added_by, str), known.members),
        added_with=_value(imported.added_with, KeyName),
        done_with=_value(imported.done_with, KeyName) if imported.done else None,
        **_repeat(imported),
    )


def trips(file: Import) -> list[Trip]:
    """The walks through stores as stored."""
    return [
        made(Trip, trip, started=utc_instant(trip.started), last=utc_instant(trip.last)) for trip in file.shopping_trips
    ]


def barcodes(file: Import) -> list[StoredBarcode]:
    """The barcodes as stored."""
    return [made(StoredBarcode, barcode, named_at=utc_instant(barcode.named_at)) for barcode in file.barcodes]


def notes(file: Import, known: KnownIds, event_ids: AbstractSet[str]) -> list[Note]:
    """The notes on items of the file and on those of its events that were taken (`event_ids`)."""
    targets = {
        "list_item": {item.id for imported in file.lists for item in imported.items},
        "event": event_ids,
    }
    return [
        made(
            Note,
            note,
            member_id=known_id(note.member_id, known.members),
            created_at=utc_instant(note.created_at),
            updated_at=utc_instant(note.updated_at or note.created_at),
        )
        for note in file.notes
        if note.target_id in targets[note.target_type]
    ]


def _repeat(imported: ImportedItem) -> dict[str, Any]:
    """What an item says of its repetition; nothing where that does not fit together."""
    after_days, rrule = _value(imported.after_days, AfterDays), _value(imported.rrule, Rule)
    start, opens_on = _value(imported.repeat_from, date), _value(imported.opens_on, date)
    opens = {"opens_on": opens_on.isoformat() if opens_on and imported.done else None}
    if after_days is not None:
        return opens | {"after_days": after_days} if rrule is None else {}
    if rrule is None or start is None:
        return {}
    try:
        expansion.check(rrule, start)
    except BadRequest:
        return {}
    return opens | {"rrule": rrule, "repeat_from": start.isoformat()}


def _value(value: object, kind: Any) -> Any:
    """A value of an additional field, or None where it does not fit."""
    try:
        return None if value is None else convert(value, kind)
    except BadRequest:
        return None


def _supported(value: str | None, values: tuple[T, ...], default: T) -> T:
    return next((supported for supported in values if supported == value), default)
