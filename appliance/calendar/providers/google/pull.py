"""One Google calendar (API v3): changes by sync token, series by their instances."""

from collections.abc import Collection, Mapping
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.google import events
from appliance.calendar.providers.google.events import Event, Page
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
from appliance.calendar.providers.models import SyncState, Window
from appliance.kernel.scheduling.clock import instant

PAGE_SIZE = {"maxResults": "2500"}
WRITER_ROLES = ("owner", "writer")


class GoogleCalendar(HostedCalendar[Page, Event]):
    """A calendar at Google."""

    page, event = Page, Event
    most_pages = 100

    def __init__(self, caller: Caller, calendar_id: str, zone: ZoneInfo):
        super().__init__(caller, f"/calendar/v3/calendars/{quoted(calendar_id)}/events", zone)

    def event_path(self, event_id: str) -> str:
        """The path of an event in this calendar."""
        return f"{self.path}/{quoted(event_id)}"

    def occurrence(self, event: Event) -> Occurrence | None:
        """See HostedCalendar."""
        return events.occurrence(event, self._zone) if events.is_shown(event) else None

    async def series(self, series_id: str, window: Window) -> Found | None:
        """See HostedCalendar."""
        try:
            return await self._read(f"{self.event_path(series_id)}/instances", _span(window), GONE)
        except Gone:
            return None

    async def _started(self, window: Window) -> tuple[SyncState, bool | None]:
        """The token ends the list of all events, which is read without its content."""
        token = ""
        async for page in self._pages(self.path, {**PAGE_SIZE, "fields": "nextPageToken,nextSyncToken"}):
            token = page.next_sync_token
        return SyncState(token=token), None

    async def _changes(self, window: Window, last: SyncState) -> Changes[Event]:
        # 410 is the documented status; a token that was made for another query is answered with 400.
        token, role, changed, unreadable = last.token or "", "", list[Event](), 0
        async for page in self._pages(self.path, {**PAGE_SIZE, "syncToken": token}, TOKEN_REJECTED):
            read, lost = self._decoded(page)
            changed, unreadable = changed + read, unreadable + lost
            token, role = page.next_sync_token or token, page.access_role
        return Changes(changed, unreadable, replace(last, token=token), _is_writer(role))

    async def _between(self, window: Window) -> Found:
        return await self._read(self.path, {**_span(window), "singleEvents": "true"})

    async def _read(self, path: str, query: Mapping[str, str], gone: Collection[int] = ()) -> Found:
        found = Found({})
        async for page in self._pages(path, {**PAGE_SIZE, **query}, gone):
            found = await self._expanded(page, found)
            if page.access_role:
                found = found._replace(writable=_is_writer(page.access_role))
        return found

    def _following(self, page: Page, path: str, query: Mapping[str, str]) -> tuple[str, Mapping[str, str]] | None:
        return (path, {**query, "pageToken": page.next_page_token}) if page.next_page_token else None


def _is_writer(role: str) -> bool | None:
    return role in WRITER_ROLES if role else None


def _span(window: Window) -> dict[str, str]:
    return {"timeMin": instant(window.begin), "timeMax": instant(window.end)}
