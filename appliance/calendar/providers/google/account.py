"""Google Calendar as a provider (API v3)."""

import base64
import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET

from appliance.calendar.providers.google import events
from appliance.calendar.providers.google.division import Division
from appliance.calendar.providers.google.events import WRITER_ROLES, Entries, Event
from appliance.calendar.providers.google.pull import GoogleCalendar
from appliance.calendar.providers.hosted.account import event_id
from appliance.calendar.providers.hosted.dividing import DividingHosted
from appliance.calendar.providers.hosted.models import App, Connected, Consent, Service
from appliance.calendar.providers.models import Edit, Remote, RemoteCalendar, Removal, Target, Window, Written
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock
from appliance.kernel.schema import HEX_COLOR
from appliance.settings import Settings

SCOPES = (
    "https://www.googleapis.com/auth/calendar.events",
    "https://www.googleapis.com/auth/calendar.readonly",
    "openid",
    "email",
)
# A refresh token comes only with these two.
CONSENT_PARAMETERS = (("access_type", "offline"), ("prompt", "select_account consent"))
TRIES = 2


class Google(DividingHosted[GoogleCalendar, Division]):
    """Google behind the AccountProvider protocol."""

    # Guests get a message, as they do from Google's own calendar.
    write_query: ClassVar[Mapping[str, str]] = {"sendUpdates": "all"}
    new_series_query: ClassVar[Mapping[str, str]] = {
        **write_query,
        "conferenceDataVersion": "1",
        "supportsAttachments": "true",
    }

    def __init__(self, net: Net, clock: Clock, settings: Settings, app: Callable[[], App | None]):
        ours = Settings()
        is_custom = (settings.google_api_url, settings.google_oauth_url, settings.google_token_url) != (
            ours.google_api_url,
            ours.google_oauth_url,
            ours.google_token_url,
        )
        self._tokens = settings.google_token_url.rstrip("/")
        service = Service(
            name="Google",
            consent_url=f"{settings.google_oauth_url.rstrip('/')}/o/oauth2/v2/auth",
            token_url=f"{self._tokens}/token",
            scopes=SCOPES,
            needs="calendar.events",
            consent_parameters=CONSENT_PARAMETERS,
            # A configured address may be one in the home network.
            allow_private=is_custom,
        )
        super().__init__(net, clock, service, settings.google_api_url, app)

    async def connect(self, consent: Consent) -> Connected:
        """Exchange a consent for its account. Raises BadGateway, BadRequest."""
        grant, id_token = await self.sign_in.trade(consent)
        return Connected(email=_email(id_token), config=msgspec.json.encode(grant).decode())

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """See AccountProvider."""
        caller, query, found = self._caller(remote), {"maxResults": "250"}, list[RemoteCalendar]()
        while True:
            page = await caller.fetch(Entries, "GET", "/calendar/v3/users/me/calendarList", query)
            found += [
                RemoteCalendar(
                    remote_id=each.id,
                    name=each.summary_override or each.summary or each.id,
                    color=each.background_color if _is_color(each.background_color) else UNSET,
                    writable=each.access_role in WRITER_ROLES,
                )
                for each in page.items
                if not each.deleted
            ]
            if not page.next_page_token or page.next_page_token == query.get("pageToken"):
                return found
            query["pageToken"] = page.next_page_token

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider. Google keeps every property that is not named, whoever changed it meanwhile."""
        calendar, caller = self._calendar(remote, zone), self._caller(remote)
        path = calendar.event_path(event_id(target))
        for _ in range(TRIES):
            own, headers = list[events.Reminder](), {}
            if edit.reminders is not UNSET:
                # Reminders are replaced as a whole, and those by e-mail stay.
                answer = await caller.request("GET", path)
                if answer.status in (404, 410):
                    raise self._gone()
                current = caller.read(answer, Event)
                own = (current.reminders or events.Reminders()).overrides
                headers = {"if-match": current.etag or "*"}
            answer = await caller.request("PATCH", path, self.write_query, events.body(edit, own), headers)
            if answer.status in (404, 410):
                raise self._gone()
            if answer.status != 412:
                event = caller.read(answer, Event)
                return await self._series(calendar, target, window) if target.whole else self._stored(calendar, event)
        raise BadGateway(
            "this event is being changed somewhere else at the same time; try again", code="event_changing"
        )

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        written = await super().remove(remote, target, window, zone)
        if target.whole or target.series_id is None:
            return written
        return msgspec.structs.replace(written, removal=Removal(name=target.external_id))

    async def restore(
        self, remote: Remote, target: Target, removal: Removal, window: Window, zone: ZoneInfo
    ) -> Written:
        """See RestoringProvider. Google keeps a removed occurrence as a cancelled one."""
        calendar, caller = self._calendar(remote, zone), self._caller(remote)
        path, body = calendar.event_path(removal.name), {"status": "confirmed"}
        answer = await caller.request("PATCH", path, self.write_query, body)
        if answer.status in (404, 410):
            raise self._gone()
        return self._stored(calendar, caller.read(answer, Event))

    def _division(self, master: dict[str, Any], occurrence: dict[str, Any], zone: ZoneInfo) -> Division:
        return Division(master, occurrence, zone)

    async def _check_later(self, calendar: GoogleCalendar, series_id: str, found: Division, window: Window) -> None:
        found.check_later(await calendar.instances(series_id, window))

    async def revoke(self, remote: Remote) -> None:
        """See AccountProvider."""
        await self._caller(remote).revoke(f"{self._tokens}/revoke")

    def _calendar(self, remote: Remote, zone: ZoneInfo) -> GoogleCalendar:
        return GoogleCalendar(self._caller(remote), remote.remote_id, zone)

    def _new(self, fields: Edit) -> dict[str, Any]:
        return events.body(fields, [], is_new=True)


class _Claims(msgspec.Struct, kw_only=True):
    email: str = ""


def _email(id_token: str) -> str:
    """The e-mail address in an id token. It came from Google over TLS, so its signature is not checked."""
    try:
        claims = id_token.split(".")[1]
        padded = claims + "=" * (-len(claims) % 4)
        email = msgspec.json.decode(base64.urlsafe_b64decode(padded), type=_Claims).email
    except (IndexError, ValueError, msgspec.DecodeError):
        email = ""
    if not email:
        raise BadGateway(
            "Google did not say whose account it is; connect again", code="connect_again", provider="Google"
        )
    return email


def _is_color(text: str) -> bool:
    return bool(re.fullmatch(HEX_COLOR, text))
