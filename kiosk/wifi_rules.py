"""Wi-Fi networks as the page lists them, and the settings that NetworkManager gets. Pure functions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from dbus_fast import Variant

Encryption = Literal["open", "owe", "wpa-psk", "sae", "wep", "enterprise"]
Security = Literal["open", "password", "wep", "enterprise"]
ErrorCode = Literal[
    "unmanaged",
    "adapter",
    "off",
    "unready",
    "forbidden",
    "ssid",
    "needed",
    "short",
    "enterprise",
    "wep",
    "password",
    "reach",
    "refused",
    "address",
    "time",
    "unknown",
    "cancelled",
    "failed",
]
ProfileSettings = dict[str, dict[str, Variant]]

# NM80211ApFlags and NM80211ApSecurityFlags.
PRIVACY = 0x1
PSK, ENTERPRISE, SAE, OWE, SUITE_B = 0x100, 0x200, 0x400, 0x800, 0x2000

# NMDeviceStateReason.
NO_SECRETS, SSID_NOT_FOUND = 7, 53
NO_ADDRESS_REASONS = {5, 6, 15, 16, 17}
SUPPLICANT_REASONS = {8, 9, 10, 11}

MAX_SSID_BYTES = 32
MIN_PASSWORD_BYTES, MAX_PASSWORD_BYTES, RAW_KEY_LENGTH = 8, 63, 64

ERROR_MESSAGES: dict[ErrorCode, str] = {
    "unmanaged": "NetworkManager does not manage this machine. Set up its Wi-Fi in the operating system.",
    "adapter": "This machine has no Wi-Fi adapter. Connect it to the router with a cable, or plug in an adapter.",
    "off": "The Wi-Fi of this machine is switched off by a switch on the machine itself.",
    "unready": "The Wi-Fi adapter does not answer. Restart the machine. The adapter may also lack its firmware.",
    "forbidden": "This wall is not allowed to change the Wi-Fi of this machine.",
    "ssid": "A network name has 1 to 32 characters.",
    "needed": "“{ssid}” needs a password.",
    "short": "A Wi-Fi password has at least 8 characters and at most 63.",
    "enterprise": "“{ssid}” also needs a user name, as company networks do. Mantel cannot join such a network.",
    "wep": "“{ssid}” uses WEP, which is not secure. Choose WPA2 or WPA3 on the router, then try again.",
    "password": "“{ssid}” did not accept the password. Check it, capital letters too; the router’s label may show it.",
    "reach": "“{ssid}” is not in reach. Check that the router is on, or move the wall nearer to it.",
    "refused": "“{ssid}” refused the connection. Check the password, and that the router is not too far away.",
    "address": "“{ssid}” accepted this wall but gave it no address. Restart the router, then try again.",
    "time": "“{ssid}” took too long. Check the password and that the router is near, then try again.",
    "unknown": "This wall does not know a network called “{ssid}”.",
    "cancelled": "Stopped. Nothing was changed.",
    "failed": "NetworkManager could not join “{ssid}”. Try again; restarting the machine may help.",
}


class WifiError(Exception):
    """A Wi-Fi operation failed. `code` is for the page, the message is a sentence for people."""

    def __init__(self, code: ErrorCode, ssid: str = "") -> None:
        super().__init__(ERROR_MESSAGES[code].format(ssid=ssid))
        self.code = code


@dataclass(frozen=True, kw_only=True)
class State:
    """How this machine is connected. `strength` is a percentage; `address` is the one that phones can reach."""

    managed: bool = False
    adapter: bool = False
    wired: bool = False
    connected: str | None = None
    strength: int | None = None
    address: str | None = None


@dataclass(frozen=True, kw_only=True)
class AccessPoint:
    """One access point in range. `path` is its D-Bus object path; `strength` is a percentage."""

    path: str
    ssid: bytes
    strength: int
    encryption: Encryption


@dataclass(frozen=True, kw_only=True)
class Network:
    """All access points with one name. `strength` is a percentage.

    Out of range, `strength` and `security` are None.
    """

    ssid: str
    strength: int | None
    security: Security | None
    known: bool
    connected: bool


def access_point_encryption(flags: int, wpa: int, rsn: int) -> Encryption:
    """Return the encryption of an access point; the simplest to use when it offers several."""
    methods = wpa | rsn
    if methods & PSK:
        return "wpa-psk"
    if methods & SAE:
        return "sae"
    if methods & (ENTERPRISE | SUITE_B):
        return "enterprise"
    if methods & OWE:
        return "owe"
    return "wep" if flags & PRIVACY else "open"


def required_security(encryption: Encryption) -> Security:
    """Return what a person must know to join a network with this encryption."""
    if encryption in ("wpa-psk", "sae"):
        return "password"
    if encryption in ("open", "owe"):
        return "open"
    return "wep" if encryption == "wep" else "enterprise"


def ssid_text(ssid: bytes) -> str:
    """Decode an SSID for display. SSIDs are bytes; nearly all of them are UTF-8."""
    return ssid.decode("utf-8", "replace")


def merge_networks(
    access_points: Iterable[AccessPoint], known: Iterable[bytes], connected: bytes | None
) -> list[Network]:
    """Return one entry per SSID, the strongest first, then the known ones that are out of range, by name."""
    strongest: dict[bytes, AccessPoint] = {}
    for point in access_points:
        # A hidden network announces an empty SSID. The user types its name instead.
        if point.ssid.strip(b"\0") and (point.ssid not in strongest or strongest[point.ssid].strength < point.strength):
            strongest[point.ssid] = point
    saved = set(known)
    in_range = [
        Network(
            ssid=ssid_text(ssid),
            strength=point.strength,
            security=required_security(point.encryption),
            known=ssid in saved,
            connected=ssid == connected,
        )
        for ssid, point in strongest.items()
    ]
    out_of_range = [
        Network(ssid=ssid_text(ssid), strength=None, security=None, known=True, connected=ssid == connected)
        for ssid in saved - strongest.keys()
    ]
    in_range.sort(key=lambda network: (-(network.strength or 0), network.ssid))
    return in_range + sorted(out_of_range, key=lambda network: network.ssid)


def strongest_access_point(access_points: Iterable[AccessPoint], ssid: str) -> AccessPoint | None:
    """The access point of this network with the best signal, or None."""
    matching = (point for point in access_points if ssid_text(point.ssid) == ssid)
    return max(matching, key=lambda point: point.strength, default=None)


def input_error(ssid: str, password: str, encryption: Encryption | None) -> ErrorCode | None:
    """Return why joining cannot work, before it is tried. `encryption` is None when no access point is in range."""
    if not 1 <= len(ssid.encode()) <= MAX_SSID_BYTES:
        return "ssid"
    if encryption in ("enterprise", "wep"):
        return "enterprise" if encryption == "enterprise" else "wep"
    if encryption in ("wpa-psk", "sae") and not password:
        return "needed"
    # SAE (WPA3) has no minimum length, and 64 hexadecimal digits are the key itself.
    length = len(password.encode())
    if encryption != "sae" and password and encryption not in ("open", "owe") and not is_raw_key(password):
        return None if MIN_PASSWORD_BYTES <= length <= MAX_PASSWORD_BYTES else "short"
    return None


def is_raw_key(password: str) -> bool:
    """Whether a password is a raw WPA key: 64 hexadecimal digits."""
    return len(password) == RAW_KEY_LENGTH and all(digit in "0123456789abcdefABCDEF" for digit in password)


def profile_settings(ssid: bytes, password: str, encryption: Encryption | None, hidden: bool) -> ProfileSettings:
    """Return the NetworkManager settings of a new connection profile.

    A network of unknown encryption is taken for WPA when there is a password.
    """
    settings: dict[str, dict[str, Any]] = {
        "connection": {"id": Variant("s", ssid_text(ssid)), "type": Variant("s", "802-11-wireless")},
        "802-11-wireless": {
            "ssid": Variant("ay", ssid),
            "mode": Variant("s", "infrastructure"),
            "hidden": Variant("b", hidden),
        },
        "ipv4": {"method": Variant("s", "auto")},
        "ipv6": {"method": Variant("s", "auto")},
    }
    if encryption == "owe":
        settings["802-11-wireless-security"] = {"key-mgmt": Variant("s", "owe")}
    elif encryption != "open" and password:
        # NetworkManager's wpa-psk covers WPA2 and WPA3, whichever the access point prefers.
        key_management = "sae" if encryption == "sae" else "wpa-psk"
        settings["802-11-wireless-security"] = {
            "key-mgmt": Variant("s", key_management),
            "psk": Variant("s", password),
        }
    return settings


def failure_code(reason: int, password_requested: bool) -> ErrorCode:
    """Translate an NMDeviceStateReason.

    `password_requested`: NetworkManager asked for the password a second time before it gave up.
    """
    if reason == NO_SECRETS or (password_requested and reason in SUPPLICANT_REASONS):
        return "password"
    if reason == SSID_NOT_FOUND:
        return "reach"
    if reason in SUPPLICANT_REASONS:
        return "refused"
    return "address" if reason in NO_ADDRESS_REASONS else "failed"
