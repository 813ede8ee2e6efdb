"""Every SQL statement about the stored occurrences of series."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from appliance.calendar.occurrences.models import Horizon
from appliance.calendar.occurrences.rules import MIDNIGHT, Times
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant

NUMBER = "(SELECT rowid FROM events WHERE id = ?1)"
IS_KNOWN = "FROM occurrence_horizon WHERE known_begin <= ?1 AND known_end >= ?2 AND zone = ?3"
# A row without times, where everything in the range is stored, and the occurrences.
OF_SERIES = (
    f"SELECT '', '' {IS_KNOWN} UNION ALL SELECT starts, ends FROM occurrences"
    " WHERE series = (SELECT rowid FROM events WHERE id = ?4) AND starts < ?5 AND ends > ?1"
)


def horizon(db: Reader) -> Horizon | None:
    """The range in which occurrences are stored; None before the first series."""
    return db.maybe(Horizon, "SELECT begins, ends, known_begin, known_end, zone, zone_data FROM occurrence_horizon")


def put_horizon(tx: Tx, horizon: Horizon) -> None:
    """Store the range in which occurrences are stored."""
    tx.put("occurrence_horizon", {"id": 1} | msgspec.structs.asdict(horizon))


def are_stored(db: Reader, begin: datetime, end: datetime) -> bool:
    """Whether the occurrences of all series in a range are stored."""
    return db.value(f"SELECT 1 {IS_KNOWN}", begin, end, db.zone.key) is not None


def of_series(db: Reader, event_id: str, begin: datetime, end: datetime) -> Times | None:
    """The occurrences of a series that end after `begin` and start before `end`, in order; None unless all are stored.

    Starts are compared with the end without its midnight, because a date sorts before its own.
    """
    found = list(db.rows(OF_SERIES, begin, end, db.zone.key, event_id, instant(end).removesuffix(MIDNIGHT)))
    return found[1:] if found[:1] == [("", "")] else None


def numbers(db: Reader, event_ids: Sequence[str]) -> dict[str, int]:
    """The row numbers of events by their ids."""
    return dict(db.rows("SELECT id, rowid FROM events WHERE id IN (SELECT value FROM json_each(?))", event_ids))


def remove(tx: Tx, event_ids: Iterable[str]) -> None:
    """Delete the occurrences of these series."""
    tx.run_many(f"DELETE FROM occurrences WHERE series = {NUMBER}", ((event_id,) for event_id in event_ids))


def add(tx: Tx, series: int, *, is_long: bool, times: Times) -> None:
    """Store the occurrences of a series, by its row number."""
    tx.run_many(
        "INSERT INTO occurrences (series, starts, ends, long) VALUES (?, ?, ?, ?)",
        ((series, start, end, is_long) for start, end in times),
    )
