"""Find events by the words of their titles, places and descriptions, and by the names of their members."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from appliance.calendar.events import actions as events
from appliance.calendar.events import queries as event_queries
from appliance.calendar.events import rules as event_rules
from appliance.calendar.events.models import AnnotatedEvent, Event, StoredEvent
from appliance.calendar.occurrences import actions as occurrences
from appliance.calendar.search import queries, rules
from appliance.calendar.search.models import Candidate, FoundEvent, Matched
from appliance.kernel.database.full_text import LONGEST_PREFIX, match
from appliance.kernel.database.transactions import Reader
from appliance.kernel.errors import BadRequest
from appliance.kernel.scheduling.clock import moment
from appliance.kernel.time_budget import checkpoint
from appliance.people import queries as people_queries


def find(db: Reader, words: Sequence[str], parts: Sequence[str], limit: int) -> tuple[list[FoundEvent], int]:
    """The best `limit` events with all words or whose title contains every part, and how many more there are at least.

    Two years back and two ahead. Events of which the title matches come first, then those of which place or
    description do, then those for a member whose name begins with a word; in each of these the nearest comes first.
    Calendars that are switched off are left out.
    """
    search = _Search(db, max(limit, rules.MAX_RANKED))
    if parts:
        search.add_events(queries.containing(db, parts, *search.around), "title")
    if words:
        search.add_single_events(words)
        search.add_series(words)
    if words and len(search.candidates) < rules.MAX_RANKED:
        search.add_members(words)
    return search.found(words, limit)


def nearest(db: Reader, event_ids: Iterable[str]) -> dict[str, Event]:
    """The events with these ids in calendars that are switched on, a local series by its nearest occurrence."""
    search = _Search(db, rules.MAX_RANKED)
    found = (search.shown(event) for event in event_queries.events(db, list(event_ids)))
    return {event.id: event for event in found if event is not None}


class _Search:
    """One search: what it found so far, by row number."""

    def __init__(self, db: Reader, most: int):
        self.candidates: dict[int, Candidate] = {}
        self._db, self._now, self._most = db, db.now, most
        self._context = events.resolution_context(db)
        self._begin, self._end = db.now - rules.YEARS, db.now + rules.YEARS

    @property
    def around(self) -> tuple[datetime, datetime, datetime, int]:
        """The arguments of the queries around now."""
        return self._now, self._begin, self._end, self._most

    def add_single_events(self, words: Sequence[str]) -> None:
        """Add single events with all words, those with all of them in the title before the others."""
        db, both, most = self._db, 2 * self._most, self._most
        first, today, last = (rules.document(at) for at in (self._begin, self._now, self._end))
        # A frequent word is looked for as it is: what only begins with it is found by another letter.
        whole = max(map(len, words)) > LONGEST_PREFIX
        found = queries.later(db, match(words, whole=whole), first, last, both)
        if whole and len(found) < both:
            whole, found = False, queries.later(db, match(words), first, last, both)
        anywhere, title = match(words, whole=whole), match(words, "title", whole=whole)
        checkpoint()
        if len(found) < both:
            self._add_dated(queries.later(db, title, first, last, both) if found else [], "title")
            self._add_dated(found, "text")
            return
        # Too many to rank all: those around now.
        self._add_dated(queries.later(db, title, today, last, most), "title")
        self._add_dated(queries.earlier(db, title, first, today, most), "title")
        if len(self.candidates) < most:
            self._add_dated(queries.later(db, anywhere, today, last, most), "text")
            self._add_dated(queries.earlier(db, anywhere, first, today, most), "text")

    def add_series(self, words: Sequence[str]) -> None:
        """Add series with all words, in the same order; of many the newest."""
        of_title = queries.series(self._db, match(words, "title"))
        self._add_series(of_title, "title", self._most)
        if sum(candidate.matched == "title" for candidate in self.candidates.values()) < self._most:
            found = queries.series(self._db, match(words))
            # Seldom looked for, and each needs its nearest occurrence.
            self._add_series([document for document in found if document not in of_title], "text", self._most // 2)

    def add_events(self, numbers: Sequence[int], matched: Matched, groups: Sequence[Sequence[str]] = ()) -> None:
        """Add the events with these row numbers that are for a member of each group."""
        fresh = [number for number in numbers if number not in self.candidates]
        for number, annotated in zip(fresh, event_queries.numbered(self._db, fresh), strict=True):
            event = self.shown(annotated)
            if event is not None and rules.is_for_all(event, groups):
                away = rules.distance(event, self._now, self._db.zone)
                self.candidates[number] = Candidate(number=number, matched=matched, away=away, event=event)

    def add_members(self, words: Sequence[str]) -> None:
        """Add events for the members whose names begin with a word, when the other words match."""
        names = [(person.id, self._db.words(person.name)) for person in people_queries.people(self._db)]
        groups = [rules.named(word, names) for word in words]
        wanted = [group for group in groups if group]
        if not wanted:
            return
        others = [word for word, group in zip(words, groups, strict=True) if not group]
        if others:
            rest = _Search(self._db, self._most)
            rest.add_single_events(others)
            rest.add_series(others)
            numbers = list(rest.candidates)
        else:
            numbers = queries.of_members(self._db, wanted[0], *self.around)
        self.add_events(numbers, "member", wanted)

    def found(self, words: Sequence[str], limit: int) -> tuple[list[FoundEvent], int]:
        """The best of what was found, and how many more there are; of a synced series only one occurrence."""
        ranked = sorted(
            self.candidates.values(), key=lambda candidate: (rules.RANKS.index(candidate.matched), candidate.away)
        )
        best = ranked[: limit + rules.MAX_RELATED]
        numbers = [candidate.number for candidate in best if candidate.event is None]
        rows = dict(zip(numbers, event_queries.numbered(self._db, numbers), strict=True))
        chosen: dict[tuple[str, str], FoundEvent] = {}
        for candidate in best:
            event = candidate.event or self.shown(rows[candidate.number])
            if event is not None:
                key = (event.calendar_id, event.series_id or event.id)
                chosen.setdefault(key, rules.found_event(event, candidate.matched, words))
        return list(chosen.values())[:limit], len(ranked) - len(best) + max(0, len(chosen) - limit)

    def shown(self, annotated: AnnotatedEvent) -> Event | None:
        """An event as answered, a local series by its nearest occurrence; None when there is none, or it is hidden."""
        event = event_rules.resolved(annotated, self._context)
        if not self._context.calendars[event.calendar_id].enabled:
            return None
        if event.rrule is None:
            return event
        try:
            return self._next(event, annotated[0]) or self._last(event, annotated[0])
        except BadRequest:
            return None

    def _next(self, event: Event, stored: StoredEvent) -> Event | None:
        for begin, end in rules.ranges_ahead(self._now):
            for instance in event_rules.instances(event, occurrences.times(self._db, stored, begin, end)):
                if rules.has_not_ended(instance, self._now, self._db.zone):
                    return instance
            checkpoint()
        return None

    def _last(self, event: Event, stored: StoredEvent) -> Event | None:
        for begin, end in rules.ranges_back(self._now):
            if found := event_rules.instances(event, occurrences.times(self._db, stored, begin, end)):
                return found[-1]
            checkpoint()
        return None

    def _add_series(self, documents: Sequence[int], matched: Matched, most: int) -> None:
        local = [-document for document in documents if document < 0][: rules.MAX_SERIES_READ]
        synced = [document for document in documents if document > 0][: rules.MAX_SERIES_READ]
        begin, end = self._begin, self._end
        if local:
            numbers = queries.local_series(self._db, local, begin, end, most)
            self.add_events(numbers, matched)
        if synced:
            self._add_dated(queries.synced_series(self._db, synced, self._now, begin, end, most), matched)
        checkpoint()

    def _add_dated(self, found: Iterable[queries.Dated], matched: Matched) -> None:
        for number, start in found:
            if number not in self.candidates:
                away = abs(moment(start) - self._now)
                self.candidates[number] = Candidate(number=number, matched=matched, away=away)
