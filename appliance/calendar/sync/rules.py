"""Decisions about syncing: which calendars are due, how occurrences are stored, and error texts."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from appliance.calendar.calendars.models import ErrorDetails
from appliance.calendar.event_limits.models import Span
from appliance.calendar.event_limits.rules import BYTES_OF_ROW, densest_six_weeks, feed_problem
from appliance.calendar.events.models import LONGEST_DESCRIPTION, LONGEST_LOCATION, LONGEST_TITLE, Occurrence
from appliance.calendar.events.rules import span
from appliance.calendar.providers.models import Losses
from appliance.calendar.sync.models import Source, SyncedEvent, Turn
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.scheduling.clock import moment
from appliance.kernel.text.redaction import redact

LONGEST_ERROR = 300
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=10), timedelta(days=1)


def due(turns: list[Turn], now: datetime, interval: timedelta) -> list[str]:
    """The calendars whose last sync is an interval ago or longer: never synced first, then the stalest. (contract §12)

    A time in the future was written by a wrong clock and counts as long ago.
    """
    fresh = (turn for turn in turns if not _is_fresh(turn, now, interval))
    return [turn.calendar_id for turn in sorted(fresh, key=lambda turn: turn.last_synced_at or "")]


def check_syncable(source: Source) -> None:
    """Raises BadRequest for a calendar that cannot be synced. (contract §11.3)"""
    if source.kind == "local":
        raise BadRequest("this calendar is kept here; there is nothing to sync", at=None)
    if not source.enabled:
        raise BadRequest("this calendar is switched off; switch it on to sync it", at=None)
    if source.needs_reconnect or source.config is None:
        raise BadRequest("this calendar is not connected; connect it again to sync it", at=None, code="not_connected")


def is_elsewhere(now: Source, fetched: Source) -> bool:
    """Whether a calendar has another source than the one that was fetched. An account may change its own config."""
    if now.account_id is None:
        return now.config != fetched.config
    return (now.account_id, now.remote_id) != (fetched.account_id, fetched.remote_id)


def error_text(message: str) -> str:
    """An error as stored: one line, without secrets. (contract §36)"""
    line = " ".join(redact(message).split())
    return line if len(line) <= LONGEST_ERROR else f"{line[: LONGEST_ERROR - 1]}…"


def error_details(extra: Mapping[str, Any]) -> ErrorDetails | None:
    """The code of an error and the plain values of its text, as stored; None without a code."""
    if "code" not in extra:
        return None
    return {
        name: error_text(value) if isinstance(value, str) else value
        for name, value in extra.items()
        if isinstance(value, str | int)
    }


def pause(times: int) -> timedelta:
    """How long a calendar waits after the server ended `times` times while it read it: 10 minutes to a day."""
    return min(FIRST_PAUSE * int(6 ** min(times - 1, 9)), LONGEST_PAUSE)


def loss_details(losses: Losses) -> ErrorDetails | None:
    """What is said at a calendar of what could not be read: `message`, `code` and values; None where all was."""
    reasons, zones = (", ".join(values) for values in (losses.reasons, losses.zones))
    if losses.events:
        details: ErrorDetails = {
            "message": f"{losses.events} {'event' if losses.events == 1 else 'events'} could not be read",
            "code": "events_unreadable",
            "count": losses.events,
            "reasons": ", ".join(filter(None, (reasons, zones))) or "?",
        }
        details["message"] = f"{details['message']}: {details['reasons']}"
    elif zones:
        details = {
            "message": f"the time zone {zones} is not known; its times are read as local ones",
            "code": "zone_unknown",
            "zones": zones,
        }
    else:
        return None
    return {name: error_text(value) if isinstance(value, str) else value for name, value in details.items()}


def synced(calendar_id: str, occurrences: Iterable[Occurrence]) -> Iterator[SyncedEvent]:
    """Occurrences as they are stored, texts cut to their limits, one at a time.

    An external id that comes again gets `#1`, `#2` …, so that every row has its own id.
    """
    repeats: dict[str, int] = {}
    texts: dict[tuple[str | None, str | None], bytes] = {}
    for occurrence in occurrences:
        external_id = occurrence.external_id
        while external_id in repeats:
            repeats[occurrence.external_id] += 1
            external_id = f"{occurrence.external_id}#{repeats[occurrence.external_id]}"
        repeats[external_id] = 0
        title = occurrence.title[:LONGEST_TITLE]
        location = occurrence.location[:LONGEST_LOCATION] if occurrence.location else None
        description = occurrence.description[:LONGEST_DESCRIPTION] if occurrence.description else None
        text = texts.get((location, description))
        if text is None:
            text = texts[location, description] = digest((location, description))
        yield SyncedEvent(
            id=synced_id(calendar_id, external_id),
            external_id=external_id,
            series_id=occurrence.series_id,
            title=title,
            start=occurrence.start,
            end=occurrence.end,
            all_day=occurrence.all_day,
            location=location,
            description=description,
            text_digest=text if location or description else None,
            # Nobody is reminded of what was declined.
            reminders=() if occurrence.declined else occurrence.reminders,
            declined=occurrence.declined,
            digest=digest(
                (
                    occurrence.series_id,
                    title,
                    occurrence.start,
                    occurrence.end,
                    occurrence.all_day,
                    text,
                    occurrence.reminders,
                )
                + ((True,) if occurrence.declined else ())
            ),
        )


def digest(value: object) -> bytes:
    """A digest by which values are compared."""
    return hashlib.blake2b(msgspec.json.encode(value), digest_size=16).digest()


def check_whole(occurrences: Iterable[Occurrence]) -> None:
    """Raises BadGateway, with a sentence for a parent, when a calendar is more than is kept of one."""
    texts: set[tuple[str, str]] = set()
    size = 0

    def spans() -> Iterator[Span]:
        nonlocal size
        for occurrence in occurrences:
            start, end, _ = span(occurrence.start, occurrence.end, occurrence.all_day)
            title = min(len(occurrence.title), LONGEST_TITLE)
            text = (
                (occurrence.location or "")[:LONGEST_LOCATION],
                (occurrence.description or "")[:LONGEST_DESCRIPTION],
            )
            length = len(text[0]) + len(text[1])
            size += BYTES_OF_ROW + title + 2 * len(occurrence.external_id) + len(occurrence.series_id or "")
            if text not in texts:
                texts.add(text)
                size += length
            yield Span(start=start, end=end, bytes=title + length)

    load = densest_six_weeks(spans())
    if problem := feed_problem(load, size):
        raise BadGateway(problem, code="calendar_too_large")


def synced_id(calendar_id: str, external_id: str) -> str:
    """The id of a synced event, the same at every sync. (contract §13.2)"""
    return "e_" + hashlib.sha256(f"{calendar_id}\n{external_id}".encode()).hexdigest()[:24]


def _is_fresh(turn: Turn, now: datetime, interval: timedelta) -> bool:
    return turn.last_synced_at is not None and timedelta() <= now - moment(turn.last_synced_at) < interval
