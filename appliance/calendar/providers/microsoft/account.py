"""Microsoft's calendars as a provider (Graph v1.0)."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from urllib.parse import parse_qsl
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET

from appliance.calendar.providers.hosted.account import event_id
from appliance.calendar.providers.hosted.dividing import DividingHosted
from appliance.calendar.providers.hosted.models import App, Connected, Consent, Service
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.division import Division
from appliance.calendar.providers.microsoft.events import PREFER, PREFER_MARKUP, Entries, Event, local_link
from appliance.calendar.providers.microsoft.pull import MicrosoftCalendar
from appliance.calendar.providers.models import Edit, Remote, RemoteCalendar, Target, Window, Written
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock
from appliance.settings import Settings

SCOPES = ("offline_access", "Calendars.ReadWrite", "User.Read", "openid", "email")
MOST_PAGES = 20


class Microsoft(DividingHosted[MicrosoftCalendar, Division]):
    """Microsoft behind the AccountProvider protocol."""

    headers: ClassVar[Mapping[str, str]] = {"prefer": PREFER}
    # The copy of a description keeps its markup.
    reading_headers: ClassVar[Mapping[str, str]] = {"prefer": PREFER_MARKUP}

    def __init__(self, net: Net, clock: Clock, settings: Settings, app: Callable[[], App | None]):
        ours = Settings()
        is_custom = (settings.microsoft_login_url, settings.microsoft_graph_url) != (
            ours.microsoft_login_url,
            ours.microsoft_graph_url,
        )
        login = f"{settings.microsoft_login_url.rstrip('/')}/{{tenant}}/oauth2/v2.0"
        service = Service(
            name="Microsoft",
            consent_url=f"{login}/authorize",
            token_url=f"{login}/token",
            scopes=SCOPES,
            needs="calendars.readwrite",
            consent_parameters=(("response_mode", "query"), ("prompt", "select_account")),
            # A configured address may be one in the home network.
            allow_private=is_custom,
        )
        super().__init__(net, clock, service, settings.microsoft_graph_url, app)

    async def connect(self, consent: Consent) -> Connected:
        """Exchange a consent for its account. Raises BadGateway, BadRequest."""
        grant, _ = await self.sign_in.trade(consent)
        config = msgspec.json.encode(grant).decode()
        me = await self._caller(Remote(config=config)).fetch(
            _Me, "GET", "/v1.0/me", {"$select": "mail,userPrincipalName"}
        )
        email = me.mail or me.user_principal_name
        if not email:
            raise BadGateway(
                "Microsoft did not say whose account it is; connect again", code="connect_again", provider="Microsoft"
            )
        return Connected(email=email, config=config)

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """See AccountProvider."""
        caller, found = self._caller(remote), list[RemoteCalendar]()
        path, query = "/v1.0/me/calendars", {"$top": "100"}
        for _ in range(MOST_PAGES):
            page = await caller.fetch(Entries, "GET", path, query)
            found += [
                RemoteCalendar(
                    remote_id=each.id,
                    name=each.name or each.id,
                    color=each.hex_color or UNSET,
                    writable=each.can_edit is not False,
                )
                for each in page.value
            ]
            if not page.more:
                break
            path, _, text = local_link(page.more).partition("?")
            query = dict(parse_qsl(text))
        return found

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider. Graph keeps every property that is not named, whoever changed it meanwhile."""
        calendar, caller = self._calendar(remote, zone), self._caller(remote)
        # A request for the provider's own reminder alone has nothing to send. (contract §27.3: null unchanged)
        method, body = ("PATCH", events.body(edit)) if events.body(edit) else ("GET", None)
        answer = await caller.request(method, calendar.event_path(event_id(target)), body=body)
        if answer.status in (404, 410):
            raise self._gone()
        event = caller.read(answer, Event)
        if target.whole:
            return await self._series(calendar, target, window)
        # A changed occurrence that comes back under another id replaces the old one.
        gone = () if event.id == target.external_id else (target.external_id,)
        return msgspec.structs.replace(self._stored(calendar, event), gone=gone)

    def _division(self, master: dict[str, Any], occurrence: dict[str, Any], zone: ZoneInfo) -> Division:
        return Division(master, occurrence)

    async def _check_later(self, calendar: MicrosoftCalendar, series_id: str, found: Division, window: Window) -> None:
        found.check_later(await calendar.instances(series_id, window), window.end)

    async def revoke(self, remote: Remote) -> None:
        """Nothing: Microsoft lets no app revoke a permission. Its owner removes it at account.microsoft.com."""

    def _calendar(self, remote: Remote, zone: ZoneInfo) -> MicrosoftCalendar:
        return MicrosoftCalendar(self._caller(remote), remote.remote_id, zone)

    def _new(self, fields: Edit) -> dict[str, Any]:
        return events.body(fields)


class _Me(msgspec.Struct, kw_only=True, rename="camel"):
    mail: str | None = None
    user_principal_name: str | None = None
