"""SQL of public holidays."""

from collections.abc import Iterable
from datetime import date

from msgspec.structs import asdict

from appliance.chores.holidays.models import Holiday
from appliance.kernel.database.transactions import Reader, Tx


def dates(db: Reader, first: date, last: date) -> set[date]:
    """The holidays from `first` to `last`, both included."""
    rows = db.rows("SELECT date FROM holidays WHERE date BETWEEN ? AND ?", first, last)
    return {date.fromisoformat(day) for (day,) in rows}


def are_needed(db: Reader) -> bool:
    """Whether an active chore moves for them."""
    return bool(db.value("SELECT EXISTS (SELECT 1 FROM chores WHERE active = 1 AND moves_for_holidays = 1)"))


def known(db: Reader) -> tuple[str, int] | None:
    """The region whose holidays are stored, and the last year of them; None without any."""
    row = next(db.rows("SELECT region, date FROM holidays ORDER BY date DESC LIMIT 1"), None)
    return (str(row[0]), int(row[1][:4])) if row else None


def replace_all(tx: Tx, holidays: Iterable[Holiday]) -> None:
    """Store these holidays, and no others."""
    tx.run("DELETE FROM holidays")
    tx.put_all("holidays", map(asdict, holidays), key="date")
