"""One CalDAV collection, pulled: by sync-token, by comparing versions, or slice by slice."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from appliance.calendar.events.models import Occurrence
from appliance.calendar.providers import slices
from appliance.calendar.providers.caldav import markup, objects
from appliance.calendar.providers.caldav.dav import Dav, is_trusted, refuse
from appliance.calendar.providers.caldav.discovery import is_writable
from appliance.calendar.providers.caldav.markup import CALDAV, DAV, SERVER, Part
from appliance.calendar.providers.ics.read import MOST_OCCURRENCES
from appliance.calendar.providers.models import Pulled, SyncState, Window
from appliance.kernel.errors import BadGateway

STATE = (SERVER + "getctag", DAV + "sync-token", DAV + "current-user-privilege-set", DAV + "resourcetype")
AT_ONCE = 150
MOST_ANSWERS = 50


class State(NamedTuple):
    """What a collection says of itself. `version` moves with every change in it; both may be empty."""

    version: str
    token: str
    writable: bool | None


class Read(NamedTuple):
    """Objects that were read: their occurrences by external id, their versions, and how many could not be read."""

    occurrences: dict[str, Occurrence]
    versions: dict[str, str]
    unreadable: int


class Collection:
    """A calendar at its server. `zone` is the household's."""

    def __init__(self, dav: Dav, url: str, zone: ZoneInfo):
        self._dav = dav
        self._url = url
        self._zone = zone

    async def pull(self, window: Window, sync_state: SyncState | None, known: Mapping[str, str]) -> Pulled:
        """What changed since the last sync; without a usable state, everything in the window. Raises Upstream, Busy."""
        state = await self._state()
        if (
            sync_state is None
            or sync_state.zone != str(self._zone)
            or sync_state.until is None
            or sync_state.until < window.begin
        ):
            return await self._everything(window, state)
        if not state.version:
            return await self._slices(window, sync_state, state)
        return await self._news(window, sync_state, state, known)

    async def _everything(self, window: Window, state: State) -> Pulled:
        versions = await self._versions(window)
        read = await self._read(versions, window)
        sync_state = SyncState(
            etag=state.version or None, token=state.token or None, since=window.begin.date(), zone=str(self._zone),
            until=window.end,
        )  # fmt: skip
        return Pulled(
            sync_state=sync_state,
            occurrences=list(read.occurrences.values()),
            unreadable=read.unreadable,
            objects=read.versions,
            writable=state.writable,
        )

    async def _news(self, window: Window, sync_state: SyncState, state: State, known: Mapping[str, str]) -> Pulled:
        """The objects that changed, in all of the window; and once a day what has come into it at its end."""
        reach = sync_state.until or window.end
        edge = (Window(begin=reach, end=window.end),) if reach.date() < window.end.date() else ()
        if state.version == sync_state.etag and not edge:
            return Pulled(sync_state=sync_state, occurrences=None, writable=state.writable)
        changed, gone = (set[str](), set[str]())
        token = state.token
        if state.version != sync_state.etag:
            try:
                changed, gone, token = await self._changes(window, sync_state, known)
            except _Forgotten:
                return await self._everything(window, state)
        until = max(reach, window.end)
        read = await self._read(changed, Window(begin=window.begin, end=until))
        found = dict(read.occurrences)
        for span in edge:
            found |= await self._within(span)
        sync_state = replace(
            sync_state, etag=state.version, token=token or None, since=window.begin.date(), until=until,
        )  # fmt: skip
        return Pulled(
            sync_state=sync_state,
            occurrences=list(found.values()),
            unreadable=read.unreadable,
            covers=edge,
            gone=tuple(changed | gone),
            objects=read.versions,
            writable=state.writable,
        )

    async def _slices(self, window: Window, sync_state: SyncState, state: State) -> Pulled:
        spans, number = slices.due(window, sync_state)
        found: dict[str, Occurrence] = {}
        for span in spans:
            found |= await self._within(span)
        if number is not None:
            sync_state = replace(sync_state, far=number, far_at=window.begin + slices.LOOKS_BACK)
        sync_state = replace(sync_state, since=window.begin.date(), until=window.end)
        return Pulled(sync_state=sync_state, occurrences=list(found.values()), covers=spans, writable=state.writable)

    async def _state(self) -> State:
        found = await self._dav.parts("PROPFIND", self._url, markup.propfind(*STATE))
        if not found:
            raise BadGateway("the server does not know this calendar any more")
        told = found[0].properties
        token = told.words(DAV + "sync-token")
        return State(told.words(SERVER + "getctag") or token, token, is_writable(told))

    async def _versions(self, window: Window) -> dict[str, str]:
        """The objects with an event in a window, and their versions."""
        found = await self._dav.parts("REPORT", self._url, markup.query(window, with_data=False), depth="1")
        return {href: part.properties.words(DAV + "getetag") for href, part in self._objects(found)}

    async def _changes(
        self, window: Window, sync_state: SyncState, known: Mapping[str, str]
    ) -> tuple[set[str], set[str], str]:
        """The objects that are new or different, those that are gone, and the token from now on."""
        if sync_state.token is None:
            versions = await self._versions(window)
            changed = {href for href, version in versions.items() if not version or known.get(href) != version}
            return changed, set(known) - set(versions), ""
        changed, gone, token = set[str](), set[str](), sync_state.token
        for _ in range(MOST_ANSWERS):
            answer = await self._dav.ask(
                "REPORT", self._url, markup.changes(token), {"depth": "0", "content-type": "application/xml"}
            )
            # 507 says that there is more; every other refusal, that the token means nothing any more.
            if answer.status in (400, 403, 404, 405, 409, 410, 412, 415, 422, 501):
                raise _Forgotten
            if answer.status != 207:
                refuse(answer)
            found = markup.parts(answer.body)
            for href, part in self._objects(found):
                (gone if part.status in (404, 410) else changed).add(href)
            before, token = token, markup.sync_token(answer.body)
            if not any(part.status == 507 for part in found) or token in ("", before):
                return changed, gone - changed, token
        raise _Forgotten

    async def _read(self, hrefs: Iterable[str], window: Window) -> Read:
        """The content of objects; those that are gone by now, or cannot be read, are left out."""
        wanted = sorted(hrefs)
        read = Read({}, {}, 0)
        for first in range(0, len(wanted), AT_ONCE):
            paths = [_path(href) for href in wanted[first : first + AT_ONCE]]
            found = await self._dav.parts("REPORT", self._url, markup.multiget(paths), depth="1")
            read = await asyncio.to_thread(self._understood, found, window, read)
        return read

    async def _within(self, window: Window) -> dict[str, Occurrence]:
        """What happens in a span, by external id."""
        found = await self._dav.parts("REPORT", self._url, markup.query(window, with_data=True), depth="1")
        return (await asyncio.to_thread(self._understood, found, window, Read({}, {}, 0))).occurrences

    def _understood(self, found: list[Part], window: Window, before: Read) -> Read:
        occurrences, versions, unreadable = before
        for href, part in self._objects(found):
            data = part.properties.words(CALDAV + "calendar-data")
            if not data:
                continue
            versions[href] = part.properties.words(DAV + "getetag")
            try:
                told = objects.occurrences(data.encode(), href, self._zone, window)
            except BadGateway:
                unreadable += 1
                continue
            occurrences |= {each.external_id: each for each in told}
            if len(occurrences) > MOST_OCCURRENCES:
                raise BadGateway(f"the calendar has more than {MOST_OCCURRENCES:,} events within a year")
        return Read(occurrences, versions, unreadable)

    def _objects(self, found: list[Part]) -> list[tuple[str, Part]]:
        """The parts that are objects of this collection, by their whole addresses."""
        own = _path(self._url).rstrip("/")
        pairs = [(urljoin(self._url, part.href), part) for part in found]
        return [(href, part) for href, part in pairs if _path(href).rstrip("/") != own and is_trusted(self._url, href)]


class _Forgotten(Exception):
    """The server cannot tell what changed since the last sync."""


def _path(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
