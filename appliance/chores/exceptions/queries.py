"""SQL of skipped and moved dates."""

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import asdict

from appliance.chores.exceptions.models import DateException
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = ", ".join(DateException.__struct_fields__)
KEY = "chore_id, date, slot"


def exceptions_of(db: Reader, chore_ids: Sequence[str]) -> dict[str, list[DateException]]:
    """The exceptions of some chores, by chore and in order."""
    sql = f"SELECT {COLUMNS} FROM json_each(?) CROSS JOIN chore_exceptions ON chore_id = value ORDER BY {KEY}"
    found: dict[str, list[DateException]] = {}
    for exception in db.all(DateException, sql, list(chore_ids)):
        found.setdefault(exception.chore_id, []).append(exception)
    return found


def put(tx: Tx, exceptions: Iterable[DateException]) -> None:
    """Store exceptions; a stored one of the same chore, date and slot is replaced."""
    tx.put_all("chore_exceptions", map(asdict, exceptions), key=KEY)


def remove(tx: Tx, exception: DateException) -> None:
    """Delete an exception."""
    tx.run(
        "DELETE FROM chore_exceptions WHERE chore_id = ? AND date = ? AND slot = ?",
        exception.chore_id,
        exception.date,
        exception.slot,
    )


def remove_of_other_share(tx: Tx, chore_id: str, after: date, *, each: bool) -> None:
    """Delete what a chore has of later dates, once it begins or ends to have a copy for each member."""
    sql = "DELETE FROM chore_exceptions WHERE chore_id = ? AND date > ? AND (slot = '') = ?"
    tx.run(sql, chore_id, after, each)


def remove_before(tx: Tx, day: date) -> None:
    """Delete the exceptions of old dates."""
    tx.run("DELETE FROM chore_exceptions WHERE date < ? AND coalesce(moved_to, '') < ?", day, day)
