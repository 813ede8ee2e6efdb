"""Microsoft's calendars as a provider (Graph v1.0)."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted.calendar import HostedCalendar, quoted
from appliance.calendar.providers.hosted.caller import PathQuery
from appliance.calendar.providers.hosted.division import Body
from appliance.calendar.providers.hosted.models import App, Service
from appliance.calendar.providers.hosted.provider import HostedProvider, event_id
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.division import MicrosoftDivision
from appliance.calendar.providers.microsoft.events import PREFER, PREFER_MARKUP, Entry, Event, Page
from appliance.calendar.providers.microsoft.new_series import new_series, repeating
from appliance.calendar.providers.models import Edit, Pulled, Remote, SyncState, Target, Window, Written
from appliance.kernel.net.client import HttpResponse, Net
from appliance.kernel.scheduling.clock import Clock, instant
from appliance.settings import Settings

SCOPES = ("offline_access", "Calendars.ReadWrite", "User.Read", "openid", "email")
URLS = ("microsoft_login_url", "microsoft_graph_url")
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
        return token, {}

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


class Microsoft(HostedProvider):
    """Microsoft behind the AccountProvider protocol."""

    headers: ClassVar[Mapping[str, str]] = {"prefer": PREFER}
    calendar = MicrosoftCalendar
    division = MicrosoftDivision
    new_event = staticmethod(events.body)
    new_series = staticmethod(new_series)
    repeating = staticmethod(repeating)
    listing = Page[Entry]
    calendar_list = ("/v1.0/me/calendars", {"$top": "100"})
    # The copy of a description keeps its markup.
    reading_headers: ClassVar[Mapping[str, str]] = {"prefer": PREFER_MARKUP}

    def __init__(self, net: Net, clock: Clock, settings: Settings, app: Callable[[], App | None]):
        login = f"{settings.microsoft_login_url.rstrip('/')}/{{tenant}}/oauth2/v2.0"
        service = Service(
            name="Microsoft",
            consent_url=f"{login}/authorize",
            token_url=f"{login}/token",
            scopes=SCOPES,
            needs="calendars.readwrite",
            consent_parameters=(("response_mode", "query"), ("prompt", "select_account")),
            # A configured address may be one in the home network.
            allow_private=any(getattr(settings, name) != getattr(Settings(), name) for name in URLS),
        )
        super().__init__(net, clock, service, settings.microsoft_graph_url, app)

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider. Graph keeps every property that is not named, whoever changed it meanwhile."""
        calendar = self._calendar(remote, zone)
        # A request for the provider's own reminder alone has nothing to send. (contract §27.3: null unchanged)
        method, body = ("PATCH", events.body(edit)) if events.body(edit) else ("GET", None)
        answer = await calendar.caller.request(method, calendar.event_path(event_id(target)), body=body)
        event = self._read(calendar, answer, Event)
        if target.whole:
            return await self._series(calendar, target, window)
        # A changed occurrence that comes back under another id replaces the old one.
        gone = () if event.id == target.external_id else (target.external_id,)
        return replace(self._stored(calendar, event), gone=gone)

    async def revoke(self, remote: Remote) -> None:
        """Nothing: Microsoft lets no app revoke a permission. Its owner removes it at account.microsoft.com."""

    async def _edit_body(self, calendar: HostedCalendar, path: str, edit: Edit) -> tuple[Body, Mapping[str, str]]:
        """See HostedProvider."""
        return events.body(edit), {}

    async def _create_once(self, calendar: HostedCalendar, body: Body, key: str) -> HttpResponse:
        """See HostedProvider. Microsoft answers a repeated request with the event, and 409 if that is another now."""
        answer = await calendar.caller.request("POST", calendar.path, body={**body, "transactionId": key})
        return answer if answer.status != 409 else await calendar.caller.request("POST", calendar.path, body=body)

    async def _email(self, remote: Remote, id_token: str) -> str:
        query = {"$select": "mail,userPrincipalName"}
        me = await self._caller(remote).fetch(_Me, "GET", "/v1.0/me", query)
        return me.mail or me.user_principal_name or ""


class _Me(msgspec.Struct, kw_only=True, rename="camel"):
    mail: str | None = None
    user_principal_name: str | None = None
