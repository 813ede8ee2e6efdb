"""Accounts of Google and Microsoft: what their two providers share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar
from zoneinfo import ZoneInfo

from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted.calendar import HostedCalendar
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.hosted.models import App, Service
from appliance.calendar.providers.hosted.signin import SignIn
from appliance.calendar.providers.models import Draft, Edit, Pulled, Remote, SyncState, Target, Window, Written
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock

C = TypeVar("C", bound=HostedCalendar[Any, Any])


class HostedProvider(ABC, Generic[C]):
    """The shared part of an AccountProvider. An account's config is a Grant as JSON."""

    # Sent with every request, and the query of every request that changes or removes an event.
    headers: ClassVar[Mapping[str, str]] = {}
    write_query: ClassVar[Mapping[str, str]] = {}

    def __init__(self, net: Net, clock: Clock, service: Service, base: str, app: Callable[[], App | None]):
        self._net = net
        self._base = base
        self.sign_in = SignIn(net, clock, service, app)

    @abstractmethod
    def _calendar(self, remote: Remote, zone: ZoneInfo) -> C:
        """A calendar of an account."""

    @abstractmethod
    def _new(self, fields: Edit) -> dict[str, Any]:
        """The body that creates an event."""

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """See Provider."""
        return await self._calendar(remote, zone).pull(window, sync_state)

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        calendar = self._calendar(remote, zone)
        event = await self._caller(remote).fetch(calendar.event, "POST", calendar.path, body=self._new(draft.as_edit()))
        return self._stored(calendar, event)

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        caller, path = self._caller(remote), self._calendar(remote, zone).event_path(event_id(target))
        answer = await caller.request("DELETE", path, self.write_query)
        if answer.status // 100 != 2 and answer.status not in (404, 410):
            caller.fail(answer)
        return Written(external_id=target.external_id, occurrences=[], gone=(event_id(target),))

    async def _series(self, calendar: C, target: Target, window: Window) -> Written:
        """A series as it is after it was changed."""
        wide = slices.holding(window, target.start, target.end, target.all_day)
        found = await calendar.series(event_id(target), wide)
        if found is None or target.external_id not in found.occurrences:
            raise self._gone()
        occurrences = list(found.occurrences.values())
        return Written(external_id=target.external_id, occurrences=occurrences, gone=(event_id(target),))

    def _stored(self, calendar: C, event: Any) -> Written:
        try:
            occurrence = calendar.occurrence(event)
        except (ValueError, OverflowError):
            occurrence = None
        if occurrence is None:
            name = self.sign_in.service.name
            raise BadGateway(
                f"{name} keeps this event in a form that cannot be read; sync again", code="event_unreadable"
            )
        return Written(external_id=event.id, occurrences=[occurrence])

    def _gone(self) -> BadGateway:
        return BadGateway(
            f"this event is not at {self.sign_in.service.name} any more; it goes with the next sync", code="event_gone"
        )

    def _caller(self, remote: Remote) -> Caller:
        return Caller(self._net, self.sign_in, remote, self._base, self.headers)


def event_id(target: Target) -> str:
    """The id of the event to write to: the occurrence, or its series."""
    return (target.series_id if target.whole else None) or target.external_id
