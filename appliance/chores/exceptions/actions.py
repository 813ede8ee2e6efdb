"""Use cases of single dates of a chore: skip one, move one, take it back."""

from collections.abc import Sequence
from datetime import date

from msgspec import UNSET
from msgspec.structs import replace

from appliance.access.lock import actions as lock
from appliance.chores import queries as chore_queries
from appliance.chores import rules as chore_rules
from appliance.chores.approval import actions as approval
from appliance.chores.approval import queries as approval_queries
from appliance.chores.exceptions import queries, rules
from appliance.chores.exceptions.models import DateException, MoveRequest, SkipRequest
from appliance.chores.models import Chore, ScheduledChore
from appliance.chores.parts import slot_with
from appliance.chores.routines import queries as routine_queries
from appliance.chores.schedules import rules as schedule_rules
from appliance.chores.turns import actions as turns
from appliance.chores.turns import queries as turn_queries
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest, Conflict, Forbidden
from appliance.kernel.schema import Maybe

# A display key fills it. A family that skips three chores a day has 2,000 in two years, after which they are deleted.
EXCEPTIONS = TableBudget(
    table="chore_exceptions",
    entries=20_000,
    bytes=0,
    what="skipped and moved dates of chores",
    remedy="delete a chore that nobody needs",
)


@within_budget(EXCEPTIONS)
def skip(tx: Tx, chore_id: str, request: SkipRequest) -> None:
    """Skip one date of a chore: as if it were not due. A date that is skipped already stays so.

    Raises NotFound, BadRequest for a date on which it is not due, Conflict for one that is done or waits for a yes, and
    Forbidden for a display that may not: of the past, and where it may not tick without a parent's yes.
    """
    scheduled = _scheduled(tx, chore_id)
    chore = schedule_rules.chore_on(scheduled, request.date)
    chore_rules.check_date(request.date, tx.household_day)
    _check_caller(tx, request.date)
    turns.settle(tx, scheduled.chore)

    skipped: list[DateException] = []
    for slot in _slots(chore, request.member_id):
        again = rules.skipped_on((one for one in scheduled.exceptions if one.slot == slot), request.date)
        if again and not _is_due(scheduled, request.date, slot):
            skipped += again
        elif not all(_is_ticked(tx, chore_id, request.date, part) for part in _parts_of(chore, slot)):
            _check_due(scheduled, request.date, slot)
            skipped += _of_day(scheduled, request.date, slot)
    if not skipped:
        raise Conflict("already done", code="done_already")
    for exception in skipped:
        _check_guarded(tx, scheduled, chore, request.date, exception.slot)
    queries.put(tx, [replace(one, skipped=True, passes_turn=request.pass_turn) for one in skipped])
    turns.after_completion(tx, scheduled.chore, request.date)
    _record(tx, "chore.skipped", chore_id, request.date, request.member_id, passTurn=request.pass_turn)


def unskip(tx: Tx, chore_id: str, on: date, member_id: Maybe[str] = UNSET) -> None:
    """Make a chore due again on a date that was skipped; without one nothing happens. Raises NotFound, Forbidden."""
    scheduled = _scheduled(tx, chore_id)
    _check_caller(tx, on)
    turns.settle(tx, scheduled.chore)
    slots = _slots(schedule_rules.chore_on(scheduled, on), member_id)
    found = rules.skipped_on((one for one in scheduled.exceptions if one.slot in slots), on)
    if not found:
        return
    for exception in found:
        _take_back(tx, exception)
    turns.after_completion(tx, scheduled.chore, on)
    _record(tx, "chore.unskipped", chore_id, on, member_id)


@within_budget(EXCEPTIONS)
def move(tx: Tx, chore_id: str, request: MoveRequest) -> None:
    """Move one date of a chore: it is due on the other instead. A moved date can be moved again, and back.

    Raises NotFound, BadRequest for a date on which it is not due and one that is too far away, Conflict for a date that
    is done or waits for a yes, and where it is due on the other anyway, Forbidden for a display that moves the past.
    """
    scheduled = _scheduled(tx, chore_id)
    chore = schedule_rules.chore_on(scheduled, request.date)
    _check_caller(tx, min(request.date, request.to))
    if chore.share == "turn" and request.date < tx.household_day:
        raise BadRequest("a turn of the past cannot be moved", at="date", code="too_far_away")
    turns.settle(tx, scheduled.chore)

    for slot in _slots(chore, request.member_id):
        if request.to != request.date:
            _move(tx, scheduled, request, slot, counts_from_last=chore.after_days is not None)
            for part in _parts_of(chore, slot):
                routine_queries.move_ticks(tx, chore_id, request.date, request.to, part)
    turn_queries.move_swap(tx, chore_id, request.date, request.to)
    _record(tx, "chore.moved", chore_id, request.date, request.member_id, to=request.to.isoformat())


def end_with_completion(tx: Tx, scheduled: ScheduledChore, on: date, slot: str) -> ScheduledChore:
    """Make a date due again that is completed although it was skipped, or moved to another. Returns the chore then."""
    exceptions = [one for one in scheduled.exceptions if one.slot == slot]
    ended = rules.about(exceptions, on)
    for exception in ended:
        if exception.skipped:
            _take_back(tx, exception)
        else:
            queries.remove(tx, exception)
        _record(tx, "chore.unskipped", scheduled.chore.id, on, slot or UNSET)
    return _scheduled(tx, scheduled.chore.id) if ended else scheduled


def _move(tx: Tx, scheduled: ScheduledChore, request: MoveRequest, slot: str, *, counts_from_last: bool) -> None:
    chore_id = scheduled.chore.id
    parts = _parts_of(schedule_rules.chore_on(scheduled, request.date), slot)
    if any(_is_ticked(tx, chore_id, request.date, part) for part in parts):
        raise Conflict("already done", code="done_already")
    moved = _of_day(scheduled, request.date, slot)
    for exception in moved:
        rules.check_target(exception.date, request.to, tx.household_day, counts_from_last=counts_from_last)
    _check_due(scheduled, request.date, slot)
    is_back = any(one.date == request.to for one in moved)
    is_due = not counts_from_last and not is_back and _is_due(scheduled, request.to, slot)
    if is_due or any(_is_ticked(tx, chore_id, request.to, part) for part in parts):
        raise Conflict("it is due on that date anyway", at="to", code="due_anyway")
    for exception in moved:
        if exception.date == request.to:
            queries.remove(tx, exception)
        else:
            queries.put(tx, [replace(exception, moved_to=request.to)])


def _scheduled(tx: Tx, chore_id: str) -> ScheduledChore:
    return chore_queries.with_creation(tx, [chore_queries.chore(tx, chore_id)])[0]


def _slots(chore: Chore, member_id: Maybe[str]) -> Sequence[str]:
    """The copies that a request means: one member's, or all. Raises BadRequest for a member who has none."""
    if chore.share != "each" or not isinstance(member_id, str):
        return chore_rules.slots_of(chore)
    if member_id not in chore.member_ids:
        raise BadRequest("is not one of the chore's members", at="memberId", code="deleted_meanwhile")
    return [member_id]


def _parts_of(chore: Chore, copy: str) -> Sequence[str]:
    """The slots of the parts of the day of a copy."""
    return [slot_with(copy, part) for part in chore.day_parts] or [copy]


def _is_ticked(tx: Tx, chore_id: str, day: date, slot: str) -> bool:
    completed = chore_queries.completion(tx, chore_id, day, slot)
    return completed is not None or approval_queries.waiting(tx, chore_id, day, slot) is not None


def _of_day(scheduled: ScheduledChore, day: date, slot: str) -> list[DateException]:
    """What makes a chore due on a day: the dates that were moved to it, and its own where it is one of the rule.

    One that counts from its last completion has one date at a time.
    """
    exceptions = [one for one in scheduled.exceptions if one.slot == slot]
    found = rules.moved_here(exceptions, day)
    if found and chore_rules.counts_from_last(scheduled, day):
        return found
    is_planned = day in chore_rules.planned_days(scheduled, day, day, slot)
    if is_planned and all(one.date != day for one in exceptions):
        found.append(DateException(chore_id=scheduled.chore.id, date=day, slot=slot))
    return found


def _is_due(scheduled: ScheduledChore, day: date, slot: str) -> bool:
    return day in chore_rules.due_days(scheduled, day, day, slot)


def _check_due(scheduled: ScheduledChore, day: date, slot: str) -> None:
    if not _is_due(scheduled, day, slot):
        raise BadRequest("the chore is not due on this date", at="date", code="occurrence_unknown")


def _check_caller(tx: Tx, day: date) -> None:
    """A display changes no day of the past, as that may mend a streak, unless a parent has entered the PIN there."""
    if tx.caller.scope == "display" and day < tx.household_day:
        lock_state = lock.state(tx, tx.caller)
        if lock_state.pin_set and not lock_state.locked:
            return
        raise Forbidden("only a parent's device can change a day of the past", code="parents_only")


def _check_guarded(tx: Tx, scheduled: ScheduledChore, chore: Chore, day: date, slot: str) -> None:
    owner = slot or turns.owner(tx, scheduled, chore, day)
    if approval.waits(tx, chore, owner):
        raise Forbidden("only a parent's device can skip what needs a parent's yes", code="parents_only")


def _take_back(tx: Tx, exception: DateException) -> None:
    if exception.moved_to:
        queries.put(tx, [replace(exception, skipped=False, passes_turn=False)])
    else:
        queries.remove(tx, exception)


def _record(tx: Tx, topic: str, chore_id: str, day: date, member_id: Maybe[str], **more: str | bool) -> None:
    whose = {"memberId": member_id} if isinstance(member_id, str) else {}
    tx.record(topic, {"id": chore_id, "date": day.isoformat()} | whose | more)
