"""Use cases of chores."""

from collections.abc import Set
from datetime import date
from uuid import UUID, uuid4

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from appliance.access.lock import actions as lock
from appliance.chores import parts, queries, rules
from appliance.chores.approval import actions as approval
from appliance.chores.approval import queries as approval_queries
from appliance.chores.away import queries as away_queries
from appliance.chores.away.rules import Absences
from appliance.chores.exceptions import actions as dates
from appliance.chores.exceptions import queries as exception_queries
from appliance.chores.models import (
    Chore,
    ChorePatch,
    Completed,
    CompleteRequest,
    Completion,
    CopyRequest,
    DueChore,
    NewChore,
)
from appliance.chores.routines import queries as routine_queries
from appliance.chores.routines.rules import stored_steps
from appliance.chores.schedules import rules as schedule_rules
from appliance.chores.schedules.actions import SCHEDULES, chore_on, keep
from appliance.chores.timing import DayPart
from appliance.chores.turns import actions as turns
from appliance.household import queries as household_queries
from appliance.household.actions import with_week_start
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest, Conflict
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import Maybe, made, patched
from appliance.lists import actions as lists
from appliance.lists import queries as list_queries
from appliance.people import queries as people_queries

# What a household can have. A family of ten years has about 1,000 chores (most are one-offs) and 50,000 completions.
CHORES = TableBudget(
    table="chores", entries=2_000, bytes=2_000_000, what="chores", remedy="delete chores that nobody needs"
)
COMPLETIONS = TableBudget(
    table="chore_completions",
    entries=300_000,
    bytes=0,
    what="completed chores",
    remedy="delete a chore that nobody needs, which deletes its completions",
)
# Each is expanded whenever a day is read.
MAX_REPEATING = 200


def due_between(db: Reader, first: date, last: date, chore_ids: Set[str] | None = None) -> list[DueChore]:
    """What each member has to do from `first` to `last`, both included: by chore in their order, then by day.

    Of all chores, or of those with these ids.
    """
    scheduled = queries.scheduled(db, first, last)
    if chore_ids is not None:
        scheduled = [one for one in scheduled if one.chore.id in chore_ids]
    due = rules.due_chores(scheduled, first, last, turns.turns_of(db, scheduled, first, last))
    if absences := Absences(away_queries.between(db, first, last)):
        return rules.without_away(due, absences, queries.done_between(db, first, last))
    return due


def is_anybody_away(db: Reader, day: date) -> bool:
    """Whether somebody is away on a day, so that it depends on completions what is due."""
    return bool(away_queries.between(db, day, day))


@within_budget(CHORES)
def add(tx: Tx, request: NewChore) -> Chore:
    """Add a chore. A repeated request with the same id answers the stored chore. Raises BadRequest, Conflict."""
    if not isinstance(request.id, UnsetType) and (stored := queries.maybe_chore(tx, str(request.id))):
        return stored
    request = replace(request, rrule=with_week_start(tx, request.rrule))
    _check(tx, request)

    steps = stored_steps(request.steps, lambda: str(uuid4()))
    chore = rules.with_times(rules.with_sharing(made(Chore, request, id=_new_id(request.id), steps=steps)))
    approval.check_change(tx, None, chore)
    queries.put(tx, chore)
    if chore.share == "turn":
        turns.begin(tx, chore)
    if _is_expanded(chore):
        _check_repeating(tx)
    tx.record("chore.changed", {"id": chore.id})
    return chore


@within_budget(CHORES, SCHEDULES)
def edit(tx: Tx, chore_id: str, patch: ChorePatch) -> Chore:
    """Change a chore; points already earned stay, and what was due before. Raises NotFound, BadRequest, Conflict.

    (contract: Points 1)
    """
    was = queries.chore(tx, chore_id)
    patch = replace(patch, rrule=with_week_start(tx, patch.rrule, was.rrule))
    _check(tx, patch)

    chore = rules.edited(was, replace(patch, steps=UNSET))
    if not isinstance(patch.steps, UnsetType):
        chore = replace(chore, steps=stored_steps(patch.steps, lambda: str(uuid4())))
    chore = rules.with_times(chore)
    turns.settle(tx, was, with_today=True)
    approval.check_change(tx, was, chore)
    queries.put(tx, chore)
    after_edit(tx, was, chore, keep(tx, was, chore))
    if _is_expanded(chore) and not _is_expanded(was):
        _check_repeating(tx)
    tx.record("chore.changed", {"id": chore_id})
    return chore


def after_edit(tx: Tx, was: Chore, chore: Chore, through: date) -> None:
    """Make a chore's rotation, completions and done steps fit a stored change; what was through a date stays."""
    turns.after_edit(tx, was, chore, through)
    if (chore.share == "each") != (was.share == "each"):
        _move_completions(tx, chore, through)
        exception_queries.remove_of_other_share(tx, chore.id, through, each=chore.share == "each")
    if was.steps:
        routine_queries.keep_steps(tx, chore.id, [step.id for step in chore.steps])


def remove(tx: Tx, chore_id: str) -> None:
    """Delete a chore with its completions; their points leave the balances. Raises NotFound. (contract: Points 14)"""
    queries.chore(tx, chore_id)

    queries.remove(tx, chore_id)
    tx.record("chore.changed", {"id": chore_id})


def check_restored(tx: Tx, chore_id: str, zone: str) -> None:
    """Raises Conflict when there is no room for a chore that was restored just now."""
    _check_repeating(tx)


@within_budget(COMPLETIONS)
def complete(tx: Tx, chore_id: str, request: CompleteRequest) -> Completed:
    """Complete a chore for a date, due or not. A stored completion keeps its points and only changes its member.

    Source: contract: Points 1-5. Raises NotFound, BadRequest, and Conflict with `remaining` while its
    checklist has open items. A tick of a display waits where it needs a parent's yes. One without points is a parent's,
    and takes back what a stored completion earned. Raises Forbidden for a display that needs the PIN for it.
    """
    scheduled = queries.with_creation(tx, [queries.chore(tx, chore_id)])[0]
    chore = schedule_rules.chore_on(scheduled, request.date)
    if request.without_points:
        lock.check_unlocked(tx, tx.caller)
    part = part_of(tx, chore, request.day_part, request.date)
    copy = slot_of(tx, chore, patched(request.member_id, None))
    slot = parts.slot_with(copy, part)
    turns.settle(tx, scheduled.chore)
    scheduled = dates.end_with_completion(tx, scheduled, request.date, copy)
    owner = copy or turns.owner(tx, scheduled, chore, request.date)
    stored = queries.completion(tx, chore_id, request.date, slot)
    waiting = None if stored else approval_queries.waiting(tx, chore_id, request.date, slot)
    is_new = stored is None and waiting is None
    if is_new:
        rules.check_date(request.date, tx.household_day)
    if is_new and (remaining := _open_items(tx, chore, owner)):
        raise Conflict(f"Checklist not finished ({remaining} left)", remaining=remaining, code="checklist_open")

    ticked = stored or (waiting and Completion(**asdict(waiting)))
    completion = ticked or Completion(
        id=str(uuid4()),
        chore_id=chore_id,
        date=request.date,
        slot=slot,
        member_id=None,
        completed_at="",
        points_awarded=_earned_points(tx, chore, request.date),
    )
    member_id = None if request.without_points else patched(request.member_id, owner)
    if request.only_if_open and ticked and ticked.member_id != member_id:
        raise _already_done(tx, ticked.member_id)
    credited = replace(completion, member_id=member_id, completed_at=instant(tx.now))
    is_without_points = request.without_points or completion.without_points
    if is_without_points:
        credited = replace(credited, member_id=None, points_awarded=0, without_points=True)
    is_approved = is_without_points or (stored is not None and stored.member_id == member_id)
    is_pending = not is_approved and approval.waits(tx, chore, member_id)
    if is_pending:
        approval.wait(tx, chore, credited)
    else:
        queries.put_completion(tx, credited)
        data = _completed(chore_id, request.date, copy, part)
        tx.record("chore.completed", data | ({"withoutPoints": True} if is_without_points else {}))
    if chore.steps:
        routine_queries.remove_ticks(tx, chore_id, request.date, slot)
    turns.after_completion(tx, scheduled.chore, request.date)
    if is_new and chore.list_id:
        lists.reset_checklist(tx, chore.list_id, owner)
    return Completed(ok=True, pending=is_pending or UNSET)


def part_of(db: Reader, chore: Chore, asked: Maybe[DayPart], day: date) -> DayPart | None:
    """The part of the day that a request is about, of a chore that is done in several. Raises BadRequest."""
    if not chore.day_parts:
        return None
    settings, now = household_queries.settings(db), db.now.astimezone(db.zone)
    return parts.chosen(chore.day_parts, asked, settings, now, is_today=day == db.household_day)


def slot_of(db: Reader, chore: Chore, member_id: str | None) -> str:
    """The slot of the copy that a request asks for. Raises BadRequest for a member who is not meant."""
    _check_member(db, member_id)
    slot = rules.slot(chore, member_id)
    if slot and slot not in chore.member_ids:
        raise BadRequest("is not one of the chore's members", at="memberId", code="deleted_meanwhile")
    return slot


def uncomplete(tx: Tx, chore_id: str, on: date, member_id: str | None = None, day_part: DayPart | None = None) -> None:
    """Remove a completion with its points, or a waiting tick; without one nothing happens. Raises NotFound.

    Of a chore that each of its members does, `member_id` says whose copy. Raises BadRequest without it. Of one that is
    done in several parts of the day, `day_part` says which, all without it.
    (contract: Points 14)
    """
    chore = queries.chore(tx, chore_id)
    of_day = chore_on(tx, chore_id, on)
    slot = rules.slot(of_day, member_id)
    part = parts.chosen_or_all(of_day.day_parts, day_part)

    turns.settle(tx, chore)

    def is_meant(ticked: str) -> bool:
        return ticked == parts.slot_with(slot, part) if part else parts.is_of_copy(ticked, slot)

    completed = [one for one in queries.completions_of(tx, chore_id, on) if is_meant(one.slot)]
    for completion in completed:
        queries.remove_completion(tx, completion)
    withdrawn = [tick for tick in approval_queries.waiting_of(tx, chore_id, on) if is_meant(tick.slot)]
    for tick in withdrawn:
        approval_queries.remove_waiting(tx, tick.chore_id, tick.date, tick.slot)
    if completed:
        turns.after_completion(tx, chore, on)
    if completed or withdrawn:
        tx.record("chore.uncompleted", _completed(chore_id, on, slot, part))


@within_budget(CHORES)
def copy(tx: Tx, chore_id: str, request: CopyRequest) -> Chore:
    """Add the same chore for another member. A repeated request with the same id answers the stored chore.

    Raises NotFound, BadRequest, Conflict, and Forbidden where only a parent may switch approval off.
    """
    if not isinstance(request.id, UnsetType) and (stored := queries.maybe_chore(tx, str(request.id))):
        return stored
    chore = queries.chore(tx, chore_id)
    _check_member(tx, request.member_id)

    own = replace(chore, id=_new_id(request.id), member_id=request.member_id, member_ids=[], share=None)
    # Without a due date a rule begins with the day the chore was created, which is another day for the copy.
    copied = replace(own, due_date=chore.due_date or (_begin(tx, chore) if chore.rrule else None))
    approval.check_change(tx, chore, copied)
    queries.put(tx, copied)
    if _is_expanded(copied):
        _check_repeating(tx)
    tx.record("chore.changed", {"id": copied.id})
    return copied


def _begin(db: Reader, chore: Chore) -> date:
    return queries.with_creation(db, [chore])[0].created_on


def _completed(chore_id: str, day: date, copy: str, part: DayPart | None) -> dict[str, str | bool]:
    """The data of a change about a completion; `memberId` only says whose copy it is."""
    data: dict[str, str | bool] = {"id": chore_id, "date": day.isoformat()}
    return data | ({"memberId": copy} if copy else {}) | ({"dayPart": part} if part else {})


def _move_completions(tx: Tx, chore: Chore, through: date) -> None:
    """Keep what was done after a date as it is, when a chore begins or ends to have a copy for each member."""
    if chore.share == "each":
        queries.give_slots(tx, chore.id, through)
        approval_queries.give_slots(tx, chore.id, through)
    else:
        queries.take_slots(tx, chore.id, through)
        approval_queries.take_slots(tx, chore.id, through)


def _open_items(db: Reader, chore: Chore, member_id: str | None) -> int:
    if chore.list_id is None:
        return 0
    total, done = list_queries.checklist_progress(db, chore.list_id, member_id)
    return total - done


def _earned_points(db: Reader, chore: Chore, due: date) -> int:
    return rules.earned_points(
        chore.points, due, db.household_day, household_queries.settings(db).late_completion_credit
    )


def _already_done(db: Reader, member_id: str | None) -> Conflict:
    if member_id is None:
        return Conflict("already done", code="done_already")
    name = people_queries.person(db, member_id).name
    return Conflict(f"already done by {name}", code="already_done", memberId=member_id, name=name)


def _is_expanded(chore: Chore) -> bool:
    return chore.active and (chore.rrule is not None or chore.after_days is not None)


def _check_repeating(db: Reader) -> None:
    if queries.count_repeating(db) > MAX_REPEATING:
        raise Conflict(
            f"the household has {MAX_REPEATING} active repeating chores, which is the limit: delete or pause one",
            code="limit_reached",
            limit=MAX_REPEATING,
        )


def _check(db: Reader, request: NewChore | ChorePatch) -> None:
    rules.check(request)
    _check_member(db, patched(request.member_id, None))
    member_ids = patched(request.member_ids, [])
    if member_ids and set(member_ids) != set(people_queries.known(db, member_ids)):
        raise BadRequest("unknown member", at="memberIds", code="deleted_meanwhile")
    if isinstance(request.list_id, str):
        linked = list_queries.maybe_list(db, request.list_id)
        if linked is None or linked.archived:
            raise BadRequest("unknown list", code="deleted_meanwhile")


def _check_member(db: Reader, member_id: str | None) -> None:
    if member_id is not None and not people_queries.is_member(db, member_id):
        raise BadRequest("unknown member", at="memberId", code="deleted_meanwhile")


def _new_id(requested: UUID | UnsetType) -> str:
    return str(uuid4() if isinstance(requested, UnsetType) else requested)
