"""One Microsoft calendar (Graph v1.0): changes by delta link, series by their instances."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted.calendar import HostedCalendar, quoted
from appliance.calendar.providers.hosted.caller import PathQuery
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.events import PREFER, Entry, Event, Page, path_query
from appliance.calendar.providers.models import Pulled, SyncState, Window
from appliance.kernel.scheduling.clock import instant

PAGE_SIZE = 250
# A delta covers one span, which cannot grow: it begins further ahead than the window, so as to last longer.
FURTHER = timedelta(days=60)


class MicrosoftCalendar(HostedCalendar):
    """A calendar at Microsoft. In its sync state `far_at` is when the permission to write was last asked for."""

    root = "/v1.0/me/calendars"
    page, event = Page[msgspec.Raw], Event
    most_pages = 200
    headers: ClassVar[Mapping[str, str]] = {"prefer": f"{PREFER}, odata.maxpagesize={PAGE_SIZE}"}

    def event_path(self, event_id: str) -> str:
        """The path of an event, whichever calendar holds it."""
        return f"/v1.0/me/events/{quoted(event_id)}"

    def occurrence(self, event: Event) -> Occurrence | None:
        """See HostedCalendar."""
        return None if event.is_removed else events.occurrence(event, self._zone)

    def _is_usable(self, last: SyncState, window: Window) -> bool:
        covers = last.token_covers_until is not None and last.token_covers_until >= window.end
        return covers and super()._is_usable(last, window)

    async def _started(self, window: Window) -> SyncState:
        self._writable = await self._may_write()
        end = window.end + FURTHER
        token = await self._token((f"{self._calendar_path}/calendarView/delta", _times(window.begin, end)))
        return SyncState(token=token, token_covers_until=end, far_at=window.now)

    def _since(self, token: str) -> PathQuery:
        return path_query(token)

    async def _changed(self, window: Window, last: SyncState) -> Pulled:
        """See HostedCalendar. Every few hours it says too whether the calendar is writable."""
        pulled = await super()._changed(window, last)
        if not slices.is_far_due(window.now, last):
            return pulled
        sync_state = replace(pulled.sync_state, far_at=window.now)
        return replace(pulled, sync_state=sync_state, writable=await self._may_write())

    async def _may_write(self) -> bool | None:
        return (await self.caller.fetch(Entry, "GET", self._calendar_path, {"$select": "id,canEdit"})).can_edit

    def _within(self, window: Window) -> PathQuery:
        return f"{self._calendar_path}/calendarView", self._span(window)

    def _span(self, window: Window) -> Mapping[str, str]:
        return {**_times(window.begin, window.end), "$top": str(PAGE_SIZE)}


def _times(begin: datetime, end: datetime) -> dict[str, str]:
    return {"startDateTime": instant(begin), "endDateTime": instant(end)}
