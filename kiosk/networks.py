"""What Wi-Fi networks are to somebody who stands before the wall, and how NetworkManager is told of one. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from dbus_fast import Variant

Lock = Literal["open", "owe", "wpa-psk", "sae", "wep", "enterprise"]
Security = Literal["open", "password", "wep", "enterprise"]
Why = Literal[
    "unmanaged", "adapter", "off", "unready", "forbidden", "ssid", "needed", "short", "enterprise", "wep", "password",
    "reach", "refused", "address", "time", "unknown", "cancelled", "failed",
]  # fmt: skip
Settings = dict[str, dict[str, Variant]]

# NM80211ApFlags and NM80211ApSecurityFlags.
PRIVACY = 0x1
PSK, ENTERPRISE, SAE, OWE, SUITE_B = 0x100, 0x200, 0x400, 0x800, 0x2000

# NMDeviceStateReason.
NO_SECRETS, NOT_FOUND = 7, 53
NO_ADDRESS = {5, 6, 15, 16, 17}
NOT_LET_IN = {8, 9, 10, 11}

SHORTEST, LONGEST, RAW = 8, 63, 64

WORDS: dict[Why, str] = {
    "unmanaged": "NetworkManager does not look after this machine. Set up its Wi-Fi as you set up the machine itself.",
    "adapter": "This machine has no Wi-Fi adapter. Connect it to the router with a cable, or plug in an adapter.",
    "off": "The Wi-Fi of this machine is switched off by a switch on the machine itself.",
    "unready": "The Wi-Fi adapter does not answer. Start the machine again; the adapter may also lack its firmware.",
    "forbidden": "This wall is not allowed to change the Wi-Fi of this machine.",
    "ssid": "A network’s name has 1 to 32 letters.",
    "needed": "“{ssid}” asks for a password.",
    "short": "A Wi-Fi password has at least 8 characters and at most 63.",
    "enterprise": "“{ssid}” asks for a user name as well, like those of companies. Mantel cannot join such a network.",
    "wep": "“{ssid}” is locked with WEP, which anybody can open. Choose WPA2 or WPA3 on the router, then try again.",
    "password": "“{ssid}” did not accept the password. Check it, capital letters too; the router’s label may show it.",
    "reach": "“{ssid}” is not in reach. Check that the router is on, or move the wall nearer to it.",
    "refused": "“{ssid}” did not let this wall in. Check the password, and that the router is not too far away.",
    "address": "“{ssid}” let this wall in but gave it no address. Start the router again, then try once more.",
    "time": "“{ssid}” took too long. Check the password and that the router is near, then try again.",
    "unknown": "This wall does not know a network called “{ssid}”.",
    "cancelled": "Stopped. Nothing was changed.",
    "failed": "NetworkManager could not join “{ssid}”. Try again; starting the machine again may help.",
}


class WifiError(Exception):
    """Why something about the Wi-Fi cannot be done: in one word, and as a sentence for people."""

    def __init__(self, why: Why, ssid: str = "") -> None:
        super().__init__(WORDS[why].format(ssid=ssid))
        self.why = why


@dataclass(frozen=True)
class State:
    """How this machine is connected. `strength` is a percentage; `address` is what phones may use."""

    managed: bool = False
    adapter: bool = False
    wired: bool = False
    connected: str | None = None
    strength: int | None = None
    address: str | None = None


@dataclass(frozen=True)
class AccessPoint:
    """One radio that was heard. `path` is what NetworkManager calls it; `strength` is a percentage."""

    path: str
    ssid: bytes
    strength: int
    lock: Lock


@dataclass(frozen=True)
class Network:
    """What goes by one name. `strength` is a percentage, None when out of reach; `security` None when not known."""

    ssid: str
    strength: int | None
    security: Security | None
    known: bool
    connected: bool


def lock(flags: int, wpa: int, rsn: int) -> Lock:
    """How an access point is locked, the easiest way in where it offers several."""
    kinds = wpa | rsn
    if kinds & PSK:
        return "wpa-psk"
    if kinds & SAE:
        return "sae"
    if kinds & (ENTERPRISE | SUITE_B):
        return "enterprise"
    if kinds & OWE:
        return "owe"
    return "wep" if flags & PRIVACY else "open"


def security(kind: Lock) -> Security:
    """What a lock means for whoever wants in."""
    if kind in ("wpa-psk", "sae"):
        return "password"
    if kind in ("open", "owe"):
        return "open"
    return "wep" if kind == "wep" else "enterprise"


def shown(ssid: bytes) -> str:
    """A name as people read it. Names are bytes; nearly all of them are UTF-8."""
    return ssid.decode("utf-8", "replace")


def merged(heard: Iterable[AccessPoint], known: Iterable[bytes], connected: bytes | None) -> list[Network]:
    """One entry a name, the strongest first; then those that are known but out of reach, by name."""
    strongest: dict[bytes, AccessPoint] = {}
    for point in heard:
        # A network that hides its name is joined by typing it.
        if point.ssid.strip(b"\0") and (point.ssid not in strongest or strongest[point.ssid].strength < point.strength):
            strongest[point.ssid] = point
    mine = set(known)
    near = [
        Network(shown(ssid), point.strength, security(point.lock), ssid in mine, ssid == connected)
        for ssid, point in strongest.items()
    ]
    far = [Network(shown(ssid), None, None, True, ssid == connected) for ssid in mine - strongest.keys()]
    return sorted(near, key=lambda one: (-(one.strength or 0), one.ssid)) + sorted(far, key=lambda one: one.ssid)


def strongest(heard: Iterable[AccessPoint], ssid: str) -> AccessPoint | None:
    return max((point for point in heard if shown(point.ssid) == ssid), key=lambda point: point.strength, default=None)


def obstacle(ssid: str, password: str, kind: Lock | None) -> Why | None:
    """Why a network need not even be asked; `kind` is None for one that was not heard."""
    if not 1 <= len(ssid.encode()) <= 32:
        return "ssid"
    if kind in ("enterprise", "wep"):
        return "enterprise" if kind == "enterprise" else "wep"
    if kind in ("wpa-psk", "sae") and not password:
        return "needed"
    # WPA3 knows no shortest password, and 64 signs are the key itself.
    measured = len(password.encode())
    if kind != "sae" and password and kind not in ("open", "owe") and not is_key(password):
        return None if SHORTEST <= measured <= LONGEST else "short"
    return None


def is_key(password: str) -> bool:
    return len(password) == RAW and all(sign in "0123456789abcdefABCDEF" for sign in password)


def profile(ssid: bytes, password: str, kind: Lock | None, hidden: bool) -> Settings:
    """What NetworkManager is to keep of a network. One that was not heard is taken for WPA when it has a password."""
    settings: dict[str, dict[str, Any]] = {
        "connection": {"id": Variant("s", shown(ssid)), "type": Variant("s", "802-11-wireless")},
        "802-11-wireless": {
            "ssid": Variant("ay", ssid),
            "mode": Variant("s", "infrastructure"),
            "hidden": Variant("b", hidden),
        },
        "ipv4": {"method": Variant("s", "auto")},
        "ipv6": {"method": Variant("s", "auto")},
    }
    if kind == "owe":
        settings["802-11-wireless-security"] = {"key-mgmt": Variant("s", "owe")}
    elif kind != "open" and password:
        # NetworkManager's wpa-psk means WPA2 and WPA3, whichever the access point prefers.
        means = {"key-mgmt": Variant("s", "sae" if kind == "sae" else "wpa-psk"), "psk": Variant("s", password)}
        settings["802-11-wireless-security"] = means
    return settings


def why(reason: int, asked_again: bool) -> Why:
    """What a device's reason to give up means. `asked_again`: the password was asked for once more before."""
    if reason == NO_SECRETS or (asked_again and reason in NOT_LET_IN):
        return "password"
    if reason == NOT_FOUND:
        return "reach"
    if reason in NOT_LET_IN:
        return "refused"
    return "address" if reason in NO_ADDRESS else "failed"
