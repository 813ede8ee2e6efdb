"""What an import takes of chores, completions, points and stickers."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from msgspec import UnsetType

from appliance.chores.models import Chore, Completion
from appliance.points.models import LedgerEntry
from appliance.stickers.models import Placement
from appliance.transfer.imports.models import Import, ImportedChore, ImportedCompletion
from appliance.transfer.imports.rules import APPROVED, KnownIds, emoji, known_id, utc_instant, whole_points


def chores(file: Import, known: KnownIds) -> list[Chore]:
    """The chores as stored, without archived ones: another product keeps those for their history. Raises BadRequest."""
    return [_chore(each, f"chores.{index}", known) for index, each in enumerate(file.chores) if not each.archived]


def completions(file: Import, known: KnownIds, new_id: Callable[[], str]) -> list[Completion]:
    """The approved completions of the chores that were taken."""
    points = {each.id: each.points for each in file.chores if not each.archived}
    return [
        Completion(
            id=new_id() if isinstance(each.id, UnsetType) else each.id,
            chore_id=each.chore_id,
            date=each.date,
            member_id=known_id(each.member_id, known.members),
            completed_at=utc_instant(each.completed_at),
            points_awarded=whole_points(points[each.chore_id] if each.points_awarded is None else each.points_awarded),
        )
        for each in _approved(file)
        if each.chore_id in points
    ]


def first_completions(file: Import) -> dict[str, date]:
    """The earliest date each chore was completed for."""
    first: dict[str, date] = {}
    for each in _approved(file):
        first[each.chore_id] = min(each.date, first.get(each.chore_id, each.date))
    return first


def created_at(first_completion: date | None, zone: ZoneInfo, now: datetime) -> datetime:
    """When a chore that is new here was created: the anchor of its rule if it has no due date.

    A file does not contain the creation time. The first date the chore was completed for fits its rule, so completions
    stay on due dates and streaks stay whole. Zone: household's.
    """
    if first_completion is None:
        return now
    return min(now, datetime.combine(first_completion, time(), zone).astimezone(UTC))


def entries(file: Import) -> list[LedgerEntry]:
    """The ledger of the file's members."""
    members = {each.id for each in file.members}
    return [
        LedgerEntry(
            id=each.id,
            member_id=each.member_id,
            amount=whole_points(each.amount),
            reason=each.reason,
            ref=each.ref,
            at=utc_instant(each.at),
        )
        for each in file.point_entries
        if each.member_id in members
    ]


def sticker_packs(file: Import) -> list[tuple[str, str, str]]:
    """Member, pack and instant of what the file's members bought."""
    members = {each.id for each in file.members}
    return [
        (each.member_id, each.pack_id, utc_instant(each.unlocked_at))
        for each in file.sticker_packs
        if each.member_id in members
    ]


def placements(file: Import) -> list[Placement]:
    """The scrapbooks of the file's members."""
    members = {each.id for each in file.members}
    return [
        Placement(
            id=each.id,
            member_id=each.member_id,
            sticker=each.sticker,
            x=each.x,
            y=each.y,
            scale=each.scale,
            rotation=each.rotation,
            z=each.z,
            placed_at=utc_instant(each.placed_at),
        )
        for each in file.scrapbook
        if each.member_id in members
    ]


def _chore(imported: ImportedChore, at: str, known: KnownIds) -> Chore:
    return Chore(
        id=imported.id,
        title=imported.title,
        emoji=emoji(imported.emoji, at),
        member_id=known_id(imported.member_id, known.members),
        points=whole_points(imported.points),
        rrule=imported.rrule,
        due_time=imported.due_time,
        sort=imported.sort,
        list_id=known_id(imported.list_id, known.lists),
        due_date=imported.due_date,
        active=imported.active,
    )


def _approved(file: Import) -> Iterator[ImportedCompletion]:
    return (each for each in file.chore_completions if each.status == APPROVED)
