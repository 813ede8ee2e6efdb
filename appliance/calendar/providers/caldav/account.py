"""CalDAV as a provider (RFC 4791), through the caldav library.

The library is synchronous, so each call runs in a worker thread. It takes about 13 MB of memory, so the modules that
import it are imported once an account is used.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec

from appliance.calendar.providers.caldav import objects
from appliance.calendar.providers.caldav.login import Login, is_trusted
from appliance.calendar.providers.models import (
    Draft,
    Edit,
    Pulled,
    Remote,
    RemoteCalendar,
    Removal,
    SyncState,
    Target,
    Window,
    Written,
)
from appliance.kernel.errors import BadGateway
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock

if TYPE_CHECKING:
    from appliance.calendar.providers.caldav.client import Client
    from appliance.calendar.providers.caldav.writes import Writes

P = ParamSpec("P")
T = TypeVar("T")


class CalDav:
    """CalDAV servers behind the AccountProvider protocol. An account's config is a Login as JSON."""

    def __init__(self, net: Net, allow_private: bool, clock: Clock):
        self._net = net
        self._allow_private = allow_private
        self._clock = clock

    async def connect(self, url: str, username: str, password: str) -> str:
        """Sign in, find the calendars, and answer the config of the account. Raises BadGateway, Busy."""
        from appliance.calendar.providers.caldav import discovery

        login = Login(url=url, username=username, password=password)
        login = msgspec.structs.replace(login, home=await self._run(login, discovery.home))
        # Listed once, so that an account whose calendars cannot be listed is not stored.
        await self._run(login, discovery.listed, login.home)
        return msgspec.json.encode(login).decode()

    async def signed_in_anew(self, config: str, password: str) -> str:
        """The config of an account with another password that the server accepts. Raises BadGateway, Busy."""
        from appliance.calendar.providers.caldav import discovery

        login = msgspec.structs.replace(msgspec.json.decode(config, type=Login), password=password)
        await self._run(login, discovery.listed, login.home)
        return msgspec.json.encode(login).decode()

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """See AccountProvider."""
        from appliance.calendar.providers.caldav import discovery

        login = _login(remote)
        return await self._run(login, discovery.listed, login.home)

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """See Provider. Changes come by sync-token, else by comparing ETags, else slice by slice."""
        from appliance.calendar.providers.caldav.collection import Collection

        def pull(client: "Client") -> Pulled:
            return Collection(client, _folder(remote.remote_id), zone).pull(window, sync_state, remote.known)

        return await self._run(_login(remote, remote.remote_id), pull)

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        folder = _folder(remote.remote_id)
        return await self._write(remote, "", window, zone, lambda writes: writes.create(folder, draft))

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        return await self._write(remote, _href(target), window, zone, lambda writes: writes.edit(target, edit))

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        return await self._write(remote, _href(target), window, zone, lambda writes: writes.remove(target))

    async def restore(
        self, remote: Remote, target: Target, removal: Removal, window: Window, zone: ZoneInfo
    ) -> Written:
        """See RestoringProvider."""
        return await self._write(remote, removal.name, window, zone, lambda writes: writes.restore(target, removal))

    async def divide(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See DividingProvider."""
        return await self._write(remote, _href(target), window, zone, lambda writes: writes.divide(target, edit))

    async def end(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See DividingProvider."""
        return await self._write(remote, _href(target), window, zone, lambda writes: writes.end(target))

    async def revoke(self, remote: Remote) -> None:
        """Nothing: a password cannot be revoked from here. Its owner removes it at the server."""

    async def _write(
        self, remote: Remote, url: str, window: Window, zone: ZoneInfo, call: "Callable[[Writes], Written]"
    ) -> Written:
        """Call a function with the writes of an account, which may reach an address (`url`, empty for any)."""
        from appliance.calendar.providers.caldav.writes import Writes

        now = self._clock.now()
        return await self._run(_login(remote, url), lambda client: call(Writes(client, window, zone, now)))

    async def _run(
        self, login: Login, call: "Callable[Concatenate[Client, P], T]", *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call a function with a client in a worker thread; when it is cancelled, its pending request is too."""
        from appliance.calendar.providers.caldav.client import Client

        client = Client(login, self._net, self._allow_private, asyncio.get_running_loop())
        try:
            return await asyncio.to_thread(call, client, *args, **kwargs)
        finally:
            client.close()


def _login(remote: Remote, url: str = "") -> Login:
    """The credentials of an account. Raises BadGateway when they are not meant for the address."""
    login = msgspec.json.decode(remote.config, type=Login)
    if url and not is_trusted(login.url, url):
        raise BadGateway("this calendar is not at the server of its account", code="calendar_missing")
    return login


def _folder(url: str) -> str:
    return url if urlsplit(url).path.endswith("/") else f"{url}/"


def _href(target: Target) -> str:
    return objects.named(target.external_id).href
