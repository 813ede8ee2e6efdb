"""Keep local series as they are by the clock when the household gets another time zone."""

from collections import defaultdict
from contextlib import suppress
from zoneinfo import ZoneInfo

from appliance.calendar.events.models import StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.series import queries as series_queries
from appliance.calendar.series.zones import rules
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadRequest


def keep_local_times(tx: Tx, was: ZoneInfo) -> None:
    """Move the series of local calendars, and the dates that were changed, from a zone to the household's present one.

    Single events stay at their instants.
    """
    detached: dict[str, list[StoredEvent]] = defaultdict(list)
    stored = series_queries.all_series(tx)
    for each in stored:
        if each.detached_from is not None:
            detached[each.detached_from].append(each)
    moved: list[StoredEvent] = []
    for each in stored:
        # A rule that is not valid gives no dates in any zone.
        with suppress(BadRequest):
            moved += [] if each.rrule is None else rules.kept(each, detached[each.id], was, tx.zone)
    unchanged = {each.id: each for each in stored}
    moved = [each for each in moved if each != unchanged[each.id]]
    occurrences.put(tx, moved)
    for calendar_id in sorted({each.calendar_id for each in moved}):
        tx.record("events.changed", {"calendarId": calendar_id})
