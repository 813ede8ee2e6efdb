"""One Google calendar (API v3): changes by sync token, series by their instances."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.google import events
from appliance.calendar.providers.google.events import Event, Page
from appliance.calendar.providers.hosted.calendar import Found, HostedCalendar, quoted
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.models import SyncState, Window
from appliance.kernel.scheduling.clock import instant

PAGE_SIZE = {"maxResults": "2500"}


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

    async def instances(self, series_id: str, window: Window) -> list[dict[str, Any]]:
        """The occurrences of a series within a window as Google answers them, cancelled ones too. Raises BadGateway."""
        found = list[dict[str, Any]]()
        query = {**self._span(window), "showDeleted": "true"}
        async for page in self._pages(f"{self.event_path(series_id)}/instances", query):
            found += [msgspec.json.decode(each) for each in page.items]
        return found

    async def _started(self, window: Window) -> tuple[SyncState, bool | None]:
        """The token ends the list of all events, which is read without its content."""
        token = ""
        async for page in self._pages(self.path, {**PAGE_SIZE, "fields": "nextPageToken,nextSyncToken"}):
            token = page.token
        return SyncState(token=token), None

    def _since(self, token: str) -> tuple[str, Mapping[str, str]]:
        return self.path, {**PAGE_SIZE, "syncToken": token}

    async def _between(self, window: Window) -> Found:
        return await self._read(self.path, {**self._span(window), "singleEvents": "true"})

    def _span(self, window: Window) -> Mapping[str, str]:
        return {**PAGE_SIZE, "timeMin": instant(window.begin), "timeMax": instant(window.end)}

    def _following(self, page: Page, path: str, query: Mapping[str, str]) -> tuple[str, Mapping[str, str]] | None:
        return (path, {**query, "pageToken": page.next_page_token}) if page.next_page_token else None
