"""A NetworkManager with Wi-Fi networks of a test's choosing, on a bus of its own.

It speaks the part of its D-Bus interface that the wall uses, as the reference documents it: the same objects,
properties, states, reasons and errors. What a real one does with a real radio, it cannot show.
"""

import asyncio
import itertools
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.unpack import unpack_variants

NAME = "org.freedesktop.NetworkManager"
PATH = "/org/freedesktop/NetworkManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
ADAPTER, CABLE = f"{PATH}/Devices/2", f"{PATH}/Devices/1"

OPEN, WPA2, WPA3, BOTH, ENTERPRISE, WEP = (
    (0, 0, 0),
    (1, 0, 0x188),
    (1, 0, 0x488),
    (1, 0, 0x588),
    (1, 0, 0x288),
    (1, 0, 0),
)
PACE_SECONDS = 0.02

Profile = dict[str, dict[str, Any]]


@dataclass
class Router:
    """One radio. `locks` are its Flags, WpaFlags and RsnFlags; without `address` it lets in and hands out nothing."""

    name: str | bytes
    password: str = ""
    strength: int = 60
    locks: tuple[int, int, int] = WPA2
    hidden: bool = False
    address: str | None = "192.168.178.42"
    silent: bool = False
    """It neither lets in nor refuses."""

    @property
    def ssid(self) -> bytes:
        return self.name if isinstance(self.name, bytes) else self.name.encode()


@dataclass
class Neighbourhood:
    """What NetworkManager knows. Tests furnish it before they ask; `kept`, `memory` and `enabled` tell what it did."""

    routers: list[Router] = field(default_factory=list)
    adapter: bool = True
    managed: bool = True
    wired: bool = False
    enabled: bool = True
    switch: bool = True
    allowed: bool = True
    quick: bool = True
    """Whether it looks again whenever it is asked."""
    kept: dict[str, Profile] = field(default_factory=dict)
    memory: set[str] = field(default_factory=set)
    """The profiles that a restart would lose."""
    bus: str = ""
    joined: Router | None = None
    states: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._numbers = itertools.count(1)
        self._state = 30
        self._scans = 1000
        self._active = "/"
        self._active_state = 0
        self._profile = "/"
        self._activation: asyncio.Task[None] | None = None

    def keep(self, name: str, password: str = "") -> None:
        """As if it had been joined before."""
        wireless = {"ssid": name.encode(), "mode": "infrastructure"}
        path = f"{PATH}/Settings/{next(self._numbers)}"
        self.kept[path] = {"802-11-wireless": wireless, "802-11-wireless-security": {"psk": password}}

    def names(self) -> list[str]:
        return [profile["802-11-wireless"]["ssid"].decode() for profile in self.kept.values()]

    def answer(self, message: Message) -> Message | None:
        """What it says to a call; None for what is not one."""
        if message.message_type is not MessageType.METHOD_CALL or not (message.path or "").startswith(PATH):
            return None
        words = unpack_variants(message.body)
        try:
            if (message.interface, message.member) == (PROPERTIES, "GetAll"):
                return Message.new_method_return(message, "a{sv}", [self._properties(message.path or "", words[0])])
            verb: Callable[..., tuple[str, list[Any]]] = getattr(self, f"on_{message.member}")
            signature, answer = verb(message.path, *words)
            return Message.new_method_return(message, signature, answer)
        except PermissionError:
            return Message.new_error(message, f"{NAME}.PermissionDenied", "Not authorized.")
        except KeyError:
            return Message.new_error(message, "org.freedesktop.DBus.Error.UnknownObject", "No such object path.")
        except ValueError as error:
            return Message.new_error(message, str(error), "Not now.")

    def on_ListConnections(self, _: str) -> tuple[str, list[Any]]:
        return "ao", [list(self.kept)]

    def on_GetSettings(self, path: str) -> tuple[str, list[Any]]:
        wireless = self.kept[path]["802-11-wireless"]
        shown = {"ssid": Variant("ay", wireless["ssid"]), "mode": Variant("s", wireless["mode"])}
        # Secrets are left out, as they are there.
        return "a{sa{sv}}", [{"connection": {"type": Variant("s", "802-11-wireless")}, "802-11-wireless": shown}]

    def on_Set(self, _: str, interface: str, name: str, value: Any) -> tuple[str, list[Any]]:
        self._check()
        assert (interface, name) == (NAME, "WirelessEnabled")
        self.enabled = value
        return "", []

    def on_RequestScan(self, _: str, options: dict[str, Any]) -> tuple[str, list[Any]]:
        self._check()
        if not self.quick:
            raise ValueError(f"{NAME}.Device.NotAllowed")
        self._scans += 1
        return "", []

    def on_ActivateConnection(self, _: str, profile: str, device: str, where: str) -> tuple[str, list[Any]]:
        self._check()
        return "o", [self._activate(profile)]

    def on_AddAndActivateConnection2(
        self, _: str, wished: Profile, device: str, where: str, options: dict[str, Any]
    ) -> tuple[str, list[Any]]:
        self._check()
        assert device == ADAPTER
        path = f"{PATH}/Settings/{next(self._numbers)}"
        self.kept[path] = wished
        if options.get("persist") == "memory":
            self.memory.add(path)
        return "ooa{sv}", [path, self._activate(path), {}]

    def on_Update2(self, path: str, wished: Profile, flags: int, given: dict[str, Any]) -> tuple[str, list[Any]]:
        self._check()
        assert (wished, flags) == ({}, 1)
        self.kept[path]
        self.memory.discard(path)
        return "a{sv}", [{}]

    def on_Delete(self, path: str) -> tuple[str, list[Any]]:
        self._check()
        del self.kept[path]
        self.memory.discard(path)
        if path == self._profile:
            self._leave()
        return "", []

    def _check(self) -> None:
        if not self.allowed:
            raise PermissionError

    def _leave(self) -> None:
        if self._activation:
            self._activation.cancel()
        self.joined, self._state, self._active, self._profile = None, 30, "/", "/"

    def _activate(self, profile: str) -> str:
        self._leave()
        self._active, self._profile = f"{PATH}/ActiveConnection/{next(self._numbers)}", profile
        self._activation = asyncio.get_running_loop().create_task(self._try(self.kept[profile], self._active))
        return self._active

    async def _try(self, profile: Profile, active: str) -> None:
        wireless, secret = profile["802-11-wireless"], profile.get("802-11-wireless-security", {})
        router = next((one for one in self.routers if one.ssid == wireless["ssid"]), None)
        await self._become(40)
        await self._become(50)
        if router is None:
            await self._fail(active, 53)
            return
        if router.silent:
            await asyncio.Event().wait()
        if router.password != secret.get("psk", ""):
            await self._become(60, 8)
            await self._fail(active, 7)
            return
        await self._become(70)
        if router.address is None:
            await self._fail(active, 5)
            return
        self.joined = router
        await self._become(100)
        self._active_state = 2
        await self._tell(active, f"{NAME}.Connection.Active", "uu", 2, 1)

    async def _fail(self, active: str, reason: int) -> None:
        # Which of the two is said first is nowhere promised.
        if reason == 7:
            await self._tell(active, f"{NAME}.Connection.Active", "uu", 4, 3)
        await self._become(120, reason)
        if reason != 7:
            await self._tell(active, f"{NAME}.Connection.Active", "uu", 4, 3)
        await self._become(30)

    async def _become(self, state: int, reason: int = 0) -> None:
        before, self._state = self._state, state
        self.states.append(state)
        await self._tell(ADAPTER, f"{NAME}.Device", "uuu", state, before, reason)
        await asyncio.sleep(PACE_SECONDS)

    async def _tell(self, path: str, interface: str, signature: str, *said: int) -> None:
        await self._speaker.send(Message.new_signal(path, interface, "StateChanged", signature, list(said)))

    def _properties(self, path: str, interface: str) -> dict[str, Variant]:
        own = self._objects()[path][interface]
        return {name: Variant(signature, value) for name, (signature, value) in own.items()}

    def _objects(self) -> dict[str, dict[str, dict[str, tuple[str, Any]]]]:
        seen = {
            f"{PATH}/AccessPoint/{at}": router for at, router in enumerate(self.routers) if self.enabled and self.switch
        }
        inside = next((path for path, router in seen.items() if router is self.joined), "/")
        radio_state = 10 if not self.managed else self._state if self.enabled and self.switch else 20
        device = f"{NAME}.Device"
        devices = [CABLE] if self.wired else []
        objects: dict[str, dict[str, dict[str, tuple[str, Any]]]] = {
            CABLE: {
                device: {
                    "DeviceType": ("u", 1), "State": ("u", 100), "Managed": ("b", True),
                    "ActiveConnection": ("o", "/"), "Path": ("s", ""), "Ip4Config": ("o", f"{PATH}/IP4Config/1"),
                }
            },
            f"{PATH}/IP4Config/1": {f"{NAME}.IP4Config": {"AddressData": addresses("192.168.178.20")}},
        }  # fmt: skip
        if self.adapter:
            devices.append(ADAPTER)
            objects[ADAPTER] = {
                device: {
                    "DeviceType": ("u", 2), "State": ("u", radio_state), "Managed": ("b", self.managed),
                    "ActiveConnection": ("o", self._active), "Path": ("s", "pci-0000:01:00.0"),
                    "Ip4Config": ("o", f"{PATH}/IP4Config/2" if self.joined else "/"),
                },
                f"{device}.Wireless": {
                    "AccessPoints": ("ao", list(seen)), "ActiveAccessPoint": ("o", inside),
                    "LastScan": ("x", self._scans),
                },
            }  # fmt: skip
        if self.joined:
            address = addresses(self.joined.address)
            objects[f"{PATH}/IP4Config/2"] = {f"{NAME}.IP4Config": {"AddressData": address}}
        if self._active != "/":
            now = {"Connection": ("o", self._profile), "State": ("u", self._active_state)}
            objects[self._active] = {f"{NAME}.Connection.Active": now}
        for path, router in seen.items():
            flags, wpa, rsn = router.locks
            objects[path] = {
                f"{NAME}.AccessPoint": {
                    "Ssid": ("ay", b"" if router.hidden else router.ssid), "Strength": ("y", router.strength),
                    "Flags": ("u", flags), "WpaFlags": ("u", wpa), "RsnFlags": ("u", rsn),
                }
            }  # fmt: skip
        objects[PATH] = {
            NAME: {
                "Devices": ("ao", devices),
                "WirelessEnabled": ("b", self.enabled),
                "WirelessHardwareEnabled": ("b", self.switch),
            }
        }
        return objects

    async def serve(self, ready: threading.Event, over: asyncio.Event) -> None:
        self._speaker = MessageBus(self.bus)
        await self._speaker.connect()
        self._speaker.add_message_handler(self.answer)
        await self._speaker.request_name(NAME)
        ready.set()
        await over.wait()
        self._leave()
        self._speaker.disconnect()


def addresses(number: str | None) -> tuple[str, Any]:
    return "aa{sv}", [{"address": Variant("s", number), "prefix": Variant("u", 24)}] if number else []


@contextmanager
def empty_bus() -> Iterator[str]:
    """The address of a message bus with nobody on it."""
    program = shutil.which("dbus-daemon")
    if not program:
        pytest.skip("this machine has no dbus-daemon (sudo apt-get install dbus-daemon)")
    daemon = subprocess.Popen([program, "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, text=True)
    assert daemon.stdout is not None
    try:
        yield daemon.stdout.readline().strip()
    finally:
        daemon.stdout.close()
        daemon.terminate()
        daemon.wait()


@contextmanager
def neighbourhood(*routers: Router, **facts: Any) -> Iterator[Neighbourhood]:
    """A NetworkManager in a thread of its own; `facts` are what Neighbourhood holds."""
    with empty_bus() as bus:
        made = Neighbourhood(list(routers), bus=bus, **facts)
        ready, over, loop = threading.Event(), asyncio.Event(), asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_until_complete, args=[made.serve(ready, over)])
        thread.start()
        try:
            assert ready.wait(10)
            yield made
        finally:
            loop.call_soon_threadsafe(over.set)
            thread.join()
            loop.close()
