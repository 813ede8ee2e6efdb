"""Pull a calendar of Google or Microsoft: what changed since a token, else the whole window."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.ics.read import MOST_OCCURRENCES
from appliance.calendar.providers.models import Pulled, SyncState, Window
from appliance.kernel.errors import BadGateway

# Above so many changed series, reading the window again costs fewer requests.
MOST_SERIES = 15
GONE, TOKEN_REJECTED = (404, 410), (400, 410)
T_co = TypeVar("T_co", covariant=True)
# The path and the query of a list.
PathQuery = tuple[str, Mapping[str, str]]


class Page(Protocol[T_co]):
    """One page of a list."""

    @property
    def items(self) -> Sequence[T_co]:
        """What is listed."""

    @property
    def token(self) -> str:
        """The token for the changes from now on; empty where a page follows."""

    @property
    def writable(self) -> bool | None:
        """Whether the calendar is writable; None where the page does not say."""

    def following(self, path: str, query: Mapping[str, str]) -> PathQuery | None:
        """Where the page that follows this one is, None after the last one."""


class Event(Protocol):
    """An event of a provider."""

    id: str

    @property
    def series(self) -> str:
        """The id of the series that it is or belongs to; empty for a single event."""


E = TypeVar("E", bound=Event)
EventPage = Page[msgspec.Raw]


class Found(NamedTuple):
    """What was read: occurrences by id, the number of unreadable events, and whether the calendar is writable.

    `writable` is None where the provider did not say.
    """

    occurrences: dict[str, Occurrence]
    unreadable: int = 0
    writable: bool | None = None


class HostedCalendar(ABC, Generic[E]):
    """A calendar as one account sees it. `path` is that of its events, `zone` the household's."""

    # The path of all calendars.
    root: ClassVar[str]
    page: ClassVar[type[EventPage]]
    event: type[E]
    most_pages: ClassVar[int]
    headers: ClassVar[Mapping[str, str]] = {}
    # Added to the query of the occurrences of a series that is to be divided.
    cancelled_too: ClassVar[Mapping[str, str]] = {}

    def __init__(self, caller: Caller, calendar_id: str, zone: ZoneInfo):
        self.caller = caller
        self._calendar_path = f"{self.root}/{quoted(calendar_id)}"
        self.path = f"{self._calendar_path}/events"
        self._zone = zone

    @abstractmethod
    def event_path(self, event_id: str) -> str:
        """The path of an event."""

    @abstractmethod
    def occurrence(self, event: E) -> Occurrence | None:
        """An event as it is stored, None for one that is not shown. Raises ValueError, OverflowError."""

    @abstractmethod
    async def _started(self, window: Window) -> tuple[SyncState, bool | None]:
        """A state whose token covers every change from now on, and whether the calendar is writable, as in Found."""

    @abstractmethod
    def _since(self, token: str) -> PathQuery:
        """The path and query of the changes since a token."""

    @abstractmethod
    async def _between(self, window: Window) -> Found:
        """The occurrences in a span."""

    @abstractmethod
    def _span(self, window: Window) -> Mapping[str, str]:
        """The query of a list of events within a window."""

    async def series(self, series_id: str, window: Window) -> Found | None:
        """The occurrences of a series within a window, None when it is gone."""
        try:
            return await self._read(f"{self.event_path(series_id)}/instances", self._span(window), GONE)
        except Gone:
            return None

    async def instances(self, series_id: str, window: Window) -> list[dict[str, Any]]:
        """The occurrences of a series within a window as the provider answers them. Raises BadGateway, Busy."""
        path, query = f"{self.event_path(series_id)}/instances", {**self._span(window), **self.cancelled_too}
        return [msgspec.json.decode(each) async for page in self._pages(path, query) for each in page.items]

    async def pull(self, window: Window, last: SyncState | None) -> Pulled:
        """What changed since the last sync; without a usable state, the whole window. Raises BadGateway, Busy."""
        if last is None or not self._is_usable(last, window):
            return await self._whole(window)
        try:
            return await self._changed(window, last)
        except (Gone, TooMany):
            return await self._whole(window)

    def _is_usable(self, last: SyncState, window: Window) -> bool:
        return (
            bool(last.token) and last.zone == str(self._zone) and last.until is not None and last.until >= window.begin
        )

    async def _whole(self, window: Window) -> Pulled:
        # The token comes first, so that changes while the window is read come with the next sync.
        sync_state, writable = await self._started(window)
        found = await self._between(window)
        return Pulled(
            sync_state=replace(sync_state, since=window.begin.date(), zone=str(self._zone), until=window.end),
            occurrences=list(found.occurrences.values()),
            unreadable=found.unreadable,
            writable=writable if found.writable is None else found.writable,
        )

    async def _changed(self, window: Window, last: SyncState) -> Pulled:
        """The changed events, in the whole window; and once a day the events that entered it at its end.

        A series is read again when it or one of its occurrences changed: a change does not list its occurrences.
        """
        reach = last.until or window.end
        edge = (Window(begin=reach, end=window.end),) if reach.date() < window.end.date() else ()
        changed, unreadable, sync_state, writable = await self._changes(window, last)
        until = max(reach, window.end) if edge else reach
        sync_state = replace(sync_state, since=window.begin.date(), until=until)
        pulled = Pulled(sync_state=sync_state, occurrences=None, writable=writable)
        if not changed and not unreadable and not edge:
            return pulled
        series = {each.series for each in changed if each.series}
        if len(series) > MOST_SERIES:
            whole = await self._between(Window(begin=window.begin, end=max(reach, window.end)))
            return replace(pulled, occurrences=list(whole.occurrences.values()), unreadable=whole.unreadable)

        reached = Window(begin=window.begin, end=until)
        singles = [each for each in changed if not each.series]
        alone = self._understood(singles, Found({}, unreadable))
        found = {key: each for key, each in alone.occurrences.items() if times.is_within(each, reached)}
        unreadable = alone.unreadable
        for series_id in sorted(series):
            if (instances := await self.series(series_id, reached)) is not None:
                found |= instances.occurrences
                unreadable += instances.unreadable
        for span in edge:
            found |= (await self._between(span)).occurrences
        gone = tuple(sorted(series | {each.id for each in singles}))
        return replace(pulled, occurrences=list(found.values()), unreadable=unreadable, covers=edge, gone=gone)

    async def _pages(self, path: str, query: Mapping[str, str], gone: Collection[int] = ()) -> AsyncIterator[EventPage]:
        """The pages of a list. Raises Gone for the statuses in `gone`, TooMany, BadGateway, Busy."""
        for _ in range(self.most_pages):
            answer = await self.caller.request("GET", path, query, headers=self.headers)
            if answer.status in gone:
                raise Gone
            page = self.caller.read(answer, self.page)
            yield page
            following = page.following(path, query)
            if following is None:
                return
            path, query = following
        raise TooMany

    async def _changes(self, window: Window, last: SyncState) -> tuple[list[E], int, SyncState, bool | None]:
        """What changed since the last sync, the number of unreadable events, the new state, and `writable` as in Found.

        Raises Gone where the token is no longer accepted.
        """
        token, writable, changed, unreadable = last.token or "", None, list[E](), 0
        # 410 is the documented status; a token that was made for another query is answered with 400.
        async for page in self._pages(*self._since(token), TOKEN_REJECTED):
            read, lost = self._decoded(page)
            changed, unreadable = changed + read, unreadable + lost
            token, writable = page.token or token, page.writable
        return changed, unreadable, replace(last, token=token), writable

    async def _read(self, path: str, query: Mapping[str, str], gone: Collection[int] = ()) -> Found:
        """The occurrences on all pages of a list. Raises as `_pages`."""
        found = Found({})
        async for page in self._pages(path, query, gone):
            found = await asyncio.to_thread(self._with_page, page, found)
        return found

    def _with_page(self, page: EventPage, before: Found) -> Found:
        events, unreadable = self._decoded(page)
        writable = before.writable if page.writable is None else page.writable
        return self._understood(events, Found(before.occurrences, before.unreadable + unreadable, writable))

    def _decoded(self, page: EventPage) -> tuple[list[E], int]:
        """The events of a page, and the number of those that could not be read."""
        events, unreadable = list[E](), 0
        for item in page.items:
            try:
                events.append(msgspec.json.decode(item, type=self.event))
            except msgspec.DecodeError:
                unreadable += 1
        return events, unreadable

    def _understood(self, events: Iterable[E], before: Found) -> Found:
        found, unreadable = dict(before.occurrences), before.unreadable
        for event in events:
            try:
                if (occurrence := self.occurrence(event)) is not None:
                    found[event.id] = occurrence
            except (ValueError, OverflowError):
                unreadable += 1
        if len(found) > MOST_OCCURRENCES:
            raise TooMany
        return before._replace(occurrences=found, unreadable=unreadable)


class Gone(Exception):
    """The provider does not have what was asked for: a series, or the changes since a token."""


class TooMany(BadGateway):
    """More events or pages than are read."""

    def __init__(self) -> None:
        super().__init__(f"the calendar has more than {MOST_OCCURRENCES:,} events within a year")


def quoted(text: str) -> str:
    """An id as one segment of a path."""
    return quote(text, safe="")
