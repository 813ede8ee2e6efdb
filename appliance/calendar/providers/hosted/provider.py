"""Accounts of Google and Microsoft: what their two providers share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted.calendar import HostedCalendar
from appliance.calendar.providers.hosted.caller import Caller, Page, PathQuery
from appliance.calendar.providers.hosted.division import Body, Division
from appliance.calendar.providers.hosted.models import App, Service
from appliance.calendar.providers.hosted.signin import SignIn
from appliance.calendar.providers.models import (
    Draft,
    Edit,
    Pulled,
    Remote,
    RemoteCalendar,
    SyncState,
    Target,
    Times,
    Window,
    Written,
)
from appliance.calendar.providers.new_rules import nearest
from appliance.kernel.errors import BadGateway, BadRequest
from appliance.kernel.net.client import HttpResponse, Net
from appliance.kernel.scheduling.clock import Clock

T = TypeVar("T")
MAX_PAGES = 20
ENDS = ("start", "end")
CHANGING = "this event is being changed somewhere else at the same time; try again"


class HostedProvider(ABC):
    """The shared part of an AccountProvider. An account's config is a Grant as JSON."""

    # Sent with every request, and the query of every request that changes or removes an event.
    headers: ClassVar[Mapping[str, str]] = {}
    write_query: ClassVar[Mapping[str, str]] = {}
    # Sent with the requests that read a series before its division, and the query of the one that creates the new one.
    reading_headers: ClassVar[Mapping[str, str]] = {}
    new_series_query: ClassVar[Mapping[str, str]] = {}
    calendar: ClassVar[type[HostedCalendar]]
    division: ClassVar[type[Division]]
    # The list of an account's calendars, and where it begins. An entry's `calendar` is None where it may not be added.
    listing: ClassVar[type[Page]]
    calendar_list: ClassVar[PathQuery]

    def __init__(self, net: Net, clock: Clock, service: Service, base: str, app: Callable[[], App | None]):
        self._net = net
        self._base = base
        self._name = service.name
        self.sign_in = SignIn(net, clock, service, app)

    @staticmethod
    @abstractmethod
    def new_event(edit: Edit) -> Body:
        """The body that creates an event."""

    @staticmethod
    @abstractmethod
    def new_series(draft: Draft, zone: ZoneInfo) -> Body:
        """The body that creates a series in the household's zone. Raises BadRequest for a rule that it cannot say."""

    @staticmethod
    @abstractmethod
    def repeating(span: Times, rrule: str, zone: ZoneInfo) -> Body:
        """The start, end and recurrence of a series in the household's zone. Raises BadRequest as `new_series`."""

    @abstractmethod
    async def _edit_body(self, calendar: HostedCalendar, path: str, edit: Edit) -> tuple[Body, Mapping[str, str]]:
        """The body that changes the fields of an event at a path, and the headers of that request."""

    @abstractmethod
    async def _create_once(self, calendar: HostedCalendar, body: Body, key: str) -> HttpResponse:
        """Create an event, or answer with the one that was created with this key before."""

    @abstractmethod
    async def _email(self, remote: Remote, id_token: str) -> str:
        """The e-mail address of an account, empty where the provider does not say it."""

    async def connect(self, *, code: str, verifier: str, redirect_uri: str) -> tuple[str, str]:
        """The e-mail address and the config of an account, for the code that a person brings from the consent page.

        `verifier` and `redirect_uri` were sent there with the request. Raises BadGateway, BadRequest.
        """
        grant, id_token = await self.sign_in.trade(code=code, verifier=verifier, redirect_uri=redirect_uri)
        config = msgspec.json.encode(grant).decode()
        email = await self._email(Remote(config=config), id_token)
        if not email:
            message = f"{self._name} did not say whose account it is; connect again"
            raise BadGateway(message, code="connect_again", provider=self._name)
        return email, config

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """See AccountProvider."""
        pages = self._caller(remote).pages(self.listing, self.calendar_list, MAX_PAGES)
        return [entry.calendar async for page in pages for entry in page.items if entry.calendar]

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """See Provider."""
        return await self._calendar(remote, zone).pull(window, sync_state)

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        calendar = self._calendar(remote, zone)
        if draft.rrule is not None:
            return await self._create_series(calendar, draft, self.new_series(draft, zone), window)
        return self._stored(calendar, await self._new(calendar, self.new_event(draft), draft.key))

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        calendar = self._calendar(remote, zone)
        answer = await calendar.caller.request("DELETE", calendar.event_path(event_id(target)), self.write_query)
        if answer.status // 100 != 2 and answer.status not in (404, 410):
            calendar.caller.fail(answer)
        return Written(external_id=target.external_id, occurrences=[], gone=(event_id(target),))

    async def rule(self, remote: Remote, target: Target, zone: ZoneInfo) -> str | None:
        """See AccountProvider."""
        try:
            return (await self._read_division(self._calendar(remote, zone), target, zone)).rule
        except BadGateway as problem:
            if problem.extra.get("code") != "series_not_divisible":
                raise
        except BadRequest:
            pass
        return None

    async def edit_dates(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider. Raises BadRequest too where an occurrence was changed by itself."""
        calendar, wide = self._calendar(remote, zone), self._holding(window, target, edit)
        if target.series_id is None:
            assert isinstance(edit.rrule, str)
            assert not isinstance(edit.times, UnsetType)
            dates, changed_id = self.repeating(edit.times, edit.rrule, zone), target.external_id
        else:
            found, changed_id = await self._read_division(calendar, target, zone), target.series_id
            found.check_own(edit)
            found.check_later(await calendar.instances(changed_id, wide), wide.end, wide.begin)
            dates = found.whole(edit)
        path = calendar.event_path(changed_id)
        body, headers = await self._edit_body(calendar, path, replace(edit, rrule=UNSET))
        # The start and end keep what clears the fields of the other kind.
        body |= {name: {**body.get(name, {}), **value} if name in ENDS else value for name, value in dates.items()}
        answer = await calendar.caller.request("PATCH", path, self.write_query, body, headers)
        if answer.status == 412:
            raise BadGateway(CHANGING, code="event_changing")
        event = self._read(calendar, answer, calendar.event)
        gone = (changed_id, target.external_id)
        if edit.rrule is None:
            return replace(self._stored(calendar, event), gone=gone)
        occurrences = await calendar.series(changed_id, wide)
        start = target.times.start if isinstance(edit.times, UnsetType) else edit.times.start
        if (now := nearest(occurrences, start)) is None:
            raise self._gone()
        return Written(external_id=now.external_id, occurrences=occurrences, gone=gone)

    async def divide(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider. Raises BadRequest too where this or a later occurrence was changed by itself."""
        calendar, series_id = self._calendar(remote, zone), target.series_id or ""
        found = await self._read_division(calendar, target, zone)
        found.check_own(edit)
        new_series = found.rest(edit)
        wide = slices.holding(window, target.times)
        found.check_later(await calendar.instances(series_id, wide), wide.end)
        new = await calendar.caller.fetch(calendar.event, "POST", calendar.path, self.new_series_query, new_series)
        try:
            await self._shorten(calendar, series_id, found)
        except BadGateway:
            await self._withdraw(calendar, series_id, found, new.id)
            raise
        alone = edit.rrule is None
        later = self._stored(calendar, new).occurrences if alone else await calendar.series(new.id, wide)
        if not later:
            raise BadGateway(
                f"the series was divided at {self._name}; it comes with the next sync", code="series_divided"
            )
        earlier = [] if found.is_first else await calendar.series(series_id, wide)
        first = min(later, key=lambda occurrence: occurrence.start)
        return Written(external_id=first.external_id, occurrences=[*later, *earlier], gone=(series_id, new.id))

    async def end(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        calendar, series_id = self._calendar(remote, zone), target.series_id or ""
        found = await self._read_division(calendar, target, zone)
        await self._shorten(calendar, series_id, found)
        wide = slices.holding(window, target.times)
        occurrences = [] if found.is_first else await calendar.series(series_id, wide)
        return Written(external_id=target.external_id, occurrences=occurrences, gone=(series_id,))

    def _holding(self, window: Window, target: Target, edit: Edit) -> Window:
        """The window with the times of the target, before and after the edit."""
        wide = slices.holding(window, target.times)
        return wide if isinstance(edit.times, UnsetType) else slices.holding(wide, edit.times)

    async def _new(self, calendar: HostedCalendar, body: Body, key: str | None) -> Any:
        if key is None:
            return await calendar.caller.fetch(calendar.event, "POST", calendar.path, body=body)
        return self._read(calendar, await self._create_once(calendar, body, key), calendar.event)

    async def _create_series(self, calendar: HostedCalendar, draft: Draft, body: Body, window: Window) -> Written:
        new = await self._new(calendar, body, draft.key)
        try:
            occurrences = await calendar.series(new.id, slices.holding(window, draft.times))
            if not occurrences:
                raise self._gone()
        except BadGateway:
            # It would be there twice after another try.
            await calendar.caller.request("DELETE", calendar.event_path(new.id), self.write_query)
            raise
        first = min(occurrences, key=lambda occurrence: occurrence.start)
        return Written(external_id=first.external_id, occurrences=occurrences, gone=(new.id,))

    async def _read_division(self, calendar: HostedCalendar, target: Target, zone: ZoneInfo) -> Division:
        master, occurrence = [
            self._read(calendar, await calendar.caller.request("GET", path, headers=self.reading_headers), Body)
            for path in map(calendar.event_path, (target.series_id or "", target.external_id))
        ]
        return self.division(master, occurrence, zone)

    async def _shorten(self, calendar: HostedCalendar, series_id: str, found: Division) -> None:
        """End the series before the occurrence; a series without an occurrence is deleted."""
        method, body = ("DELETE", None) if found.is_first else ("PATCH", found.shortened())
        headers = {"if-match": found.etag} if found.etag else {}
        answer = await calendar.caller.request(method, calendar.event_path(series_id), self.write_query, body, headers)
        if answer.status == 412:
            raise BadGateway(CHANGING, code="event_changing")
        if answer.status // 100 != 2:
            calendar.caller.fail(answer)

    async def _withdraw(self, calendar: HostedCalendar, series_id: str, found: Division, new_id: str) -> None:
        """Delete the new series of a division that failed, if the old one is as before. Raises BadGateway otherwise.

        An answer may be lost after the provider did what it was asked; then the new series has the later occurrences.
        """
        try:
            now = await calendar.caller.fetch(Body, "GET", calendar.event_path(series_id))
            if now.get("recurrence") == found.recurrence:
                answer = await calendar.caller.request("DELETE", calendar.event_path(new_id), self.write_query)
                if answer.status // 100 == 2:
                    return
        except BadGateway:
            pass
        raise BadGateway(
            f"the series was only divided in part: its later dates may be there twice; look at it at {self._name}",
            code="series_divided_in_part",
        )

    async def _series(self, calendar: HostedCalendar, target: Target, window: Window) -> Written:
        """A series as it is after it was changed."""
        wide = slices.holding(window, target.times)
        occurrences = await calendar.series(event_id(target), wide)
        if not any(occurrence.external_id == target.external_id for occurrence in occurrences):
            raise self._gone()
        return Written(external_id=target.external_id, occurrences=occurrences, gone=(event_id(target),))

    def _stored(self, calendar: HostedCalendar, event: Any) -> Written:
        try:
            occurrence = calendar.occurrence(event)
        except (ValueError, OverflowError):
            occurrence = None
        if occurrence is None:
            raise BadGateway(
                f"{self._name} keeps this event in a form that cannot be read; sync again", code="event_unreadable"
            )
        return Written(external_id=event.id, occurrences=[occurrence])

    def _read(self, calendar: HostedCalendar, answer: HttpResponse, model: type[T]) -> T:
        """Decode the response of an event. Raises BadGateway, also for one that is gone, Busy."""
        if answer.status in (404, 410):
            raise self._gone()
        return calendar.caller.read(answer, model)

    def _gone(self) -> BadGateway:
        return BadGateway(f"this event is not at {self._name} any more; it goes with the next sync", code="event_gone")

    def _calendar(self, remote: Remote, zone: ZoneInfo) -> HostedCalendar:
        return self.calendar(self._caller(remote), remote.remote_id, zone)

    def _caller(self, remote: Remote) -> Caller:
        return Caller(self._net, self.sign_in, remote, self._base, self.headers)


def event_id(target: Target) -> str:
    """The id of the event to write to: the occurrence, or its series."""
    return (target.series_id if target.whole else None) or target.external_id
