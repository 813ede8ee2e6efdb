"""The chores of a day: what is due, what is done of it, and today also what was missed."""

from collections.abc import Iterable, Mapping, Set
from datetime import date

import msgspec

from appliance.chores import queries, rules
from appliance.chores.actions import due_between
from appliance.chores.approval import queries as approval_queries
from appliance.chores.approval.models import Rejection, WaitingTick
from appliance.chores.models import Checklist, ChoreDay, Completion, DueChore
from appliance.chores.overdue import actions as overdue
from appliance.chores.routines import queries as routine_queries
from appliance.chores.routines.rules import on_day
from appliance.chores.timing import is_late
from appliance.kernel.database.derived_values import DerivedValues, kept_after
from appliance.kernel.database.transactions import Reader, consistent_read
from appliance.kernel.recurrence import cost
from appliance.lists import queries as list_queries

NO_STEPS: Set[str] = frozenset()


class _Ticks(msgspec.Struct, frozen=True, kw_only=True):
    """What is done of a day: checklists by list and member, done steps by chore, slot and date, rejections by date."""

    checklists: Mapping[tuple[str, str | None], Checklist]
    steps: Mapping[tuple[str, str, date], Set[str]]
    rejections: Mapping[date, Mapping[str, Rejection]]


@consistent_read
@cost.limited()
def day(db: Reader, on: date, kept: DerivedValues | None = None) -> list[ChoreDay]:
    """The chores due on a date, in their order, completed or not; today after those that were missed. (contract §6.2)

    `kept` keeps what is due on the date that was asked about last, while no change concerns it.
    """
    due = _due_on(db, on, kept)
    missed = overdue.overdue(db, kept) if on == db.household_day else []
    shown = [*(one.due for one in missed), *(due_chore for due_chore, _ in due)]
    first = min((due_chore.date for due_chore in shown), default=on)
    ticks = _Ticks(
        checklists=_checklists(db, shown),
        steps=routine_queries.ticks_between(db, first, on) if any(each.chore.steps for each in shown) else {},
        rejections=approval_queries.rejections_between(db, first, on),
    )
    completions, waiting = queries.completions_on(db, on), approval_queries.waiting_on(db, on)
    now = db.now.astimezone(db.zone)
    entries = [_entry(one.due, rules.open_entry(one.due), one.ticked, ticks) for one in missed]
    for entry, one in zip(entries, missed, strict=True):
        entry.overdue_since, entry.late = one.due.date, one.ticked is None
    for due_chore, still_open in due:
        ticked = completions.get(due_chore.key) or waiting.get(due_chore.key)
        entry = _entry(due_chore, still_open, ticked, ticks)
        entry.late = ticked is None and is_late(due_chore.chore.due_by, on, now, db.day_starts_at)
        entries.append(entry)
    return entries


def count_past_times(db: Reader) -> int:
    """How many of the times from which chores are late have come today. An answer about today changes with it."""
    today, now = db.household_day, db.now.astimezone(db.zone)
    return sum(is_late(time, today, now, db.day_starts_at) for time in queries.due_by_times(db))


def _due_on(db: Reader, on: date, kept: DerivedValues | None) -> list[tuple[DueChore, ChoreDay]]:
    """What is due on a date, each with its entry of a day on which nothing is done."""

    def read(db: Reader) -> list[tuple[DueChore, ChoreDay]]:
        return [(due, rules.open_entry(due)) for due in due_between(db, on, on)]

    if kept is None:
        return read(db)
    return kept.get(db, "due", (on, db.household_day, str(db.zone)), read, kept_after(rules.NOT_OF_DUE))


def _entry(
    due_chore: DueChore, still_open: ChoreDay, ticked: Completion | WaitingTick | None, ticks: _Ticks
) -> ChoreDay:
    chore = due_chore.chore
    checklist = ticks.checklists.get((chore.list_id or "", due_chore.member_id))
    rejection = ticks.rejections.get(due_chore.date, {}).get(due_chore.key)
    entry = rules.entry_of(still_open, ticked, rejection, checklist)
    if chore.steps:
        done = ticks.steps.get((chore.id, due_chore.slot, due_chore.date), NO_STEPS)
        entry.steps = on_day(chore.steps, done, ticked is not None)
    return entry


def _checklists(db: Reader, shown: Iterable[DueChore]) -> dict[tuple[str, str | None], Checklist]:
    """The progress of each checklist, by list and member."""
    asked = {(due_chore.chore.list_id, due_chore.member_id) for due_chore in shown if due_chore.chore.list_id}
    names = dict(list_queries.list_names(db)) if asked else {}
    return {
        (list_id, member_id): _checklist(db, list_id, names, member_id)
        for list_id, member_id in asked
        if list_id in names
    }


def _checklist(db: Reader, list_id: str, names: Mapping[str, str], member_id: str | None) -> Checklist:
    total, done = list_queries.checklist_progress(db, list_id, member_id)
    return Checklist(list_id=list_id, name=names[list_id], total=total, done=done)
