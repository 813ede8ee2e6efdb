"""Wi-Fi requests of the wall's page. NetworkManager stores the password; the kiosk does not."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from kiosk import wifi_operations, wifi_rules
from kiosk.networkmanager import PROFILE, AbsentError, NetworkManager, ReplyError
from kiosk.page_requests import Handler, Request, RequestError
from kiosk.wifi_rules import State, WifiError

log = logging.getLogger("kiosk")

JOIN_SECONDS = 75.0


class Wifi:
    """The Wi-Fi of this machine. `bus` is a D-Bus address; None is the system bus."""

    def __init__(self, bus: str | None = None) -> None:
        self._bus = bus
        self._join_task: asyncio.Task[State] | None = None

    async def state(self) -> State:
        """How this machine is connected; the defaults of `State` when NetworkManager cannot be asked."""
        try:
            async with NetworkManager(self._bus) as manager:
                return await wifi_operations.read_state(manager)
        except (AbsentError, ReplyError):
            return State()
        except (KeyError, TypeError, ValueError) as error:
            # Another version of NetworkManager may answer differently. The kiosk must not stop for that.
            log.warning("Unexpected answer of NetworkManager: %s.", type(error).__name__)
            return State()

    async def summary(self) -> dict[str, Any]:
        """The network part of the status report."""
        state = await self.state()
        return {"managed": state.managed, "connected": state.connected, "wired": state.wired}

    async def scan(self) -> list[wifi_rules.Network]:
        """Rescan for up to ten seconds; list all networks in range and all saved ones. Raises WifiError."""
        async with self._connect() as manager:
            return await wifi_operations.scan(manager)

    async def join(self, ssid: str, password: str, hidden: bool = False) -> State:
        """Join a network and replace its saved profiles. Raises WifiError; then no new profile is kept."""
        await self.cancel()
        self._join_task = asyncio.create_task(self._join(ssid, password, hidden))
        try:
            return await self._join_task
        except asyncio.CancelledError:
            if (caller := asyncio.current_task()) and caller.cancelling():
                raise
            raise WifiError("cancelled") from None
        finally:
            self._join_task = None

    async def cancel(self) -> None:
        """Cancel a running join and wait until it has removed its profile."""
        if running := self._join_task:
            running.cancel()
            await asyncio.wait({running})

    async def forget(self, ssid: str) -> None:
        """Leave a network and delete its saved profiles. Raises WifiError."""
        async with self._connect(ssid) as manager:
            profiles = await wifi_operations.saved_profiles(manager)
            matching = [path for known, path in profiles if wifi_rules.ssid_text(known) == ssid]
            if not matching:
                raise WifiError("unknown", ssid)
            for path in matching:
                await manager.call(path, PROFILE, "Delete")

    async def _join(self, ssid: str, password: str, hidden: bool) -> State:
        try:
            async with self._connect(ssid) as manager, asyncio.timeout(JOIN_SECONDS):
                return await wifi_operations.join(manager, ssid, password, hidden)
        except TimeoutError:
            raise WifiError("time", ssid) from None

    @asynccontextmanager
    async def _connect(self, ssid: str = "") -> AsyncIterator[NetworkManager]:
        """Connect to NetworkManager and translate its errors to WifiError."""
        try:
            async with NetworkManager(self._bus) as manager:
                yield manager
        except AbsentError:
            raise WifiError("unmanaged") from None
        except ReplyError as error:
            raise WifiError("forbidden" if "PermissionDenied" in error.name else "failed", ssid) from None


def wifi_handlers(wifi: Wifi) -> dict[str, Handler]:
    """The page's Wi-Fi requests by name, such as `wifi.scan`."""

    async def state(_: Request) -> dict[str, Any]:
        return asdict(await wifi.state())

    async def scan(_: Request) -> dict[str, Any]:
        try:
            return {"networks": [asdict(network) for network in await wifi.scan()]}
        except WifiError as error:
            raise RequestError(str(error)) from None

    async def join(request: Request) -> dict[str, Any]:
        ssid, password = text_field(request, "ssid"), text_field(request, "password", "")
        try:
            state = await wifi.join(ssid, password, request.get("hidden", False) is True)
        except WifiError as error:
            # The page shows the message at the field that the code points to.
            return {"joined": False, "why": error.code, "text": str(error)}
        return {"joined": True, **asdict(state)}

    async def cancel(_: Request) -> dict[str, Any]:
        await wifi.cancel()
        return {}

    async def forget(request: Request) -> dict[str, Any]:
        try:
            await wifi.forget(text_field(request, "ssid"))
        except WifiError as error:
            raise RequestError(str(error)) from None
        return {}

    handlers: tuple[Handler, ...] = (state, scan, join, cancel, forget)
    return {f"wifi.{handler.__name__}": handler for handler in handlers}


def text_field(request: Request, field: str, default: str | None = None) -> str:
    """A text of a request. Raises RequestError for another type."""
    value = request.get(field, default)
    if not isinstance(value, str):
        raise RequestError(f"“{field}” must be a text.")
    return value
