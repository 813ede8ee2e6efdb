"""SQL of what was missed and let go."""

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import asdict

from appliance.chores.approval.models import WaitingTick
from appliance.chores.approval.queries import TICK
from appliance.chores.models import Completion, DueChore
from appliance.chores.overdue.models import LetGo
from appliance.chores.queries import COMPLETION
from appliance.kernel.database.transactions import Reader, Tx

LET_GO = "chore_id, date, slot"


def asking(db: Reader, first: date, last: date) -> list[str]:
    """The ids of the active chores that may ask for a date from `first` to `last`, both included."""
    sql = (
        "SELECT id FROM chores WHERE active = 1 AND keep_asking = 1"
        " UNION SELECT id FROM chores WHERE active = 1 AND rrule IS NULL AND keep_asking IS NULL"
        " AND due_date BETWEEN ? AND ?"
    )
    return [chore_id for (chore_id,) in db.rows(sql, first, last)]


def ticks_since(db: Reader, entries: Sequence[DueChore]) -> list[Completion | WaitingTick]:
    """The completions and the waiting ticks of chores for the date of each entry or later."""
    asked = [(entry.chore.id, entry.slot, entry.date) for entry in entries]
    found = (
        "FROM json_each(?) CROSS JOIN {table} AS c"
        " ON c.chore_id = value ->> 0 AND c.slot = value ->> 1 AND c.date >= value ->> 2"
    )
    done = _of_table(COMPLETION), found.format(table="chore_completions")
    waiting = _of_table(TICK), found.format(table="waiting_ticks")
    return [
        *db.all(Completion, f"SELECT {done[0]} {done[1]}", asked),
        *db.all(WaitingTick, f"SELECT {waiting[0]} {waiting[1]}", asked),
    ]


def let_go_since(db: Reader, first: date) -> list[LetGo]:
    """What was let go, of dates from `first` on."""
    return db.all(LetGo, f"SELECT {LET_GO} FROM chores_let_go WHERE date >= ?", first)


def put(tx: Tx, let_go: Iterable[LetGo]) -> None:
    """Store what was let go; what is stored stays."""
    tx.put_all("chores_let_go", map(asdict, let_go), key=LET_GO)


def remove(tx: Tx, chore_id: str, day: date, slots: Sequence[str]) -> int:
    """Make chores ask again; how many had been let go."""
    sql = "DELETE FROM chores_let_go WHERE chore_id = ? AND date = ? AND slot IN (SELECT value FROM json_each(?))"
    return tx.run(sql, chore_id, day, slots)


def remove_before(tx: Tx, day: date) -> None:
    """Forget what was let go of earlier dates, for which nothing asks any more."""
    tx.run("DELETE FROM chores_let_go WHERE date < ?", day)


def _of_table(columns: str) -> str:
    return ", ".join(f"c.{column}" for column in columns.split(", "))
