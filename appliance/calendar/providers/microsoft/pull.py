"""One Microsoft calendar, pulled: by delta what changed, else everything in the window."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.ics.read import MOST_OCCURRENCES
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.events import PREFER, SERIES, Entry, Event, Page
from appliance.calendar.providers.models import Pulled, SyncState, Window
from appliance.kernel.errors import BadGateway
from appliance.kernel.scheduling.clock import instant

MOST_PAGES = 200
A_PAGE = 250
# Above so many changed series it costs less to read the window again.
MOST_SERIES = 15
# A delta tells of one span only, which cannot grow: it begins further ahead than the window, so as to last longer.
FURTHER = timedelta(days=60)


class Found(NamedTuple):
    """What was read: occurrences by id, and how many events could not be read."""

    occurrences: dict[str, Occurrence]
    unreadable: int


class MicrosoftCalendar:
    """A calendar at Microsoft, as one account sees it. `zone` is the household's."""

    def __init__(self, caller: Caller, calendar_id: str, zone: ZoneInfo):
        self._caller = caller
        self._zone = zone
        self._path = f"/v1.0/me/calendars/{quote(calendar_id, safe='')}"
        self.events_path = f"{self._path}/events"

    async def pull(self, window: Window, sync_state: SyncState | None) -> Pulled:
        """What changed since the last sync; without a usable state, everything in the window. Raises Upstream, Busy."""
        usable = sync_state is not None and sync_state.token and sync_state.zone == str(self._zone)
        if sync_state is None or not usable or sync_state.until is None or sync_state.until < window.begin:
            return await self._everything(window)
        if sync_state.token_covers_until is None or sync_state.token_covers_until < window.end:
            return await self._everything(window)
        try:
            return await self._news(window, sync_state)
        except _Forgotten:
            return await self._everything(window)

    async def series(self, series_id: str, window: Window) -> Found | None:
        """The occurrences of a series within a window; None when it is gone."""
        return await self._read(f"{event_path(series_id)}/instances", window, gone_is_none=True)

    async def _everything(self, window: Window) -> Pulled:
        writable = await self._may_write()
        # The link comes first: what happens while the window is read is told the next time.
        further = Window(begin=window.begin, end=window.end + FURTHER)
        link = ""
        async for page in self._pages(f"{self._path}/calendarView/delta", _span(further)):
            link = page.delta
        found = await self._between(window)
        sync_state = SyncState(
            token=place(link) or None, token_covers_until=further.end, since=window.begin.date(), zone=str(self._zone),
            until=window.end, far_at=window.begin + slices.LOOKS_BACK,
        )  # fmt: skip
        return Pulled(
            sync_state=sync_state,
            occurrences=list(found.occurrences.values()),
            unreadable=found.unreadable,
            writable=writable,
        )

    async def _news(self, window: Window, sync_state: SyncState) -> Pulled:
        """The events that changed, in all of the window; and once a day what has come into it at its end.

        A series is asked for anew when it or one of its occurrences changed: a change names them, and tells no more.
        """
        reach = sync_state.until or window.end
        edge = (Window(begin=reach, end=window.end),) if reach.date() < window.end.date() else ()
        changed, unreadable, link = await self._changes(sync_state.token or "")
        sync_state, writable = await self._asked_again(
            window, replace(sync_state, token=link, since=window.begin.date())
        )
        sync_state = replace(sync_state, until=max(reach, window.end) if edge else reach)
        if not changed and not unreadable and not edge:
            return Pulled(sync_state=sync_state, occurrences=None, writable=writable)

        reached = Window(begin=window.begin, end=sync_state.until or window.end)
        gone = {each.id for each in changed if each.removed is not msgspec.UNSET}
        there = [each for each in changed if each.id not in gone]
        series = {each.series_master_id or each.id for each in there if each.series_master_id or each.type == SERIES}
        if len(series) > MOST_SERIES:
            everything = await self._between(Window(begin=window.begin, end=max(reach, window.end)))
            return Pulled(
                sync_state=sync_state,
                occurrences=list(everything.occurrences.values()),
                unreadable=everything.unreadable,
                writable=writable,
            )
        found: dict[str, Occurrence] = {}
        for series_id in sorted(series):
            if (told := await self.series(series_id, reached)) is not None:
                found |= told.occurrences
                unreadable += told.unreadable
        singles = [each for each in there if not each.series_master_id and each.type != SERIES]
        alone = self._understood(singles, Found({}, unreadable))
        found |= {key: each for key, each in alone.occurrences.items() if times.is_within(each, reached)}
        for span in edge:
            found |= (await self._between(span)).occurrences
        replaced = tuple(sorted(gone | series | {each.id for each in singles}))
        return Pulled(
            sync_state=sync_state,
            occurrences=list(found.values()),
            unreadable=alone.unreadable,
            covers=edge,
            gone=replaced,
            writable=writable,
        )

    async def _asked_again(self, window: Window, sync_state: SyncState) -> tuple[SyncState, bool | None]:
        """Every few hours, whether the calendar may be written; None in between."""
        now = window.begin + slices.LOOKS_BACK
        if sync_state.far_at is not None and timedelta() <= now - sync_state.far_at < slices.FAR_EVERY:
            return sync_state, None
        return replace(sync_state, far_at=now), await self._may_write()

    async def _may_write(self) -> bool | None:
        return (await self._caller.told(Entry, "GET", self._path, {"$select": "id,canEdit"})).can_edit

    async def _changes(self, link: str) -> tuple[list[Event], int, str]:
        """The events that changed since a link was given, how many could not be read, and the next link."""
        path, _, query = link.partition("?")
        changed, unreadable = list[Event](), 0
        async for page in self._pages(path, dict(parse_qsl(query)), forgets=True):
            told, lost = _decoded(page)
            changed, unreadable, link = changed + told, unreadable + lost, place(page.delta) or link
        return changed, unreadable, link

    async def _between(self, window: Window) -> Found:
        """What happens in a span, series laid out."""
        found = await self._read(f"{self._path}/calendarView", window)
        assert found is not None
        return found

    async def _read(self, path: str, window: Window, gone_is_none: bool = False) -> Found | None:
        found = Found({}, 0)
        try:
            async for page in self._pages(path, {**_span(window), "$top": str(A_PAGE)}, gone_is_none):
                found = await asyncio.to_thread(self._laid_out, page, found)
        except _Gone:
            return None
        return found

    async def _pages(
        self, path: str, query: dict[str, str], gone_is_none: bool = False, forgets: bool = False
    ) -> AsyncIterator[Page]:
        """The pages of an answer. The links between them are followed at our own base, wherever they point."""
        for _ in range(MOST_PAGES):
            prefer = {"prefer": f"{PREFER}, odata.maxpagesize={A_PAGE}"}
            answer = await self._caller.ask("GET", path, query, headers=prefer)
            if gone_is_none and answer.status in (404, 410):
                raise _Gone
            if forgets and answer.status in (400, 410):
                raise _Forgotten
            page = self._caller.read(answer, Page)
            yield page
            if not page.more:
                return
            path, _, text = place(page.more).partition("?")
            query = dict(parse_qsl(text))
        raise _too_much()

    def _laid_out(self, page: Page, before: Found) -> Found:
        told, lost = _decoded(page)
        return self._understood(told, Found(before.occurrences, before.unreadable + lost))

    def _understood(self, told: list[Event], before: Found) -> Found:
        found, unreadable = dict(before.occurrences), before.unreadable
        for event in told:
            try:
                found[event.id] = events.occurrence(event, self._zone)
            except (ValueError, OverflowError):
                unreadable += 1
        if len(found) > MOST_OCCURRENCES:
            raise _too_much()
        return Found(found, unreadable)


def event_path(event_id: str) -> str:
    """Where an event is, whichever calendar holds it."""
    return f"/v1.0/me/events/{quote(event_id, safe='')}"


class _Forgotten(Exception):
    """Microsoft cannot tell what changed since the last sync."""


class _Gone(Exception):
    """What was asked for is not there any more."""


def _decoded(page: Page) -> tuple[list[Event], int]:
    told, lost = list[Event](), 0
    for item in page.value:
        try:
            told.append(msgspec.json.decode(item, type=Event))
        except msgspec.DecodeError:
            lost += 1
    return told, lost


def place(link: str) -> str:
    """A link's path and query: what it names is asked for where Graph was configured to be."""
    parts = urlsplit(link)
    path = parts.path[parts.path.find("/v1.0/") :] if "/v1.0/" in parts.path else ""
    return f"{path}?{parts.query}" if path else ""


def _span(window: Window) -> dict[str, str]:
    return {"startDateTime": instant(window.begin), "endDateTime": instant(window.end)}


def _too_much() -> BadGateway:
    return BadGateway(f"the calendar has more than {MOST_OCCURRENCES:,} events within a year")
