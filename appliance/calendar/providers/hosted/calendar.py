"""Pull a calendar of Google or Microsoft: what changed since a token, else the whole window."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.hosted.caller import Caller, Gone, Page, PathQuery, TooMany
from appliance.calendar.providers.ics.budget import MAX_OCCURRENCES
from appliance.calendar.providers.models import Losses, Pulled, SyncState, Window

# Above so many changed series, reading the window again costs fewer requests.
MAX_SERIES = 15
GONE, TOKEN_REJECTED = (404, 410), (400, 410)


class HostedCalendar(ABC):
    """A calendar as one account sees it, for one call. `path` is that of its events, `zone` the household's.

    An event of a provider has an `id`, and `series`: the id of the series that it is or belongs to, empty for a single
    event.
    """

    # The path of all calendars.
    root: ClassVar[str]
    page: ClassVar[type[Page]]
    event: ClassVar[type[Any]]
    most_pages: ClassVar[int]
    headers: ClassVar[Mapping[str, str]] = {}
    # Added to the query of the occurrences of a series that is to be divided.
    cancelled_too: ClassVar[Mapping[str, str]] = {}

    def __init__(self, caller: Caller, calendar_id: str, zone: ZoneInfo):
        self.caller = caller
        self._calendar_path = f"{self.root}/{quoted(calendar_id)}"
        self.path = f"{self._calendar_path}/events"
        self._zone = zone
        # The number of events that could not be read, and the last answer to whether the calendar is writable.
        self._unreadable = 0
        self._writable: bool | None = None

    @abstractmethod
    def event_path(self, event_id: str) -> str:
        """The path of an event."""

    @abstractmethod
    def occurrence(self, event: Any) -> Occurrence | None:
        """An event as it is stored, None for one that is not shown. Raises ValueError, OverflowError."""

    @abstractmethod
    async def _started(self, window: Window) -> SyncState:
        """A state whose token covers every change from now on."""

    @abstractmethod
    def _since(self, token: str) -> PathQuery:
        """The path and query of the changes since a token."""

    @abstractmethod
    def _within(self, window: Window) -> PathQuery:
        """The path and query of the occurrences in a span."""

    @abstractmethod
    def _span(self, window: Window) -> Mapping[str, str]:
        """The query of a list of events within a window."""

    async def series(self, series_id: str, window: Window) -> list[Occurrence]:
        """The occurrences of a series within a window, none of one that is gone."""
        try:
            found = await self._read((f"{self.event_path(series_id)}/instances", self._span(window)), GONE)
        except Gone:
            return []
        return list(found.values())

    async def instances(self, series_id: str, window: Window) -> list[dict[str, Any]]:
        """The occurrences of a series within a window as the provider answers them. Raises BadGateway, Busy."""
        path, query = f"{self.event_path(series_id)}/instances", {**self._span(window), **self.cancelled_too}
        return [msgspec.json.decode(item) async for page in self._pages((path, query)) for item in page.items]

    async def pull(self, window: Window, last: SyncState | None) -> Pulled:
        """What changed since the last sync; without a usable state, the whole window. Raises BadGateway, Busy."""
        if last is None or not self._is_usable(last, window):
            return await self._whole(window)
        try:
            return await self._changed(window, last)
        except (Gone, TooMany):
            return await self._whole(window)

    def _is_usable(self, last: SyncState, window: Window) -> bool:
        return bool(last.token) and last.is_usable(window, str(self._zone))

    async def _whole(self, window: Window) -> Pulled:
        # The token comes first, so that changes while the window is read come with the next sync.
        sync_state = await self._started(window)
        sync_state = replace(sync_state, since=window.begin.date(), zone=str(self._zone), until=window.end)
        return await self._anew(window, sync_state)

    async def _anew(self, window: Window, sync_state: SyncState) -> Pulled:
        self._unreadable = 0
        found = await self._read(self._within(window))
        pulled = self._pulled(sync_state, list(found.values()))
        return replace(pulled, losses=Losses(events=self._unreadable))

    async def _changed(self, window: Window, last: SyncState) -> Pulled:
        """The changed events, in the whole window; and once a day the events that entered it at its end.

        A series is read again when it or one of its occurrences changed: a change does not list its occurrences.
        """
        edge, until = slices.entered(window, last)
        changed, sync_state = await self._changes(last)
        sync_state = replace(sync_state, since=window.begin.date(), until=until)
        if not changed and not self._unreadable and not edge:
            return self._pulled(sync_state, None)
        known = Window(begin=window.begin, end=until)
        series = {event.series for event in changed if event.series}
        if len(series) > MAX_SERIES:
            return await self._anew(known, sync_state)

        singles = [event for event in changed if not event.series]
        alone = self._understood(singles, {})
        found = {key: occurrence for key, occurrence in alone.items() if times.is_within(occurrence, known)}
        for series_id in sorted(series):
            found |= {occurrence.external_id: occurrence for occurrence in await self.series(series_id, known)}
        for span in edge:
            found |= await self._read(self._within(span))
        gone = tuple(sorted(series | {event.id for event in singles}))
        return replace(self._pulled(sync_state, list(found.values())), covers=edge, gone=gone)

    def _pulled(self, sync_state: SyncState, occurrences: list[Occurrence] | None) -> Pulled:
        losses = Losses(events=self._unreadable) if self._unreadable else None
        return Pulled(sync_state=sync_state, occurrences=occurrences, losses=losses, writable=self._writable)

    async def _changes(self, last: SyncState) -> tuple[list[Any], SyncState]:
        """The events that changed since the last sync, and the new state. Raises Gone for a token that has ended."""
        token, changed = last.token, list[Any]()
        # 410 is the documented status; a token that was made for another query is answered with 400.
        async for page in self._pages(self._since(token or ""), TOKEN_REJECTED):
            changed += self._decoded(page)
            token = page.token or token
        return changed, replace(last, token=token)

    async def _token(self, at: PathQuery) -> str | None:
        """The token at the end of a list."""
        token = ""
        async for page in self._pages(at):
            token = page.token
        return token or None

    async def _read(self, at: PathQuery, gone: Collection[int] = ()) -> dict[str, Occurrence]:
        """The occurrences on all pages of a list, by id. Raises as `_pages`."""
        found: dict[str, Occurrence] = {}
        async for page in self._pages(at, gone):
            found = await asyncio.to_thread(self._understood, self._decoded(page), found)
        return found

    async def _pages(self, at: PathQuery, gone: Collection[int] = ()) -> AsyncIterator[Page]:
        """The pages of a list. Raises as `Caller.pages`."""
        async for page in self.caller.pages(self.page, at, self.most_pages, self.headers, gone):
            self._writable = self._writable if page.writable is None else page.writable
            yield page

    def _decoded(self, page: Page) -> Iterator[Any]:
        """The events of a page, each decoded when it is asked for: a page of thousands blocks nothing in a thread."""
        for item in page.items:
            try:
                yield msgspec.json.decode(item, type=self.event)
            except msgspec.DecodeError:
                self._unreadable += 1

    def _understood(self, events: Iterable[Any], before: dict[str, Occurrence]) -> dict[str, Occurrence]:
        """The occurrences read before, and those of more events. Raises TooMany."""
        found = dict(before)
        for event in events:
            try:
                if (occurrence := self.occurrence(event)) is not None:
                    found[event.id] = occurrence
            except (ValueError, OverflowError):
                self._unreadable += 1
        if len(found) > MAX_OCCURRENCES:
            raise TooMany
        return found


def quoted(text: str) -> str:
    """An id as one segment of a path."""
    return quote(text, safe="")
