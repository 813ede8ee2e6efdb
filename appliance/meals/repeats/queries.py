"""SQL of meals that repeat."""

from datetime import date

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.meals.repeats.models import MealRepeat

SELECT = "SELECT id, start, every_weeks, until, filled_until, template FROM meal_repeats"


def repeats(db: Reader) -> list[MealRepeat]:
    """Every repeat, in the order they begin."""
    return db.all(MealRepeat, f"{SELECT} ORDER BY start, id")


def maybe_repeat(db: Reader, repeat_id: str) -> MealRepeat | None:
    """One repeat, or None."""
    return db.maybe(MealRepeat, f"{SELECT} WHERE id = ?", repeat_id)


def count(db: Reader) -> int:
    """How many there are."""
    return int(db.value("SELECT count(*) FROM meal_repeats"))


def any_behind(db: Reader, day: date) -> bool:
    """Whether a repeat has dates up to a day that are not filled yet."""
    sql = "SELECT 1 FROM meal_repeats WHERE filled_until < ?1 AND (until IS NULL OR filled_until < until)"
    return db.value(sql, day) is not None


def put(tx: Tx, repeat: MealRepeat) -> None:
    """Store a repeat."""
    tx.put("meal_repeats", asdict(repeat))


def remove(tx: Tx, repeat_id: str) -> None:
    """Delete a repeat; its meals stay, by themselves."""
    tx.run("DELETE FROM meal_repeats WHERE id = ?", repeat_id)
