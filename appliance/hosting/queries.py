"""SQL on the registry of a host."""

from collections.abc import Iterable

from appliance.hosting.models import Cell, Child, Pause, Process, Registered
from appliance.kernel.database.transactions import Reader, Tx

HOUSEHOLD = "SELECT id, name, host_name, state, cell, created_at, moving_to, move_problem FROM households"


def households(db: Reader) -> list[Registered]:
    """Every household, by name."""
    return db.all(Registered, f"{HOUSEHOLD} ORDER BY name")


def households_of(db: Reader, cell: str) -> list[Registered]:
    """Those of a cell, in the order in which they were added."""
    return db.all(Registered, f"{HOUSEHOLD} WHERE cell = ? ORDER BY id", cell)


def find_household(db: Reader, name: str) -> Registered | None:
    """A household by its name."""
    return db.maybe(Registered, f"{HOUSEHOLD} WHERE name = ?", name)


def find_host_name(db: Reader, host_name: str) -> Registered | None:
    """The household that has a host name."""
    return db.maybe(Registered, f"{HOUSEHOLD} WHERE host_name = ?", host_name)


def add_household(tx: Tx, name: str, host_name: str, cell: str, at: str) -> None:
    """Store a new household."""
    tx.run(
        "INSERT INTO households (name, host_name, state, cell, created_at) VALUES (?, ?, 'running', ?, ?)",
        name,
        host_name,
        cell,
        at,
    )


def put_household(tx: Tx, household: Registered) -> None:
    """Store a changed household."""
    tx.run(
        "UPDATE households SET host_name = ?, state = ?, cell = ?, moving_to = ?, move_problem = ? WHERE id = ?",
        household.host_name,
        household.state,
        household.cell,
        household.moving_to,
        household.move_problem,
        household.id,
    )


def put_arrival(tx: Tx, name: str, arrival: str) -> None:
    """Store the move by which a household came."""
    tx.run("UPDATE households SET arrival = ? WHERE name = ?", arrival, name)


def has_arrival(db: Reader, arrival: str) -> bool:
    """Whether a household came by a move."""
    return bool(db.value("SELECT count(*) FROM households WHERE arrival = ?", arrival))


def remove_household(tx: Tx, number: int) -> None:
    """Remove a household and what is known of its process."""
    tx.run("DELETE FROM households WHERE id = ?", number)


def cells(db: Reader) -> list[Cell]:
    """Every cell that was ever started, by name."""
    return db.all(Cell, "SELECT name, started_at FROM cells ORDER BY name")


def put_cell(tx: Tx, name: str, at: str) -> None:
    """Store that a cell starts now. What it wrote about processes before is no longer so."""
    tx.put("cells", {"name": name, "started_at": at}, key="name")
    tx.run("DELETE FROM processes WHERE cell = ?", name)


def process_of(db: Reader, household: Registered) -> Process | None:
    """The process of a household in its cell."""
    query = "SELECT pid, state, restarts, problem FROM processes WHERE household_id = ? AND cell = ?"
    return db.maybe(Process, query, household.id, household.cell)


def put_processes(tx: Tx, cell: str, children: Iterable[Child], pauses: dict[int, Pause]) -> None:
    """Replace what is stored about the processes of a cell."""
    tx.run("DELETE FROM processes WHERE cell = ?", cell)
    known = {number for (number,) in tx.rows("SELECT id FROM households")}
    rows: list[tuple[int, str, int | None, str, int, str | None]] = [
        (each.household.id, cell, each.pid, each.state, *_of(pauses.get(each.household.id))) for each in children
    ]
    running = {row[0] for row in rows}
    rows += [(number, cell, None, "waiting", *_of(pause)) for number, pause in pauses.items() if number not in running]
    tx.run_many(
        "INSERT INTO processes (household_id, cell, pid, state, restarts, problem) VALUES (?, ?, ?, ?, ?, ?)",
        [row for row in rows if row[0] in known],
    )


def _of(pause: Pause | None) -> tuple[int, str | None]:
    return (pause.failures, pause.problem) if pause else (0, None)
