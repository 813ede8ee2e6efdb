"""Microsoft's calendars as a provider (Graph v1.0)."""

from collections.abc import Callable, Mapping
from typing import ClassVar
from zoneinfo import ZoneInfo

import msgspec

from appliance.calendar.providers.hosted.account import HostedProvider, event_id
from appliance.calendar.providers.hosted.models import App, Service
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.division import MicrosoftDivision
from appliance.calendar.providers.microsoft.events import PREFER, PREFER_MARKUP, Entry, Event, Page
from appliance.calendar.providers.microsoft.pull import MicrosoftCalendar
from appliance.calendar.providers.models import Edit, Remote, Target, Window, Written
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock
from appliance.settings import Settings

SCOPES = ("offline_access", "Calendars.ReadWrite", "User.Read", "openid", "email")
URLS = ("microsoft_login_url", "microsoft_graph_url")


class Microsoft(HostedProvider):
    """Microsoft behind the AccountProvider protocol."""

    headers: ClassVar[Mapping[str, str]] = {"prefer": PREFER}
    calendar = MicrosoftCalendar
    division = MicrosoftDivision
    new_event = staticmethod(events.body)
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
            allow_private=any(getattr(settings, each) != getattr(Settings(), each) for each in URLS),
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
        return msgspec.structs.replace(self._stored(calendar, event), gone=gone)

    async def revoke(self, remote: Remote) -> None:
        """Nothing: Microsoft lets no app revoke a permission. Its owner removes it at account.microsoft.com."""

    async def _email(self, remote: Remote, id_token: str) -> str:
        query = {"$select": "mail,userPrincipalName"}
        me = await self._caller(remote).fetch(_Me, "GET", "/v1.0/me", query)
        return me.mail or me.user_principal_name or ""


class _Me(msgspec.Struct, kw_only=True, rename="camel"):
    mail: str | None = None
    user_principal_name: str | None = None
