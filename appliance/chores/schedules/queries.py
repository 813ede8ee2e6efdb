"""SQL of the schedules that chores had before they were changed."""

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import asdict

from appliance.chores.models import EarlierSchedule
from appliance.kernel.database.transactions import Reader, Tx

COLUMNS = ", ".join(EarlierSchedule.__struct_fields__)
KEY = "chore_id, through"


def earlier(db: Reader, chore_ids: Sequence[str], first: date) -> dict[str, list[EarlierSchedule]]:
    """The schedules that some chores had on `first` or later, by chore and in order."""
    sql = (
        f"SELECT {COLUMNS} FROM json_each(?) CROSS JOIN chore_schedules ON chore_id = value AND through >= ?"
        " ORDER BY chore_id, through"
    )
    found: dict[str, list[EarlierSchedule]] = {}
    for schedule in db.all(EarlierSchedule, sql, list(chore_ids), first):
        found.setdefault(schedule.chore_id, []).append(schedule)
    return found


def put(tx: Tx, schedules: Iterable[EarlierSchedule]) -> None:
    """Store schedules; a stored one of the same chore and date is replaced."""
    tx.put_all("chore_schedules", map(asdict, schedules), key=KEY)


def remove_after(tx: Tx, chore_id: str, day: date) -> None:
    """Delete the schedules of a chore through dates after a day."""
    tx.run("DELETE FROM chore_schedules WHERE chore_id = ? AND through > ?", chore_id, day)


def remove_before(tx: Tx, day: date) -> None:
    """Delete the schedules of old dates."""
    tx.run("DELETE FROM chore_schedules WHERE through < ?", day)
