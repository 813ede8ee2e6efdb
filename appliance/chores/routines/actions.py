"""Use cases of the steps of a routine."""

from datetime import date, timedelta

from msgspec import UNSET
from msgspec.structs import replace

from appliance.chores import actions as chores
from appliance.chores import queries as chore_queries
from appliance.chores import rules as chore_rules
from appliance.chores.approval import queries as approval_queries
from appliance.chores.models import Chore, CompleteRequest
from appliance.chores.parts import slot_with
from appliance.chores.routines import queries
from appliance.chores.routines.models import StepTick
from appliance.chores.schedules.actions import chore_on
from appliance.chores.timing import DayPart
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import NotFound
from appliance.kernel.schema import Maybe, patched

TICKS = TableBudget(
    table="chore_step_ticks",
    entries=20_000,
    bytes=0,
    what="done steps of open routines",
    remedy="complete the routines, or delete one that nobody needs",
)
# Steps of a routine that was never completed are forgotten so long after its date.
KEPT = timedelta(days=60)


@within_budget(TICKS)
def complete_step(tx: Tx, chore_id: str, step_id: str, request: CompleteRequest) -> None:
    """Tick a step of a routine for a date. With the last one the chore is completed, as `chores.complete` does.

    A step of a completed routine is done already: nothing happens. Raises NotFound, BadRequest, and Conflict with
    `remaining` when it is the last step and the chore's checklist has open items.
    """
    chore = _chore_with(tx, chore_id, step_id, request.date)
    part = chores.part_of(tx, chore, request.day_part, request.date)
    copy = chores.slot_of(tx, chore, patched(request.member_id, None))
    slot = slot_with(copy, part)
    if _is_ticked(tx, chore_id, request.date, slot):
        return
    chore_rules.check_date(request.date, tx.household_day)

    done = queries.done_steps(tx, chore_id, request.date, slot)
    if step_id not in done:
        queries.forget_before(tx, tx.household_day - KEPT)
        queries.put_ticks(tx, [StepTick(chore_id=chore_id, date=request.date, slot=slot, step_id=step_id)])
        _record(tx, chore_id, step_id, request.date, copy, part, done=True)
    if {step.id for step in chore.steps} <= done | {step_id}:
        chores.complete(tx, chore_id, replace(request, day_part=part) if part else request)


@within_budget(TICKS)
def uncomplete_step(
    tx: Tx, chore_id: str, step_id: str, on: date, member_id: str | None = None, day_part: Maybe[DayPart] = UNSET
) -> None:
    """Open a step of a routine for a date. A completed routine is open again, its other steps stay done.

    Raises NotFound, BadRequest.
    """
    chore = _chore_with(tx, chore_id, step_id, on)
    part = chores.part_of(tx, chore, day_part, on)
    copy = chore_rules.slot(chore, member_id)
    slot = slot_with(copy, part)
    tick = StepTick(chore_id=chore_id, date=on, slot=slot, step_id=step_id)
    if _is_ticked(tx, chore_id, on, slot):
        chores.uncomplete(tx, chore_id, on, member_id, part)
        others = (step.id for step in chore.steps if step.id != step_id)
        queries.put_ticks(tx, [StepTick(chore_id=chore_id, date=on, slot=slot, step_id=other) for other in others])
    elif not queries.remove_tick(tx, tick):
        return
    _record(tx, chore_id, step_id, on, copy, part, done=False)


def _is_ticked(tx: Tx, chore_id: str, on: date, slot: str) -> bool:
    """Whether the chore is completed, or its tick waits for a parent's yes."""
    completed = chore_queries.completion(tx, chore_id, on, slot)
    return completed is not None or approval_queries.waiting(tx, chore_id, on, slot) is not None


def _chore_with(tx: Tx, chore_id: str, step_id: str, day: date) -> Chore:
    chore = chore_on(tx, chore_id, day)
    if all(step.id != step_id for step in chore.steps):
        raise NotFound("step not found")
    return chore


def _record(tx: Tx, chore_id: str, step_id: str, on: date, copy: str, part: DayPart | None, *, done: bool) -> None:
    data = {"id": chore_id, "date": on.isoformat(), "stepId": step_id, "done": done}
    tx.record("chore.step.changed", data | ({"memberId": copy} if copy else {}) | ({"dayPart": part} if part else {}))
