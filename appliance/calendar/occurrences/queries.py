"""Every SQL statement about the stored occurrences of series."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from appliance.calendar.occurrences.models import Horizon
from appliance.calendar.occurrences.rules import MIDNIGHT, Times
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.scheduling.clock import instant

# How long before a range an occurrence in it may start: nearly all last for less than the first, none for longer than
# the second.
LONG, LONGEST = timedelta(days=40), timedelta(days=367)

NUMBER = "(SELECT rowid FROM events WHERE id = ?1)"
# A row with the number 0, where everything in the range is stored, and the occurrences.
KNOWN = "SELECT 0, '', '' FROM occurrence_horizon WHERE known_begin <= ?1 AND known_end >= ?2 AND zone = ?3 UNION ALL"
BETWEEN = (
    f"{KNOWN} SELECT series, starts, ends FROM occurrences"
    " WHERE long = 0 AND starts >= ?5 AND starts < ?4 AND ends > ?1"
    " UNION ALL SELECT series, starts, ends FROM occurrences"
    " WHERE long = 1 AND starts >= ?6 AND starts < ?4 AND ends > ?1"
)
OF_SERIES = (
    f"{KNOWN} SELECT series, starts, ends FROM occurrences"
    " WHERE series = (SELECT rowid FROM events WHERE id = ?5) AND starts < ?4 AND ends > ?1"
)


def horizon(db: Reader) -> Horizon | None:
    """The range in which occurrences are stored; None before the first series."""
    return db.maybe(Horizon, "SELECT begins, ends, known_begin, known_end, zone, zone_data FROM occurrence_horizon")


def put_horizon(tx: Tx, horizon: Horizon) -> None:
    """Store the range in which occurrences are stored."""
    tx.put("occurrence_horizon", {"id": 1} | msgspec.structs.asdict(horizon))


def between(db: Reader, begin: datetime, end: datetime) -> dict[int, Times] | None:
    """The occurrences that end after `begin` and start before `end`, in order, by the row number of their series.

    None where not all of them are stored.
    """
    found: defaultdict[int, Times] = defaultdict(list)
    for series, starts, ends in db.rows(BETWEEN, *_range(db, begin, end), begin - LONG, begin - LONGEST):
        found[series].append((starts, ends))
    return found if found.pop(0, None) else None


def of_series(db: Reader, event_id: str, begin: datetime, end: datetime) -> Times | None:
    """As `between`, of one series."""
    found = [(starts, ends) for _, starts, ends in db.rows(OF_SERIES, *_range(db, begin, end), event_id)]
    return found[1:] if found[:1] == [("", "")] else None


def numbers(db: Reader, event_ids: Sequence[str]) -> dict[str, int]:
    """The row numbers of events by their ids."""
    return dict(db.rows("SELECT id, rowid FROM events WHERE id IN (SELECT value FROM json_each(?))", event_ids))


def remove(tx: Tx, event_ids: Iterable[str]) -> None:
    """Delete the occurrences of these series."""
    tx.run_many(f"DELETE FROM occurrences WHERE series = {NUMBER}", ((each,) for each in event_ids))


def add(tx: Tx, series: int, *, is_long: bool, times: Times) -> None:
    """Store the occurrences of a series, by its row number."""
    tx.run_many(
        "INSERT INTO occurrences (series, starts, ends, long) VALUES (?, ?, ?, ?)",
        ((series, start, end, is_long) for start, end in times),
    )


def _range(db: Reader, begin: datetime, end: datetime) -> tuple[datetime, datetime, str, str]:
    """The values of a range. The last is above each start in it, for a date sorts before its midnight."""
    return begin, end, db.zone.key, instant(end).removesuffix(MIDNIGHT)
