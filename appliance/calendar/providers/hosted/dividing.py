"""Division of a series at an occurrence: the requests that Google and Microsoft have in common."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar
from zoneinfo import ZoneInfo

from appliance.calendar.providers import slices
from appliance.calendar.providers.hosted.account import C, HostedProvider
from appliance.calendar.providers.hosted.caller import Caller
from appliance.calendar.providers.models import Edit, Remote, Target, Window, Written
from appliance.kernel.errors import BadGateway

Body = dict[str, Any]


class Division(Protocol):
    """A series and the occurrence at which it is divided, which is the series' first one with `is_first`.

    `recurrence` is the series' rule as the provider answered it, `etag` its version where the provider checks it.
    """

    is_first: bool
    recurrence: Any
    etag: str | None

    def rest(self, edit: Edit) -> Body:
        """The new series from the occurrence on, changed. Raises BadRequest for a move that the rule cannot express."""

    def shortened(self) -> Body:
        """The change that ends the series before the occurrence."""


D = TypeVar("D", bound=Division)


class DividingHosted(HostedProvider[C], Generic[C, D]):
    """The part of a DividingProvider that both providers share."""

    # Sent with the requests that read a series before its division, and the query that creates the new series.
    reading_headers: ClassVar[Mapping[str, str]] = {}
    new_series_query: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def _division(self, master: Body, occurrence: Body, zone: ZoneInfo) -> D:
        """A series and an occurrence as the provider answers them. Raises BadGateway, BadRequest."""

    @abstractmethod
    async def _check_later(self, calendar: C, series_id: str, found: D, window: Window) -> None:
        """Raises BadRequest when an occurrence after the division was changed by itself."""

    async def divide(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See DividingProvider. Raises BadRequest too where a later occurrence was changed by itself."""
        calendar, caller, series_id = self._calendar(remote, zone), self._caller(remote), target.series_id or ""
        found = await self._read_division(calendar, caller, target, zone)
        new_series = found.rest(edit)
        wide = slices.holding(window, target.start, target.end, target.all_day)
        await self._check_later(calendar, series_id, found, wide)
        new = await caller.fetch(calendar.event, "POST", calendar.path, self.new_series_query, new_series)
        try:
            await self._shorten(calendar, caller, series_id, found)
        except BadGateway:
            await self._withdraw(calendar, caller, series_id, found, new.id)
            raise
        return await self._divided(calendar, series_id, new.id, wide, is_first=found.is_first)

    async def end(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See DividingProvider."""
        calendar, caller, series_id = self._calendar(remote, zone), self._caller(remote), target.series_id or ""
        found = await self._read_division(calendar, caller, target, zone)
        await self._shorten(calendar, caller, series_id, found)
        old = None
        if not found.is_first:
            old = await calendar.series(series_id, slices.holding(window, target.start, target.end, target.all_day))
        occurrences = list(old.occurrences.values()) if old else []
        return Written(external_id=target.external_id, occurrences=occurrences, gone=(series_id,))

    async def _read_division(self, calendar: C, caller: Caller, target: Target, zone: ZoneInfo) -> D:
        answers = [
            await caller.request("GET", calendar.event_path(each), headers=self.reading_headers)
            for each in (target.series_id or "", target.external_id)
        ]
        if any(each.status in (404, 410) for each in answers):
            raise self._gone()
        master, occurrence = (caller.read(each, Body) for each in answers)
        return self._division(master, occurrence, zone)

    async def _shorten(self, calendar: C, caller: Caller, series_id: str, found: D) -> None:
        """End the series before the occurrence; a series without an occurrence is deleted."""
        method, body = ("DELETE", None) if found.is_first else ("PATCH", found.shortened())
        headers = {"if-match": found.etag} if found.etag else {}
        answer = await caller.request(method, calendar.event_path(series_id), self.write_query, body, headers)
        if answer.status == 412:
            raise BadGateway(
                "this event is being changed somewhere else at the same time; try again", code="event_changing"
            )
        if answer.status // 100 != 2:
            caller.fail(answer)

    async def _withdraw(self, calendar: C, caller: Caller, series_id: str, found: D, new_id: str) -> None:
        """Delete the new series of a division that failed, if the old one is as before. Raises BadGateway otherwise.

        An answer may be lost after the provider did what it was asked; then the new series has the later occurrences.
        """
        try:
            now = await caller.fetch(Body, "GET", calendar.event_path(series_id))
            if now.get("recurrence") == found.recurrence:
                answer = await caller.request("DELETE", calendar.event_path(new_id), self.write_query)
                if answer.status // 100 == 2:
                    return
        except BadGateway:
            pass
        name = self.sign_in.service.name
        raise BadGateway(
            f"the series was only divided in part: its later dates may be there twice; look at it at {name}",
            code="series_divided_in_part",
        )

    async def _divided(self, calendar: C, series_id: str, new_id: str, wide: Window, *, is_first: bool) -> Written:
        """Both parts of a series that was divided; with `is_first` nothing is left of the old one."""
        rest = await calendar.series(new_id, wide)
        occurrences = list(rest.occurrences.values()) if rest else []
        if not occurrences:
            name = self.sign_in.service.name
            raise BadGateway(f"the series was divided at {name}; it comes with the next sync", code="series_divided")
        first = min(occurrences, key=lambda each: each.start)
        old = None if is_first else await calendar.series(series_id, wide)
        if old is not None:
            occurrences += old.occurrences.values()
        return Written(external_id=first.external_id, occurrences=occurrences, gone=(series_id, new_id))
