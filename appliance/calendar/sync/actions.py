"""Store the result of a sync: the pulled events, or the failure."""

from datetime import timedelta

from appliance.calendar.providers.models import Pulled, Window
from appliance.calendar.sync import queries, rules
from appliance.calendar.sync.models import Source
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import Conflict, NotFound


def apply_sync(tx: Tx, asked: Source, pulled: Pulled) -> None:
    """Store what a pull brought. Raises NotFound, and Conflict when the calendar is not what it was any more."""
    _check_unmoved(tx, asked)

    calendar_id = asked.calendar_id
    queries.put_success(tx, calendar_id, pulled.sync_state)
    if pulled.writable is not None and queries.put_writable(tx, calendar_id, pulled.writable):
        tx.record("calendar.changed", {"id": calendar_id})
    if pulled.occurrences is None:
        tx.record("calendar.synced", {"calendarId": calendar_id, "count": 0, "notModified": True})
        return
    if pulled.objects is not None:
        is_all = pulled.gone is None and pulled.covers is None
        queries.put_objects(tx, calendar_id, pulled.objects, None if is_all else list(pulled.gone or ()))
    spans = None if pulled.covers is None else [(each.begin, each.end) for each in pulled.covers]
    changed = queries.replace_synced(tx, calendar_id, pulled.occurrences, spans, pulled.gone)
    if spans is not None or pulled.gone is not None:
        changed = queries.forget_before(tx, calendar_id, Window.around(tx.now).begin) or changed
    tx.record("calendar.synced", {"calendarId": calendar_id, "count": len(pulled.occurrences)})
    if changed:
        tx.record("events.changed", {"calendarId": calendar_id})


def fail(tx: Tx, asked: Source, message: str, rest: float = 0) -> None:
    """Note that a pull failed; the events stay as they were. Nothing is noted of a calendar that moved meanwhile.

    `rest` is for how many seconds the source wants no request.
    """
    try:
        _check_unmoved(tx, asked)
    except (NotFound, Conflict):
        return

    error = rules.error_text(message)
    queries.put_failure(tx, asked.calendar_id, error, tx.now + timedelta(seconds=rest) if rest else None)
    tx.record("calendar.synced", {"calendarId": asked.calendar_id, "error": error})


def _check_unmoved(tx: Tx, asked: Source) -> None:
    """The network took its time: what the pull was planned from may have changed."""
    now = queries.source(tx, asked.calendar_id)
    if not now.enabled or rules.is_elsewhere(now, asked):
        raise Conflict("the calendar was changed while it was synced; sync it again")
