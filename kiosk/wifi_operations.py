"""Scan, join and read the state of Wi-Fi: the sequence of NetworkManager calls for each."""

import asyncio
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from dbus_fast import Variant

from kiosk import networkmanager as nm
from kiosk import wifi_rules
from kiosk.networkmanager import NetworkManager, ReplyError
from kiosk.wifi_rules import AccessPoint, State, WifiError

# NMDeviceType. 20 is veth, which stands for a network cable in a container.
WIFI = 2
WIRED = {1, 20}
# NMDeviceState, NMActiveConnectionState, NMSettingsUpdate2Flags.
UNAVAILABLE, NEED_AUTH, ACTIVATED, FAILED = 20, 60, 100, 120
CONNECTION_ACTIVATED, CONNECTION_DEACTIVATED = 2, 4
TO_DISK = 0x1

SCAN_SECONDS = 10.0
READY_SECONDS = 5.0
ADDRESS_SECONDS = 8.0
POLL_SECONDS = 0.25
# The connection may report its end a moment before the device reports the reason.
REASON_SECONDS = 1.0

Device = dict[str, Any]
"""The D-Bus properties of a device. `Object` is its object path; its own `Path` property is a hardware path."""


async def read_state(manager: NetworkManager) -> State:
    """The state of the network connection, for the page and the status report."""
    devices = await list_devices(manager)
    wifi = next((device for device in devices if device["DeviceType"] == WIFI), None)
    wired = next((device for device in devices if device["DeviceType"] in WIRED and device["State"] == ACTIVATED), None)
    ssid = await connected_ssid(manager, wifi) if wifi else None
    in_use = wifi if ssid is not None else wired
    return State(
        managed=wifi is None or bool(wifi["Managed"]),
        adapter=wifi is not None,
        wired=wired is not None,
        connected=None if ssid is None else wifi_rules.ssid_text(ssid),
        strength=await signal_strength(manager, wifi) if wifi and ssid is not None else None,
        address=await ipv4_address(manager, in_use) if in_use else None,
    )


async def scan(manager: NetworkManager) -> list[wifi_rules.Network]:
    """Rescan, then list all networks in range and all saved ones. Raises WifiError."""
    device = await ready_adapter(manager)
    await rescan(manager, device)
    saved = [ssid for ssid, _ in await saved_profiles(manager)]
    return wifi_rules.merge_networks(await access_points(manager, device), saved, await connected_ssid(manager, device))


async def join(manager: NetworkManager, ssid: str, password: str, hidden: bool) -> State:
    """Join a network and replace its saved profiles. Raises WifiError.

    After an error or a cancellation no new profile is kept.
    """
    device = await ready_adapter(manager)
    point = wifi_rules.strongest_access_point(await access_points(manager, device), ssid)
    if point is None and not hidden:
        await rescan(manager, device)
        point = wifi_rules.strongest_access_point(await access_points(manager, device), ssid)
        if point is None:
            raise WifiError("reach", ssid)
    saved = [path for known, path in await saved_profiles(manager) if wifi_rules.ssid_text(known) == ssid]
    await manager.subscribe()
    if saved and not password:
        active = await activate_profile(manager, device, saved[0], point)
        await wait_until_active(manager, device, active, ssid)
    else:
        await join_with_new_profile(manager, device, ssid, password, point)
        for earlier in saved:
            await manager.call(earlier, nm.PROFILE, "Delete")
    return await wait_for_address(manager)


async def activate_profile(manager: NetworkManager, device: Device, profile: str, point: AccessPoint | None) -> str:
    """Start a stored connection. Return the object path of the active connection."""
    target = point.path if point else nm.NO_OBJECT
    reply = await manager.call(nm.PATH, nm.NAME, "ActivateConnection", "ooo", profile, device["Object"], target)
    return str(reply[0])


async def join_with_new_profile(
    manager: NetworkManager, device: Device, ssid: str, password: str, point: AccessPoint | None
) -> None:
    """Join with a new profile. It is saved to disk only after the connection is up."""
    encryption = point.encryption if point else None
    if code := wifi_rules.input_error(ssid, password, encryption):
        raise WifiError(code, ssid)
    settings = wifi_rules.profile_settings(
        point.ssid if point else ssid.encode(), password, encryption, hidden=point is None
    )
    target = point.path if point else nm.NO_OBJECT
    options = {"persist": Variant("s", "memory")}
    adding = asyncio.ensure_future(
        manager.call(
            nm.PATH,
            nm.NAME,
            "AddAndActivateConnection2",
            "a{sa{sv}}ooa{sv}",
            settings,
            device["Object"],
            target,
            options,
        )
    )
    try:
        profile, active, _ = await asyncio.shield(adding)
    except asyncio.CancelledError:
        # The profile is there all the same, and only the reply names it.
        with suppress(ReplyError):
            await manager.call((await adding)[0], nm.PROFILE, "Delete")
        raise
    try:
        await wait_until_active(manager, device, active, ssid)
        await manager.call(profile, nm.PROFILE, "Update2", "a{sa{sv}}ua{sv}", {}, TO_DISK, {})
    except BaseException:
        with suppress(ReplyError):
            await manager.call(profile, nm.PROFILE, "Delete")
        raise


async def wait_until_active(manager: NetworkManager, device: Device, active: str, ssid: str) -> None:
    """Return when the connection is up. Raises WifiError when it fails."""
    password_requested = deactivated = False
    while True:
        try:
            timeout = REASON_SECONDS if deactivated else None
            path, interface, arguments = await asyncio.wait_for(manager.signals.get(), timeout)
        except TimeoutError:
            raise WifiError("failed", ssid) from None
        if (path, interface) == (active, nm.ACTIVE):
            if arguments[0] == CONNECTION_ACTIVATED:
                return
            deactivated = deactivated or arguments[0] == CONNECTION_DEACTIVATED
        elif (path, interface) == (device["Object"], nm.DEVICE):
            state, _, reason = arguments
            password_requested = password_requested or state == NEED_AUTH
            if state == FAILED:
                raise WifiError(wifi_rules.failure_code(reason, password_requested), ssid)


async def list_devices(manager: NetworkManager) -> list[Device]:
    """The network devices, in the order of NetworkManager."""
    paths = (await manager.properties(nm.PATH, nm.NAME))["Devices"]
    return [{**await manager.properties(path, nm.DEVICE), "Object": path} for path in paths]


async def ready_adapter(manager: NetworkManager) -> Device:
    """Return the Wi-Fi device, switched on and ready. Raises WifiError."""
    status = await manager.properties(nm.PATH, nm.NAME)
    device = next((device for device in await list_devices(manager) if device["DeviceType"] == WIFI), None)
    if device is None:
        raise WifiError("adapter")
    if not device["Managed"]:
        raise WifiError("unmanaged")
    if not status["WirelessHardwareEnabled"]:
        raise WifiError("off")
    if not status["WirelessEnabled"]:
        await manager.call(nm.PATH, nm.PROPERTIES, "Set", "ssv", nm.NAME, "WirelessEnabled", Variant("b", True))
    with suppress(TimeoutError):
        async with asyncio.timeout(READY_SECONDS):
            while device["State"] <= UNAVAILABLE:
                await asyncio.sleep(POLL_SECONDS)
                device.update(await manager.properties(device["Object"], nm.DEVICE))
    if device["State"] <= UNAVAILABLE:
        raise WifiError("unready")
    return device


async def rescan(manager: NetworkManager, device: Device) -> None:
    """Return when the adapter has finished a scan, or after `SCAN_SECONDS`."""
    last_scan = (await manager.properties(device["Object"], nm.WIRELESS))["LastScan"]
    try:
        await manager.call(device["Object"], nm.WIRELESS, "RequestScan", "a{sv}", {})
    except ReplyError as error:
        if "PermissionDenied" in error.name:
            raise
        # A scan is under way or has just finished.
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(SCAN_SECONDS):
            while (await manager.properties(device["Object"], nm.WIRELESS))["LastScan"] == last_scan:
                await asyncio.sleep(POLL_SECONDS)


async def access_points(manager: NetworkManager, device: Device) -> list[AccessPoint]:
    """The access points in range."""
    networks = []
    for path in (await manager.properties(device["Object"], nm.WIRELESS))["AccessPoints"]:
        # An access point may go out of range while the others are read.
        with suppress(ReplyError):
            point = await manager.properties(path, nm.ACCESS_POINT)
            networks.append(
                AccessPoint(
                    path=path,
                    ssid=bytes(point["Ssid"]),
                    strength=int(point["Strength"]),
                    encryption=wifi_rules.access_point_encryption(point["Flags"], point["WpaFlags"], point["RsnFlags"]),
                )
            )
    return networks


async def saved_profiles(manager: NetworkManager) -> list[tuple[bytes, str]]:
    """The SSID and the object path of each saved Wi-Fi profile."""
    saved = []
    for path in (await manager.call(nm.SETTINGS_PATH, nm.SETTINGS, "ListConnections"))[0]:
        with suppress(ReplyError):
            if ssid := await profile_ssid(manager, path):
                saved.append((ssid, path))
    return saved


async def profile_ssid(manager: NetworkManager, profile: str) -> bytes | None:
    """None for a profile that is not a Wi-Fi network to join, such as a hotspot of this machine."""
    wireless = (await manager.call(profile, nm.PROFILE, "GetSettings"))[0].get("802-11-wireless", {})
    return bytes(wireless["ssid"]) if "ssid" in wireless and wireless.get("mode") != "ap" else None


async def connected_ssid(manager: NetworkManager, device: Device) -> bytes | None:
    """The SSID of the active connection, or None."""
    if device["State"] != ACTIVATED or device["ActiveConnection"] == nm.NO_OBJECT:
        return None
    active = await manager.properties(device["ActiveConnection"], nm.ACTIVE)
    return await profile_ssid(manager, active["Connection"])


async def signal_strength(manager: NetworkManager, device: Device) -> int | None:
    """The signal strength in percent, or None without a connection."""
    point = (await manager.properties(device["Object"], nm.WIRELESS))["ActiveAccessPoint"]
    return None if point == nm.NO_OBJECT else int((await manager.properties(point, nm.ACCESS_POINT))["Strength"])


async def ipv4_address(manager: NetworkManager, device: Device) -> str | None:
    """The IPv4 address by which phones reach this machine, or None."""
    path = device["Ip4Config"]
    if path == nm.NO_OBJECT:
        return None
    addresses = (await manager.properties(path, f"{nm.NAME}.IP4Config"))["AddressData"]
    # A link-local address is self-assigned when no router answers. Phones cannot reach it.
    routable = (str(entry["address"]) for entry in addresses if not ip_address(entry["address"]).is_link_local)
    return next(routable, None)


async def wait_for_address(manager: NetworkManager) -> State:
    """Return the state once it has an address, or after `ADDRESS_SECONDS` without one."""
    state = await read_state(manager)
    with suppress(TimeoutError):
        async with asyncio.timeout(ADDRESS_SECONDS):
            while state.address is None:
                await asyncio.sleep(POLL_SECONDS)
                state = await read_state(manager)
    return state
