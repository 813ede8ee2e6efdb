"""Microsoft's calendars as a provider (Graph v1.0): listed, pulled by delta, and events written by their ids."""

from collections.abc import Callable
from urllib.parse import parse_qsl
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET

from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.hosted.models import App, Connected, Consent, Service
from appliance.calendar.providers.hosted.signin import SignIn
from appliance.calendar.providers.microsoft import events
from appliance.calendar.providers.microsoft.events import PREFER, Entries, Event
from appliance.calendar.providers.microsoft.pull import MicrosoftCalendar, event_path, place
from appliance.calendar.providers.models import (
    Draft,
    Edit,
    Pulled,
    Remote,
    RemoteCalendar,
    SyncState,
    Target,
    Window,
    Written,
)
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock
from appliance.settings import Settings

SCOPES = ("offline_access", "Calendars.ReadWrite", "User.Read", "openid", "email")
GONE = "this event is not at Microsoft any more; it goes with the next sync"
MOST_PAGES = 20


class Microsoft:
    """Microsoft behind the AccountProvider protocol. An account's config is a Grant as JSON."""

    def __init__(self, net: Net, clock: Clock, settings: Settings, app: Callable[[], App | None]):
        ours = Settings()
        own_place = (settings.microsoft_login_url, settings.microsoft_graph_url) != (
            ours.microsoft_login_url, ours.microsoft_graph_url,
        )  # fmt: skip
        self._net = net
        self._base = settings.microsoft_graph_url
        login = f"{settings.microsoft_login_url.rstrip('/')}/{{tenant}}/oauth2/v2.0"
        service = Service(
            name="Microsoft",
            consent_url=f"{login}/authorize",
            token_url=f"{login}/token",
            scopes=SCOPES,
            needs="calendars.readwrite",
            asks=(("response_mode", "query"), ("prompt", "select_account")),
            # Whoever configured an address of their own may mean one at home.
            allow_private=own_place,
        )
        self.sign_in = SignIn(net, clock, service, app)

    async def connect(self, consent: Consent) -> Connected:
        """Trade a consent for the account it is of. Raises Upstream, Invalid."""
        grant, _ = await self.sign_in.trade(consent)
        config = msgspec.json.encode(grant).decode()
        me = await self._caller(Remote(config=config)).told(
            _Me, "GET", "/v1.0/me", {"$select": "mail,userPrincipalName"}
        )
        email = me.mail or me.user_principal_name
        if not email:
            raise BadGateway("Microsoft did not say whose account it is; connect again")
        return Connected(email, config)

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """See AccountProvider."""
        caller, found = self._caller(remote), list[RemoteCalendar]()
        path, query = "/v1.0/me/calendars", {"$top": "100"}
        for _ in range(MOST_PAGES):
            page = await caller.told(Entries, "GET", path, query)
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
            path, _, text = place(page.more).partition("?")
            query = dict(parse_qsl(text))
        return found

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """See Provider."""
        return await self._calendar(remote, zone).pull(window, sync_state)

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        path = self._calendar(remote, zone).events_path
        return _stored(await self._caller(remote).told(Event, "POST", path, body=events.made(draft)), zone)

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider. Graph leaves what is not named as it is, whoever changed it meanwhile."""
        caller = self._caller(remote)
        # A wish for the provider's own reminder alone has nothing to send. (contract §27.3: null unchanged)
        method, body = ("PATCH", events.changed(edit)) if events.changed(edit) else ("GET", None)
        answer = await caller.ask(method, event_path(_id(target)), body=body)
        if answer.status in (404, 410):
            raise BadGateway(GONE)
        event = caller.read(answer, Event)
        if target.whole:
            return await self._series(self._calendar(remote, zone), target, window)
        # A changed occurrence that comes back under another id must not stand beside the old one.
        gone = () if event.id == target.external_id else (target.external_id,)
        return msgspec.structs.replace(_stored(event, zone), gone=gone)

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        caller = self._caller(remote)
        answer = await caller.ask("DELETE", event_path(_id(target)))
        if answer.status // 100 != 2 and answer.status not in (404, 410):
            caller.refuse(answer)
        return Written(external_id=target.external_id, occurrences=[], gone=(_id(target),))

    async def revoke(self, remote: Remote) -> None:
        """Microsoft lets no app give a permission back; its owner takes it away at account.microsoft.com."""

    async def _series(self, calendar: MicrosoftCalendar, target: Target, window: Window) -> Written:
        wide = times.around(window, (target.start, target.end, target.all_day))
        found = await calendar.series(_id(target), wide)
        if found is None or target.external_id not in found.occurrences:
            raise BadGateway(GONE)
        return Written(
            external_id=target.external_id, occurrences=list(found.occurrences.values()), gone=(_id(target),)
        )

    def _caller(self, remote: Remote) -> Caller:
        return Caller(self._net, self.sign_in, remote, self._base, {"prefer": PREFER})

    def _calendar(self, remote: Remote, zone: ZoneInfo) -> MicrosoftCalendar:
        return MicrosoftCalendar(self._caller(remote), remote.remote_id, zone)


class _Me(msgspec.Struct, rename="camel"):
    mail: str | None = None
    user_principal_name: str | None = None


def _stored(event: Event, zone: ZoneInfo) -> Written:
    try:
        return Written(external_id=event.id, occurrences=[events.occurrence(event, zone)])
    except (ValueError, OverflowError):
        raise BadGateway("Microsoft keeps this event in a form that cannot be read; sync again") from None


def _id(target: Target) -> str:
    return (target.series_id if target.whole else None) or target.external_id
