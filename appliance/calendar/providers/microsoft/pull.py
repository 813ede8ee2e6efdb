"""One Microsoft calendar (Graph v1.0): changes by delta link, series by their instances."""

from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted.calendar import Found, HostedCalendar, PathQuery, quoted
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.events import PREFER, Entry, Event, Page, path_query
from appliance.calendar.providers.models import SyncState, Window
from appliance.kernel.scheduling.clock import instant

PAGE_SIZE = 250
# A delta covers one span, which cannot grow: it begins further ahead than the window, so as to last longer.
FURTHER = timedelta(days=60)


class MicrosoftCalendar(HostedCalendar[Event]):
    """A calendar at Microsoft."""

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

    async def _started(self, window: Window) -> tuple[SyncState, bool | None]:
        writable = await self._may_write()
        further = Window(begin=window.begin, end=window.end + FURTHER)
        token = ""
        async for page in self._pages(f"{self._calendar_path}/calendarView/delta", _times(further)):
            token = page.token
        # far_at is when the permission to write was last asked for.
        far_at = window.begin + slices.LOOKS_BACK
        sync_state = SyncState(token=token or None, token_covers_until=further.end, far_at=far_at)
        return sync_state, writable

    def _since(self, token: str) -> PathQuery:
        return path_query(token)

    async def _changes(self, window: Window, last: SyncState) -> tuple[list[Event], int, SyncState, bool | None]:
        changed, unreadable, sync_state, _ = await super()._changes(window, last)
        return changed, unreadable, *(await self._permission(window, sync_state))

    async def _permission(self, window: Window, last: SyncState) -> tuple[SyncState, bool | None]:
        """Every few hours, whether the user may write into the calendar; None in between."""
        now = window.begin + slices.LOOKS_BACK
        if last.far_at is not None and timedelta() <= now - last.far_at < slices.FAR_EVERY:
            return last, None
        return replace(last, far_at=now), await self._may_write()

    async def _may_write(self) -> bool | None:
        return (await self.caller.fetch(Entry, "GET", self._calendar_path, {"$select": "id,canEdit"})).can_edit

    async def _between(self, window: Window) -> Found:
        return await self._read(f"{self._calendar_path}/calendarView", self._span(window))

    def _span(self, window: Window) -> Mapping[str, str]:
        return {**_times(window), "$top": str(PAGE_SIZE)}


def _times(window: Window) -> dict[str, str]:
    return {"startDateTime": instant(window.begin), "endDateTime": instant(window.end)}
