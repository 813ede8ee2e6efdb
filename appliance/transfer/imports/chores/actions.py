"""Importing the chores of a file, with everything that belongs to them."""

from datetime import date
from uuid import uuid4

from appliance.chores import actions as chores
from appliance.chores import queries as chore_queries
from appliance.chores.approval import queries as approval_queries
from appliance.chores.away import queries as away_queries
from appliance.chores.away.actions import check_count as check_away
from appliance.chores.exceptions import queries as exception_queries
from appliance.chores.models import Chore
from appliance.chores.overdue import queries as overdue_queries
from appliance.chores.routines import queries as routine_queries
from appliance.chores.schedules import queries as schedule_queries
from appliance.chores.turns import actions as turns
from appliance.chores.turns import queries as turn_queries
from appliance.chores.turns.models import Rotation
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Tx
from appliance.transfer.imports.chores import rules
from appliance.transfer.imports.file import Import
from appliance.transfer.imports.rules import KnownIds


def import_chores(tx: Tx, file: Import, known: KnownIds) -> tuple[int, int]:
    """Import the chores; the number of chores and of completions. Raises BadRequest, Conflict.

    A file changes no turn that is decided here, and no tick that was answered here after it. When a chore was due is
    what the file says, of the past too.
    """
    turns.settle_all(tx, with_today=True)
    imported = rules.chores(file, known, _new_id)
    first_completions = rules.first_completions(file)
    created = rules.creation_times(file)
    for chore in imported:
        created_at = rules.created_at(created.get(chore.id), first_completions.get(chore.id), tx.zone, tx.now)
        was = chore_queries.maybe_chore(tx, chore.id)
        chore_queries.put(tx, chore, created_at)
        if was:
            chores.after_edit(tx, was, chore, date.min)
        schedule_queries.remove_after(tx, chore.id, date.min)
        if chore.share != "turn":
            turn_queries.remove_rotation(tx, chore.id, date.min)
    schedule_queries.put(tx, rules.schedules(file, known, imported))
    exception_queries.put(tx, rules.exceptions(file, imported))
    completions = rules.completions(file, known, _new_id)
    chore_queries.put_completions(tx, completions)
    # Of ranges with the same days the one that was added last comes first.
    for away in reversed(rules.away(file, known)):
        away_queries.put(tx, away)
    check_away(tx)
    overdue_queries.put(tx, rules.let_go(file))
    _import_turns(tx, file, known, imported)
    return len(imported), len(completions) + _import_ticks(tx, file, known, imported)


def _import_turns(tx: Tx, file: Import, known: KnownIds, imported: list[Chore]) -> None:
    """A rotation that is decided further here stays as it is; of its turns the file only knows those after it."""
    stored = turn_queries.rotations(tx, turn_queries.rotating(tx))
    brought = {rotation.chore_id: rotation for rotation in rules.rotations(file, imported, tx.household_day)}
    for rotation in brought.values():
        if (here := stored.get(rotation.chore_id)) is None or here.through <= rotation.through:
            _put_rotation(tx, rotation, here)
    decided = {
        chore_id: rotation.through
        for chore_id, rotation in stored.items()
        if chore_id not in brought or rotation.through > brought[chore_id].through
    }
    turn_queries.put_turns(tx, rules.turns(file, known, imported, decided))
    turns.settle_all(tx)


def _put_rotation(tx: Tx, rotation: Rotation, here: Rotation | None) -> None:
    if here:
        turn_queries.remove_turns_between(tx, rotation.chore_id, here.through, rotation.through)
    turn_queries.put_rotation(tx, rotation)


def _import_ticks(tx: Tx, file: Import, known: KnownIds, imported: list[Chore]) -> int:
    """Import done steps, waiting ticks and rejections; the number of waiting ticks."""
    routine_queries.put_ticks(tx, rules.step_ticks(file, imported))
    late_percent = household_queries.settings(tx).late_completion_credit
    waiting = rules.waiting(file, known, _new_id, tx.zone, late_percent)
    for tick in waiting:
        if not approval_queries.is_rejected_since(tx, tick):
            approval_queries.put_waiting(tx, tick)
    for chore_id, day, slot, rejection in rules.rejections(file, known):
        approval_queries.put_rejection(tx, chore_id, day, slot, rejection)
    approval_queries.remove_answered(tx)
    routine_queries.remove_completed(tx)
    return len(waiting)


def _new_id() -> str:
    return str(uuid4())
