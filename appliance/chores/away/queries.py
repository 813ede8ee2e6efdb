"""SQL of the days on which members are away."""

from datetime import date

from msgspec.structs import asdict

from appliance.chores.away.models import AwayRange
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = ", ".join(AwayRange.__struct_fields__)


def ranges(db: Reader) -> list[AwayRange]:
    """Every range, the latest first."""
    return db.all(AwayRange, f"SELECT {COLUMNS} FROM away ORDER BY last_day DESC, first_day DESC, rowid DESC")


def one_range(db: Reader, range_id: str) -> AwayRange:
    """One range. Raises NotFound."""
    return db.one(AwayRange, f"SELECT {COLUMNS} FROM away WHERE id = ?", range_id)


def maybe_range(db: Reader, range_id: str) -> AwayRange | None:
    """One range, or None."""
    return db.maybe(AwayRange, f"SELECT {COLUMNS} FROM away WHERE id = ?", range_id)


def between(db: Reader, first: date, last: date) -> list[AwayRange]:
    """The ranges with a day from `first` to `last`, both included."""
    sql = f"SELECT {COLUMNS} FROM away WHERE last_day >= ? AND first_day <= ?"
    return db.all(AwayRange, sql, first, last)


def count(db: Reader) -> int:
    """The number of ranges."""
    return int(db.value("SELECT count(*) FROM away"))


def put(tx: Tx, away: AwayRange) -> None:
    """Store a range."""
    tx.put("away", asdict(away) | {"created_at": tx.now}, kept=["created_at"])


def remove(tx: Tx, range_id: str) -> None:
    """Delete a range."""
    tx.run("DELETE FROM away WHERE id = ?", range_id)
