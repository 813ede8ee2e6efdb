"""What an import takes of lists, their items, and notes.

Newer versions of other products have more values for the grouping, the order and so on. A value that this product does
not know becomes the default, so that the rest of the file can be taken.
"""

from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import TypeVar, get_args

from appliance.kernel.schema import made
from appliance.lists.models import Group, GroupBy, GroupKind, Item, Kind, List, Priority, SortBy, Step
from appliance.lists.rules import default_group_by
from appliance.notes.models import Note
from appliance.transfer.imports.file import Import
from appliance.transfer.imports.models import ImportedItem, ImportedList
from appliance.transfer.imports.rules import KnownIds, emoji, known_id, known_ids, utc_instant

T = TypeVar("T", bound=str)
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
    )


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


def _supported(value: str | None, values: tuple[T, ...], default: T) -> T:
    return next((supported for supported in values if supported == value), default)
