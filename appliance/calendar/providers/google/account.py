"""Google Calendar as a provider (API v3): calendars, what changed in them, and events written by their ids."""

import base64
import re
from collections.abc import Callable
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET

from appliance.calendar.providers.google import events
from appliance.calendar.providers.google.events import Entries, Event
from appliance.calendar.providers.google.pull import WRITING, GoogleCalendar
from appliance.calendar.providers.hosted import times
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.hosted.models import App, Connected, Consent, Service
from appliance.calendar.providers.hosted.signin import SignIn
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
from appliance.kernel.schema import HEX_COLOR
from appliance.settings import Settings

SCOPES = (
    "https://www.googleapis.com/auth/calendar.events", "https://www.googleapis.com/auth/calendar.readonly",
    "openid", "email",
)  # fmt: skip
# A refresh token comes only with these two.
ASKS = (("access_type", "offline"), ("prompt", "select_account consent"))
GONE = "this event is not at Google any more; it goes with the next sync"
# Guests are told, as they would be by Google's own calendar.
TELL = {"sendUpdates": "all"}
TRIES = 2


class Google:
    """Google behind the AccountProvider protocol. An account's config is a Grant as JSON."""

    def __init__(self, net: Net, clock: Clock, settings: Settings, app: Callable[[], App | None]):
        ours = Settings()
        own_place = (settings.google_api_url, settings.google_oauth_url, settings.google_token_url) != (
            ours.google_api_url, ours.google_oauth_url, ours.google_token_url,
        )  # fmt: skip
        self._net = net
        self._base = settings.google_api_url
        self._tokens = settings.google_token_url.rstrip("/")
        service = Service(
            name="Google",
            consent_url=f"{settings.google_oauth_url.rstrip('/')}/o/oauth2/v2/auth",
            token_url=f"{self._tokens}/token",
            scopes=SCOPES,
            needs="calendar.events",
            asks=ASKS,
            # Whoever configured an address of their own may mean one at home.
            allow_private=own_place,
        )
        self.sign_in = SignIn(net, clock, service, app)

    async def connect(self, consent: Consent) -> Connected:
        """Trade a consent for the account it is of. Raises Upstream, Invalid."""
        grant, id_token = await self.sign_in.trade(consent)
        return Connected(_email(id_token), msgspec.json.encode(grant).decode())

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """See AccountProvider."""
        caller, query, found = self._caller(remote), {"maxResults": "250"}, list[RemoteCalendar]()
        while True:
            page = await caller.told(Entries, "GET", "/calendar/v3/users/me/calendarList", query)
            found += [
                RemoteCalendar(
                    remote_id=each.id,
                    name=each.summary_override or each.summary or each.id,
                    color=each.background_color if _is_color(each.background_color) else UNSET,
                    writable=each.access_role in WRITING,
                )
                for each in page.items
                if not each.deleted
            ]
            if not page.next_page_token or page.next_page_token == query.get("pageToken"):
                return found
            query["pageToken"] = page.next_page_token

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """See Provider."""
        return await self._calendar(remote, zone).pull(window, sync_state)

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        path = self._calendar(remote, zone).path
        event = await self._caller(remote).told(Event, "POST", path, body=events.made(draft))
        return _stored(event, zone)

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider. Google leaves what is not named as it is, whoever changed it meanwhile."""
        calendar, caller = self._calendar(remote, zone), self._caller(remote)
        path = _event(calendar, target)
        for _ in range(TRIES):
            own, sent = list[events.Reminder](), {}
            if edit.reminders is not UNSET:
                # Reminders are replaced as a whole, and those by e-mail are not ours to take away.
                answer = await caller.ask("GET", path)
                if answer.status in (404, 410):
                    raise BadGateway(GONE)
                now = caller.read(answer, Event)
                own, sent = (now.reminders or events.Reminders()).overrides, {"if-match": now.etag or "*"}
            answer = await caller.ask("PATCH", path, TELL, events.changed(edit, own), sent)
            if answer.status in (404, 410):
                raise BadGateway(GONE)
            if answer.status != 412:
                event = caller.read(answer, Event)
                if not target.whole:
                    return _stored(event, zone)
                return await self._series(calendar, target, window)
        raise BadGateway("this event is being changed somewhere else at the same time; try again")

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        calendar, caller = self._calendar(remote, zone), self._caller(remote)
        answer = await caller.ask("DELETE", _event(calendar, target), TELL)
        if answer.status // 100 != 2 and answer.status not in (404, 410):
            caller.refuse(answer)
        return Written(external_id=target.external_id, occurrences=[], gone=(_id(target),))

    async def revoke(self, remote: Remote) -> None:
        """See AccountProvider."""
        await self._caller(remote).revoke(f"{self._tokens}/revoke")

    async def _series(self, calendar: GoogleCalendar, target: Target, window: Window) -> Written:
        wide = times.around(window, (target.start, target.end, target.all_day))
        found = await calendar.series(_id(target), wide)
        if found is None or target.external_id not in found.occurrences:
            raise BadGateway(GONE)
        return Written(
            external_id=target.external_id, occurrences=list(found.occurrences.values()), gone=(_id(target),)
        )

    def _caller(self, remote: Remote) -> Caller:
        return Caller(self._net, self.sign_in, remote, self._base)

    def _calendar(self, remote: Remote, zone: ZoneInfo) -> GoogleCalendar:
        return GoogleCalendar(self._caller(remote), remote.remote_id, zone)


class _Claims(msgspec.Struct):
    email: str = ""


def _email(id_token: str) -> str:
    """Who has signed in. The token came straight from Google over TLS, so its signature says nothing more."""
    try:
        claims = id_token.split(".")[1]
        padded = claims + "=" * (-len(claims) % 4)
        email = msgspec.json.decode(base64.urlsafe_b64decode(padded), type=_Claims).email
    except (IndexError, ValueError, msgspec.DecodeError):
        email = ""
    if not email:
        raise BadGateway("Google did not say whose account it is; connect again")
    return email


def _stored(event: Event, zone: ZoneInfo) -> Written:
    try:
        return Written(external_id=event.id, occurrences=[events.occurrence(event, zone)])
    except (ValueError, OverflowError):
        raise BadGateway("Google keeps this event in a form that cannot be read; sync again") from None


def _event(calendar: GoogleCalendar, target: Target) -> str:
    return f"{calendar.path}/{quote(_id(target), safe='')}"


def _id(target: Target) -> str:
    return (target.series_id if target.whole else None) or target.external_id


def _is_color(text: str) -> bool:
    return bool(re.fullmatch(HEX_COLOR, text))
