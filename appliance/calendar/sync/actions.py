"""Store the result of a sync: the pulled events, or the failure."""

from datetime import timedelta

from appliance.calendar.calendars.models import ErrorDetails
from appliance.calendar.event_limits import queries as event_limits_queries
from appliance.calendar.event_limits.rules import BYTES_OF_ROW, check_objects, densest_six_weeks, feed_problem
from appliance.calendar.providers.models import Pulled, Window
from appliance.calendar.sync import queries, rules
from appliance.calendar.sync.models import Source
from appliance.kernel.database.transactions import Tx
from appliance.kernel.errors import BadGateway, Conflict, NotFound
from appliance.kernel.scheduling.clock import instant


class WrittenMeanwhile(Conflict):
    """Events were written at the provider after the fetch, so its answer may be older than what is stored."""


def apply_sync(tx: Tx, fetched: Source, pulled: Pulled) -> None:
    """Store the result of a pull.

    Raises NotFound, Conflict when the calendar has another source by now, WrittenMeanwhile, and BadGateway when the
    calendar is more than is kept of one. Nothing is stored then.
    """
    _check_same_source(tx, fetched)
    calendar_id = fetched.calendar_id
    if queries.writes(tx, calendar_id) != fetched.writes:
        raise WrittenMeanwhile("the calendar was changed while it was synced; sync it again")
    is_whole = pulled.gone is None and pulled.covers is None
    if is_whole:
        rules.check_whole(pulled.occurrences or ())

    queries.put_success(tx, calendar_id, pulled.sync_state)
    if pulled.losses is not None:
        queries.put_losses(tx, calendar_id, rules.loss_details(pulled.losses))
    if pulled.writable is not None and queries.put_writable(tx, calendar_id, pulled.writable):
        tx.record("calendar.changed", {"id": calendar_id})
    if pulled.occurrences is None:
        tx.record("calendar.synced", {"calendarId": calendar_id, "count": 0, "notModified": True})
        return
    if pulled.objects is not None:
        queries.put_objects(tx, calendar_id, pulled.objects, None if is_whole else list(pulled.gone or ()))
        check_objects(queries.count_objects(tx, calendar_id))
    if pulled.parts is not None:
        queries.put_feed_parts(tx, calendar_id, pulled.parts)
    spans = None if pulled.covers is None else [(span.begin, span.end) for span in pulled.covers]
    written = queries.replace_synced(tx, calendar_id, pulled.occurrences, spans, pulled.gone)
    forgotten = False
    if not is_whole:
        forgotten = queries.forget_before(tx, calendar_id, Window.around(tx.now).begin)
        _check_stored(tx, calendar_id)
    queries.count_write(tx, calendar_id)
    tx.record("calendar.synced", {"calendarId": calendar_id, "count": len(pulled.occurrences)})
    if written or forgotten:
        is_named = len(written) <= queries.MAX_NAMED and not forgotten
        tx.record("events.changed", {"calendarId": calendar_id}, written if is_named else None)


def fail(tx: Tx, fetched: Source, message: str, rest: float = 0, details: ErrorDetails | None = None) -> None:
    """Store that a sync failed; the events stay. Nothing is stored of a calendar that has another source by now.

    `rest` is for how many seconds the provider accepts no request; `details` are the code of the error and the values
    of its text.
    """
    try:
        _check_same_source(tx, fetched)
    except (NotFound, Conflict):
        return

    error = rules.error_text(message)
    queries.put_failure(tx, fetched.calendar_id, error, details, tx.now + timedelta(seconds=rest) if rest else None)
    tx.record("calendar.synced", {"calendarId": fetched.calendar_id, "error": error})


def begin(tx: Tx, calendar_id: str, run: str) -> None:
    """Store that a run of the server begins to read a calendar: when that ends the run, the next one knows."""
    queries.put_begun(tx, calendar_id, run)


def end(tx: Tx, calendar_id: str) -> None:
    """Store that a calendar is not being read any more, without a result."""
    queries.put_ended(tx, calendar_id)


def pause_interrupted(tx: Tx, run: str) -> None:
    """Pause the calendars that another run of the server was reading when it ended; their events stay."""
    for calendar in queries.interrupted(tx, run):
        until = tx.now + rules.pause(calendar.times)
        error = f"paused until {instant(until)}: Mantel stopped while it read this calendar"
        details: ErrorDetails = {"code": "sync_interrupted", "until": instant(until)}
        queries.put_pause(tx, calendar.calendar_id, calendar.times, until, error, details)
        tx.record("calendar.synced", {"calendarId": calendar.calendar_id, "error": error})


def _check_stored(tx: Tx, calendar_id: str) -> None:
    size = event_limits_queries.stored_bytes(tx, calendar_id, BYTES_OF_ROW)
    if problem := feed_problem(densest_six_weeks(event_limits_queries.spans(tx, calendar_id)), size):
        raise BadGateway(problem, code="calendar_too_large")


def _check_same_source(tx: Tx, fetched: Source) -> None:
    """The calendar may have changed while the network was waited for."""
    now = queries.source(tx, fetched.calendar_id)
    if not now.enabled or rules.is_elsewhere(now, fetched):
        raise Conflict("the calendar was changed while it was synced; sync it again", code="calendar_changed")
