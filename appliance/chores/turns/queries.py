"""SQL of turns."""

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import asdict

from appliance.chores.turns.models import Rotation, StoredTurn
from appliance.kernel.database.transactions import Reader, Tx

ROTATION, TURN = ", ".join(Rotation.__struct_fields__), ", ".join(StoredTurn.__struct_fields__)


def rotations(db: Reader, chore_ids: Sequence[str]) -> dict[str, Rotation]:
    """The rotations of some chores."""
    sql = f"SELECT {ROTATION} FROM chore_rotations WHERE chore_id IN (SELECT value FROM json_each(?))"
    return {rotation.chore_id: rotation for rotation in db.all(Rotation, sql, list(chore_ids))}


def rotating(db: Reader) -> list[str]:
    """The ids of the chores that have a rotation."""
    return [chore_id for (chore_id,) in db.rows("SELECT chore_id FROM chore_rotations")]


def unsettled(db: Reader, through: date) -> bool:
    """Whether a rotation is decided to less than a date, or a chore in turn has none."""
    sql = (
        "SELECT EXISTS (SELECT 1 FROM chore_rotations WHERE through < ?)"
        " OR EXISTS (SELECT 1 FROM chores WHERE share = 'turn' AND id NOT IN (SELECT chore_id FROM chore_rotations))"
    )
    return bool(db.value(sql, through))


def without_rotation(db: Reader) -> list[str]:
    """The ids of chores in turn that have no rotation, and of others that have one."""
    sql = (
        "SELECT id FROM chores WHERE share = 'turn' AND id NOT IN (SELECT chore_id FROM chore_rotations)"
        " UNION ALL SELECT chore_id FROM chore_rotations"
        " WHERE chore_id NOT IN (SELECT id FROM chores WHERE share = 'turn')"
    )
    return [chore_id for (chore_id,) in db.rows(sql)]


def turns(db: Reader, chore_ids: Sequence[str], first: date, last: date) -> dict[tuple[str, date], StoredTurn]:
    """The stored turns of some chores from `first` to `last`, both included."""
    sql = f"SELECT {TURN} FROM chore_turns WHERE date BETWEEN ? AND ? AND chore_id IN (SELECT value FROM json_each(?))"
    return {(turn.chore_id, turn.date): turn for turn in db.all(StoredTurn, sql, first, last, list(chore_ids))}


def done_days(db: Reader, chore_id: str, first: date, last: date) -> set[date]:
    """The dates from `first` to `last`, both included, for which a chore was completed."""
    sql = "SELECT date FROM chore_completions WHERE chore_id = ? AND date BETWEEN ? AND ?"
    return {date.fromisoformat(day) for (day,) in db.rows(sql, chore_id, first, last)}


def last_ends(db: Reader, chore_id: str, first: date, last: date, most: int) -> list[tuple[str, bool]]:
    """Whose turns were done or passed on last, from `first` to `last`, and whether passed on; the newest `most`."""
    done = "EXISTS (SELECT 1 FROM chore_completions AS c WHERE c.chore_id = t.chore_id AND c.date = t.date)"
    passed = (
        "EXISTS (SELECT 1 FROM chore_exceptions AS e WHERE e.chore_id = t.chore_id AND e.skipped AND e.passes_turn"
        " AND coalesce(e.moved_to, e.date) = t.date)"
        " AND NOT EXISTS (SELECT 1 FROM chore_exceptions AS e WHERE e.chore_id = t.chore_id AND NOT e.skipped"
        " AND e.moved_to = t.date)"
    )
    sql = (
        f"SELECT scheduled_id, NOT {done} FROM chore_turns AS t WHERE chore_id = ? AND date BETWEEN ? AND ?"
        f" AND scheduled_id IS NOT NULL AND ({done} OR ({passed})) ORDER BY date DESC LIMIT ?"
    )
    return [(member_id, bool(is_passed)) for member_id, is_passed in db.rows(sql, chore_id, first, last, most)]


def put_rotation(tx: Tx, rotation: Rotation) -> None:
    """Store a rotation."""
    tx.put("chore_rotations", asdict(rotation), key="chore_id")


def put_turns(tx: Tx, turns: Iterable[StoredTurn]) -> None:
    """Store turns; a stored one of the same chore and date is replaced."""
    tx.put_all("chore_turns", map(asdict, turns), key="chore_id, date")


def remove_turn(tx: Tx, chore_id: str, day: date) -> None:
    """Delete a stored turn."""
    tx.run("DELETE FROM chore_turns WHERE chore_id = ? AND date = ?", chore_id, day)


def move_swap(tx: Tx, chore_id: str, day: date, to: date) -> None:
    """Let the turn that a member takes over be that of another date; a decided turn stays."""
    sql = "UPDATE OR REPLACE chore_turns SET date = ? WHERE chore_id = ? AND date = ? AND scheduled_id IS NULL"
    tx.run(sql, to, chore_id, day)


def remove_turns_between(tx: Tx, chore_id: str, after: date, through: date) -> None:
    """Delete a chore's stored turns after one date through another."""
    tx.run("DELETE FROM chore_turns WHERE chore_id = ? AND date > ? AND date <= ?", chore_id, after, through)


def remove_rotation(tx: Tx, chore_id: str, through: date) -> None:
    """Delete a rotation with its turns after a date; those before it stay decided."""
    tx.run("DELETE FROM chore_rotations WHERE chore_id = ?", chore_id)
    tx.run("DELETE FROM chore_turns WHERE chore_id = ? AND date > ?", chore_id, through)


def remove_turns_before(tx: Tx, day: date) -> None:
    """Delete the turns of old dates."""
    tx.run("DELETE FROM chore_turns WHERE date < ?", day)
