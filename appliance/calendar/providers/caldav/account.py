"""CalDAV as a provider (RFC 4791): calendars found, pulled and written by the addresses of their objects."""

import asyncio
from datetime import UTC, datetime
from urllib.parse import quote, urljoin, urlsplit
from uuid import uuid4
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UnsetType

from appliance.calendar.providers.caldav import discovery, edits, objects
from appliance.calendar.providers.caldav.collection import Collection
from appliance.calendar.providers.caldav.dav import Dav, Login, is_trusted, refuse
from appliance.calendar.providers.caldav.objects import Name
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
from appliance.kernel.net.client import HttpResponse, Net
from appliance.kernel.scheduling.clock import Clock

GONE = "this event is not at its source any more; it goes with the next sync"
TYPE = {"content-type": "text/calendar; charset=utf-8"}
TRIES = 2


class CalDav:
    """CalDAV servers behind the AccountProvider protocol. An account's config is a Login as JSON."""

    def __init__(self, net: Net, allow_private: bool, clock: Clock):
        self._net = net
        self._allow_private = allow_private
        self._clock = clock

    async def connect(self, url: str, username: str, password: str) -> str:
        """Sign in, find the calendars, and answer the config of the account. Raises Upstream."""
        login = Login(url, username, password)
        dav = self._dav(login)
        home = await discovery.home(dav, url)
        # Asked for once, so that what cannot be listed is not kept.
        await discovery.listed(dav, home)
        return msgspec.json.encode(Login(url, username, password, home)).decode()

    async def signed_in_anew(self, config: str, password: str) -> str:
        """The config of an account with another password, once the server has taken it. Raises Upstream."""
        login = msgspec.structs.replace(msgspec.json.decode(config, type=Login), password=password)
        await discovery.listed(self._dav(login), login.home)
        return msgspec.json.encode(login).decode()

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """See AccountProvider."""
        login = _login(remote)
        return await discovery.listed(self._dav(login), login.home)

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """See Provider. Changes come by sync-token, else by comparing versions, else slice by slice."""
        return await self._collection(remote, zone).pull(window, sync_state, remote.known)

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        dav, uid = self._dav(_login(remote)), str(uuid4())
        href = urljoin(_folder(remote.remote_id), f"{quote(uid)}.ics")
        file = edits.fresh(uid, draft, self._clock.now())
        answer = await dav.ask("PUT", href, file, {**TYPE, "if-none-match": "*"})
        _check_written(answer)
        file, etag = await self._stored(dav, href, file, answer)
        name = Name(href, uid, "")
        times = (draft.start, draft.end, draft.all_day)
        return _written(name, file, etag, zone, _around(window, *times))

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        name, dav = self._name(remote, target), self._dav(_login(remote))
        wide = _around(window, target.start, target.end, target.all_day)
        if not isinstance(edit.times, UnsetType):
            wide = _around(wide, edit.times.start, edit.times.end, edit.times.all_day)
        for _ in range(TRIES):
            file, etag = await self._fetched(dav, name.href)
            now = await asyncio.to_thread(objects.occurrences, file, name.href, zone, wide)
            is_now = next((each for each in now if each.external_id == target.external_id), None)
            if is_now is None:
                raise BadGateway(GONE)
            if target.whole:
                file = edits.changed_whole(file, name, edit, zone, self._clock.now())
            else:
                file = edits.changed(file, name, is_now, edit, zone, self._clock.now())
            answer = await dav.ask("PUT", name.href, file, {**TYPE, **_if_match(etag)})
            if answer.status != 412:
                _check_written(answer)
                return _written(name, *await self._stored(dav, name.href, file, answer), zone, wide)
        raise BadGateway("this event is being changed somewhere else at the same time; try again")

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        name, dav = self._name(remote, target), self._dav(_login(remote))
        for _ in range(TRIES):
            answer = await dav.ask("GET", name.href)
            if answer.status in (404, 410):
                return Written(external_id=target.external_id, occurrences=[], gone=(name.href,))
            file, etag = _content(answer)
            left = None if target.whole else edits.without(file, name, zone, self._clock.now())
            if left is None:
                answer = await dav.ask("DELETE", name.href, headers=_if_match(etag))
            else:
                answer = await dav.ask("PUT", name.href, left, {**TYPE, **_if_match(etag)})
            if answer.status == 412:
                continue
            if left is None and answer.status in (404, 410):
                return Written(external_id=target.external_id, occurrences=[], gone=(name.href,))
            _check_written(answer)
            if left is None:
                return Written(external_id=target.external_id, occurrences=[], gone=(name.href,))
            return _written(name, *await self._stored(dav, name.href, left, answer), zone, window)
        raise BadGateway("this event is being changed somewhere else at the same time; try again")

    async def revoke(self, remote: Remote) -> None:
        """A password cannot be given back; whoever made one for this wall takes it away at the server."""

    def _dav(self, login: Login) -> Dav:
        return Dav(self._net, login, self._allow_private)

    def _collection(self, remote: Remote, zone: ZoneInfo) -> Collection:
        login = _login(remote)
        _check_trust(login, remote.remote_id)
        return Collection(self._dav(login), _folder(remote.remote_id), zone)

    def _name(self, remote: Remote, target: Target) -> Name:
        name = objects.named(target.external_id)
        _check_trust(_login(remote), name.href)
        return name

    async def _fetched(self, dav: Dav, href: str) -> tuple[bytes, str]:
        answer = await dav.ask("GET", href)
        if answer.status in (404, 410):
            raise BadGateway(GONE)
        return _content(answer)

    async def _stored(self, dav: Dav, href: str, file: bytes, answer: HttpResponse) -> tuple[bytes, str]:
        """The object as the server has it now: as it was sent when it says its version at once, else asked for."""
        etag = answer.headers.get("etag", "")
        if etag and not etag.startswith("W/"):
            return file, etag
        return await self._fetched(dav, href)


def _login(remote: Remote) -> Login:
    return msgspec.json.decode(remote.config, type=Login)


def _check_trust(login: Login, url: str) -> None:
    if not is_trusted(login.url, url):
        raise BadGateway("this calendar is not at the server of its account")


def _folder(url: str) -> str:
    return url if urlsplit(url).path.endswith("/") else f"{url}/"


def _if_match(etag: str) -> dict[str, str]:
    return {"if-match": etag} if etag and not etag.startswith("W/") else {}


def _content(answer: HttpResponse) -> tuple[bytes, str]:
    if answer.status != 200:
        refuse(answer)
    return answer.body, answer.headers.get("etag", "")


def _check_written(answer: HttpResponse) -> None:
    if answer.status // 100 != 2:
        refuse(answer)


def _written(name: Name, file: bytes, etag: str, zone: ZoneInfo, window: Window) -> Written:
    found = objects.occurrences(file, name.href, zone, window)
    return Written(external_id=str(name), occurrences=found, gone=(name.href,), objects={name.href: etag})


def _around(window: Window, start: str, end: str, all_day: bool) -> Window:
    first, last = datetime.fromisoformat(start), datetime.fromisoformat(end)
    if all_day:
        first, last = first.replace(tzinfo=UTC), last.replace(tzinfo=UTC)
    return objects.around(window, first, last)
