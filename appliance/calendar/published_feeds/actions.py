"""Make and revoke published feeds, and write the events of one."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import chain
from uuid import uuid4

from appliance.access import actions as access
from appliance.calendar.calendars import queries as calendar_queries
from appliance.calendar.events import queries as event_queries
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.actions import resolution_context
from appliance.calendar.events.models import AnnotatedEvent, StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.published_feeds import ics, queries, rules
from appliance.calendar.published_feeds.models import MadePublishedFeed, NewPublishedFeed, PublishedFeed, Stamp
from appliance.household import queries as household_queries
from appliance.kernel.database.transactions import Reader, Tx, consistent_read
from appliance.kernel.encryption import digest
from appliance.kernel.errors import BadRequest, NotFound
from appliance.kernel.recurrence import cost
from appliance.kernel.scheduling.clock import instant, moment
from appliance.kernel.schema import made
from appliance.kernel.time_budget import checkpoint
from appliance.people import queries as people_queries

# What later domains add to a feed, which this one may not import.
More = Callable[[Reader, PublishedFeed], Iterable[bytes]]
# Events that are read and written at a time.
BATCH = 200


def make(tx: Tx, request: NewPublishedFeed) -> MadePublishedFeed:
    """Make a feed with a random token of 256 bits, which only the answer holds. Raises BadRequest."""
    rules.check_count(queries.count(tx))
    if request.member_id is not None and not people_queries.is_member(tx, request.member_id):
        raise BadRequest("is not a member", at="memberId", code="deleted_meanwhile")
    known = {calendar.id for calendar in calendar_queries.calendars(tx)}
    chosen = request.calendar_ids
    for index, calendar_id in enumerate(chosen or ()):
        if calendar_id not in known:
            raise BadRequest("is not a calendar", at=f"calendarIds.{index}", code="deleted_meanwhile")

    token = secrets.token_urlsafe(32)
    feed = made(
        PublishedFeed,
        request,
        id=str(uuid4()),
        calendar_ids=None if chosen is None else tuple(dict.fromkeys(chosen)),
        created_at=instant(tx.now),
        last_used_at=None,
    )
    queries.put(tx, feed, digest(token))
    tx.record("settings.changed", {"feedId": feed.id})
    return MadePublishedFeed(feed=feed, path=rules.path(token))


def revoke(tx: Tx, feed_id: str) -> None:
    """Delete a feed: its address is unknown from now on. Raises NotFound."""
    if not queries.remove(tx, feed_id):
        raise NotFound()
    tx.record("settings.changed", {"feedId": feed_id})


def find(db: Reader, name: str) -> PublishedFeed | None:
    """The feed of an address by its last part, `<token>.ics`."""
    if not name.endswith(rules.SUFFIX):
        return None
    return queries.by_digest(db, digest(name.removesuffix(rules.SUFFIX)))


def count_unknown(tx: Tx, address: str) -> None:
    """Count a request with an unknown token. Raises TooManyRequests."""
    access.count_attempt(tx, f"feed {address}", rules.UNKNOWN_TOKENS, rules.WINDOW)


def is_use_due(feed: PublishedFeed, now: datetime) -> bool:
    """Whether this use of a feed is to be stored."""
    return feed.last_used_at is None or now - moment(feed.last_used_at) >= rules.USE_NOTED_EVERY


def mark_used(tx: Tx, feed_id: str) -> None:
    """Store that a feed was read. Records no change."""
    queries.put_used(tx, feed_id, tx.now)


@consistent_read
@cost.limited()
def calendar_file(db: Reader, feed: PublishedFeed, more: More) -> bytes:
    """The feed as an iCalendar file, never longer than its bounds: then the last events are left out.

    It takes up to seconds: call it with `read_in_thread`.
    """
    file = bytearray(
        ics.opening(f"{household_queries.settings(db).family_name} – {feed.name}", db.zone, with_zone=True)
    )
    for count, component in enumerate(chain(_components(db, feed), more(db, feed))):
        if count >= rules.MAX_EVENTS or len(file) + len(component) > rules.MAX_BYTES:
            break
        file += component
    return bytes(file + ics.CLOSING)


def _components(db: Reader, feed: PublishedFeed) -> Iterator[bytes]:
    """Series first, so that the newest single events are what is left out of a feed that is too long."""
    local, synced = rules.calendars(feed, calendar_queries.calendars(db))
    begin, latest, ahead = rules.ranges(db.today)
    context = resolution_context(db)

    def wanted(found: Iterable[AnnotatedEvent]) -> Iterator[StoredEvent]:
        for annotated in found:
            checkpoint()
            if rules.is_for(feed, event_rules.resolved(annotated, context)):
                yield annotated[0]

    written: set[str] = set()
    for batch in _batches(db, wanted(event_queries.series(db, begin, latest, local))):
        for stored, stamp in batch:
            detached = [one for one in wanted(event_queries.detached(db, stored.id)) if one.occurrence_start]
            stamps = queries.stamps(db, [one.id for one in detached])
            replacing = [(one, stamps[one.id]) for one in detached]
            written.update(one.id for one in detached)
            yield from _series(db, stored, stamp, replacing, feed.descriptions)
    singles = (event_queries.single(db, begin, latest, local), event_queries.single(db, begin, ahead, synced))
    for found in singles:
        for batch in _batches(db, wanted(found)):
            for stored, stamp in batch:
                if stored.id not in written:
                    yield ics.single(stored, stamp, feed.descriptions)


def _series(
    db: Reader, stored: StoredEvent, stamp: Stamp, detached: list[tuple[StoredEvent, Stamp]], descriptions: bool
) -> Iterator[bytes]:
    """A series with its detached events. One that cannot be written as a rule is written occurrence by occurrence."""
    try:
        if rules.is_plain(stored.rrule or ""):
            if component := ics.series(stored, stamp, detached, descriptions, db.zone):
                yield component
            return
        begin, _, ahead = rules.ranges(db.today)
        times = occurrences.times(db, stored, begin, ahead)
    except (BadRequest, cost.TooCostly):
        # A rule that cannot be followed is not shown anywhere else either.
        return
    yield from (ics.occurrence(stored, stamp, descriptions, *span) for span in times)
    yield from (ics.single(*stamped, descriptions) for stamped in detached)


def _batches(db: Reader, found: Iterator[StoredEvent]) -> Iterator[list[tuple[StoredEvent, Stamp]]]:
    """Events with their stamps, some at a time."""
    batch: list[StoredEvent] = []
    for stored in found:
        batch.append(stored)
        if len(batch) == BATCH:
            yield _stamped(db, batch)
            batch = []
    if batch:
        yield _stamped(db, batch)


def _stamped(db: Reader, batch: list[StoredEvent]) -> list[tuple[StoredEvent, Stamp]]:
    stamps = queries.stamps(db, [stored.id for stored in batch])
    return [(stored, stamps[stored.id]) for stored in batch]
