"""What is asked of NetworkManager, and in which order, to look around, to join a network and to see how it went."""

import asyncio
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from dbus_fast import Variant

from kiosk import networkmanager as nm
from kiosk import networks
from kiosk.networkmanager import ErrorAnswer, NetworkManager
from kiosk.networks import AccessPoint, State, WifiError

# NMDeviceType, NMDeviceState, NMActiveConnectionState, NMSettingsUpdate2Flags.
WIFI = 2
# A network cable, or what stands for one in a container.
WIRED = {1, 20}
UNAVAILABLE, NEEDS_SECRETS, ACTIVATED, FAILED = 20, 60, 100, 120
UP, OVER = 2, 4
TO_DISK = 0x1

SCAN_SECONDS = 10.0
READY_SECONDS = 5.0
ADDRESS_SECONDS = 8.0
LOOK_SECONDS = 0.25
# A connection may say that it is over a moment before its device says why.
AFTERWORD_SECONDS = 1.0

Device = dict[str, Any]
"""The properties of a device, and as `Object` what it is called; its own `Path` is that of its hardware."""


async def state(manager: NetworkManager) -> State:
    own = await devices(manager)
    wifi = next((one for one in own if one["DeviceType"] == WIFI), None)
    wired = next((one for one in own if one["DeviceType"] in WIRED and one["State"] == ACTIVATED), None)
    ssid = await connected(manager, wifi) if wifi else None
    used = wifi if ssid is not None else wired
    return State(
        managed=wifi is None or bool(wifi["Managed"]),
        adapter=wifi is not None,
        wired=wired is not None,
        connected=None if ssid is None else networks.shown(ssid),
        strength=await strength(manager, wifi) if wifi and ssid is not None else None,
        address=await address(manager, used) if used else None,
    )


async def scan(manager: NetworkManager) -> list[networks.Network]:
    """Raises WifiError."""
    device = await adapter(manager)
    await look_around(manager, device)
    known = [ssid for ssid, _ in await profiles(manager)]
    return networks.merged(await heard(manager, device), known, await connected(manager, device))


async def join(manager: NetworkManager, ssid: str, password: str, hidden: bool) -> State:
    """Raises WifiError; then, and when cancelled, nothing new is kept."""
    device = await adapter(manager)
    point = networks.strongest(await heard(manager, device), ssid)
    if point is None and not hidden:
        await look_around(manager, device)
        point = networks.strongest(await heard(manager, device), ssid)
        if point is None:
            raise WifiError("reach", ssid)
    kept = [path for known, path in await profiles(manager) if networks.shown(known) == ssid]
    await manager.listen()
    if kept and not password:
        active = await activate(manager, device, kept[0], point)
        await settled(manager, device, active, ssid)
    else:
        await settle_anew(manager, device, ssid, password, point)
        for earlier in kept:
            await manager.call(earlier, nm.PROFILE, "Delete")
    return await with_address(manager)


async def activate(manager: NetworkManager, device: Device, profile: str, point: AccessPoint | None) -> str:
    where = point.path if point else nm.NOWHERE
    return str((await manager.call(nm.PATH, nm.NAME, "ActivateConnection", "ooo", profile, device["Object"], where))[0])


async def settle_anew(
    manager: NetworkManager, device: Device, ssid: str, password: str, point: AccessPoint | None
) -> None:
    """Join with a new profile, which is written down once it has worked."""
    kind = point.lock if point else None
    if why := networks.obstacle(ssid, password, kind):
        raise WifiError(why, ssid)
    wished = networks.profile(point.ssid if point else ssid.encode(), password, kind, hidden=point is None)
    where = point.path if point else nm.NOWHERE
    options = {"persist": Variant("s", "memory")}
    profile, active, _ = await manager.call(
        nm.PATH, nm.NAME, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", wished, device["Object"], where, options
    )
    try:
        await settled(manager, device, active, ssid)
        await manager.call(profile, nm.PROFILE, "Update2", "a{sa{sv}}ua{sv}", {}, TO_DISK, {})
    except BaseException:
        with suppress(ErrorAnswer):
            await manager.call(profile, nm.PROFILE, "Delete")
        raise


async def settled(manager: NetworkManager, device: Device, active: str, ssid: str) -> None:
    """Return when a connection is up. Raises WifiError when it will not be."""
    asked_again = over = False
    while True:
        try:
            path, interface, said = await asyncio.wait_for(manager.signals.get(), AFTERWORD_SECONDS if over else None)
        except TimeoutError:
            raise WifiError("failed", ssid) from None
        if (path, interface) == (active, nm.ACTIVE):
            if said[0] == UP:
                return
            over = over or said[0] == OVER
        elif (path, interface) == (device["Object"], nm.DEVICE):
            now, _, reason = said
            asked_again = asked_again or now == NEEDS_SECRETS
            if now == FAILED:
                raise WifiError(networks.why(reason, asked_again), ssid)


async def devices(manager: NetworkManager) -> list[Device]:
    paths = (await manager.properties(nm.PATH, nm.NAME))["Devices"]
    return [{**await manager.properties(path, nm.DEVICE), "Object": path} for path in paths]


async def adapter(manager: NetworkManager) -> Device:
    """The Wi-Fi device, ready to be used and switched on if need be. Raises WifiError."""
    now = await manager.properties(nm.PATH, nm.NAME)
    device = next((one for one in await devices(manager) if one["DeviceType"] == WIFI), None)
    if device is None:
        raise WifiError("adapter")
    if not device["Managed"]:
        raise WifiError("unmanaged")
    if not now["WirelessHardwareEnabled"]:
        raise WifiError("off")
    if not now["WirelessEnabled"]:
        properties = "org.freedesktop.DBus.Properties"
        await manager.call(nm.PATH, properties, "Set", "ssv", nm.NAME, "WirelessEnabled", Variant("b", True))
    with suppress(TimeoutError):
        async with asyncio.timeout(READY_SECONDS):
            while device["State"] <= UNAVAILABLE:
                await asyncio.sleep(LOOK_SECONDS)
                device.update(await manager.properties(device["Object"], nm.DEVICE))
    if device["State"] <= UNAVAILABLE:
        raise WifiError("unready")
    return device


async def look_around(manager: NetworkManager, device: Device) -> None:
    """Return when the adapter has looked again, or after ten seconds."""
    before = (await manager.properties(device["Object"], nm.WIRELESS))["LastScan"]
    try:
        await manager.call(device["Object"], nm.WIRELESS, "RequestScan", "a{sv}", {})
    except ErrorAnswer as refused:
        if "PermissionDenied" in refused.name:
            raise
        # It has looked a moment ago, or is just doing so.
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(SCAN_SECONDS):
            while (await manager.properties(device["Object"], nm.WIRELESS))["LastScan"] == before:
                await asyncio.sleep(LOOK_SECONDS)


async def heard(manager: NetworkManager, device: Device) -> list[AccessPoint]:
    points = []
    for path in (await manager.properties(device["Object"], nm.WIRELESS))["AccessPoints"]:
        # One may go out of reach while the others are read.
        with suppress(ErrorAnswer):
            now = await manager.properties(path, nm.ACCESS_POINT)
            kind = networks.lock(now["Flags"], now["WpaFlags"], now["RsnFlags"])
            points.append(AccessPoint(path, bytes(now["Ssid"]), int(now["Strength"]), kind))
    return points


async def profiles(manager: NetworkManager) -> list[tuple[bytes, str]]:
    """The names of the networks that are kept, and what NetworkManager calls each."""
    kept = []
    for path in (await manager.call(nm.SETTINGS_PATH, nm.SETTINGS, "ListConnections"))[0]:
        with suppress(ErrorAnswer):
            if ssid := await ssid_of(manager, path):
                kept.append((ssid, path))
    return kept


async def ssid_of(manager: NetworkManager, profile: str) -> bytes | None:
    """None for what is not a Wi-Fi network to join."""
    wireless = (await manager.call(profile, nm.PROFILE, "GetSettings"))[0].get("802-11-wireless", {})
    return bytes(wireless["ssid"]) if "ssid" in wireless and wireless.get("mode") != "ap" else None


async def connected(manager: NetworkManager, device: Device) -> bytes | None:
    """The name of the network that a device is in."""
    if device["State"] != ACTIVATED or device["ActiveConnection"] == nm.NOWHERE:
        return None
    active = await manager.properties(device["ActiveConnection"], nm.ACTIVE)
    return await ssid_of(manager, active["Connection"])


async def strength(manager: NetworkManager, device: Device) -> int | None:
    point = (await manager.properties(device["Object"], nm.WIRELESS))["ActiveAccessPoint"]
    return None if point == nm.NOWHERE else int((await manager.properties(point, nm.ACCESS_POINT))["Strength"])


async def address(manager: NetworkManager, device: Device) -> str | None:
    path = device["Ip4Config"]
    if path == nm.NOWHERE:
        return None
    known = (await manager.properties(path, f"{nm.NAME}.IP4Config"))["AddressData"]
    # One that the machine made up for want of a router is of no use to phones.
    usable = (str(one["address"]) for one in known if not ip_address(one["address"]).is_link_local)
    return next(usable, None)


async def with_address(manager: NetworkManager) -> State:
    """The state, when there is an address in it; the router may take a moment."""
    now = await state(manager)
    with suppress(TimeoutError):
        async with asyncio.timeout(ADDRESS_SECONDS):
            while now.address is None:
                await asyncio.sleep(LOOK_SECONDS)
                now = await state(manager)
    return now
