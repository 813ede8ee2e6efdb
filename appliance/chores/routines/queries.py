"""SQL of the steps that are done of routines that are not completed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import asdict

from appliance.chores.routines.models import StepTick
from appliance.kernel.database.transactions import Reader, Tx


def ticks_on(db: Reader, day: date) -> dict[tuple[str, str], set[str]]:
    """The done steps of a date by chore and slot."""
    ticks: dict[tuple[str, str], set[str]] = defaultdict(set)
    for chore_id, slot, step_id in db.rows("SELECT chore_id, slot, step_id FROM chore_step_ticks WHERE date = ?", day):
        ticks[chore_id, slot].add(step_id)
    return ticks


def ticks_between(db: Reader, first: date, last: date) -> dict[tuple[str, str, date], set[str]]:
    """The done steps from `first` to `last`, both included, by chore, slot and date."""
    ticks: dict[tuple[str, str, date], set[str]] = defaultdict(set)
    sql = "SELECT chore_id, slot, date, step_id FROM chore_step_ticks WHERE date BETWEEN ? AND ?"
    for chore_id, slot, day, step_id in db.rows(sql, first, last):
        ticks[chore_id, slot, date.fromisoformat(day)].add(step_id)
    return ticks


def done_steps(db: Reader, chore_id: str, day: date, slot: str) -> set[str]:
    """The done steps of a chore for a date and a slot."""
    sql = "SELECT step_id FROM chore_step_ticks WHERE chore_id = ? AND date = ? AND slot = ?"
    return {step_id for (step_id,) in db.rows(sql, chore_id, day, slot)}


def move_ticks(tx: Tx, chore_id: str, day: date, to: date, slot: str) -> None:
    """Make the done steps of one date and slot those of another date; steps that are done there already stay."""
    sql = "UPDATE OR IGNORE chore_step_ticks SET date = ? WHERE chore_id = ? AND date = ? AND slot = ?"
    tx.run(sql, to, chore_id, day, slot)


def put_ticks(tx: Tx, ticks: Iterable[StepTick]) -> None:
    """Store that steps are done; one that is done already stays so."""
    tx.put_all("chore_step_ticks", map(asdict, ticks), key="chore_id, date, slot, step_id")


def remove_tick(tx: Tx, tick: StepTick) -> bool:
    """Store that a step is open. False when it was."""
    sql = "DELETE FROM chore_step_ticks WHERE chore_id = ? AND date = ? AND slot = ? AND step_id = ?"
    return tx.run(sql, tick.chore_id, tick.date, tick.slot, tick.step_id) > 0


def remove_ticks(tx: Tx, chore_id: str, day: date, slot: str) -> None:
    """Delete the done steps of a chore for a date and a slot, which is completed."""
    tx.run("DELETE FROM chore_step_ticks WHERE chore_id = ? AND date = ? AND slot = ?", chore_id, day, slot)


def remove_completed(tx: Tx) -> None:
    """Delete the done steps of what is completed or waits: after an import both may be there."""
    same = "t.chore_id = s.chore_id AND t.date = s.date AND t.slot = s.slot"
    for ticks in ("chore_completions", "waiting_ticks"):
        tx.run(f"DELETE FROM chore_step_ticks AS s WHERE EXISTS (SELECT 1 FROM {ticks} AS t WHERE {same})")


def keep_steps(tx: Tx, chore_id: str, step_ids: Sequence[str]) -> None:
    """Forget what was done of steps that a chore no longer has."""
    kept = "(SELECT value FROM json_each(?))"
    tx.run(f"DELETE FROM chore_step_ticks WHERE chore_id = ? AND step_id NOT IN {kept}", chore_id, step_ids)


def forget_before(tx: Tx, day: date) -> None:
    """Forget the done steps of routines that were never completed, of dates before `day`."""
    tx.run("DELETE FROM chore_step_ticks WHERE date < ?", day)
