"""A fake NetworkManager on its own D-Bus daemon, with the Wi-Fi networks that a test chooses.

It implements the part of the D-Bus interface that the kiosk uses, as NetworkManager's reference documents it: the same
objects, properties, states, reasons and errors. It cannot show what a real radio does.
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
ADAPTER, ETHERNET = f"{PATH}/Devices/2", f"{PATH}/Devices/1"

OPEN, WPA2, WPA3, BOTH, ENTERPRISE, WEP = (
    (0, 0, 0),
    (1, 0, 0x188),
    (1, 0, 0x488),
    (1, 0, 0x588),
    (1, 0, 0x288),
    (1, 0, 0),
)
STEP_SECONDS = 0.02

Profile = dict[str, dict[str, Any]]


@dataclass
class Router:
    """One access point. `flags` are Flags, WpaFlags and RsnFlags. Without `address` its DHCP server does not answer."""

    name: str | bytes
    password: str = ""
    strength: int = 60
    flags: tuple[int, int, int] = WPA2
    hidden: bool = False
    address: str | None = "192.168.178.42"
    silent: bool = False
    """It never answers an association request."""

    @property
    def ssid(self) -> bytes:
        return self.name if isinstance(self.name, bytes) else self.name.encode()


@dataclass
class FakeNetworkManager:
    """The state of NetworkManager. Tests set it first, and read `profiles`, `in_memory` and `enabled` afterwards."""

    routers: list[Router] = field(default_factory=list)
    adapter: bool = True
    managed: bool = True
    wired: bool = False
    enabled: bool = True
    hardware_enabled: bool = True
    allowed: bool = True
    scan_allowed: bool = True
    """Whether it accepts RequestScan. A real one rejects it shortly after the last scan."""
    profiles: dict[str, Profile] = field(default_factory=dict)
    in_memory: set[str] = field(default_factory=set)
    """The profiles that are not on disk, so that a restart would lose them."""
    bus: str = ""
    joined: Router | None = None
    states: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ids = itertools.count(1)
        self._state = 30
        self._last_scan = 1000
        self._active_path = "/"
        self._connection_state = 0
        self._profile_path = "/"
        self._activation: asyncio.Task[None] | None = None

    def save_profile(self, name: str, password: str = "") -> None:
        """Save a profile, as an earlier join would have."""
        wireless = {"ssid": name.encode(), "mode": "infrastructure"}
        path = f"{PATH}/Settings/{next(self._ids)}"
        self.profiles[path] = {"802-11-wireless": wireless, "802-11-wireless-security": {"psk": password}}

    def profile_names(self) -> list[str]:
        return [profile["802-11-wireless"]["ssid"].decode() for profile in self.profiles.values()]

    def handle_call(self, message: Message) -> Message | None:
        """The reply to a method call; None for any other message."""
        if message.message_type is not MessageType.METHOD_CALL or not (message.path or "").startswith(PATH):
            return None
        arguments = unpack_variants(message.body)
        try:
            if (message.interface, message.member) == (PROPERTIES, "GetAll"):
                return Message.new_method_return(message, "a{sv}", [self._properties(message.path or "", arguments[0])])
            method: Callable[..., tuple[str, list[Any]]] = getattr(self, f"on_{message.member}")
            signature, result = method(message.path, *arguments)
            return Message.new_method_return(message, signature, result)
        except PermissionError:
            return Message.new_error(message, f"{NAME}.PermissionDenied", "Not authorized.")
        except KeyError:
            return Message.new_error(message, "org.freedesktop.DBus.Error.UnknownObject", "No such object path.")
        except ValueError as error:
            return Message.new_error(message, str(error), "Not now.")

    def on_ListConnections(self, _: str) -> tuple[str, list[Any]]:
        return "ao", [list(self.profiles)]

    def on_GetSettings(self, path: str) -> tuple[str, list[Any]]:
        wireless = self.profiles[path]["802-11-wireless"]
        public = {"ssid": Variant("ay", wireless["ssid"]), "mode": Variant("s", wireless["mode"])}
        # GetSettings never returns secrets.
        return "a{sa{sv}}", [{"connection": {"type": Variant("s", "802-11-wireless")}, "802-11-wireless": public}]

    def on_Set(self, _: str, interface: str, name: str, value: Any) -> tuple[str, list[Any]]:
        self._check_permission()
        assert (interface, name) == (NAME, "WirelessEnabled")
        self.enabled = value
        return "", []

    def on_RequestScan(self, _: str, options: dict[str, Any]) -> tuple[str, list[Any]]:
        self._check_permission()
        if not self.scan_allowed:
            raise ValueError(f"{NAME}.Device.NotAllowed")
        self._last_scan += 1
        return "", []

    def on_ActivateConnection(self, _: str, profile: str, device: str, target: str) -> tuple[str, list[Any]]:
        self._check_permission()
        return "o", [self._activate(profile)]

    def on_AddAndActivateConnection2(
        self, _: str, settings: Profile, device: str, target: str, options: dict[str, Any]
    ) -> tuple[str, list[Any]]:
        self._check_permission()
        assert device == ADAPTER
        path = f"{PATH}/Settings/{next(self._ids)}"
        self.profiles[path] = settings
        if options.get("persist") == "memory":
            self.in_memory.add(path)
        return "ooa{sv}", [path, self._activate(path), {}]

    def on_Update2(self, path: str, settings: Profile, flags: int, options: dict[str, Any]) -> tuple[str, list[Any]]:
        self._check_permission()
        assert (settings, flags) == ({}, 1)
        self.profiles[path]
        self.in_memory.discard(path)
        return "a{sv}", [{}]

    def on_Delete(self, path: str) -> tuple[str, list[Any]]:
        self._check_permission()
        del self.profiles[path]
        self.in_memory.discard(path)
        if path == self._profile_path:
            self._disconnect()
        return "", []

    def _check_permission(self) -> None:
        if not self.allowed:
            raise PermissionError

    def _disconnect(self) -> None:
        if self._activation:
            self._activation.cancel()
        self.joined, self._state, self._active_path, self._profile_path = None, 30, "/", "/"

    def _activate(self, profile: str) -> str:
        self._disconnect()
        self._active_path, self._profile_path = f"{PATH}/ActiveConnection/{next(self._ids)}", profile
        self._activation = asyncio.get_running_loop().create_task(
            self._connect(self.profiles[profile], self._active_path)
        )
        return self._active_path

    async def _connect(self, profile: Profile, active: str) -> None:
        wireless, secret = profile["802-11-wireless"], profile.get("802-11-wireless-security", {})
        router = next((router for router in self.routers if router.ssid == wireless["ssid"]), None)
        await self._set_state(40)
        await self._set_state(50)
        if router is None:
            await self._fail(active, 53)
            return
        if router.silent:
            await asyncio.Event().wait()
        if router.password != secret.get("psk", ""):
            await self._set_state(60, 8)
            await self._fail(active, 7)
            return
        await self._set_state(70)
        if router.address is None:
            await self._fail(active, 5)
            return
        self.joined = router
        await self._set_state(100)
        self._connection_state = 2
        await self._send_signal(active, f"{NAME}.Connection.Active", "uu", 2, 1)

    async def _fail(self, active: str, reason: int) -> None:
        # The order of the two signals is not documented, so the kiosk must accept both.
        if reason == 7:
            await self._send_signal(active, f"{NAME}.Connection.Active", "uu", 4, 3)
        await self._set_state(120, reason)
        if reason != 7:
            await self._send_signal(active, f"{NAME}.Connection.Active", "uu", 4, 3)
        await self._set_state(30)

    async def _set_state(self, state: int, reason: int = 0) -> None:
        before, self._state = self._state, state
        self.states.append(state)
        await self._send_signal(ADAPTER, f"{NAME}.Device", "uuu", state, before, reason)
        await asyncio.sleep(STEP_SECONDS)

    async def _send_signal(self, path: str, interface: str, signature: str, *arguments: int) -> None:
        await self._bus.send(Message.new_signal(path, interface, "StateChanged", signature, list(arguments)))

    def _properties(self, path: str, interface: str) -> dict[str, Variant]:
        properties = self._objects()[path][interface]
        return {name: Variant(signature, value) for name, (signature, value) in properties.items()}

    def _objects(self) -> dict[str, dict[str, dict[str, tuple[str, Any]]]]:
        radio_on = self.enabled and self.hardware_enabled
        access_points = {f"{PATH}/AccessPoint/{index}": router for index, router in enumerate(self.routers) if radio_on}
        connected_to = next((path for path, router in access_points.items() if router is self.joined), "/")
        device_state = 10 if not self.managed else self._state if radio_on else 20
        device = f"{NAME}.Device"
        devices = [ETHERNET] if self.wired else []
        objects: dict[str, dict[str, dict[str, tuple[str, Any]]]] = {
            ETHERNET: {
                device: {
                    "DeviceType": ("u", 1),
                    "State": ("u", 100),
                    "Managed": ("b", True),
                    "ActiveConnection": ("o", "/"),
                    "Path": ("s", ""),
                    "Ip4Config": ("o", f"{PATH}/IP4Config/1"),
                }
            },
            f"{PATH}/IP4Config/1": {f"{NAME}.IP4Config": {"AddressData": address_data("192.168.178.20")}},
        }
        if self.adapter:
            devices.append(ADAPTER)
            objects[ADAPTER] = {
                device: {
                    "DeviceType": ("u", 2),
                    "State": ("u", device_state),
                    "Managed": ("b", self.managed),
                    "ActiveConnection": ("o", self._active_path),
                    "Path": ("s", "pci-0000:01:00.0"),
                    "Ip4Config": ("o", f"{PATH}/IP4Config/2" if self.joined else "/"),
                },
                f"{device}.Wireless": {
                    "AccessPoints": ("ao", list(access_points)),
                    "ActiveAccessPoint": ("o", connected_to),
                    "LastScan": ("x", self._last_scan),
                },
            }
        if self.joined:
            addresses = address_data(self.joined.address)
            objects[f"{PATH}/IP4Config/2"] = {f"{NAME}.IP4Config": {"AddressData": addresses}}
        if self._active_path != "/":
            active = {"Connection": ("o", self._profile_path), "State": ("u", self._connection_state)}
            objects[self._active_path] = {f"{NAME}.Connection.Active": active}
        for path, router in access_points.items():
            flags, wpa, rsn = router.flags
            objects[path] = {
                f"{NAME}.AccessPoint": {
                    "Ssid": ("ay", b"" if router.hidden else router.ssid),
                    "Strength": ("y", router.strength),
                    "Flags": ("u", flags),
                    "WpaFlags": ("u", wpa),
                    "RsnFlags": ("u", rsn),
                }
            }
        objects[PATH] = {
            NAME: {
                "Devices": ("ao", devices),
                "WirelessEnabled": ("b", self.enabled),
                "WirelessHardwareEnabled": ("b", self.hardware_enabled),
            }
        }
        return objects

    async def serve(self, ready: threading.Event, stop: asyncio.Event) -> None:
        self._bus = MessageBus(self.bus)
        await self._bus.connect()
        self._bus.add_message_handler(self.handle_call)
        await self._bus.request_name(NAME)
        ready.set()
        await stop.wait()
        self._disconnect()
        if self._activation:
            await asyncio.wait([self._activation])
        self._bus.disconnect()


def address_data(address: str | None) -> tuple[str, Any]:
    return "aa{sv}", [{"address": Variant("s", address), "prefix": Variant("u", 24)}] if address else []


@contextmanager
def empty_bus() -> Iterator[str]:
    """Start a D-Bus daemon without any service; yields its address."""
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
def fake_networkmanager(*routers: Router, **fields: Any) -> Iterator[FakeNetworkManager]:
    """Run a fake NetworkManager in its own thread; `fields` are fields of FakeNetworkManager."""
    with empty_bus() as bus:
        manager = FakeNetworkManager(list(routers), bus=bus, **fields)
        ready, stop, loop = threading.Event(), asyncio.Event(), asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_until_complete, args=[manager.serve(ready, stop)])
        thread.start()
        try:
            assert ready.wait(60)
            yield manager
        finally:
            loop.call_soon_threadsafe(stop.set)
            thread.join()
            loop.close()
