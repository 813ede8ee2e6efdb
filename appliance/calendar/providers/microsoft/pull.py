"""One Microsoft calendar (Graph v1.0): changes by delta link, series by their instances."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import ClassVar
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted.calendar import (
    GONE,
    TOKEN_REJECTED,
    Changes,
    Found,
    Gone,
    HostedCalendar,
    quoted,
)
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.events import PREFER, Entry, Event, Page
from appliance.calendar.providers.models import SyncState, Window
from appliance.kernel.scheduling.clock import instant

PAGE_SIZE = 250
# A delta covers one span, which cannot grow: it begins further ahead than the window, so as to last longer.
FURTHER = timedelta(days=60)


class MicrosoftCalendar(HostedCalendar[Page, Event]):
    """A calendar at Microsoft."""

    page, event = Page, Event
    most_pages = 200
    headers: ClassVar[Mapping[str, str]] = {"prefer": f"{PREFER}, odata.maxpagesize={PAGE_SIZE}"}

    def __init__(self, caller: Caller, calendar_id: str, zone: ZoneInfo):
        self._calendar_path = f"/v1.0/me/calendars/{quoted(calendar_id)}"
        super().__init__(caller, f"{self._calendar_path}/events", zone)

    def event_path(self, event_id: str) -> str:
        """The path of an event, whichever calendar holds it."""
        return f"/v1.0/me/events/{quoted(event_id)}"

    def occurrence(self, event: Event) -> Occurrence | None:
        """See HostedCalendar."""
        return None if event.is_removed else events.occurrence(event, self._zone)

    async def series(self, series_id: str, window: Window) -> Found | None:
        """See HostedCalendar."""
        try:
            return await self._read(f"{self.event_path(series_id)}/instances", window, GONE)
        except Gone:
            return None

    def _is_usable(self, last: SyncState, window: Window) -> bool:
        covers = last.token_covers_until is not None and last.token_covers_until >= window.end
        return covers and super()._is_usable(last, window)

    async def _started(self, window: Window) -> tuple[SyncState, bool | None]:
        writable = await self._may_write()
        further = Window(begin=window.begin, end=window.end + FURTHER)
        link = ""
        async for page in self._pages(f"{self._calendar_path}/calendarView/delta", _span(further)):
            link = page.delta
        # far_at is when the permission to write was last asked for.
        far_at = window.begin + slices.LOOKS_BACK
        sync_state = SyncState(token=local_link(link) or None, token_covers_until=further.end, far_at=far_at)
        return sync_state, writable

    async def _changes(self, window: Window, last: SyncState) -> Changes[Event]:
        link, changed, unreadable = last.token or "", list[Event](), 0
        path, _, query = link.partition("?")
        async for page in self._pages(path, dict(parse_qsl(query)), TOKEN_REJECTED):
            read, lost = self._decoded(page)
            changed, unreadable, link = changed + read, unreadable + lost, local_link(page.delta) or link
        return Changes(changed, unreadable, *await self._permission(window, replace(last, token=link)))

    async def _permission(self, window: Window, last: SyncState) -> tuple[SyncState, bool | None]:
        """Every few hours, whether the user may write into the calendar; None in between."""
        now = window.begin + slices.LOOKS_BACK
        if last.far_at is not None and timedelta() <= now - last.far_at < slices.FAR_EVERY:
            return last, None
        return replace(last, far_at=now), await self._may_write()

    async def _may_write(self) -> bool | None:
        return (await self._caller.fetch(Entry, "GET", self._calendar_path, {"$select": "id,canEdit"})).can_edit

    async def _between(self, window: Window) -> Found:
        return await self._read(f"{self._calendar_path}/calendarView", window)

    async def _read(self, path: str, window: Window, gone: Collection[int] = ()) -> Found:
        found = Found({})
        async for page in self._pages(path, {**_span(window), "$top": str(PAGE_SIZE)}, gone):
            found = await self._expanded(page, found)
        return found

    def _following(self, page: Page, path: str, query: Mapping[str, str]) -> tuple[str, Mapping[str, str]] | None:
        """See HostedCalendar. The links between pages are followed at our own base, wherever they point."""
        path, _, text = local_link(page.more).partition("?")
        return (path, dict(parse_qsl(text))) if page.more else None


def local_link(link: str) -> str:
    """The path and query of a link of Graph, to be requested at the configured base; empty for any other link."""
    parts = urlsplit(link)
    path = parts.path[parts.path.find("/v1.0/") :] if "/v1.0/" in parts.path else ""
    return f"{path}?{parts.query}" if path else ""


def _span(window: Window) -> dict[str, str]:
    return {"startDateTime": instant(window.begin), "endDateTime": instant(window.end)}
