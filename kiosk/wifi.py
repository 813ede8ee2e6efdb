"""Joins this machine to a Wi-Fi network for whoever stands before it. NetworkManager keeps the password."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from kiosk import joining, networks
from kiosk.networkmanager import PROFILE, AbsentError, ErrorAnswer, NetworkManager
from kiosk.networks import State, WifiError
from kiosk.requests import Handler, RefusedError, Request

log = logging.getLogger("kiosk")

JOIN_SECONDS = 75.0


class Wifi:
    """The Wi-Fi of this machine. `bus` is the address of another bus than the system's."""

    def __init__(self, bus: str | None = None) -> None:
        self._bus = bus
        self._joining: asyncio.Task[State] | None = None

    async def state(self) -> State:
        """How this machine is connected, as far as NetworkManager says."""
        try:
            async with NetworkManager(self._bus) as manager:
                return await joining.state(manager)
        except (AbsentError, ErrorAnswer):
            return State()
        except (KeyError, TypeError, ValueError) as error:
            # Another version of NetworkManager may say things differently; the wall goes on all the same.
            log.warning("NetworkManager was not understood: %s.", type(error).__name__)
            return State()

    async def summary(self) -> dict[str, Any]:
        """What the report of this wall says of its network."""
        now = await self.state()
        return {"managed": now.managed, "connected": now.connected, "wired": now.wired}

    async def scan(self) -> list[networks.Network]:
        """Everything in reach and everything known, after a new look of up to ten seconds. Raises WifiError."""
        async with self._talk() as manager:
            return await joining.scan(manager)

    async def join(self, ssid: str, password: str, hidden: bool = False) -> State:
        """Join a network and keep it in place of what was kept of it. Raises WifiError; then nothing is kept."""
        await self.cancel()
        self._joining = asyncio.create_task(self._join(ssid, password, hidden))
        try:
            return await self._joining
        except asyncio.CancelledError:
            if (waiting := asyncio.current_task()) and waiting.cancelling():
                raise
            raise WifiError("cancelled") from None
        finally:
            self._joining = None

    async def cancel(self) -> None:
        """Stop the joining that is under way; it has tidied up when this returns."""
        if under_way := self._joining:
            under_way.cancel()
            await asyncio.wait({under_way})

    async def forget(self, ssid: str) -> None:
        """Leave a network and forget its password. Raises WifiError."""
        async with self._talk(ssid) as manager:
            kept = [path for known, path in await joining.profiles(manager) if networks.shown(known) == ssid]
            if not kept:
                raise WifiError("unknown", ssid)
            for path in kept:
                await manager.call(path, PROFILE, "Delete")

    async def _join(self, ssid: str, password: str, hidden: bool) -> State:
        try:
            async with self._talk(ssid) as manager, asyncio.timeout(JOIN_SECONDS):
                return await joining.join(manager, ssid, password, hidden)
        except TimeoutError:
            raise WifiError("time", ssid) from None

    @asynccontextmanager
    async def _talk(self, ssid: str = "") -> AsyncIterator[NetworkManager]:
        try:
            async with NetworkManager(self._bus) as manager:
                yield manager
        except AbsentError:
            raise WifiError("unmanaged") from None
        except ErrorAnswer as answer:
            raise WifiError("forbidden" if "PermissionDenied" in answer.name else "failed", ssid) from None


def handlers(wifi: Wifi) -> dict[str, Handler]:
    """What a page of the wall may ask for."""

    async def state(_: Request) -> dict[str, Any]:
        return asdict(await wifi.state())

    async def scan(_: Request) -> dict[str, Any]:
        try:
            return {"networks": [asdict(one) for one in await wifi.scan()]}
        except WifiError as error:
            raise RefusedError(str(error)) from None

    async def join(request: Request) -> dict[str, Any]:
        try:
            joined = await wifi.join(
                text(request, "ssid"), text(request, "password", ""), request.get("hidden", False) is True
            )
        except WifiError as error:
            # Which field it is about belongs to the answer.
            return {"joined": False, "why": error.why, "text": str(error)}
        return {"joined": True, **asdict(joined)}

    async def cancel(_: Request) -> dict[str, Any]:
        await wifi.cancel()
        return {}

    async def forget(request: Request) -> dict[str, Any]:
        try:
            await wifi.forget(text(request, "ssid"))
        except WifiError as error:
            raise RefusedError(str(error)) from None
        return {}

    own: tuple[Handler, ...] = (state, scan, join, cancel, forget)
    return {f"wifi.{handler.__name__}": handler for handler in own}


def text(request: Request, field: str, default: str | None = None) -> str:
    value = request.get(field, default)
    if not isinstance(value, str):
        raise RefusedError(f"“{field}” must be a text.")
    return value
