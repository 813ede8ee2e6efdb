"""Use cases of chores."""

from collections.abc import Mapping
from datetime import date
from uuid import UUID, uuid4

from msgspec import UnsetType
from msgspec.structs import replace

from appliance.chores import queries, rules
from appliance.chores.models import Checklist, Chore, ChoreDay, ChorePatch, CompleteRequest, Completion, NewChore
from appliance.household import queries as household
from appliance.kernel import recurrence
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.errors import BadRequest, Conflict
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import patched, sent_fields
from appliance.lists import actions as lists
from appliance.lists import queries as list_queries
from appliance.people import queries as people

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


@consistent_read
@recurrence.limited()
def day(db: Reader, on: date) -> list[ChoreDay]:
    """The chores due on a date, in their order, completed or not. (contract §6.2)"""
    due = [each.chore for each in queries.scheduled(db, on, on) if rules.due_days(each, on, on)]
    completions = queries.completions_on(db, on)
    names = dict(list_queries.list_names(db)) if any(chore.list_id for chore in due) else {}
    checklists: dict[tuple[str, str | None], Checklist] = {}
    for chore in due:
        if chore.list_id in names and (chore.list_id, chore.member_id) not in checklists:
            checklists[chore.list_id, chore.member_id] = _checklist(db, chore.list_id, names, chore.member_id)
    return [
        _on_day(chore, completions.get(chore.id), checklists.get((chore.list_id or "", chore.member_id)))
        for chore in due
    ]


@within_budget(CHORES)
def add(tx: Tx, request: NewChore) -> Chore:
    """Add a chore. A repeated request with the same id answers the stored chore. Raises BadRequest, Conflict."""
    if not isinstance(request.id, UnsetType) and (stored := queries.maybe_chore(tx, str(request.id))):
        return stored
    _check(tx, request)

    chore = Chore(
        id=_new_id(request.id),
        title=request.title,
        emoji=request.emoji,
        member_id=request.member_id,
        points=request.points,
        rrule=request.rrule,
        due_time=request.due_time,
        sort=request.sort,
        list_id=request.list_id,
        due_date=request.due_date,
        active=request.active,
    )
    queries.put(tx, chore)
    if _is_expanded(chore):
        _check_repeating(tx)
    tx.record("chore.changed", {"id": chore.id})
    return chore


@within_budget(CHORES)
def edit(tx: Tx, chore_id: str, patch: ChorePatch) -> Chore:
    """Change a chore; points already earned stay. Raises NotFound, BadRequest, Conflict. (spec: Points 1)"""
    was = queries.chore(tx, chore_id)
    _check(tx, patch)

    chore = replace(was, **sent_fields(patch))
    queries.put(tx, chore)
    if _is_expanded(chore) and not _is_expanded(was):
        _check_repeating(tx)
    tx.record("chore.changed", {"id": chore_id})
    return chore


def remove(tx: Tx, chore_id: str) -> None:
    """Delete a chore with its completions; their points leave the balances. Raises NotFound. (spec: Points 14)"""
    queries.chore(tx, chore_id)

    queries.remove(tx, chore_id)
    tx.record("chore.changed", {"id": chore_id})


@within_budget(COMPLETIONS)
def complete(tx: Tx, chore_id: str, request: CompleteRequest) -> None:
    """Complete a chore for a date. A stored completion keeps its points and only changes its member.

    Source: specification, Points rules 1 to 5. Raises NotFound, BadRequest, and Conflict with `remaining` while its
    checklist has open items.
    """
    chore = queries.chore(tx, chore_id)
    member_id = patched(request.member_id, chore.member_id)
    _check_member(tx, member_id)
    stored = queries.completion(tx, chore_id, request.date)
    if stored is None and (remaining := _open_items(tx, chore)):
        raise Conflict(f"Checklist not finished ({remaining} left)", remaining=remaining)

    completion = stored or Completion(
        id=str(uuid4()),
        chore_id=chore_id,
        date=request.date,
        member_id=None,
        completed_at="",
        points_awarded=_earned_points(tx, chore, request.date),
    )
    queries.put_completion(tx, replace(completion, member_id=member_id, completed_at=instant(tx.now)))
    tx.record("chore.completed", {"id": chore_id, "date": request.date.isoformat()})
    if stored is None and chore.list_id:
        lists.reset_checklist(tx, chore.list_id, chore.member_id)


def uncomplete(tx: Tx, chore_id: str, on: date) -> None:
    """Remove a completion with its points; without one nothing happens. Raises NotFound. (spec: Points 14)"""
    queries.chore(tx, chore_id)

    if queries.remove_completion(tx, chore_id, on):
        tx.record("chore.uncompleted", {"id": chore_id, "date": on.isoformat()})


def store_last_due(tx: Tx) -> None:
    """Store the last date of chores that an earlier version stored without. No answer changes by it."""
    for chore in queries.chores_without_last_due(tx):
        queries.put(tx, chore)


def _checklist(db: Reader, list_id: str, names: Mapping[str, str], member_id: str | None) -> Checklist:
    total, done = list_queries.checklist_progress(db, list_id, member_id)
    return Checklist(list_id=list_id, name=names[list_id], total=total, done=done)


def _on_day(chore: Chore, completion: Completion | None, checklist: Checklist | None) -> ChoreDay:
    return ChoreDay(
        id=chore.id,
        title=chore.title,
        emoji=chore.emoji,
        member_id=chore.member_id,
        points=chore.points,
        rrule=chore.rrule,
        due_time=chore.due_time,
        sort=chore.sort,
        list_id=chore.list_id,
        due_date=chore.due_date,
        active=chore.active,
        completed=completion is not None,
        completed_at=completion.completed_at if completion else None,
        completed_by=completion.member_id if completion else None,
        checklist=checklist,
    )


def _open_items(db: Reader, chore: Chore) -> int:
    if chore.list_id is None:
        return 0
    total, done = list_queries.checklist_progress(db, chore.list_id, chore.member_id)
    return total - done


def _earned_points(db: Reader, chore: Chore, due: date) -> int:
    return rules.earned_points(chore.points, due, db.today, household.settings(db).late_completion_credit)


def _is_expanded(chore: Chore) -> bool:
    return chore.active and chore.rrule is not None


def _check_repeating(db: Reader) -> None:
    if queries.count_repeating(db) > MAX_REPEATING:
        raise Conflict(
            f"the household has {MAX_REPEATING} active repeating chores, which is the limit: delete or pause one"
        )


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
