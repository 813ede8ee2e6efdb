"""Use cases of what was missed: which chores ask, letting one go, and taking that back."""

from collections import defaultdict
from datetime import date, timedelta

from msgspec import UnsetType

from appliance.chores import queries as chore_queries
from appliance.chores.actions import due_between
from appliance.chores.models import DueChore, completion_key
from appliance.chores.overdue import queries, rules
from appliance.chores.overdue.models import LetGo, LetGoRequest, Overdue
from appliance.chores.parts import member_of
from appliance.chores.rules import NOT_OF_DUE
from appliance.kernel.database.derived_values import DerivedValues, kept_after
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import household_day, moment
from appliance.kernel.schema import Maybe


def overdue(db: Reader, kept: DerivedValues | None = None) -> list[Overdue]:
    """What was missed and asks today, the longest missed first; what was done of it today is there too.

    `kept` keeps what was due, while no change concerns it.
    """
    entries = _missed(db, kept)
    if not entries:
        return []
    ticked = defaultdict(list)
    for tick in queries.ticks_since(db, entries):
        ticked[completion_key(tick.chore_id, tick.slot)].append(tick)
    let_go = {
        (completion_key(each.chore_id, each.slot), each.date)
        for each in queries.let_go_since(db, db.household_day - rules.LOOK_BACK)
    }
    found = rules.still_overdue(entries, ticked, let_go, lambda at: _day_of(db, at) == db.household_day)
    return sorted(found, key=lambda one: one.due.date)


def let_go(tx: Tx, chore_id: str, request: LetGoRequest) -> None:
    """Let a chore go that was missed on a date: it does not ask any more. The day stays one on which it was not done.

    Raises NotFound, BadRequest for a date on which it was not missed.
    """
    chore_queries.chore(tx, chore_id)
    slots = [
        entry.slot
        for entry in _missed(tx, None)
        if entry.chore.id == chore_id and entry.date == request.date and _is_asked(entry, request.member_id)
    ]
    if not slots:
        raise BadRequest("the chore was not missed on this date", at="date", code="occurrence_unknown")
    queries.put(tx, [LetGo(chore_id=chore_id, date=request.date, slot=slot) for slot in slots])
    queries.remove_before(tx, tx.household_day - rules.LOOK_BACK)
    tx.record("chore.changed", {"id": chore_id})


def take_back(tx: Tx, chore_id: str, on: date, member_id: Maybe[str]) -> None:
    """Make a chore ask again that was let go; without that nothing happens. Raises NotFound."""
    chore_queries.chore(tx, chore_id)
    first = tx.household_day - rules.LOOK_BACK
    slots = [
        each.slot
        for each in queries.let_go_since(tx, first)
        if each.chore_id == chore_id
        and each.date == on
        and (isinstance(member_id, UnsetType) or member_of(each.slot) in ("", member_id))
    ]
    if queries.remove(tx, chore_id, on, slots):
        tx.record("chore.changed", {"id": chore_id})


def _missed(db: Reader, kept: DerivedValues | None) -> list[DueChore]:
    today = db.household_day
    if kept is None:
        return _missed_before(db)
    return kept.get(db, "missed", (today, str(db.zone)), _missed_before, kept_after(NOT_OF_DUE))


def _missed_before(db: Reader) -> list[DueChore]:
    today = db.household_day
    first, last = today - rules.LOOK_BACK, today - timedelta(days=1)
    ids = queries.asking(db, first, last)
    return rules.missed(due_between(db, first, last, set(ids))) if ids else []


def _is_asked(entry: DueChore, member_id: Maybe[str]) -> bool:
    return isinstance(member_id, UnsetType) or entry.chore.share != "each" or entry.member_id == member_id


def _day_of(db: Reader, at: str) -> date:
    return household_day(moment(at), db.zone, db.day_starts_at)
