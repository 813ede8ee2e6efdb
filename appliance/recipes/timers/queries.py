"""SQL of timers."""

from datetime import datetime

from msgspec.structs import asdict

from appliance.kernel.database.transactions import Reader, Tx
from appliance.recipes.timers.models import CookingTimer

SELECT = "SELECT id, title, recipe_id, step, seconds, ends_at FROM cooking_timers"


def timers(db: Reader) -> list[CookingTimer]:
    """Every timer, the first to ring first."""
    return db.all(CookingTimer, f"{SELECT} ORDER BY ends_at, id")


def maybe_timer(db: Reader, timer_id: str) -> CookingTimer | None:
    """One timer, or None."""
    return db.maybe(CookingTimer, f"{SELECT} WHERE id = ?", timer_id)


def put(tx: Tx, timer: CookingTimer) -> None:
    """Store a timer."""
    tx.put("cooking_timers", asdict(timer))


def remove(tx: Tx, timer_id: str) -> bool:
    """Delete a timer; False when there is none."""
    return tx.run("DELETE FROM cooking_timers WHERE id = ?", timer_id) > 0


def remove_ended(tx: Tx, before: datetime) -> None:
    """Delete the timers that ended before an instant."""
    tx.run("DELETE FROM cooking_timers WHERE ends_at < ?", before)
