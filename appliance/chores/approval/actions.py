"""Use cases of approval: a tick waits, a parent approves it or sends it back."""

from collections.abc import Sequence

from msgspec import UnsetType
from msgspec.structs import asdict

from appliance.chores import queries as chore_queries
from appliance.chores.approval import queries, rules
from appliance.chores.approval.models import (
    AllApproved,
    AllRejected,
    Approved,
    ApproveRequest,
    ApproveSeveral,
    Rejection,
    RejectRequest,
    RejectSeveral,
    WaitingTick,
)
from appliance.chores.models import Chore, Completion
from appliance.chores.parts import split
from appliance.chores.turns import actions as turns
from appliance.kernel.database.table_sizes import TableBudget, within_budget
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest, Conflict, Forbidden
from appliance.kernel.scheduling.clock import instant
from appliance.kernel.schema import made
from appliance.people import queries as people_queries

# A display key fills it. Five children with ten chores a day reach it in forty days without an answer.
WAITING = TableBudget(
    table="waiting_ticks",
    entries=2_000,
    bytes=0,
    what="ticks that wait for a parent's yes",
    remedy="approve them or send them back",
)
NOTHING_WAITS = "nothing waits for approval"


def waits(tx: Tx, chore: Chore, member_id: str | None) -> bool:
    """Whether a tick of the caller waits, when it is credited to this member."""
    if tx.caller.scope != "display":
        return False
    return rules.waits(chore, member_id, member_id in people_queries.guarded(tx))


def check_change(tx: Tx, before: Chore | None, after: Chore) -> None:
    """Raises Forbidden when a display adds, changes or copies a chore so that a tick counts without a parent's yes.

    `before` as in `rules.loosens`.
    """
    if tx.caller.scope == "display" and rules.loosens(before, after, people_queries.guarded(tx)):
        raise Forbidden("only a parent's device can switch approval off", code="parents_only")


@within_budget(WAITING)
def wait(tx: Tx, chore: Chore, completion: Completion) -> None:
    """Store a tick that waits, in place of a completion of the same chore, date and slot. Raises Conflict."""
    tick = made(WaitingTick, completion)
    chore_queries.remove_completion(tx, completion)
    queries.put_waiting(tx, tick)
    tx.record("chore.pending", _data(tick, chore.title))


def approve(tx: Tx, chore_id: str, request: ApproveRequest) -> Approved:
    """Approve a tick: it becomes a completion. Raises NotFound, BadRequest; Conflict when it does not wait."""
    tick = _waiting(tx, chore_id, request)
    _approve(tx, tick, rules.word(request.note))
    return Approved(ok=True, points=tick.points_awarded)


def approve_several(tx: Tx, request: ApproveSeveral) -> AllApproved:
    """Approve the ticks that still wait of these, or all. Raises Conflict when none of the named ones waits."""
    ticks = _still_waiting(tx, None if isinstance(request.ids, UnsetType) else request.ids)
    for tick in ticks:
        _approve(tx, tick, rules.word(request.note))
    return AllApproved(ok=True, approved=len(ticks), points=sum(tick.points_awarded for tick in ticks))


def reject(tx: Tx, chore_id: str, request: RejectRequest) -> None:
    """Send a tick back: the chore is open again. Raises NotFound, BadRequest; Conflict when it does not wait."""
    tick = _waiting(tx, chore_id, request)
    _reject(tx, tick, rules.word(request.note))


def reject_several(tx: Tx, request: RejectSeveral) -> AllRejected:
    """Send back the ticks that still wait of these. Raises Conflict when none does."""
    ticks = _still_waiting(tx, request.ids)
    for tick in ticks:
        _reject(tx, tick, rules.word(request.note))
    return AllRejected(ok=True, rejected=len(ticks))


def _waiting(tx: Tx, chore_id: str, request: ApproveRequest) -> WaitingTick:
    day_parts = chore_queries.chore(tx, chore_id).day_parts
    ticks = queries.waiting_of(tx, chore_id, request.date)
    if not isinstance(request.member_id, UnsetType):
        ticks = [tick for tick in ticks if request.member_id in (split(tick.slot, day_parts)[0], tick.member_id)]
    if not isinstance(request.day_part, UnsetType):
        ticks = [tick for tick in ticks if split(tick.slot, day_parts)[1] == request.day_part]
    if not ticks:
        raise Conflict(NOTHING_WAITS, code="nothing_waits")
    if len(ticks) > 1:
        raise BadRequest("say whose copy it is", at="dayPart" if day_parts else "memberId")
    return ticks[0]


def _still_waiting(tx: Tx, ids: Sequence[str] | None) -> list[WaitingTick]:
    waiting = queries.all_waiting(tx)
    if ids is None:
        return waiting
    ticks = [tick for tick in waiting if tick.id in set(ids)]
    if not ticks:
        raise Conflict(NOTHING_WAITS, code="nothing_waits")
    return ticks


def _approve(tx: Tx, tick: WaitingTick, note: str | None) -> None:
    chore = chore_queries.chore(tx, tick.chore_id)
    chore_queries.put_completion(tx, Completion(**asdict(tick), note=note))
    turns.after_completion(tx, chore, tick.date)
    tx.record(
        "chore.approved", _data(tick, chore.title) | {"points": tick.points_awarded} | ({"note": note} if note else {})
    )
    copy, part = split(tick.slot, chore.day_parts)
    whose = ({"memberId": copy} if copy else {}) | ({"dayPart": part} if part else {})
    tx.record("chore.completed", {"id": tick.chore_id, "date": tick.date.isoformat()} | whose)


def _reject(tx: Tx, tick: WaitingTick, note: str | None) -> None:
    title = chore_queries.chore(tx, tick.chore_id).title
    queries.remove_waiting(tx, tick.chore_id, tick.date, tick.slot)
    rejection = Rejection(by=tx.caller.name, note=note, at=instant(tx.now))
    queries.put_rejection(tx, tick.chore_id, tick.date, tick.slot, rejection)
    tx.record("chore.rejected", _data(tick, title) | {"note": note})


def _data(tick: WaitingTick, title: str) -> dict[str, str | int | None]:
    return {"id": tick.chore_id, "date": tick.date.isoformat(), "title": title, "memberId": tick.member_id}
