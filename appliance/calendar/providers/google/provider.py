"""Google Calendar as a provider (API v3)."""

import base64
from collections.abc import Callable, Mapping
from typing import ClassVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers.google import events
from appliance.calendar.providers.google.division import GoogleDivision
from appliance.calendar.providers.google.events import Entry, Event, Page
from appliance.calendar.providers.hosted.calendar import HostedCalendar, quoted
from appliance.calendar.providers.hosted.caller import PathQuery
from appliance.calendar.providers.hosted.division import Body
from appliance.calendar.providers.hosted.models import App, Service
from appliance.calendar.providers.hosted.provider import CHANGING, HostedProvider, event_id
from appliance.calendar.providers.models import Edit, Remote, Removal, SyncState, Target, Window, Written
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import HttpResponse, Net
from appliance.kernel.scheduling.clock import Clock, instant
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
URLS = ("google_api_url", "google_oauth_url", "google_token_url")
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


class Google(HostedProvider):
    """Google behind the AccountProvider protocol."""

    # Guests get a message, as they do from Google's own calendar.
    write_query: ClassVar[Mapping[str, str]] = {"sendUpdates": "all"}
    calendar = GoogleCalendar
    division = GoogleDivision
    new_event = staticmethod(events.body)
    new_series = staticmethod(events.series)
    repeating = staticmethod(events.repeating)
    listing = Page[Entry]
    calendar_list = ("/calendar/v3/users/me/calendarList", {"maxResults": "250"})
    new_series_query: ClassVar[Mapping[str, str]] = {
        **write_query,
        "conferenceDataVersion": "1",
        "supportsAttachments": "true",
    }

    def __init__(self, net: Net, clock: Clock, settings: Settings, app: Callable[[], App | None]):
        self._tokens = settings.google_token_url.rstrip("/")
        service = Service(
            name="Google",
            consent_url=f"{settings.google_oauth_url.rstrip('/')}/o/oauth2/v2/auth",
            token_url=f"{self._tokens}/token",
            scopes=SCOPES,
            needs="calendar.events",
            consent_parameters=CONSENT_PARAMETERS,
            # A configured address may be one in the home network.
            allow_private=any(getattr(settings, name) != getattr(Settings(), name) for name in URLS),
        )
        super().__init__(net, clock, service, settings.google_api_url, app)

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider. Google keeps every property that is not named, whoever changed it meanwhile."""
        calendar = self._calendar(remote, zone)
        path = calendar.event_path(event_id(target))
        for _ in range(TRIES):
            body, headers = await self._edit_body(calendar, path, edit)
            answer = await calendar.caller.request("PATCH", path, self.write_query, body, headers)
            if answer.status != 412:
                event = self._read(calendar, answer, Event)
                return await self._series(calendar, target, window) if target.whole else self._stored(calendar, event)
        raise BadGateway(CHANGING, code="event_changing")

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
        calendar = self._calendar(remote, zone)
        path, body = calendar.event_path(removal.name), {"status": "confirmed"}
        answer = await calendar.caller.request("PATCH", path, self.write_query, body)
        return self._stored(calendar, self._read(calendar, answer, Event))

    async def revoke(self, remote: Remote) -> None:
        """See AccountProvider."""
        await self._caller(remote).revoke(f"{self._tokens}/revoke")

    async def _edit_body(self, calendar: HostedCalendar, path: str, edit: Edit) -> tuple[Body, Mapping[str, str]]:
        """See HostedProvider."""
        if edit.reminders is UNSET:
            return events.body(edit, []), {}
        # Reminders are replaced as a whole, and those by e-mail stay.
        current = self._read(calendar, await calendar.caller.request("GET", path), Event)
        own = (current.reminders or events.Reminders()).overrides
        return events.body(edit, own), {"if-match": current.etag or "*"}

    async def _create_once(self, calendar: HostedCalendar, body: Body, key: str) -> HttpResponse:
        """See HostedProvider. Google takes an id for a new event, and keeps those of removed ones."""
        named = key.replace("-", "")
        answer = await calendar.caller.request("POST", calendar.path, body={**body, "id": named})
        if answer.status != 409:
            return answer
        again = {**body, "status": "confirmed"}
        return await calendar.caller.request("PATCH", calendar.event_path(named), self.write_query, again)

    async def _email(self, remote: Remote, id_token: str) -> str:
        """From the id token. It came from Google over TLS, so its signature is not checked."""
        try:
            claims = id_token.split(".")[1]
            padded = claims + "=" * (-len(claims) % 4)
            return msgspec.json.decode(base64.urlsafe_b64decode(padded), type=_Claims).email
        except (IndexError, ValueError, msgspec.DecodeError):
            return ""


class _Claims(msgspec.Struct, kw_only=True):
    email: str = ""
