"""What an import takes of chores and their completions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from msgspec import UnsetType
from msgspec.structs import replace

from appliance.chores.approval.models import Rejection, WaitingTick
from appliance.chores.away.models import LONGEST_NOTE, AwayRange
from appliance.chores.exceptions.models import DateException
from appliance.chores.models import SHARES, TURNS_EVERY, Chore, Completion, EarlierSchedule, Share
from appliance.chores.overdue.models import LetGo
from appliance.chores.parts import in_order, member_of
from appliance.chores.routines.models import StepTick
from appliance.chores.routines.rules import stored_steps
from appliance.chores.rules import earned_points, with_sharing, with_times
from appliance.chores.timing import DAY_PARTS, DayPart
from appliance.chores.turns.models import Rotation, StoredTurn
from appliance.chores.turns.rules import KEPT
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import moment as stored_moment
from appliance.kernel.schema import made
from appliance.transfer.imports.chores.models import ImportedChore, ImportedCompletion
from appliance.transfer.imports.file import Import
from appliance.transfer.imports.rules import (
    APPROVED,
    PENDING,
    KnownIds,
    emoji,
    error_at,
    known_id,
    utc_instant,
    whole_points,
)


def chores(file: Import, known: KnownIds, new_id: Callable[[], str]) -> list[Chore]:
    """The chores as stored, without archived ones: another product keeps those for their history. Raises BadRequest."""
    return [
        _chore(chore, f"chores.{index}", known, new_id) for index, chore in enumerate(file.chores) if not chore.archived
    ]


def completions(file: Import, known: KnownIds, new_id: Callable[[], str]) -> list[Completion]:
    """The approved completions of the chores that were taken."""
    points = {chore.id: chore.points for chore in file.chores if not chore.archived}
    return [
        made(
            Completion,
            completion,
            id=new_id() if isinstance(completion.id, UnsetType) else completion.id,
            member_id=None if completion.without_points else known_id(completion.member_id, known.members),
            completed_at=utc_instant(completion.completed_at),
            points_awarded=0 if completion.without_points else _points(completion, points[completion.chore_id]),
        )
        for completion in _approved(file)
        if completion.chore_id in points
    ]


def rotations(file: Import, chores: Iterable[Chore], today: date) -> list[Rotation]:
    """The rotations of the chores that were taken, without those whose next member is not one of the chore's.

    Turns are decided through today at most, and through days of which turns are kept at least.
    """
    members = {chore.id: set(chore.member_ids) for chore in chores if chore.share == "turn"}
    return [
        replace(rotation, through=min(max(rotation.through, today - KEPT), today))
        for rotation in file.chore_rotations
        if {rotation.first_member, rotation.next_member} <= members.get(rotation.chore_id, set())
    ]


def turns(file: Import, known: KnownIds, chores: Iterable[Chore], decided: Mapping[str, date]) -> list[StoredTurn]:
    """The turns of the chores that were taken, after the date through which a chore's turns are decided here."""
    taken = {chore.id for chore in chores}
    in_turn = {chore.id for chore in chores if chore.share == "turn"}
    in_turn |= {earlier.chore_id for earlier in file.chore_schedules if earlier.share == "turn"}
    return [
        made(
            StoredTurn,
            turn,
            scheduled_id=known_id(turn.scheduled_id, known.members),
            member_id=known_id(turn.member_id, known.members),
        )
        for turn in file.chore_turns
        if turn.chore_id in taken & in_turn and turn.date > decided.get(turn.chore_id, date.min)
    ]


def schedules(file: Import, known: KnownIds, chores: Iterable[Chore]) -> list[EarlierSchedule]:
    """The earlier schedules of the chores that were taken. Without a known member left, one was for Anyone."""
    taken = {chore.id for chore in chores}
    return [
        made(
            EarlierSchedule,
            earlier,
            member_id=known_id(earlier.member_id, known.members),
            member_ids=member_ids,
            share=_share(earlier.share) if earlier.share and member_ids else None,
        )
        for earlier in file.chore_schedules
        if earlier.chore_id in taken
        for member_ids in [[member_id for member_id in earlier.member_ids if member_id in known.members]]
    ]


def exceptions(file: Import, chores: Iterable[Chore]) -> list[DateException]:
    """The skipped and moved dates of the chores that were taken."""
    taken = {chore.id for chore in chores}
    return [
        made(DateException, exception)
        for exception in file.chore_exceptions
        if exception.chore_id in taken and (exception.skipped or exception.moved_to)
    ]


def waiting(
    file: Import, known: KnownIds, new_id: Callable[[], str], zone: ZoneInfo, late_percent: int
) -> list[WaitingTick]:
    """The ticks that wait for a parent's yes, of the chores that were taken.

    Another product fixes their points with the yes: without points they earn what the day of the tick says.
    """
    points = {chore.id: whole_points(chore.points) for chore in file.chores if not chore.archived}
    return [
        made(
            WaitingTick,
            tick,
            id=new_id() if isinstance(tick.id, UnsetType) else tick.id,
            member_id=known_id(tick.member_id, known.members),
            completed_at=utc_instant(tick.completed_at),
            points_awarded=whole_points(tick.points_awarded or 0)
            or earned_points(points[tick.chore_id], tick.date, _day(tick.completed_at, zone), late_percent),
        )
        for tick in file.chore_completions
        if tick.status == PENDING and tick.chore_id in points and _is_a_copy(tick.slot, known)
    ]


def rejections(file: Import, known: KnownIds) -> list[tuple[str, date, str, Rejection]]:
    """Chore, date, slot and why a tick was sent back, of the chores that were taken."""
    taken = {chore.id for chore in file.chores if not chore.archived}
    return [
        (rejection.chore_id, rejection.date, rejection.slot, made(Rejection, rejection, at=utc_instant(rejection.at)))
        for rejection in file.chore_rejections
        if rejection.chore_id in taken and _is_a_copy(rejection.slot, known)
    ]


def let_go(file: Import) -> list[LetGo]:
    """What was let go of the chores that were taken."""
    taken = {chore.id for chore in file.chores if not chore.archived}
    return [made(LetGo, each) for each in file.chore_let_go if each.chore_id in taken]


def away(file: Import, known: KnownIds) -> list[AwayRange]:
    """The days away of the household and of known members. Raises BadRequest."""
    for index, absence in enumerate(file.away):
        if absence.last_day < absence.first_day:
            raise BadRequest("must not be before from", at=f"away.{index}.until", code="ends_before_start")
    return [
        made(AwayRange, absence, note=absence.note[:LONGEST_NOTE])
        for absence in file.away
        if absence.member_id is None or absence.member_id in known.members
    ]


def step_ticks(file: Import, chores: Iterable[Chore]) -> list[StepTick]:
    """The done steps of the chores that were taken."""
    steps = {(chore.id, step.id) for chore in chores for step in chore.steps}
    return [made(StepTick, tick) for tick in file.chore_step_ticks if (tick.chore_id, tick.step_id) in steps]


def first_completions(file: Import) -> dict[str, date]:
    """The earliest date each chore was completed for."""
    first: dict[str, date] = {}
    for completion in _approved(file):
        first[completion.chore_id] = min(completion.date, first.get(completion.chore_id, completion.date))
    return first


def creation_times(file: Import) -> dict[str, datetime]:
    """When each chore was created, where the file says so."""
    return {chore.id: stored_moment(utc_instant(chore.created_at)) for chore in file.chores if chore.created_at}


def created_at(created: datetime | None, first_completion: date | None, zone: ZoneInfo, now: datetime) -> datetime:
    """When a chore that is new here was created: the anchor of its rule if it has no due date.

    Files of other products, and older ones, do not contain it. The first date the chore was completed for fits its
    rule, so completions stay on due dates and streaks stay whole. Zone: household's.
    """
    if created is not None:
        return min(now, created)
    if first_completion is None:
        return now
    return min(now, datetime.combine(first_completion, time(), zone).astimezone(UTC))


def _chore(imported: ImportedChore, at: str, known: KnownIds, new_id: Callable[[], str]) -> Chore:
    """Without a known member left, a shared chore is for Anyone."""
    member_ids = [member_id for member_id in imported.member_ids if member_id in known.members]
    symbol = emoji(imported.emoji, at)
    with error_at(at):
        chore = made(
            Chore,
            imported,
            emoji=symbol,
            member_id=known_id(imported.member_id, known.members),
            points=whole_points(imported.points),
            list_id=known_id(imported.list_id, known.lists),
            member_ids=member_ids,
            share=_share(imported.share) if member_ids else None,
            turn_by="completion" if imported.turn_by == "completion" else "due",
            turn_every=next((every for every in TURNS_EVERY if every == imported.turn_every), "due"),
            day_part=_day_part(imported.day_part),
            day_parts=[] if imported.after_days else in_order(imported.day_parts),
            steps=stored_steps(imported.steps, new_id),
        )
        return with_sharing(with_times(chore))


def _points(completion: ImportedCompletion, of_chore: float) -> int:
    return whole_points(of_chore if completion.points_awarded is None else completion.points_awarded)


def _is_a_copy(slot: str, known: KnownIds) -> bool:
    """Whether a tick can be answered: the copy of a member who is gone is nobody's."""
    return member_of(slot) in known.members | {""}


def _day_part(part: str | None) -> DayPart | None:
    return next((known_part for known_part in DAY_PARTS if known_part == part), None)


def _share(share: str | None) -> Share:
    return share if share in SHARES else "anyone"


def _day(moment: datetime, zone: ZoneInfo) -> date:
    with suppress(OverflowError):
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(zone).date()
    return moment.date()


def _approved(file: Import) -> Iterator[ImportedCompletion]:
    return (completion for completion in file.chore_completions if completion.status == APPROVED)
