"""One Google calendar, pulled: by sync token what changed, else everything in the window."""

import asyncio
from typing import NamedTuple
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.google import events
from appliance.calendar.providers.google.events import Event, Page
from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.ics.read import MOST_OCCURRENCES
from appliance.calendar.providers.models import Pulled, SyncState, Window
from appliance.kernel.errors import BadGateway
from appliance.kernel.scheduling.clock import instant

A_PAGE = "2500"
MOST_PAGES = 100
# Above so many changed series it costs less to read the window again.
MOST_SERIES = 15
WRITING = ("owner", "writer")


class Found(NamedTuple):
    """What was read: occurrences by id, how many events could not be read, and the role when it was told."""

    occurrences: dict[str, Occurrence]
    unreadable: int
    role: str


class GoogleCalendar:
    """A calendar at Google, as one account sees it. `zone` is the household's."""

    def __init__(self, caller: Caller, calendar_id: str, zone: ZoneInfo):
        self._caller = caller
        self._zone = zone
        self.path = f"/calendar/v3/calendars/{quote(calendar_id, safe='')}/events"

    async def pull(self, window: Window, sync_state: SyncState | None) -> Pulled:
        """What changed since the last sync; without a usable state, everything in the window. Raises Upstream, Busy."""
        usable = sync_state is not None and sync_state.token and sync_state.zone == str(self._zone)
        if sync_state is None or not usable or sync_state.until is None or sync_state.until < window.begin:
            return await self._everything(window)
        try:
            return await self._news(window, sync_state)
        except _Forgotten:
            return await self._everything(window)

    async def series(self, series_id: str, window: Window) -> Found | None:
        """The occurrences of a series within a window; None when it is gone."""
        path = f"{self.path}/{quote(series_id, safe='')}/instances"
        return await self._read(path, _span(window), gone_is_none=True)

    async def _everything(self, window: Window) -> Pulled:
        # The token comes first: what happens while the window is read is told the next time.
        token = await self._token()
        found = await self._between(window)
        sync_state = SyncState(token=token, since=window.begin.date(), zone=str(self._zone), until=window.end)
        return Pulled(
            sync_state=sync_state,
            occurrences=list(found.occurrences.values()),
            unreadable=found.unreadable,
            writable=_may_write(found.role),
        )

    async def _news(self, window: Window, sync_state: SyncState) -> Pulled:
        """The events that changed, in all of the window; and once a day what has come into it at its end.

        A series is asked for anew when it or one of its occurrences changed: what Google tells of a changed rule are
        not its occurrences.
        """
        reach = sync_state.until or window.end
        edge = (Window(begin=reach, end=window.end),) if reach.date() < window.end.date() else ()
        changed, unreadable, token, role = await self._changes(sync_state.token or "")
        until = max(reach, window.end) if edge else reach
        sync_state = replace(sync_state, token=token, since=window.begin.date(), until=until)
        writable = _may_write(role)
        if not changed and not unreadable and not edge:
            return Pulled(sync_state=sync_state, occurrences=None, writable=writable)

        reached = Window(begin=window.begin, end=until)
        series = {each.recurring_event_id or each.id for each in changed if each.recurring_event_id or each.recurrence}
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
        singles = [each for each in changed if not each.recurring_event_id and not each.recurrence]
        told = self._understood(singles, Found({}, unreadable, role))
        found |= {key: each for key, each in told.occurrences.items() if times.is_within(each, reached)}
        for span in edge:
            found |= (await self._between(span)).occurrences
        gone = tuple(sorted(series | {each.id for each in singles}))
        return Pulled(
            sync_state=sync_state,
            occurrences=list(found.values()),
            unreadable=told.unreadable,
            covers=edge,
            gone=gone,
            writable=writable,
        )

    async def _token(self) -> str:
        """A token for what happens from now on; of what is there already nothing but the number of pages comes."""
        query = {"maxResults": A_PAGE, "fields": "nextPageToken,nextSyncToken"}
        for _ in range(MOST_PAGES):
            page = await self._caller.told(Page, "GET", self.path, query)
            if not page.next_page_token:
                return page.next_sync_token
            query["pageToken"] = page.next_page_token
        raise _too_much()

    async def _changes(self, token: str) -> tuple[list[Event], int, str, str]:
        """The events that changed since a token, how many could not be read, the next token, and the role."""
        query, changed, unreadable = {"maxResults": A_PAGE, "syncToken": token}, list[Event](), 0
        for _ in range(MOST_PAGES):
            answer = await self._caller.ask("GET", self.path, query)
            # 410 is what is documented; a token that was made for other questions is answered with 400.
            if answer.status in (400, 410):
                raise _Forgotten
            page = self._caller.read(answer, Page)
            for item in page.items:
                try:
                    changed.append(msgspec.json.decode(item, type=Event))
                except msgspec.DecodeError:
                    unreadable += 1
            if not page.next_page_token:
                return changed, unreadable, page.next_sync_token or token, page.access_role
            query["pageToken"] = page.next_page_token
        raise _Forgotten

    async def _between(self, window: Window) -> Found:
        """What happens in a span, series laid out."""
        found = await self._read(self.path, {**_span(window), "singleEvents": "true"})
        assert found is not None
        return found

    async def _read(self, path: str, query: dict[str, str], gone_is_none: bool = False) -> Found | None:
        query = {**query, "maxResults": A_PAGE}
        found = Found({}, 0, "")
        for _ in range(MOST_PAGES):
            answer = await self._caller.ask("GET", path, query)
            if gone_is_none and answer.status in (404, 410):
                return None
            page = self._caller.read(answer, Page)
            found = await asyncio.to_thread(self._laid_out, page, found)
            if not page.next_page_token:
                return found
            query["pageToken"] = page.next_page_token
        raise _too_much()

    def _laid_out(self, page: Page, before: Found) -> Found:
        told, unreadable = list[Event](), before.unreadable
        for item in page.items:
            try:
                told.append(msgspec.json.decode(item, type=Event))
            except msgspec.DecodeError:
                unreadable += 1
        return self._understood(told, Found(before.occurrences, unreadable, page.access_role or before.role))

    def _understood(self, told: list[Event], before: Found) -> Found:
        found, unreadable = dict(before.occurrences), before.unreadable
        for event in told:
            if not events.is_shown(event):
                continue
            try:
                found[event.id] = events.occurrence(event, self._zone)
            except (ValueError, OverflowError):
                unreadable += 1
        if len(found) > MOST_OCCURRENCES:
            raise _too_much()
        return Found(found, unreadable, before.role)


class _Forgotten(Exception):
    """Google cannot tell what changed since the last sync."""


def _may_write(role: str) -> bool | None:
    return role in WRITING if role else None


def _span(window: Window) -> dict[str, str]:
    return {"timeMin": instant(window.begin), "timeMax": instant(window.end)}


def _too_much() -> BadGateway:
    return BadGateway(f"the calendar has more than {MOST_OCCURRENCES:,} events within a year")
