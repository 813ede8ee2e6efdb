"""CalDAV as a provider (RFC 4791), through the caldav library.

The library is synchronous, so each call runs in a worker thread. It takes about 13 MB of memory, so the modules that
import it are imported once an account is used.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec

from appliance.calendar.providers.caldav.login import Login
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
from appliance.kernel.net.client import Net
from appliance.kernel.scheduling.clock import Clock

if TYPE_CHECKING:
    from appliance.calendar.providers.caldav.client import Client
    from appliance.calendar.providers.caldav.writes import Writes

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
        return await self._checked(msgspec.structs.replace(login, home=await self._run(login, discovery.home)))

    async def signed_in_anew(self, config: str, password: str) -> str:
        """The config of an account with another password that the server accepts. Raises BadGateway, Busy."""
        return await self._checked(msgspec.structs.replace(_login(config), password=password))

    async def calendars(self, remote: Remote) -> list[RemoteCalendar]:
        """See AccountProvider."""
        return await self._listed(_login(remote.config))

    async def pull(self, remote: Remote, window: Window, zone: ZoneInfo, sync_state: SyncState | None) -> Pulled:
        """See Provider. Changes come by sync-token, else by comparing ETags, else slice by slice."""
        from appliance.calendar.providers.caldav.collection import Collection

        loop = asyncio.get_running_loop()

        def begin() -> None:
            if remote.begin:
                asyncio.run_coroutine_threadsafe(_awaited(remote.begin), loop).result()

        def pull(client: "Client") -> Pulled:
            return Collection(client, _folder(remote), window, zone, remote.known, begin).pull(sync_state)

        return await self._run(_login(remote.config), pull, remote.owner)

    async def create(self, remote: Remote, draft: Draft, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        return await self._call(remote, window, zone, lambda writes: writes.create(_folder(remote), draft))

    async def edit(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        return await self._call(remote, window, zone, lambda writes: writes.edit(target, edit))

    async def rule(self, remote: Remote, target: Target, zone: ZoneInfo) -> str | None:
        """See AccountProvider."""
        return await self._call(remote, Window.around(self._clock.now()), zone, lambda writes: writes.rule(target))

    async def edit_dates(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        return await self._call(remote, window, zone, lambda writes: writes.edit_dates(target, edit))

    async def remove(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        return await self._call(remote, window, zone, lambda writes: writes.remove(target))

    async def divide(self, remote: Remote, target: Target, edit: Edit, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        return await self._call(remote, window, zone, lambda writes: writes.divide(target, edit))

    async def end(self, remote: Remote, target: Target, window: Window, zone: ZoneInfo) -> Written:
        """See AccountProvider."""
        return await self._call(remote, window, zone, lambda writes: writes.end(target))

    async def restore(
        self, remote: Remote, target: Target, removal: Removal, window: Window, zone: ZoneInfo
    ) -> Written:
        """See RestoringProvider."""
        return await self._call(remote, window, zone, lambda writes: writes.restore(target, removal))

    async def revoke(self, remote: Remote) -> None:
        """Nothing: a password cannot be revoked from here. Its owner removes it at the server."""

    async def _checked(self, login: Login) -> str:
        """The config of an account, whose calendars are listed once: one where they cannot be is not stored."""
        await self._listed(login)
        return msgspec.json.encode(login).decode()

    async def _listed(self, login: Login) -> list[RemoteCalendar]:
        from appliance.calendar.providers.caldav import discovery

        return await self._run(login, discovery.listed)

    async def _call(self, remote: Remote, window: Window, zone: ZoneInfo, call: "Callable[[Writes], T]") -> T:
        from appliance.calendar.providers.caldav.writes import Writes

        now = self._clock.now()
        login = _login(remote.config)
        return await self._run(login, lambda client: call(Writes(client, window, zone, now)), remote.owner)

    async def _run(self, login: Login, call: "Callable[[Client], T]", owner: str | None = None) -> T:
        """Call a function with a client in a worker thread; when it is cancelled, its pending request is too."""
        from appliance.calendar.providers.caldav.client import Client

        client = Client(login, self._net, self._allow_private, asyncio.get_running_loop(), owner)
        try:
            return await asyncio.to_thread(call, client)
        finally:
            client.close()


async def _awaited(call: Callable[[], Awaitable[None]]) -> None:
    await call()


def _login(config: str) -> Login:
    return msgspec.json.decode(config, type=Login)


def _folder(remote: Remote) -> str:
    url = remote.remote_id
    return url if urlsplit(url).path.endswith("/") else f"{url}/"
