"""Store the occurrences of series, and read them: outside the range in which they are stored those of the rule."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from appliance.calendar.events import queries as event_queries
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import queries, rules
from appliance.calendar.occurrences.models import Horizon
from appliance.calendar.occurrences.rules import Times
from appliance.kernel.database.transactions import Reader, Tx
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.zone_data import zone_data

# Series that are written in the transaction that changes them, and in one of the job: no other write waits long.
MOST_AT_ONCE, MOST_OF_JOB = 200, 10


def put(tx: Tx, events: Iterable[StoredEvent]) -> None:
    """Store events that are kept here, and the occurrences of those that are series.

    A series comes before the events that were detached from it.
    """
    stored = list(events)
    event_queries.put_all(tx, stored)
    expand(tx, stored)


def expand(tx: Tx, events: Sequence[StoredEvent]) -> None:
    """Store the occurrences of stored series instead of those that were stored before."""
    # An import may have an id twice. The last one is stored.
    series = [event for event in {event.id: event for event in events}.values() if event.rrule is not None]
    if not series:
        return
    queries.remove(tx, (event.id for event in series))
    horizon = queries.horizon(tx) or _first_horizon(tx, series)
    if len(series) > MOST_AT_ONCE:
        # As an import may have. The job writes them.
        queries.put_horizon(tx, rules.unknown(horizon))
        return
    numbers = queries.numbers(tx, [event.id for event in series])
    for event in series:
        # A rule that is not valid gives none.
        with suppress(BadRequest):
            found = rules.occurrence_times(event, tx.zone, horizon.begins, horizon.ends, event.exclusions)
            is_long = event_rules.span(event.start, event.end, event.all_day)[2]
            queries.add(tx, numbers[event.id], is_long=is_long, times=found)


def times(db: Reader, series: StoredEvent, begin: datetime, end: datetime) -> Times:
    """Start and end of each occurrence of a series in a range, in order. Raises BadRequest, TooCostly."""
    found = queries.of_series(db, series.id, begin, end)
    return rules.occurrence_times(series, db.zone, begin, end, series.exclusions) if found is None else found


def open_horizon(tx: Tx) -> None:
    """Begin to write all series anew, for the range around now."""
    queries.put_horizon(tx, rules.new_horizon(tx.now, tx.zone.key, zone_data().version, queries.horizon(tx)))


def rewrite(tx: Tx, after: str) -> str | None:
    """Write the next series in the order of their ids; the id of the last one, or None after the last of all."""
    series = event_queries.next_series(tx, after, MOST_OF_JOB)
    expand(tx, series)
    return series[-1].id if series else None


def close_horizon(tx: Tx) -> None:
    """Everything is written, unless the time zone was changed or many series were added meanwhile."""
    found = queries.horizon(tx)
    if found is not None and (found.zone, found.zone_data) == (tx.zone.key, zone_data().version):
        queries.put_horizon(tx, rules.whole(found))


def _first_horizon(tx: Tx, series: Sequence[StoredEvent]) -> Horizon:
    """The horizon around now. Everything in it is known, where there are no other series than those being written."""
    new = rules.new_horizon(tx.now, tx.zone.key, zone_data().version, None)
    if len(event_queries.next_series(tx, "", len(series) + 1)) <= len(series):
        new = rules.whole(new)
    queries.put_horizon(tx, new)
    return new
