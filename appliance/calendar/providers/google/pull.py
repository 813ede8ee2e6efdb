"""One Google calendar (API v3): changes by sync token, series by their instances."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.google import events
from appliance.calendar.providers.google.events import Event, Page
from appliance.calendar.providers.hosted.calendar import HostedCalendar, quoted
from appliance.calendar.providers.hosted.caller import PathQuery
from appliance.calendar.providers.models import SyncState, Window
from appliance.kernel.scheduling.clock import instant

PAGE_SIZE = {"maxResults": "2500"}


class GoogleCalendar(HostedCalendar):
    """A calendar at Google."""

    root = "/calendar/v3/calendars"
    page, event = Page[msgspec.Raw], Event
    most_pages = 100
    cancelled_too: ClassVar[Mapping[str, str]] = {"showDeleted": "true"}

    def event_path(self, event_id: str) -> str:
        """The path of an event in this calendar."""
        return f"{self.path}/{quoted(event_id)}"

    def occurrence(self, event: Event) -> Occurrence | None:
        """See HostedCalendar."""
        return events.occurrence(event, self._zone) if events.is_shown(event) else None

    async def _started(self, window: Window) -> SyncState:
        """The token ends the list of all events, which is read without its content."""
        return SyncState(token=await self._token((self.path, {**PAGE_SIZE, "fields": "nextPageToken,nextSyncToken"})))

    def _since(self, token: str) -> PathQuery:
        return self.path, {**PAGE_SIZE, "syncToken": token}

    def _within(self, window: Window) -> PathQuery:
        return self.path, {**self._span(window), "singleEvents": "true"}

    def _span(self, window: Window) -> Mapping[str, str]:
        return {**PAGE_SIZE, "timeMin": instant(window.begin), "timeMax": instant(window.end)}
