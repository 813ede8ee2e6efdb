"""Verbs on chores, and the day they make up."""

from collections.abc import Mapping
from datetime import date
from uuid import UUID, uuid4

from msgspec import UnsetType
from msgspec.structs import astuple, replace

from appliance.chores import queries, rules
from appliance.chores.models import Checklist, Chore, ChoreDay, ChorePatch, Complete, Completion, NewChore
from appliance.household import queries as household
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest, Conflict
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import patched, sent_fields
from appliance.lists import actions as lists
from appliance.lists import queries as list_queries
from appliance.people import queries as people


@consistent_read
def day(db: Reader, on: date) -> list[ChoreDay]:
    """The chores due on a date, in their order, completed or not. (contract §6.2)"""
    due = [each.chore for each in queries.scheduled(db, on, on) if rules.due_days(each, on, on)]
    made = queries.completions_on(db, on)
    names = dict(list_queries.list_names(db)) if any(chore.list_id for chore in due) else {}
    return [_on_day(db, chore, made.get(chore.id), names) for chore in due]


def add(tx: Tx, request: NewChore) -> Chore:
    """Add a chore. A wish repeated with the same id answers the chore that is there. Raises Invalid."""
    if not isinstance(request.id, UnsetType) and (there := queries.maybe_chore(tx, str(request.id))):
        return there
    _check(tx, request)

    chore = Chore(
        _new_id(request.id),
        request.title,
        request.emoji,
        request.member_id,
        request.points,
        request.rrule,
        request.due_time,
        request.sort,
        request.list_id,
        request.due_date,
        request.active,
    )
    queries.put(tx, chore)
    tx.record("chore.changed", {"id": chore.id})
    return chore


def edit(tx: Tx, chore_id: str, patch: ChorePatch) -> Chore:
    """Change a chore; what was earned with it stays. Raises NotFound, Invalid. (spec: Points 1)"""
    was = queries.chore(tx, chore_id)
    _check(tx, patch)

    chore = replace(was, **sent_fields(patch))
    queries.put(tx, chore)
    tx.record("chore.changed", {"id": chore_id})
    return chore


def remove(tx: Tx, chore_id: str) -> None:
    """Remove a chore with its history, whose points leave the balances. Raises NotFound. (spec: Points 14)"""
    queries.chore(tx, chore_id)

    queries.remove(tx, chore_id)
    tx.record("chore.changed", {"id": chore_id})


def complete(tx: Tx, chore_id: str, request: Complete) -> None:
    """Complete a chore for a date. A completion that is there keeps its points and changes hands. (spec: Points 1-5)

    Raises NotFound, Invalid, and Conflict with `remaining` while its checklist has open items.
    """
    chore = queries.chore(tx, chore_id)
    member_id = patched(request.member_id, chore.member_id)
    _check_member(tx, member_id)
    before = queries.completion(tx, chore_id, request.date)
    if before is None and (left := _remaining(tx, chore)):
        raise Conflict(f"Checklist not finished ({left} left)", remaining=left)

    made = before or Completion(str(uuid4()), chore_id, request.date, None, "", _credit(tx, chore, request.date))
    queries.put_completion(tx, replace(made, member_id=member_id, completed_at=instant(tx.now)))
    tx.record("chore.completed", {"id": chore_id, "date": request.date.isoformat()})
    if before is None and chore.list_id:
        lists.reset_checklist(tx, chore.list_id, chore.member_id)


def uncomplete(tx: Tx, chore_id: str, on: date) -> None:
    """Take a completion back with its points; without one nothing happens. Raises NotFound. (spec: Points 14)"""
    queries.chore(tx, chore_id)

    if queries.remove_completion(tx, chore_id, on):
        tx.record("chore.uncompleted", {"id": chore_id, "date": on.isoformat()})


def _on_day(db: Reader, chore: Chore, made: Completion | None, list_names: Mapping[str, str]) -> ChoreDay:
    checklist = None
    if chore.list_id and chore.list_id in list_names:
        total, done = list_queries.checklist_progress(db, chore.list_id, chore.member_id)
        checklist = Checklist(chore.list_id, list_names[chore.list_id], total, done)
    done_at, done_by = (made.completed_at, made.member_id) if made else (None, None)
    whole = (*astuple(chore), made is not None, done_at, done_by, checklist)
    return ChoreDay(*whole)


def _remaining(db: Reader, chore: Chore) -> int:
    if chore.list_id is None:
        return 0
    total, done = list_queries.checklist_progress(db, chore.list_id, chore.member_id)
    return total - done


def _credit(db: Reader, chore: Chore, due: date) -> int:
    return rules.credit(chore.points, due, db.today, household.settings(db).late_completion_credit)


def _check(db: Reader, request: NewChore | ChorePatch) -> None:
    rules.check(request)
    _check_member(db, patched(request.member_id, None))
    if isinstance(request.list_id, str):
        linked = list_queries.maybe_list(db, request.list_id)
        if linked is None or linked.archived:
            raise BadRequest("unknown list")


def _check_member(db: Reader, member_id: str | None) -> None:
    if member_id is not None and not people.is_member(db, member_id):
        raise BadRequest("unknown member", at="memberId")


def _new_id(requested: UUID | UnsetType) -> str:
    return str(uuid4() if isinstance(requested, UnsetType) else requested)
